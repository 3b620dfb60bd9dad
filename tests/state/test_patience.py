"""No thread waits for ever on a PostgreSQL that hangs."""

import time as real_time
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from app import create_app
from blog.state import patience
from blog.state.database import db, reader, transaction
from blog.state.patience import serve_readers
from tests.conftest import close, settings_for
from tests.servers.postgresql import PostgreSQL

BOUND = 0.5


def test_a_reader_gives_up_on_a_server_that_hangs_and_comes_back(
    own_postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "READERS_SECONDS", BOUND)
    app = create_app(settings_for(tmp_path, database_url=own_postgresql.url(own_postgresql.create())))
    with app.app_context():
        reader().scalar(text("SELECT 1"))
        own_postgresql.pause()
        try:
            began = real_time.monotonic()
            with pytest.raises(OperationalError, match="silent"):
                reader().scalar(text("SELECT 2"))
            assert BOUND <= real_time.monotonic() - began < BOUND + 2
        finally:
            own_postgresql.resume()
        db.session.rollback()
        assert reader().scalar(text("SELECT 3")) == 3
        db.session.rollback()
    close(app)


def test_a_pooled_connection_is_not_waited_for_either(
    own_postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "READERS_SECONDS", BOUND)
    app = create_app(settings_for(tmp_path, database_url=own_postgresql.url(own_postgresql.create())))
    with app.app_context():
        with transaction() as session:
            session.execute(text("SELECT 1"))
        db.session.remove()
        own_postgresql.pause()
        try:
            began = real_time.monotonic()
            with pytest.raises(OperationalError):
                reader().scalar(text("SELECT 2"))
            assert real_time.monotonic() - began < BOUND + 6
        finally:
            own_postgresql.kill()
        db.session.rollback()
    close(app)


def test_a_server_that_lets_connections_wait_is_left_alone_for_a_while(
    own_postgresql: PostgreSQL, tmp_path: Path
) -> None:
    app = create_app(settings_for(tmp_path, database_url=own_postgresql.url(own_postgresql.create())))
    waits = []
    with app.app_context():
        own_postgresql.pause()
        try:
            for _ in range(4):
                began = real_time.monotonic()
                with pytest.raises(OperationalError):
                    reader().scalar(text("SELECT 1"))
                db.session.rollback()
                waits.append(real_time.monotonic() - began)
        finally:
            own_postgresql.resume()
        assert waits[0] < 6
        assert max(waits[1:]) < 0.5
        real_time.sleep(patience.REST_SECONDS)
        assert reader().scalar(text("SELECT 2")) == 2
        db.session.rollback()
    close(app)


def test_who_serves_readers_waits_less_for_them(migrated_database: str, tmp_path: Path) -> None:
    app = create_app(settings_for(tmp_path, database_url=migrated_database))
    with app.app_context():
        serve_readers(db.engine)
        assert patience.kept[db.engine].seconds == patience.SITE_SECONDS < patience.READERS_SECONDS
    close(app)


def test_who_waits_while_something_comes_is_not_hurried(
    migrated_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "READERS_SECONDS", BOUND)
    app = create_app(settings_for(tmp_path, database_url=migrated_database))
    with app.app_context():
        with transaction() as session:
            session.execute(text("SELECT pg_sleep(:seconds)"), {"seconds": BOUND * 3})
        slowly = text("SELECT pg_sleep(:seconds), repeat('x', 20000) FROM generate_series(1, 8)")
        assert len(reader().execute(slowly, {"seconds": BOUND / 3}).all()) == 8
        db.session.rollback()
    close(app)
