"""`flask blog backup`: nothing is missing, and a backup that fails changes nothing."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask

from blog.portability import backup as backup_module
from blog.state.settings import Settings
from tests.commands.conftest import Run, assert_refused, break_reference
from tests.commands.sites import NAME, PICTURE, invoke, tree
from tests.conftest import Write
from tests.state.processes import together


def test_a_backup_holds_everything_and_is_its_owners_alone(saved: Path, full: Settings) -> None:
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    with ZipFile(saved) as archive:
        assert archive.namelist() == ["bokashi.db", "secret", f"media/{NAME}"]
        assert archive.read(f"media/{NAME}") == PICTURE
    assert not list(full.instance.glob(".backup-*")) and not list(saved.parent.glob(".fresh-*"))


def test_a_backup_says_what_is_in_it(full: Settings, run: Run, tmp_path: Path) -> None:
    (full.instance / "secret").unlink()
    result = run("backup", tmp_path / "a.zip")
    assert f"{tmp_path}/a.zip holds the database, 1 pictures and no secret" in result.stdout


def test_a_backup_takes_the_place_of_an_older_one(saved: Path, run: Run, write: Write) -> None:
    before = saved.read_bytes()
    write("Three")
    assert run("backup", saved).exit_code == 0
    assert saved.read_bytes() != before


def test_a_backup_that_fails_leaves_the_older_one(saved: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tree(saved.parent)

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup_module, "write_archive", full_disk)
    assert_refused(run("backup", saved), str(saved), "No space left on device")
    assert tree(saved.parent) == before


@pytest.mark.parametrize("where", ["no/folder/site.zip", "file/site.zip"])
def test_a_place_that_cannot_be_written_to_is_named(full: Settings, run: Run, tmp_path: Path, where: str) -> None:
    (tmp_path / "file").touch()
    assert_refused(run("backup", tmp_path / where), where)


def test_what_is_no_file_is_never_replaced_by_one(full: Settings, run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    failed = run("backup", pipe)
    assert failed.exit_code == 1 and "it is no file" in failed.output
    assert pipe.is_fifo() and list(tmp_path.glob(".fresh*")) == []


def test_there_is_nothing_to_back_up_before_there_is_a_site(elsewhere: Flask, tmp_path: Path) -> None:
    result = invoke(elsewhere, "backup", tmp_path / "a.zip")
    assert_refused(result, "nothing to back up")
    assert not (tmp_path / "a.zip").exists()


@pytest.mark.sqlite
def test_a_damaged_database_makes_no_backup(full: Settings, run: Run, tmp_path: Path) -> None:
    break_reference(full)
    assert_refused(run("backup", tmp_path / "a.zip"), "damaged")
    assert not (tmp_path / "a.zip").exists()


@pytest.mark.sqlite
def test_a_backup_during_writes_holds_every_piece_that_was_acknowledged(app: Flask, settings: Settings) -> None:
    before = """
from app import create_app
from blog.models import Kind
from blog.portability.backup import back_up
from blog.state import clock
from blog.writing import pieces
from blog.writing.fields import Fields
app = create_app()
"""
    lines = """
with app.app_context():
    if here == "0":
        for number in range(60):
            pieces.create(Fields(kind=Kind.THOUGHT, source=f"Number {number}."), clock.now())
            (place / "acknowledged").write_text(str(number + 1))
    else:
        while not (place / "acknowledged").exists():
            time.sleep(0.005)
        time.sleep(0.1)
        print((place / "acknowledged").read_text() or 1)
        back_up(place / "site.zip", app.extensions["settings"])
"""
    folder = settings.instance
    _, acknowledged = together(folder, lines, 2, before, BLOG_INSTANCE=str(folder))
    with ZipFile(folder / "site.zip") as archive:
        archive.extract("bokashi.db", folder / "out")
    with closing(sqlite3.connect(folder / "out" / "bokashi.db")) as kept:
        assert kept.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert kept.execute("SELECT count(*) FROM piece").fetchone()[0] >= int(acknowledged)
