"""`flask blog init` and `serve`, from a shell as people use them."""

import os
import re
import signal
import socket
import subprocess
import sys
import time as real_time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.request import urlopen

import pytest
from flask import Flask

from blog.state.settings import ROOT, Settings
from blog.state.setup_code import setup_code
from tests.commands.conftest import Run
from tests.conftest import Write, close

COMMANDS = (
    "init", "serve", "author", "sample", "new", "import", "export", "backup", "restore", "reindex", "doctor",
)  # fmt: skip
LONG_AGO = datetime(2020, 1, 2, tzinfo=UTC)
FLASK = (sys.executable, "-m", "flask", "blog")


def shell(instance: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run `flask blog` in a process of its own."""
    return subprocess.run(
        [*FLASK, *words], cwd=ROOT, env=environment(instance, **environ), capture_output=True, text=True, timeout=60
    )


def environment(instance: Path, **changes: str) -> dict[str, str]:
    """The environment of a command: nothing of ours but the instance folder and what is changed."""
    names = ("BLOG_", "HOST", "PORT", "WEB_CONCURRENCY", "FLASK_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(names)}
    return {**kept, "BLOG_INSTANCE": str(instance), **changes}


def assert_one_sentence(done: subprocess.CompletedProcess[str], *parts: str) -> None:
    """The command failed with one sentence on standard error that holds all the parts, and with nothing else."""
    assert done.returncode == 1 and done.stdout == "", done
    assert re.fullmatch(r"Error: [^\n]+\.\n", done.stderr), done.stderr
    for part in parts:
        assert part in done.stderr


def test_every_command_has_a_help_text(run: Run) -> None:
    listed = run("--help").stdout
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\S", listed, re.MULTILINE), name
        assert run(name, "--help").exit_code == 0
    for words in (("author", "create"), ("author", "password"), ("import", "markdown")):
        assert run(*words, "--help").exit_code == 0


def test_an_unknown_command_is_named(run: Run) -> None:
    result = run("publish")
    assert result.exit_code == 2 and "publish" in result.stderr


def test_a_site_is_made_once(tmp_path: Path) -> None:
    first, second = (shell(tmp_path / "site", "init") for _ in range(2))
    assert (first.returncode, first.stdout) == (0, f"{tmp_path}/site is ready.\n")
    assert (second.returncode, second.stdout) == (0, f"{tmp_path}/site is up to date.\n")
    assert {path.name for path in (tmp_path / "site").iterdir()} >= {"bokashi.db", "secret", "cache"}
    assert (tmp_path / "site" / "bokashi.db").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "many"),
        ("BLOG_SITE_URL", "example.org"),
        ("BLOG_SECRET_KEY", "secret"),
        ("BLOG_DATABASE_URL", "sqlite:///"),
    ],
)
def test_a_broken_setting_is_one_sentence(tmp_path: Path, name: str, value: str) -> None:
    assert_one_sentence(shell(tmp_path, "init", **{name: value}), name)


def test_a_folder_that_cannot_be_made_is_one_sentence() -> None:
    assert_one_sentence(shell(Path("/proc/bokashi"), "serve"), "/proc/bokashi", "BLOG_INSTANCE")


def test_a_file_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bokashi.db").write_bytes(b"something else altogether" * 9)
    assert_one_sentence(shell(tmp_path, "init"), "bokashi.db")


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_a_port_that_is_taken_is_one_sentence_and_nothing_is_made(tmp_path: Path) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert_one_sentence(shell(tmp_path, "serve", PORT=str(port)), f"Port {port}", "set PORT")
    assert not (tmp_path / "bokashi.db").exists()


def test_an_address_of_another_machine_is_one_sentence(tmp_path: Path) -> None:
    assert_one_sentence(shell(tmp_path, "serve", HOST="192.0.2.1", PORT=str(free_port())), "192.0.2.1", "HOST")


@contextmanager
def serving(instance: Path, port: int, **environ: str) -> Iterator[subprocess.Popen[str]]:
    """A server that answers, stopped at the end."""
    environ |= {"PORT": str(port), "BLOG_SITE_URL": f"http://127.0.0.1:{port}"}
    with subprocess.Popen(
        [*FLASK, "serve"], cwd=ROOT, env=environment(instance, **environ), stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            wait_for(f"http://127.0.0.1:{port}/up", process)
            yield process
            process.send_signal(signal.SIGTERM)
            process.wait(30)
        finally:
            process.kill()


def wait_for(address: str, process: subprocess.Popen[str]) -> None:
    """Wait until an address answers."""
    for _ in range(300):
        assert process.poll() is None, process.stdout and process.stdout.read()
        try:
            with urlopen(address, timeout=5):
                return
        except OSError:
            real_time.sleep(0.1)
    raise AssertionError(f"{address} does not answer")


@pytest.mark.skipif(not (ROOT / "static" / "vendor" / "htmx.js").exists(), reason="htmx is not in place")
def test_a_server_serves_says_how_to_begin_and_ends_when_it_is_told(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port) as process:
        code = setup_code((tmp_path / "secret").read_text())
        with urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
            assert answer.status == 200 and b"A Bokashi notebook" in answer.read()
        again = shell(tmp_path, "serve", PORT=str(port))
        assert_one_sentence(again, f"Port {port}")
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        assert process.stdout is not None
        said = process.stdout.read()
    assert f"Serving http://127.0.0.1:{port} from {tmp_path}" in said
    assert f"http://127.0.0.1:{port}/setup with the code {code}" in said
    assert "Traceback" not in said


@pytest.mark.sqlite
@pytest.mark.skipif(not (ROOT / "static" / "vendor" / "htmx.js").exists(), reason="htmx is not in place")
def test_a_running_server_goes_on_with_the_restored_site(
    app: Flask, run: Run, write: Write, settings: Settings, tmp_path: Path
) -> None:
    saved, port = tmp_path / "site.zip", free_port()
    write("In the backup", at=LONG_AGO)
    assert run("backup", saved).exit_code == 0
    write("Written afterwards", at=LONG_AGO)
    close(app)
    with serving(settings.instance, port):
        for shown in (True, False):
            with urlopen(f"http://127.0.0.1:{port}/notebook/", timeout=10) as answer:
                page = answer.read()
            assert b"In the backup" in page and (b"Written afterwards" in page) == shown
            if shown:
                assert shell(settings.instance, "restore", str(saved)).returncode == 0
