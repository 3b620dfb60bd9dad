"""`flask blog doctor` and `reindex`: what is wrong is said, and what can be mended is."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from app import create_app
from blog.models import Edition, Picture, Piece
from blog.reading.search import search
from blog.state import caches, media
from blog.state.database import reader, transaction
from blog.state.settings import Settings
from blog.text import Rendered, TextRefused, render
from tests.commands.conftest import Run, break_reference
from tests.conftest import Clock, Write, close, settings_for
from tests.portability.pictures import picture

ROOT = Path(__file__).resolve().parents[2]


def found(run: Run) -> str:
    """What the doctor finds."""
    result = run("doctor")
    assert result.exit_code == 1, result.output
    return result.stdout


def test_a_new_site_is_well(run: Run, write: Write) -> None:
    write("A")
    result = run("doctor")
    assert (result.exit_code, result.stdout) == (0, "All is well.\n")


def test_a_site_without_database_is_told_how_to_begin(tmp_path: Path) -> None:
    app = create_app(settings_for(tmp_path))
    result = app.test_cli_runner().invoke(args=["blog", "doctor"])
    assert result.exit_code == 1 and "run 'flask blog init'" in result.stdout
    assert not (tmp_path / "bokashi.db").exists()
    close(app)


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file and folder below a folder, with the time of its last change and its content."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in (folder, *folder.rglob("*"))
    }


def doctor_beside(instance: Path) -> subprocess.CompletedProcess[str]:
    """The doctor's visit in a process of its own, as from the shell."""
    environ = {**os.environ, "BLOG_INSTANCE": str(instance)}
    flask = (sys.executable, "-m", "flask", "blog", "doctor")
    return subprocess.run(flask, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)


def test_the_doctor_makes_no_site_where_there_is_none(tmp_path: Path) -> None:
    done = doctor_beside(tmp_path / "nowhere" / "instance")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"Error: There is nothing at {tmp_path}/nowhere/instance: run 'flask blog init'")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sqlite
def test_the_doctor_changes_nothing(app: Flask, write: Write, settings: Settings) -> None:
    write("A")
    close(app)
    for path in (settings.instance / "cache", settings.instance / "bokashi.db-turns"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    before = tree(settings.instance)
    done = doctor_beside(settings.instance)
    assert (done.returncode, done.stdout, done.stderr) == (0, "All is well.\n", "")
    assert tree(settings.instance) == before


@pytest.mark.sqlite
def test_the_doctor_sees_what_is_only_in_the_journal(write: Write, settings: Settings, run: Run) -> None:
    write("A")
    assert (settings.instance / "bokashi.db-wal").stat().st_size > 0
    with transaction() as session:
        session.execute(text("DELETE FROM piece_search"))
    assert "lacks 1 pieces" in found(run)


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        ("DELETE FROM site", "The row of the site's settings is missing: restore a backup."),
        ("DELETE FROM edition", "The row of the edition is missing: restore a backup."),
        ("DROP TABLE revision", "The table revision is missing: restore a backup."),
        ("DROP INDEX ix_piece_list", "The index ix_piece_list is missing: restore a backup."),
        ("ALTER TABLE page DROP COLUMN position", "The column position of page is missing: restore a backup."),
        ("DROP TABLE piece_search", "The table piece_search is missing: restore a backup."),
    ],
)
def test_what_a_database_lacks_is_found(run: Run, harm: str, sentence: str) -> None:
    with transaction() as session:
        session.execute(text(harm))
    assert sentence in found(run)


@pytest.mark.sqlite
def test_what_is_no_database_is_found(app: Flask, run: Run, settings: Settings) -> None:
    close(app)
    assert settings.database_file is not None
    settings.database_file.write_bytes(b"nothing that a database could begin with" * 200)
    assert found(run) == "The database is damaged: file is not a database.\n"


