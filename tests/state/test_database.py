"""The database: set up for several processes; writes begin as such, and reads never write."""

import sqlite3
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError, StatementError

from app import create_app
from blog.models import Edition, Message, Piece, Topic
from blog.reading.lists import Filter, notebook
from blog.state.database import BUSY_SECONDS, db, is_reachable, reader, transaction
from tests.conftest import Clock, Write
from tests.state.processes import together
from tests.statements import statements

pytestmark = pytest.mark.sqlite

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def test_every_connection_is_set_up(app: Flask) -> None:
    with create_app(app.extensions["settings"]).app_context():
        engine = db.engine
    for connection in [engine.connect() for _ in range(3)]:
        found = {
            name: connection.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "foreign_keys", "synchronous")
        }
        assert found == {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2}
        assert connection.scalar(text("PRAGMA busy_timeout")) == BUSY_SECONDS * 1000
        connection.close()
    engine.dispose()


def test_a_reference_to_nothing_is_refused(app: Flask, time: Clock) -> None:
    with pytest.raises(IntegrityError), transaction() as session:
        session.execute(text("INSERT INTO piece_topic (piece_id, topic_id) VALUES (98, 99)"))


def test_a_write_takes_the_lock_at_its_beginning(app: Flask) -> None:
    with statements() as sent, transaction():
        pass
    assert sent == ["BEGIN IMMEDIATE"]


def test_a_second_writer_waits_and_a_reader_does_not(app: Flask) -> None:
    file = app.extensions["settings"].database_file
    other = sqlite3.connect(file, timeout=0.05, isolation_level=None)
    with transaction():
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        assert other.execute("SELECT number FROM edition").fetchall() == [(1,)]
    other.execute("BEGIN IMMEDIATE")
    other.close()


def test_what_is_written_is_there_for_others_at_the_end_and_not_before(app: Flask) -> None:
    other = sqlite3.connect(app.extensions["settings"].database_file)
    with transaction() as session:
        session.add(Topic(slug="a", name="A"))
        session.flush()
        assert other.execute("SELECT name FROM topic").fetchall() == []
    assert other.execute("SELECT name FROM topic").fetchall() == [("A",)]
    other.close()


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_what_is_raised_undoes_everything(app: Flask, error: type[BaseException]) -> None:
    with pytest.raises(error), transaction() as session:
        session.add(Topic(slug="a", name="A"))
        session.flush()
        raise error
    assert names() == []
    with transaction() as session:
        session.add(Topic(slug="b", name="B"))
    assert names() == ["B"]


def test_a_transaction_inside_of_another_is_part_of_it(app: Flask) -> None:
    with pytest.raises(RuntimeError), transaction() as outer:
        outer.add(Topic(slug="a", name="A"))
        with transaction() as inner:
            assert inner is outer
            inner.add(Topic(slug="b", name="B"))
        raise RuntimeError
    assert names() == []


def test_what_an_inner_transaction_raises_undoes_only_itself(app: Flask) -> None:
    with transaction() as outer:
        outer.add(Topic(slug="a", name="A"))
        with pytest.raises(RuntimeError), transaction() as inner:
            inner.add(Topic(slug="b", name="B"))
            inner.flush()
            raise RuntimeError
        outer.add(Topic(slug="c", name="C"))
    assert names() == ["A", "C"]


def test_a_reader_sees_one_state_until_it_is_done(app: Flask) -> None:
    other = sqlite3.connect(app.extensions["settings"].database_file)
    assert reader().scalar(text("SELECT number FROM edition")) == 1
    other.execute("UPDATE edition SET number = 2")
    other.commit()
    assert reader().scalar(text("SELECT number FROM edition")) == 1
    db.session.remove()
    assert reader().scalar(text("SELECT number FROM edition")) == 2
    other.close()


def test_a_reader_sees_what_its_own_process_just_wrote(app: Flask) -> None:
    assert reader().scalar(text("SELECT number FROM edition")) == 1
    with transaction() as session:
        session.execute(text("UPDATE edition SET number = 2"))
    assert reader().scalar(text("SELECT number FROM edition")) == 2


def test_the_database_says_whether_it_answers(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_reachable()
    db.session.remove()
    db.engine.dispose()
    with monkeypatch.context() as patch:
        patch.setattr(type(db.engine.dialect), "connect", refuse)
        assert not is_reachable()
    db.session.remove()
    assert is_reachable()


def refuse(*_: object, **__: object) -> None:
    raise sqlite3.OperationalError("unable to open database file")


# Moments


def test_a_moment_comes_back_as_the_instant_that_it_was(app: Flask) -> None:
    west = timezone(timedelta(hours=-8))
    with transaction() as session:
        session.add(Message(received_at=datetime(2024, 1, 1, 13, 30, 45, 999, tzinfo=west), text="x"))
    reader().expire_all()
    (message,) = reader().query(Message).all()
    assert message.received_at == datetime(2024, 1, 1, 21, 30, 45, tzinfo=UTC)
    assert reader().scalar(text("SELECT received_at FROM message")) == "2024-01-01 21:30:45.000000"
    assert reader().query(Message).filter(Message.received_at <= message.received_at.astimezone(west)).count() == 1


def test_a_moment_without_a_zone_is_a_mistake(app: Flask) -> None:
    with pytest.raises(StatementError, match="needs a time zone"), transaction() as session:
        session.add(Message(received_at=datetime(2024, 1, 1), text="x"))


def test_moments_are_read_without_the_zone_of_the_machine(
    app: Flask, monkeypatch: pytest.MonkeyPatch, write: Write, time: Clock
) -> None:
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    published = write("A").published_at
    reader().expire_all()
    assert reader().query(Piece).one().published_at == published == time.now


# Several processes

BEFORE = """
from app import create_app
from blog.models import Kind
from blog.reading.lists import Filter, notebook
from blog.state import clock
from blog.state.database import db
from blog.writing import pieces
from blog.writing.fields import Fields
app = create_app()
"""
WRITERS_AND_READERS = """
end = time.monotonic() + 2.5
done = 0
while time.monotonic() < end:
    with app.app_context():
        if int(here) % 2:
            piece = pieces.create(Fields(kind=Kind.THOUGHT, source=f"Written by {here}, {done}."), clock.now())
            pieces.publish(piece.id, clock.now())
        else:
            notebook(clock.now(), Filter())
            time.sleep(0.002)
        done += 1
print(done)
"""


def test_nobody_meets_a_locked_database_and_nothing_is_lost(app: Flask) -> None:
    folder: Path = app.extensions["settings"].instance
    answers = [int(out) for out in together(folder, WRITERS_AND_READERS, 4, BEFORE, BLOG_INSTANCE=str(folder))]
    written = answers[1] + answers[3]
    assert min(answers) > 0
    assert reader().query(Piece).count() == written
    assert reader().query(Edition).one().number == written + 1
    assert reader().scalar(text("PRAGMA integrity_check")) == "ok"


def test_reading_never_writes(app: Flask, write: Write, time: Clock) -> None:
    write("A", topics=("Linux",))
    db.session.remove()
    changes: list[str] = []
    event.listen(db.engine, "commit", lambda _: changes.append("commit"))
    with statements() as sent:
        notebook(time.now, Filter())
        db.session.remove()
    assert changes == []
    assert {statement.split()[0] for statement in sent} == {"BEGIN", "SELECT"}


def names() -> list[str]:
    db.session.remove()
    return [topic.name for topic in reader().query(Topic).order_by(Topic.name)]
