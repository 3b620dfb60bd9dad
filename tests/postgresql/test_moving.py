"""`flask blog move`, and backups of what is kept on PostgreSQL: all of it arrives, or nothing does."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask
from sqlalchemy import Connection, Table, inspect, select, text

from blog.models import Account, Base, Edition, Message, Piece
from blog.portability import moving
from blog.portability.exporting import export
from blog.portability.samples import load_sample
from blog.reading import health
from blog.reading.search import search
from blog.state.database import db, reader, transaction
from blog.writing import index, pieces
from blog.writing.accounts import create_account
from blog.writing.fields import Fields
from blog.writing.messages import keep
from tests.commands.conftest import assert_refused
from tests.conftest import NOON, running
from tests.postgresql.fixtures import Open


@pytest.fixture
def site(empty_instance: Path, tmp_path: Path) -> Iterator[Flask]:
    """The sample on SQLite, with an account, a message, and what old rows may hold."""
    with running(empty_instance, tmp_path / "site") as app:
        load_sample(NOON)
        create_account("Ann", "correct horse battery", NOON)
        keep("A reader", "", "Words.", NOON)
        with transaction() as session:
            session.execute(text("UPDATE piece SET symptom = 'a' || char(0) || 'b' WHERE id = 1"))
            session.execute(text("UPDATE piece SET origin = :origin WHERE id = 2"), {"origin": "x/" * 900})
        yield app


def run(app: Flask, *words: str | Path) -> Result:
    db.session.remove()
    with app.app_context():
        return app.test_cli_runner().invoke(args=["blog", *map(str, words)])


def found(query: str) -> set[str]:
    return {each.piece.slug for each in search(query, datetime.now(UTC))}


def contents() -> list[moving.Content]:
    with db.engine.connect() as connection:
        tables = [moving.content_of(connection, table) for table in Base.metadata.sorted_tables]
        return [*tables, moving.words_of(connection)]


def tables() -> list[str]:
    with db.engine.connect() as connection:
        return inspect(connection).get_table_names()


def test_a_site_moves_to_postgresql_and_back(site: Flask, empty_database: str, open_on: Open, tmp_path: Path) -> None:
    before, known = contents(), found("etag")
    result = run(site, "move", empty_database)
    assert result.exit_code == 0, result.output
    assert "piece: 30 rows, SHA-256 " in result.stdout and "search index: 30 rows" in result.stdout
    assert contents() == [*before[:-1], before[-1]], "the source is as it was"

    there = open_on(empty_database)
    moved = {content.table: content for content in contents()}
    assert {name for name, content in moved.items() if content.rows} >= {"piece", "topic", "account", "search index"}
    assert [content.rows for content in before] == [content.rows for content in moved.values()]
    changed = {name for name, content in moved.items() if content not in before}
    assert changed <= {"piece", "search index"}, "NUL is no letter of PostgreSQL"
    assert found("etag") == known != set()
    assert [fault for fault in health.findings(there.extensions["settings"]) if "picture" not in fault] == []
    assert reader().scalars(select(Account.name)).all() == ["Ann"]
    assert pieces.create(Fields(kind="thought", source="New."), NOON).id == 31  # type: ignore[arg-type]
    assert keep("Another", "", "Words.", NOON).id == 2

    back = run(there, "move", f"sqlite:///{tmp_path / 'back.db'}")
    assert back.exit_code == 0, back.output
    assert (tmp_path / "back.db").stat().st_mode & 0o777 == 0o600
    there_now = contents()
    with moving.database_at(f"sqlite:///{tmp_path / 'back.db'}"):
        assert contents() == there_now
        assert reader().scalar(select(Piece.symptom).where(Piece.id == 1)) == "a\ufffdb"


def test_an_export_says_the_same_on_both(site: Flask, empty_database: str, open_on: Open, tmp_path: Path) -> None:
    with transaction() as session:
        session.execute(text("UPDATE piece SET symptom = ''"))
    db.session.remove()
    export(tmp_path / "before")
    assert run(site, "move", empty_database).exit_code == 0
    open_on(empty_database)
    export(tmp_path / "after")
    assert files(tmp_path / "before") == files(tmp_path / "after")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.md"))}


def test_a_database_with_anything_in_it_is_refused(site: Flask, migrated_database: str, tmp_path: Path) -> None:
    assert_refused(run(site, "move", migrated_database), "is not empty")
    (tmp_path / "there.db").write_bytes(b"something")
    assert_refused(run(site, "move", f"sqlite:///{tmp_path / 'there.db'}"), "is there already")
    assert (tmp_path / "there.db").read_bytes() == b"something"


def test_what_cannot_be_reached_is_one_sentence_without_a_password(site: Flask) -> None:
    address = "postgresql+psycopg://u:hunter2@127.0.0.1:1/x"
    result = run(site, "move", address)
    assert_refused(result, "cannot be filled", "u:***@127.0.0.1:1/x")
    assert "hunter2" not in result.output
    assert_refused(run(site, "move", "mysql://a/b"), "BLOG_DATABASE_URL")


@pytest.mark.parametrize("where", ["copy_table", "copy_words", "set_counters", "words_of"])
def test_what_breaks_leaves_the_target_empty_and_the_source_as_it_was(
    site: Flask, empty_database: str, open_on: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    before = contents()
    whole = getattr(moving, where)

    def breaks(*args: object) -> None:
        whole(*args)
        raise OSError("the lights went out")

    for address in (empty_database, f"sqlite:///{tmp_path / 'half.db'}"):
        with monkeypatch.context() as patch:
            patch.setattr(moving, where, breaks)
            assert isinstance(run(site, "move", address).exception, OSError)
    assert list(tmp_path.glob("half*")) == []
    assert contents() == before
    open_on(empty_database)
    assert tables() == []


def test_a_row_that_does_not_arrive_as_it_left_is_told(
    site: Flask, empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = moving.copy_table

    def alters(source: Connection, target: Connection, table: Table, steps: moving.Steps) -> object:
        content = copy(source, target, table, steps)
        target.execute(text("UPDATE piece SET title = 'Other' WHERE id = 3"))
        return content

    monkeypatch.setattr(moving, "copy_table", alters)
    result = run(site, "move", empty_database)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == "Error: The piece did not arrive whole: of 30 rows, 30 did."


def test_a_backup_of_postgresql_is_one_for_every_database(
    app: Flask, empty_database: str, open_on: Open, empty_instance: Path, tmp_path: Path
) -> None:
    load_sample(NOON)
    file = tmp_path / "site.zip"
    before, known = contents(), found("etag")
    result = run(app, "backup", file)
    assert result.exit_code == 0, result.output
    keep("Later", "", "Words.", NOON)
    number = reader().scalars(select(Edition.number)).one()
    assert run(app, "restore", file).exit_code == 0
    assert reader().scalars(select(Message)).all() == []
    assert reader().scalars(select(Edition.number)).one() > number
    assert [content for content in contents() if content.table != "edition"] == [
        content for content in before if content.table != "edition"
    ]
    (kept,) = app.extensions["settings"].instance.glob("bokashi-before-restore-*.db")
    with moving.database_at(f"sqlite:///{kept}"):
        assert reader().scalars(select(Message.name)).all() == ["Later"]
    with running(empty_instance, tmp_path / "file") as on_file:
        assert run(on_file, "restore", file).exit_code == 0
        assert found("etag") == known
    there = open_on(empty_database)
    assert run(there, "restore", file).exit_code == 0
    assert found("etag") == known


def test_the_index_is_read_anew(app: Flask) -> None:
    load_sample(NOON)
    with transaction() as session:
        index.forget_all(session.connection())
    settings = app.extensions["settings"]
    assert [finding for finding in health.findings(settings) if "lacks 30 pieces" in finding]
    assert run(app, "reindex").exit_code == 0
    db.session.remove()
    assert [fault for fault in health.findings(settings) if "picture" not in fault] == []
