"""The schema on PostgreSQL: brought up to date once for all nodes, while those of the version before go on serving."""

import shutil
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import inspect, make_url, text

from blog.models import Base, Kind
from blog.reading.search import search
from blog.state import schema
from blog.state.database import db, reader, transaction
from blog.state.schema import HEAD, MIGRATIONS, SchemaError, bring_up_to_date, present_schema
from blog.writing import pieces
from blog.writing.fields import Fields
from tests.conftest import NOON, reader_of
from tests.postgresql.fixtures import Open
from tests.servers.postgresql import PostgreSQL
from tests.state.migrations import breaking
from tests.state.processes import together

NEXT = f"{int(HEAD) + 1:04}"
NEXT = f"{int(HEAD) + 1:04}"
LATER = '''
"""A made-up later schema."""

from alembic import op

revision, down_revision = "{revision}", "{head}"


def upgrade() -> None:
    op.execute("CREATE TABLE later (id integer PRIMARY KEY)")
    op.execute("ALTER TABLE piece ADD COLUMN mood varchar NOT NULL DEFAULT ''")
    op.execute("CREATE INDEX ix_piece_mood ON piece (mood)")
'''


def tables() -> list[str]:
    with db.engine.connect() as connection:
        return inspect(connection).get_table_names()


def migrate_to(revision: str, monkeypatch: pytest.MonkeyPatch, folder: Path, app: Flask) -> None:
    """Have an application that knows a later migration bring the database to it."""
    shutil.copytree(MIGRATIONS, folder / "migrations")
    (folder / "migrations" / "versions" / f"{revision}_later.py").write_text(LATER.format(revision=revision, head=HEAD))
    with monkeypatch.context() as patch, app.app_context():
        patch.setattr(schema, "MIGRATIONS", folder / "migrations")
        patch.setattr(schema, "HEAD", revision)
        assert not bring_up_to_date(app.extensions["settings"])


def test_an_empty_database_becomes_a_site(empty_database: str, open_on: Open) -> None:
    settings = open_on(empty_database).extensions["settings"]
    assert present_schema() == ""
    assert bring_up_to_date(settings)
    assert not bring_up_to_date(settings)
    assert present_schema() == HEAD
    assert reader().execute(text("SELECT site.id, edition.number FROM site, edition")).all() == [(1, 1)]


def test_models_and_migrations_agree(app: Flask) -> None:
    with db.engine.connect() as connection:
        options = {"compare_type": True, "include_object": lambda _object, name, *_: "piece_search" not in (name or "")}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata) == []


TOGETHER = """
import os
os.environ["BLOG_INSTANCE"] += here
from app import create_app
from blog.state.schema import bring_up_to_date
app = create_app()
with app.app_context():
    print(bring_up_to_date(app.extensions["settings"]), end="")
"""


def test_nodes_that_start_together_migrate_once_and_one_of_them_made_it(
    empty_database: str, open_on: Open, tmp_path: Path
) -> None:
    given = {"BLOG_INSTANCE": str(tmp_path / "start-"), "BLOG_DATABASE_URL": empty_database}
    answers = together(tmp_path, TOGETHER, 3, **given)
    assert sorted(answers) == ["False", "False", "True"]
    open_on(empty_database)
    assert reader().scalar(text("SELECT count(*) FROM alembic_version")) == 1


def test_a_migration_that_breaks_leaves_nothing(empty_database: str, open_on: Open) -> None:
    settings = open_on(empty_database).extensions["settings"]
    with breaking():
        bring_up_to_date(settings)
    assert tables() == []
    assert bring_up_to_date(settings)


