"""The database on PostgreSQL: readers see one state, writers take turns, and nothing hangs or gives a password away."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from threading import Thread

import psycopg
import pytest
from flask import Flask
from sqlalchemy import Connection, make_url, select, text
from sqlalchemy.exc import DBAPIError

from blog.models import Edition, Kind, Message, Piece, Site, Topic
from blog.reading.pieces import public_piece
from blog.state import postgresql
from blog.state.database import WRITE, Busy, db, is_reachable, reader, transaction
from blog.writing import pieces
from blog.writing.fields import Fields
from tests.conftest import Clock, Write
from tests.state.processes import together

NUMBER = text("SELECT number FROM edition")


@contextmanager
def other() -> Iterator[Connection]:
    """The connection of somebody else who reads."""
    with db.engine.connect() as connection:
        yield connection


def show(name: str) -> object:
    return reader().scalar(text(f"SHOW {name}"))


def test_a_reader_can_change_nothing(app: Flask) -> None:
    assert (show("transaction_isolation"), show("transaction_read_only")) == ("repeatable read", "on")
    assert (show("statement_timeout"), show("lock_timeout"), show("timezone")) == ("30s", "15s", "UTC")
    with pytest.raises(DBAPIError, match="read-only"):
        reader().execute(text("DELETE FROM site"))


def test_a_reader_sees_one_state_until_it_is_done(app: Flask) -> None:
    with other() as connection:
        assert connection.scalar(NUMBER) == 1
        with transaction() as session:
            session.execute(text("UPDATE edition SET number = 2"))
        assert connection.scalar(NUMBER) == 1
    assert reader().scalar(NUMBER) == 2


def test_what_is_written_is_there_for_others_at_the_end_and_not_before(app: Flask) -> None:
    with transaction() as session:
        assert (show("transaction_isolation"), show("transaction_read_only")) == ("read committed", "off")
        session.add(Topic(slug="a", name="A"))
        session.flush()
        with other() as connection:
            assert connection.scalar(select(Topic.name)) is None
    with other() as connection:
        assert connection.scalar(select(Topic.name)) == "A"


def test_a_second_writer_waits_and_sees_what_the_first_one_wrote(app: Flask) -> None:
    seen: list[object] = []

    def write_too() -> None:
        with app.app_context(), db.engine.connect().execution_options(**WRITE) as connection:
            seen.append(connection.scalar(NUMBER))

    with transaction() as session:
        session.execute(text("UPDATE edition SET number = 2"))
        thread = Thread(target=write_too)
        thread.start()
        thread.join(0.3)
        assert thread.is_alive() and seen == []
    thread.join(10)
    assert seen == [2]


def test_a_writer_whose_turn_does_not_come_is_refused_in_a_sentence(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    impatient = f"SET LOCAL lock_timeout = '50ms'; {postgresql.TAKE_TURN}"
    with db.engine.connect().execution_options(**WRITE) as connection:
        assert connection.scalar(NUMBER) == 1
        monkeypatch.setitem(postgresql.BEGIN, "IMMEDIATE", impatient)
        with pytest.raises(Busy, match=r"^Somebody else has been writing for 15 seconds: try again in a moment\.$"):
            pieces.create(Fields(kind=Kind.THOUGHT, source="Words."), datetime.now(UTC))
        assert reader().scalar(NUMBER) == 1
    assert pieces.create(Fields(kind=Kind.THOUGHT, source="Words."), datetime.now(UTC)).id == 1


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_what_is_raised_undoes_everything(app: Flask, error: type[BaseException]) -> None:
    with pytest.raises(error), transaction() as session:
        session.add(Topic(slug="a", name="A"))
        session.flush()
        raise error
    with transaction() as outer:
        outer.add(Topic(slug="b", name="B"))
        with pytest.raises(RuntimeError), transaction() as inner:
            inner.add(Topic(slug="c", name="C"))
            inner.flush()
            raise RuntimeError
    assert reader().scalars(select(Topic.name)).all() == ["B"]


def test_moments_and_lists_come_back_as_they_were(app: Flask) -> None:
    west = timezone(timedelta(hours=-8))
    with transaction() as session:
        session.add(Message(received_at=datetime(2024, 1, 1, 13, 30, 45, 999, tzinfo=west), text="x"))
        session.scalars(select(Site)).one().navigation = [{"label": "Ä", "address": "/ä/"}]
    db.session.remove()
    assert reader().scalars(select(Message)).one().received_at == datetime(2024, 1, 1, 21, 30, 45, tzinfo=UTC)
    assert reader().scalars(select(Site)).one().navigation == [{"label": "Ä", "address": "/ä/"}]


def test_words_are_ordered_by_their_letters_on_every_server(app: Flask) -> None:
    names = ["Zoo", "a-b", "ab", "aB", "Äpfel", "apple", "éclair"]
    with transaction() as session:
        session.add_all([Topic(slug=f"slug-{name}", name=name) for name in names])
    assert reader().scalars(select(Topic.name).order_by(Topic.name)).all() == sorted(names)


def test_what_postgresql_cannot_hold_is_found_nowhere(app: Flask, write: Write, time: Clock) -> None:
    write("A", symptom="x")
    assert public_piece("a\x00b", time.now) is None
    assert reader().scalar(select(Piece.id).where(Piece.slug.in_(["\x00", "a"]))) == 1


def test_no_rule_counts_letters_but_ours(app: Flask, write: Write) -> None:
    piece = write("A")
    with transaction() as session:
        session.get_one(Piece, piece.id).origin = "folder/" * 300
    assert len(reader().scalar(select(Piece.origin)) or "") == 2100


WRITERS = """
from blog.models import Kind
from blog.state import clock
from blog.writing import pieces
from blog.writing.fields import Fields
with app.app_context():
    for number in range(8):
        pieces.publish(pieces.create(Fields(kind=Kind.ESSAY, title="The same", topics=("One", "Two")), clock.now()).id,
                       clock.now())
"""


def test_writers_of_several_nodes_never_collide(app: Flask, migrated_database: str) -> None:
    settings = app.extensions["settings"]
    before = "from app import create_app\napp = create_app()\n"
    given = {"BLOG_INSTANCE": str(settings.instance), "BLOG_DATABASE_URL": migrated_database}
    together(settings.instance, WRITERS, 3, before, **given)
    slugs = reader().scalars(select(Piece.slug)).all()
    assert len(slugs) == len(set(slugs)) == 24
    assert reader().scalars(select(Edition.number)).one() == 25
    assert reader().scalars(select(Topic.name).order_by(Topic.name)).all() == ["One", "Two"]


def test_the_database_says_whether_it_answers(app: Flask, migrated_database: str) -> None:
    assert is_reachable()
    db.session.remove()
    address = make_url(migrated_database)
    with psycopg.connect(
        host=address.host, port=address.port or 0, user=address.username, dbname="postgres", autocommit=True
    ) as boss:
        boss.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [address.database])
    assert is_reachable(), "a connection that was lost is replaced"


def test_what_an_address_says_of_the_connection_goes_first() -> None:
    made = postgresql.options("postgresql+psycopg://u@h/d?connect_timeout=1&options=-csearch_path%3Dx")["connect_args"]
    assert "connect_timeout" not in made
    assert made["options"].endswith("statement_timeout=30s -csearch_path=x")
