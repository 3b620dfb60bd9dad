"""`flask blog restore`: what was there comes back, nothing else does, and nothing climbs out."""

import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask
from sqlalchemy import Connection, text

from blog.models import Edition, Piece
from blog.portability import backup as backup_module
from blog.reading import desk
from blog.state import media, schema
from blog.state.database import db, reader
from blog.state.settings import Settings
from blog.state.sqlite_files import schema_of
from blog.writing import pieces
from tests.commands.conftest import Run, assert_refused
from tests.commands.sites import NAME, PICTURE, changed, invoke, rewritten, titles, tree
from tests.conftest import Clock, Write, close


def test_a_backup_is_a_site_again_in_an_empty_place(saved: Path, elsewhere: Flask) -> None:
    result = invoke(elsewhere, "restore", saved)
    assert (result.exit_code, result.stdout) == (0, f"The site is restored from {saved}.\n")
    instance = elsewhere.extensions["settings"].instance
    with elsewhere.app_context():
        assert titles() == ["One", "Two"]
        assert media.path_of(NAME) == instance / "media" / NAME
    assert (instance / "media" / NAME).read_bytes() == PICTURE
    assert (instance / "secret").read_text() == "the secret of the site, quite long enough"
    assert stat.S_IMODE((instance / "secret").stat().st_mode) == 0o600
    assert invoke(elsewhere, "doctor").stdout.startswith("All is well.\n")


def test_a_restore_brings_back_what_was_and_keeps_what_is(
    saved: Path, full: Settings, run: Run, write: Write, time: Clock
) -> None:
    write("Three")
    pieces.delete(reader().query(Piece).filter_by(title="One").one().id, time.now)
    edition = reader().query(Edition).populate_existing().one().number
    (full.instance / "media" / NAME).unlink()
    (full.instance / "media" / "other-01234567.png").write_bytes(b"newer")
    result = run("restore", saved)
    assert result.exit_code == 0
    assert titles() == ["One", "Two"]
    assert reader().query(Edition).one().number == edition + 1
    assert (full.instance / "media" / NAME).read_bytes() == PICTURE
    assert (full.instance / "media" / "other-01234567.png").exists()
    (before,) = full.instance.glob("bokashi-before-restore-*.db")
    assert str(before) in result.stdout
    with closing(sqlite3.connect(before)) as kept:
        assert kept.execute("SELECT title FROM piece ORDER BY id").fetchall() == [("Two",), ("Three",)]


@pytest.mark.sqlite
def test_nothing_of_an_old_journal_gets_into_a_restored_site(
    saved: Path, full: Settings, run: Run, write: Write
) -> None:
    write("Only in the journal")
    assert full.database_file is not None
    assert full.database_file.with_name("bokashi.db-wal").stat().st_size > 0
    other = sqlite3.connect(full.database_file)
    assert other.execute("SELECT count(*) FROM piece").fetchall() == [(3,)]
    assert run("restore", saved).exit_code == 0
    assert other.execute("SELECT count(*) FROM piece").fetchall() == [(2,)]
    assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert other.execute("PRAGMA journal_mode").fetchall() == [("wal",)]
    other.close()
    assert titles() == ["One", "Two"]


@pytest.mark.sqlite
def test_a_damaged_site_can_be_restored(app: Flask, saved: Path, full: Settings, run: Run) -> None:
    close(app)
    assert full.database_file is not None
    full.database_file.write_bytes(b"nothing that a database could begin with" * 200)
    assert run("restore", saved).exit_code == 0
    assert titles() == ["One", "Two"]
    assert full.database_file.with_name("damaged-bokashi.db").exists()


def test_a_restored_site_has_its_accounts_and_messages(saved: Path, full: Settings, run: Run) -> None:
    assert run("restore", saved).exit_code == 0
    assert desk.messages().rows == [] and not desk.has_account()


