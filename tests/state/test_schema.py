"""The schema: brought up to date once, by one process, wholly or not at all, and never downwards."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import op
from alembic.autogenerate import compare_metadata
from alembic.command import downgrade
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import Migrate

from app import create_app
from blog.models import Base
from blog.state import schema
from blog.state.database import db
from blog.state.schema import HEAD, MIGRATIONS, SchemaError, bring_up_to_date, present_schema
from blog.state.settings import Settings
from tests.conftest import close, settings_for
from tests.state.migrations import breaking
from tests.state.processes import together

pytestmark = pytest.mark.sqlite

LATER = f"{int(HEAD) + 1:04}"
NEXT = f'''
"""A later schema, for tests."""

from alembic import op

revision, down_revision = "{LATER}", "{HEAD}"


def upgrade() -> None:
    op.execute("CREATE TABLE later (id INTEGER PRIMARY KEY)")
    op.execute("UPDATE site SET name = 'Later'")
'''


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings for an instance folder without a database."""
    (tmp_path / "new").mkdir()
    return settings_for(tmp_path / "new")


@pytest.fixture
def fresh(settings: Settings) -> Iterator[Flask]:
    """An application without a database, in its context."""
    app = create_app(settings)
    with app.app_context():
        yield app
    close(app)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A version of the code that knows one more migration."""
    shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    (tmp_path / "migrations" / "versions" / f"{LATER}_later.py").write_text(NEXT)
    monkeypatch.setattr(schema, "MIGRATIONS", tmp_path / "migrations")
    monkeypatch.setattr(schema, "HEAD", LATER)


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def tables(file: Path) -> set[object]:
    return {name for (name,) in rows(file, "SELECT name FROM sqlite_master WHERE type = 'table'")}


def file_of(settings: Settings) -> Path:
    assert settings.database_file is not None
    return settings.database_file


def test_an_empty_folder_becomes_a_site(fresh: Flask, settings: Settings) -> None:
    assert not file_of(settings).exists()
    assert bring_up_to_date(settings)
    assert present_schema() == HEAD
    assert rows(file_of(settings), "SELECT id, name FROM site") == [(1, "A Bokashi notebook")]
    assert rows(file_of(settings), "SELECT id, number FROM edition") == [(1, 1)]
    assert rows(file_of(settings), "PRAGMA integrity_check") == [("ok",)]
    assert rows(file_of(settings), "PRAGMA foreign_key_check") == []


def test_a_second_run_touches_nothing(fresh: Flask, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    bring_up_to_date(settings)
    monkeypatch.setattr(schema, "migrate", lambda: pytest.fail("there was nothing to do"))
    before = sorted(path.name for path in settings.instance.iterdir())
    assert not bring_up_to_date(settings)
    assert sorted(path.name for path in settings.instance.iterdir()) == before


def test_the_code_knows_the_newest_migration() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [HEAD]


def test_models_and_migrations_agree(app: Flask) -> None:
    with db.engine.connect() as connection:
        options = {"compare_type": True, "include_object": lambda _object, name, *_: "piece_search" not in (name or "")}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata) == []


def test_processes_that_start_together_migrate_once(settings: Settings) -> None:
    before = "from app import create_app\nfrom blog.state.schema import bring_up_to_date\n"
    lines = """
app = create_app()
with app.app_context():
    print(bring_up_to_date(app.extensions["settings"]), end="")
"""
    answers = together(settings.instance, lines, 3, before, BLOG_INSTANCE=str(settings.instance))
    assert "True" in answers
    assert rows(file_of(settings), "SELECT version_num FROM alembic_version") == [(HEAD,)]
    assert rows(file_of(settings), "SELECT count(*) FROM site") == [(1,)]


def test_a_migration_that_breaks_leaves_nothing(fresh: Flask, settings: Settings) -> None:
    with breaking():
        bring_up_to_date(settings)
    assert tables(file_of(settings)) == set()
    assert bring_up_to_date(settings)


def test_a_migration_that_is_killed_leaves_nothing(settings: Settings) -> None:
    before = "from app import create_app\nfrom blog.state.schema import bring_up_to_date\n"
    lines = """
import os
from alembic import op
app = create_app()
op.create_index = lambda *_, **__: os._exit(9)
op.execute = lambda *_, **__: os._exit(0)
with app.app_context():
    bring_up_to_date(app.extensions["settings"])
