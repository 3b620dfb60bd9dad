"""The production server, started as people start it: one command, on a folder that is not there yet."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

from blog.state.database import BUSY_SECONDS
from blog.state.respawning import DEATHS, SECONDS, Restarts

ROOT = Path(__file__).resolve().parents[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(instance: Path, port: int, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BLOG_", "FLASK_", "COV_"))}
    site = {"BLOG_INSTANCE": str(instance), "PORT": str(port), "BLOG_SITE_URL": f"http://127.0.0.1:{port}"}
    return {**kept, **site, **more}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "flask", "--app", "app", "blog", *arguments]


@contextmanager
def server(instance: Path, port: int, *arguments: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        command("serve", *arguments),
        cwd=ROOT,
        env=environment(instance, port, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/up", process)
            yield process
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
        finally:
            process.kill()


def wait_for(address: str, process: subprocess.Popen[str], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        assert process.poll() is None, process.stdout and process.stdout.read()
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.05)
    raise AssertionError(f"{address} did not answer within {seconds} seconds")


def read(port: int, path: str) -> str:
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
        text: str = answer.read().decode()
    return text


def test_one_command_serves_the_sample_notebook_and_starts_again(tmp_path: Path) -> None:
    port, instance = free_port(), tmp_path / "not" / "there"
    with server(instance, port, "--sample", WEB_CONCURRENCY="2"):
        assert "30 pieces" in read(port, "/notebook/")
        assert "5 pieces about Linux &amp; hardware" in read(port, "/topics/linux-hardware/")
        assert "A few places to start" in read(port, "/notebook/")
        taken = subprocess.run(
            command("serve"), cwd=ROOT, env=environment(instance, port), capture_output=True, text=True, timeout=60
        )
        assert taken.returncode != 0
        assert f"Port {port}" in taken.stderr
        assert "Traceback" not in taken.stderr
    with server(instance, port, "--sample"):
        assert "30 pieces" in read(port, "/notebook/")
    assert sorted(path.name for path in instance.iterdir() if path.name.startswith("secret")) == ["secret"]


def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    port = free_port()
    with server(tmp_path / "instance", port, WEB_CONCURRENCY="2") as process:
        process.kill()
        process.wait(timeout=10)
        end = time.monotonic() + 20
        while time.monotonic() < end and not is_free(port):
            time.sleep(0.2)
        assert is_free(port)


def test_a_slow_request_does_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    port, instance = free_port(), tmp_path / "instance"
    with server(instance, port) as process, closing(sqlite3.connect(instance / "bokashi.db")) as other:
        form = re.search(r'name="token" value="([^"]+)"', read(port, "/contact/"))
        assert form
        time.sleep(4)  # a form that comes back at once is a machine's
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(1) as threads:
            sent = urlencode({"text": "Hello.", "token": form[1]}).encode()
            waiting = threads.submit(urlopen, f"http://127.0.0.1:{port}/contact/", sent, 60)
            time.sleep(1)
            assert not waiting.done()
            process.send_signal(signal.SIGTERM)
            process.wait(BUSY_SECONDS - 4)
            assert isinstance(waiting.exception(10), OSError)


def is_free(port: int) -> bool:
    """Whether nobody listens on a port."""
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex(("127.0.0.1", port)) != 0


def test_a_worker_that_is_killed_again_and_again_is_started_anew(tmp_path: Path) -> None:
    port = free_port()
    with server(tmp_path / "instance", port) as process:
        known = set[int]()
        for _ in range(4):
            (worker,) = workers_of(process.pid) - known
            os.kill(worker, signal.SIGKILL)
            known.add(worker)
            wait_for(f"http://127.0.0.1:{port}/up", process)
        assert process.poll() is None


def workers_of(pid: int) -> set[int]:
    """The worker processes that live: the children of the server's that run this very program."""
    found = subprocess.run(
        ["ps", "-o", "pid=,stat=,args=", "--ppid", str(pid)], capture_output=True, text=True, check=True
    )
    rows = (line.split(None, 2) for line in found.stdout.splitlines())
    return {int(pid) for pid, state, words in rows if "spawn_main" in words or "flask" in words if state[0] != "Z"}


def test_a_worker_that_cannot_live_ends_the_server_after_a_while() -> None:
    starts = Restarts()
    for number in range(DEATHS):
        assert starts.get(0, 0) == float("-inf")
        starts[0] = monotonic()
        starts[1] = monotonic() - (DEATHS - number) * SECONDS
    assert monotonic() - starts.get(0, 0) < 5
    assert starts.get(1, 0) == starts.get(2, 0) == float("-inf")
    starts.clear()
    assert starts.get(0, 0) == float("-inf")


def test_a_broken_setting_is_one_sentence(tmp_path: Path) -> None:
    broken = environment(tmp_path / "instance", 8000, BLOG_SITE_URL="blog.example")
    done = subprocess.run(command("serve"), cwd=ROOT, env=broken, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert "BLOG_SITE_URL" in done.stderr
    assert "Traceback" not in done.stderr