@pytest.mark.sqlite
def test_an_older_database_is_brought_up_to_date_before_it_takes_its_place(
    saved: Path, full: Settings, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def upgrade(connection: Connection) -> None:
        assert str(db.engine.url.database) != str(full.database_file)
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{schema.HEAD}'"))

    changed(saved, "UPDATE alembic_version SET version_num = '0000'")
    monkeypatch.setattr(backup_module, "known_schemas", lambda: {"0000", schema.HEAD})
    monkeypatch.setattr(schema, "migrate", upgrade)
    assert run("restore", saved).exit_code == 0
    assert titles() == ["One", "Two"]
    assert full.database_file is not None and schema_of(full.database_file) == schema.HEAD


# Refused


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    at = len(data) // 3
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


def other_picture(data: bytes) -> bytes:
    return data.replace(PICTURE, PICTURE[::-1])


@pytest.mark.parametrize(
    "harm", [cut, flipped, other_picture, lambda _: b"", lambda _: b"PK nonsense", lambda data: data[:-30]]
)
def test_a_damaged_backup_changes_nothing(
    saved: Path, full: Settings, run: Run, harm: Callable[[bytes], bytes]
) -> None:
    saved.write_bytes(harm(saved.read_bytes()))
    before = tree(full.instance)
    assert_refused(run("restore", saved))
    assert tree(full.instance) == before
    assert titles() == ["One", "Two"]


def test_a_backup_that_is_not_there_is_named(full: Settings, run: Run, tmp_path: Path) -> None:
    assert_refused(run("restore", tmp_path / "nowhere.zip"), "nowhere.zip", "No such file")


@pytest.mark.parametrize(
    "name",
    [
        "../../evil.png", "/abs.png", "C:\\x.png", "media/../../evil-0123abcd.png", "media/a\\..\\..\\b-0123abcd.png",
        "media/evil.php", "media/x-0123abcd.png\n", "media/sub/x-0123abcd.png", "media/", "media/.htaccess", "evil",
        "secret/", "media/x-0123abcd.svg", "cache/rendered/x", "bokashi.db-wal",
    ],
)  # fmt: skip
def test_what_has_no_place_in_a_backup_is_refused(
    saved: Path, full: Settings, run: Run, tmp_path: Path, name: str
) -> None:
    rewritten(saved, **{name: b"evil"})
    before = tree(tmp_path)
    assert_refused(run("restore", saved), "no backup")
    assert tree(tmp_path) == before


def test_a_backup_without_database_is_none(saved: Path, full: Settings, run: Run) -> None:
    rewritten(saved, **{"bokashi.db": None})
    assert_refused(run("restore", saved), "It is no backup.")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_refused(saved: Path, full: Settings, run: Run) -> None:
    with ZipFile(saved, "a") as archive:
        archive.writestr("secret", "another secret, quite long enough as well")
    assert_refused(run("restore", saved), "twice")


def test_more_than_the_disk_can_hold_is_refused(
    saved: Path, full: Settings, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type(shutil.disk_usage("/"))
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage(1000, 900, 100))
    assert_refused(run("restore", saved), "the disk has 100 left")


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "of schema 9999"),
        ("UPDATE alembic_version SET version_num = '0000'", "of schema 0000"),
        ("UPDATE alembic_version SET version_num = 'zzzz'", "of schema zzzz"),
        ("DELETE FROM site", "The row of the site's settings is missing"),
        ("DROP TABLE revision", "The table revision is missing"),
        ("DROP TABLE piece_search", "The table piece_search is missing"),
        ("CREATE TRIGGER t AFTER INSERT ON piece BEGIN DELETE FROM piece; END", "The trigger t is not Bokashi's"),
        ("DROP TABLE alembic_version", "not Bokashi's"),
        ("INSERT INTO piece_topic (piece_id, topic_id) VALUES (98, 99)", "damaged"),
    ],
)
def test_a_database_that_this_program_cannot_use_is_refused(
    saved: Path, full: Settings, run: Run, change: str, part: str
) -> None:
    changed(saved, change)
    before = tree(full.instance)
    assert_refused(run("restore", saved), part)
    assert tree(full.instance) == before


@pytest.mark.parametrize("secret", [b"", b"short", b"\xff\xfe" * 30, b"a\x00" * 30, "schlüssel".encode() * 10])
def test_a_secret_that_no_site_would_start_with_is_refused(
    saved: Path, full: Settings, run: Run, secret: bytes
) -> None:
    rewritten(saved, secret=secret)
    before = tree(full.instance)
    assert_refused(run("restore", saved), "The secret in it is none")
    assert tree(full.instance) == before


def test_a_migration_that_fails_leaves_the_site_as_it_is(
    saved: Path, full: Settings, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(saved, "UPDATE alembic_version SET version_num = '0000'")
    monkeypatch.setattr(backup_module, "known_schemas", lambda: {"0000", schema.HEAD})
    before = tree(full.instance)
    assert_refused(run("restore", saved), "cannot be brought up to date")
    assert tree(full.instance) == before