"""
    together(settings.instance, lines, 1, before, BLOG_INSTANCE=str(settings.instance))
    assert tables(file_of(settings)) == set()
    app = create_app(settings)
    with app.app_context():
        assert bring_up_to_date(settings)
    close(app)


@pytest.mark.usefixtures("later")
def test_an_upgrade_keeps_what_was_there_and_a_copy_from_before(fresh: Flask, settings: Settings) -> None:
    upgrade_from_first(fresh, settings)
    assert not bring_up_to_date(settings)
    assert present_schema() == LATER
    assert rows(file_of(settings), "SELECT name FROM site") == [("Later",)]
    (copy,) = settings.instance.glob(f"*-before-{HEAD}-to-{LATER}.db")
    assert rows(copy, "SELECT version_num FROM alembic_version") == [(HEAD,)]
    assert rows(copy, "SELECT name FROM site") == [("Mine",)]
    assert rows(copy, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.usefixtures("later")
def test_an_upgrade_that_breaks_leaves_what_was_there(
    fresh: Flask, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade_from_first(fresh, settings)
    execute = op.execute

    def breaks(statement: str, *args: Any, **more: Any) -> None:
        execute(statement, *args, **more)
        if statement.startswith("UPDATE"):
            raise OSError("the lights went out")

    monkeypatch.setattr(op, "execute", breaks)
    with pytest.raises(OSError, match="the lights went out"):
        bring_up_to_date(settings)
    assert present_schema() == HEAD
    assert rows(file_of(settings), "SELECT name FROM site") == [("Mine",)]
    assert "later" not in tables(file_of(settings))


def upgrade_from_first(app: Flask, settings: Settings) -> None:
    """Make a database of the first schema with a row in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "HEAD", HEAD)
        bring_up_to_date(settings)
    with db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE site SET name = 'Mine'")


def test_what_search_knows_outlives_the_index_of_beginnings(fresh: Flask, settings: Settings) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "HEAD", "0002")
        bring_up_to_date(settings)
    with db.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO piece_search (rowid, title, body) VALUES (7, 'Needle', 'In the häy.')")
    assert not bring_up_to_date(settings)
    (made,) = rows(file_of(settings), "SELECT sql FROM sqlite_master WHERE name = 'piece_search'")
    assert "prefix = '3 4 5'" in str(made[0])
    for wanted in ('"needle"', '"nee" *', '"need" *', '"hay"'):
        assert rows(file_of(settings), f"SELECT rowid FROM piece_search WHERE piece_search MATCH '{wanted}'") == [(7,)]
    assert rows(file_of(settings), "SELECT rowid FROM piece_search_titles WHERE piece_search_titles MATCH 'nee*'") == [
        (7,)
    ]
    assert rows(file_of(settings), "SELECT rowid, letters FROM piece_search_letters") == [(7, "ä")]
    assert rows(file_of(settings), "SELECT DISTINCT term FROM piece_search_words WHERE term > 'in'") == [
        ("needle",),
        ("the",),
    ]


def test_what_search_knows_outlives_the_way_back(fresh: Flask, settings: Settings) -> None:
    bring_up_to_date(settings)
    with db.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO piece_search (rowid, title, body) VALUES (7, 'Needle', 'In the häy.')")
    with db.engine.connect().execution_options(begin="MIGRATION") as connection, connection.begin():
        Migrate(fresh, db, directory=str(MIGRATIONS))
        config = fresh.extensions["migrate"].migrate.get_config()
        config.attributes["connection"] = connection
        downgrade(config, "0003")
    assert not {"piece_search_titles", "piece_search_words", "piece_search_letters"} & tables(file_of(settings))
    assert rows(file_of(settings), "SELECT rowid FROM piece_search WHERE piece_search MATCH 'nee*'") == [(7,)]
    assert not bring_up_to_date(settings)
    assert rows(file_of(settings), "SELECT rowid, title FROM piece_search_titles") == [(7, "Needle")]


def test_a_database_of_a_later_version_is_refused(app: Flask) -> None:
    settings: Settings = app.extensions["settings"]
    with db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SchemaError, match=r"^The database is of schema 9999 .* start the newer version again\.$"):
        bring_up_to_date(settings)
    assert present_schema() == "9999"


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to be looked at", b"SQLite format 3\x00" + b"x" * 500]
)
def test_a_file_that_is_no_database_is_named_and_left_alone(fresh: Flask, settings: Settings, content: bytes) -> None:
    file_of(settings).write_bytes(content)
    with pytest.raises(SchemaError, match=r"bokashi\.db cannot be opened: .*; restore a backup with .*\.$"):
        bring_up_to_date(settings)
    assert file_of(settings).read_bytes() == content


def test_a_database_that_cannot_be_made_is_named(fresh: Flask, settings: Settings) -> None:
    file_of(settings).mkdir()
    with pytest.raises(SchemaError, match=r"bokashi\.db cannot be opened"):
        bring_up_to_date(settings)
