"""Rendered Markdown is kept: across restarts and processes, never stale, never a danger, never an error."""

import json
import pickle
import stat
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask

from app import create_app
from blog.state import caches
from blog.state.caches import entry_name, keep, kept, rendered
from blog.text import Rendered, render
from tests.conftest import Clock, Write, close, running, settings_for
from tests.state.conftest import Bomb
from tests.state.processes import together
from tests.writing.edits import edit

SOURCE = "# One\n\nWords with *weight* and a note.[^1]\n\n## Two\n\n[^1]: The note."


@pytest.fixture
def folder(app: Flask) -> Path:
    """The cache's folder."""
    instance: Path = app.extensions["settings"].instance
    return instance / "cache" / "rendered"


@pytest.fixture
def entry(app: Flask, folder: Path) -> Iterator[Path]:
    """The one file that holds SOURCE, rendered."""
    before = set(folder.iterdir())
    rendered(SOURCE)
    (file,) = {path for path in folder.iterdir() if b"weight" in path.read_bytes()} - before
    yield file


def test_a_text_is_rendered_once(app: Flask, renders: list[str]) -> None:
    assert rendered(SOURCE) == rendered(SOURCE) == render(SOURCE)
    assert renders == [SOURCE]


def test_a_restart_renders_nothing_again(app: Flask, renders: list[str], empty_instance: Path) -> None:
    first = rendered(SOURCE, key="abc")
    with running(empty_instance, app.extensions["settings"].instance):
        assert rendered(SOURCE, key="abc") == first
    assert renders == [SOURCE]


def test_an_edit_shows_at_once(write: Write, time: Clock, renders: list[str]) -> None:
    piece = write("A", source="Old words.")
    edit(piece, time, source="New words.")
    assert "New words." in rendered(piece.source, key=piece.uid[:8]).html
    assert renders == ["Old words.", "New words."]


def test_reading_a_saved_piece_renders_nothing(write: Write, renders: list[str]) -> None:
    piece = write("A", source=SOURCE)
    renders.clear()
    rendered(piece.source, key=piece.uid[:8])
    assert renders == []


def test_everything_that_an_entry_depends_on_is_in_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    different = (("a", "", ""), ("b", "", ""), ("a", "k", ""), ("a", "", "/k"), ("a", "k", "/r"))
    names = {entry_name(*given) for given in different}
    monkeypatch.setattr(caches, "RENDERER_VERSION", "another")
    assert len(names | {entry_name("a", "", "")}) == 6


def test_another_version_renders_again(app: Flask, renders: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    rendered(SOURCE)
    monkeypatch.setattr(caches, "RENDERER_VERSION", "another")
    rendered(SOURCE)
    assert renders == [SOURCE, SOURCE]


def test_what_was_rendered_elsewhere_is_kept(app: Flask, renders: list[str]) -> None:
    assert kept(SOURCE, key="k") is None
    keep(SOURCE, render(SOURCE, key="k"), key="k")
    assert rendered(SOURCE, key="k") == kept(SOURCE, key="k") == render(SOURCE, key="k")
    assert renders == []


def test_entries_are_json_for_their_owner_only(folder: Path, entry: Path) -> None:
    assert json.loads(entry.read_bytes()[4:])["html"] == render(SOURCE).html
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        json.loads(path.read_bytes()[4:])
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_an_open_folder_is_closed(app: Flask, folder: Path) -> None:
    folder.chmod(0o777)
    close(create_app(app.extensions["settings"]))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def with_time(data: bytes) -> bytes:
    return struct.pack("I", 0) + data


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\x00", b"\x00\x00\x00\x00", b"random bytes \xff\xfe\x00", with_time(b"{"), with_time(b"null"),
        with_time(b"[]"), with_time(b"5"), with_time(b'"text"'), with_time(b"{}"), with_time(b'{"contents": 5}'),
        with_time(b'{"contents": [], "html": "x"}'), with_time(b'{"contents": [{"a": 1}]}'), with_time(b"[" * 100_000),
        with_time(json.dumps({"contents": [], "more": 1}).encode()), with_time(b'"\\ud800'), b"\xff" * 3,
        with_time(pickle.dumps(Bomb())), struct.pack("I", 1) + b"{}",
    ],
    ids=range(19),
)  # fmt: skip
def test_a_broken_entry_is_a_miss(app: Flask, entry: Path, content: bytes, renders: list[str]) -> None:
    entry.write_bytes(content)
    assert rendered(SOURCE) == render(SOURCE)
    assert renders == [SOURCE]
    assert rendered(SOURCE) == render(SOURCE)
    assert renders == [SOURCE]


def test_foreign_files_in_the_folder_disturb_nothing(app: Flask, folder: Path, renders: list[str]) -> None:
    for name, content in ((".DS_Store", b"\x00\x01Bud1"), ("README", b"hello"), ("x.__wz_cache", b""), ("empty", b"")):
        (folder / name).write_bytes(content)
    (folder / "a folder").mkdir()
    restarted = create_app(app.extensions["settings"])
    with restarted.app_context():
        assert rendered(SOURCE) == rendered(SOURCE)
    close(restarted)
    assert renders == [SOURCE]


def test_an_entry_that_may_not_be_read_is_a_miss_at_once(
    app: Flask, entry: Path, renders: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.setattr("cachelib.file.sleep", lambda _: pytest.fail("the reader was made to wait"))
    assert rendered(SOURCE) == render(SOURCE)


@pytest.mark.parametrize("broken", ["os.replace", "tempfile.mkstemp", "os.chmod"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), PermissionError(13, "Permission denied")])
def test_a_folder_that_takes_nothing_costs_time_and_nothing_else(
    app: Flask, broken: str, error: OSError, renders: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(broken, refuse)
    assert rendered(SOURCE) == rendered(SOURCE) == render(SOURCE)


def test_a_folder_that_is_gone_costs_time_and_nothing_else(app: Flask, folder: Path) -> None:
    rendered(SOURCE)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    assert rendered(SOURCE) == render(SOURCE)


def test_a_site_runs_where_there_can_be_no_folder(tmp_path: Path, renders: list[str]) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "cache").touch()
    with create_app(settings_for(tmp_path / "site")).app_context():
        assert rendered(SOURCE) == rendered(SOURCE) == render(SOURCE)
    assert renders == [SOURCE, SOURCE]


def test_nothing_that_is_uploaded_lands_in_the_cache(app: Flask, folder: Path) -> None:
    assert app.extensions["settings"].instance / "media" not in (folder, *folder.parents)


def test_many_threads_may_render_one_text(app: Flask) -> None:
    def one(_: int) -> Rendered:
        with app.app_context():
            return rendered(SOURCE)

    with ThreadPoolExecutor(8) as pool:
        assert set(map(repr, pool.map(one, range(24)))) == {repr(render(SOURCE))}


def test_processes_agree_on_one_entry(app: Flask, entry: Path, folder: Path) -> None:
    instance = str(app.extensions["settings"].instance)
    before = "from app import create_app\nfrom blog.state import caches\napp = create_app()\n"
    lines = f"""
texts = []
real = caches.render
caches.render = lambda source, **more: texts.append(source) or real(source, **more)
with app.app_context():
    for number in range(60):
        caches.rendered(f"Text {{number % 20}}")
    html = caches.rendered({SOURCE!r}).html
print(len(texts) <= 20, html, end="")
"""
    answers = together(Path(instance), lines, 3, before, BLOG_INSTANCE=instance)
    assert set(answers) == {f"True {render(SOURCE).html}"}
    assert len([path for path in folder.iterdir() if b'"html"' in path.read_bytes()]) == 21