def test_nodes_of_the_version_before_serve_and_write_and_start_beside_a_migration(
    app: Flask, migrated_database: str, open_on: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = pieces.create(Fields(kind=Kind.ESSAY, title="Before"), NOON)
    pieces.publish(before.id, NOON)
    assert reader_of(app).get("/notebook/before/").status_code == 200
    migrate_to(NEXT, monkeypatch, tmp_path, open_on(migrated_database))
    with app.app_context():
        assert reader_of(app).get("/notebook/before/").status_code == 200
        after = pieces.create(Fields(kind=Kind.ESSAY, title="After"), NOON)
        pieces.publish(after.id, NOON)
        assert "After" in reader_of(app).get("/notebook/").text
        assert present_schema() == NEXT
        assert not bring_up_to_date(app.extensions["settings"]), "an old node that starts anew goes on"
        assert present_schema() == NEXT


def test_what_was_written_before_is_found_by_what_is_inside_of_its_words(
    empty_database: str, open_on: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = open_on(empty_database).extensions["settings"]
    with monkeypatch.context() as patch:
        patch.setattr(schema, "HEAD", "0004")
        bring_up_to_date(settings)
    for title in ("天気", "Weather"):
        piece = pieces.create(Fields(kind=Kind.ESSAY, title=title, source="今日の天気は晴れです。"), NOON)
        pieces.publish(piece.id, NOON)
    with transaction() as session:
        session.execute(text("UPDATE piece_search SET words = ''"))
    db.session.remove()
    assert search("の天気", NOON) == []
    db.session.remove()
    assert not bring_up_to_date(settings)
    assert [each.piece.title for each in search("の天気", NOON)] == ["Weather", "天気"]
    assert [each.piece.title for each in search("weath", NOON)] == ["Weather"]


def test_a_later_generation_is_refused(
    app: Flask, migrated_database: str, open_on: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    migrate_to("0101", monkeypatch, tmp_path, open_on(migrated_database))
    with pytest.raises(SchemaError, match=r"^The database is of schema 0101 .* start the newer version again\.$"):
        bring_up_to_date(app.extensions["settings"])


def test_a_migration_waits_for_writers_and_no_longer_than_that_for_readers(app: Flask) -> None:
    with db.engine.connect().execution_options(begin="MIGRATION") as connection:
        assert connection.scalar(text("SHOW lock_timeout")) == "15s"
        assert connection.scalar(text("SHOW statement_timeout")) == "0"


# What cannot be used is named in one sentence


def refusal(open_on: Open, address: str) -> str:
    settings = open_on(address).extensions["settings"]
    with pytest.raises(SchemaError) as caught:
        bring_up_to_date(settings)
    sentence = str(caught.value)
    assert "\n" not in sentence and "hunter2" not in sentence and sentence.endswith(".")
    return sentence


def test_a_server_that_does_not_answer(open_on: Open) -> None:
    sentence = refusal(open_on, "postgresql+psycopg://somebody:hunter2@127.0.0.1:1/bokashi?password=hunter2")
    assert sentence.startswith("The database postgresql+psycopg://somebody:***@127.0.0.1:1/bokashi cannot be opened: ")
    assert "refused" in sentence


def test_a_database_that_is_not_there(postgresql: PostgreSQL, open_on: Open) -> None:
    assert 'database "nowhere" does not exist' in refusal(open_on, postgresql.url("nowhere"))


def test_a_host_and_an_option_that_do_not_exist(open_on: Open) -> None:
    assert "cannot be opened" in refusal(open_on, "postgresql+psycopg://u:hunter2@no-such-host.invalid/bokashi")
    assert "sslmode" in refusal(open_on, "postgresql+psycopg://u:hunter2@127.0.0.1/bokashi?sslmode=banana")


def test_a_user_who_may_not_make_tables(empty_database: str, open_on: Open) -> None:
    address = make_url(empty_database)
    with psycopg.connect(
        host=address.host, port=address.port or 0, user=address.username, dbname=address.database, autocommit=True
    ) as boss:
        boss.execute("DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
        boss.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    asked = address.set(username="reader").render_as_string(hide_password=False)
    assert "permission denied for schema public" in refusal(open_on, asked)


def test_a_database_that_cannot_hold_every_letter(postgresql: PostgreSQL, open_on: Open) -> None:
    with postgresql.administer() as boss:
        boss.execute("CREATE DATABASE narrow ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    try:
        assert "with the encoding UTF8" in refusal(open_on, postgresql.url("narrow"))
        assert tables() == []
    finally:
        db.session.remove()
        postgresql.drop("narrow")
