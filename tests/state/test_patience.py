"""No thread waits for ever on a PostgreSQL that hangs."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from blog.state import patience
from blog.state.database import db, reader, transaction
from blog.state.patience import serve_readers
from tests.postgresql.fixtures import Open
from tests.servers.postgresql import PostgreSQL

BOUND = 0.5


@pytest.fixture
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers wait for little."""
    monkeypatch.setattr(patience, "READERS_SECONDS", BOUND)


@pytest.fixture
def server(own_postgresql: PostgreSQL, open_on: Open) -> PostgreSQL:
    """A server, with an application on it."""
    open_on(own_postgresql.url(own_postgresql.create()))
    return own_postgresql


@contextmanager
def hanging(server: PostgreSQL) -> Iterator[None]:
    """Within, the server is there and silent."""
    server.pause()
    try:
        yield
    finally:
        server.resume()


def seconds_in_vain(sentence: str | None = None) -> float:
    """How long a reader waits until it is told that nothing comes."""
    began = monotonic()
    with pytest.raises(OperationalError, match=sentence):
        reader().scalar(text("SELECT 2"))
    waited = monotonic() - began
    db.session.rollback()
    return waited


def test_a_reader_gives_up_on_a_server_that_hangs_and_comes_back(server: PostgreSQL, little_patience: None) -> None:
    reader().scalar(text("SELECT 1"))
    with hanging(server):
        assert BOUND <= seconds_in_vain("silent") < BOUND + 2
    assert reader().scalar(text("SELECT 3")) == 3


def test_a_pooled_connection_is_not_waited_for_either(server: PostgreSQL, little_patience: None) -> None:
    with transaction() as session:
        session.execute(text("SELECT 1"))
    db.session.remove()
    with hanging(server):
        assert seconds_in_vain() < BOUND + 6


def test_a_server_that_lets_connections_wait_is_left_alone_for_a_while(server: PostgreSQL) -> None:
    with hanging(server):
        first, *others = [seconds_in_vain() for _ in range(4)]
    assert first < 6
    assert max(others) < 0.5
    sleep(patience.REST_SECONDS)
    assert reader().scalar(text("SELECT 2")) == 2


def test_who_serves_readers_waits_less_for_them(migrated_database: str, open_on: Open) -> None:
    open_on(migrated_database)
    serve_readers(db.engine)
    assert patience.kept[db.engine].seconds == patience.SITE_SECONDS < patience.READERS_SECONDS


def test_who_waits_while_something_comes_is_not_hurried(
    migrated_database: str, open_on: Open, little_patience: None
) -> None:
    open_on(migrated_database)
    with transaction() as session:
        session.execute(text("SELECT pg_sleep(:seconds)"), {"seconds": BOUND * 3})
    slowly = text("SELECT pg_sleep(:seconds), repeat('x', 20000) FROM generate_series(1, 8)")
    assert len(reader().execute(slowly, {"seconds": BOUND / 3}).all()) == 8