def test_pictures_that_a_stopped_import_left_are_named_and_taken_up_again(
    run: Run, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("# A\n\n![x](p.png)")
    (tmp_path / "notes" / "p.png").write_bytes(picture())
    left = media.store(picture(), "p.png").name
    result = run("doctor")
    assert result.exit_code == 0
    assert result.stdout.startswith("All is well.\n1 files among the pictures belong to nothing")
    assert f"\n{left}. They are harmless" in result.stdout
    assert run("import", "markdown", tmp_path / "notes").exit_code == 0
    assert [path.name for path in (settings.instance / "media").iterdir()] == [left]
    said = run("doctor").stdout
    assert said.startswith("All is well.\n") and "belong to nothing" not in said


def test_an_old_schema_is_found(run: Run) -> None:
    with transaction() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    assert "schema 0000" in found(run)


@pytest.mark.sqlite
def test_an_incomplete_search_index_is_found_and_mended(run: Run, write: Write, time: Clock) -> None:
    write("Needle")
    with transaction() as session:
        for table in ("piece_search", "piece_search_titles"):
            session.execute(text(f"DELETE FROM {table}"))
        session.execute(text("INSERT INTO piece_search (rowid, title) VALUES (99, 'Ghost')"))
    assert found(run) == "The search index lacks 1 pieces and has 1 too many: run 'flask blog reindex'.\n"
    assert search("needle", time.now) == []
    assert run("reindex").exit_code == 0
    assert [each.piece.title for each in search("needle", time.now)] == ["Needle"]
    assert run("doctor").exit_code == 0


@pytest.mark.sqlite
def test_a_reference_to_nothing_is_found(run: Run, settings: Settings) -> None:
    break_reference(settings)
    assert "of piece_topic refers to a row of" in found(run)


@pytest.mark.sqlite
def test_damaged_pages_are_found(app: Flask, run: Run, write: Write, settings: Settings) -> None:
    for index in range(30):
        write(str(index), source="words " * 400)
    close(app)
    file = settings.database_file
    assert file is not None
    data = bytearray(file.read_bytes())
    first = len(data) // 2 // 4096 * 4096
    for place in (first, first + 5):
        data[place::4096] = b"\xff" * len(data[place::4096])
    file.write_bytes(data)
    assert "The database is damaged" in found(run)


def test_a_missing_or_damaged_picture_is_found(run: Run, settings: Settings, time: Clock) -> None:
    media = settings.instance / "media"
    media.mkdir()
    (media / "there-0123abcd.png").write_bytes(b"12345")
    with transaction() as session:
        for name, size in (("there-0123abcd.png", 5), ("short-0123abcd.png", 9), ("gone-0123abcd.png", 5)):
            session.add(
                Picture(
                    name=name, digest=name, media_type="image/png", width=1, height=1, size=size, created_at=time.now
                )
            )
    (media / "short-0123abcd.png").write_bytes(b"12345")
    assert re.findall(r"The picture (\S+) is (\w+)", found(run)) == [
        ("gone-0123abcd.png", "missing"), ("short-0123abcd.png", "damaged")
    ]  # fmt: skip


def test_a_cache_that_keeps_nothing_is_found(run: Run, settings: Settings) -> None:
    shutil.rmtree(settings.instance / "cache")
    (settings.instance / "cache").touch()
    assert "Rendered Markdown cannot be kept" in found(run)


def test_a_secret_that_others_may_read_is_found(run: Run, settings: Settings) -> None:
    (settings.instance / "secret").write_text("x" * 40)
    (settings.instance / "secret").chmod(0o644)
    assert "Others may read the secret" in found(run)


def test_reindexing_follows_a_new_renderer(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = [write(str(index), source="Old words.") for index in range(3)]
    versions = [piece.version for piece in pieces]
    before = reader().query(Edition).one().number
    monkeypatch.setattr(caches, "RENDERER_VERSION", "another")
    monkeypatch.setattr(caches, "render", lambda _source, **more: render("New words.", **more))
    result = run("reindex")
    assert (result.exit_code, result.stdout) == (0, "Every piece was read anew.\n")
    assert "3 of 3" in result.stderr
    kept = reader().query(Piece).all()
    assert {piece.excerpt for piece in kept} == {"New words."} and {piece.source for piece in kept} == {"Old words."}
    assert [piece.version for piece in kept] == versions
    assert reader().query(Edition).populate_existing().one().number == before + 1


def test_a_piece_that_cannot_be_read_anew_stays_as_it_is(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    uid = write("A", source="Refused.").uid
    write("B", source="Read.")

    def picky(source: str, **more: str) -> Rendered:
        if source == "Refused.":
            raise TextRefused("This text is too much.")
        return render("New words.", **more)

    monkeypatch.setattr(caches, "RENDERER_VERSION", "another")
    monkeypatch.setattr(caches, "render", picky)
    result = run("reindex")
    assert f"{uid}: This text is too much." in result.stderr
    assert result.stdout == "1 pieces stay as they were.\n"
    assert {piece.title: piece.excerpt for piece in reader().query(Piece)} == {"A": "Refused.", "B": "New words."}
