"""The database: one SQLAlchemy, SQLite set up for several processes, and the write transaction."""

import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from blog.models import Base
from blog.state.turns import Turns

log = logging.getLogger(__name__)
BUSY_SECONDS = 15
WRITE = {"begin": "IMMEDIATE"}

db = SQLAlchemy(metadata=Base.metadata, session_options={"expire_on_commit": False})


def init_database(app: Flask, counts: bool = True) -> None:
    """Give the application its database, and the counter of its turns. Nothing is opened before the first query."""
    db.init_app(app)
    app.extensions["turns"] = None
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            set_up_sqlite(db.engine)
            app.extensions["turns"] = turns_beside(Path(str(db.engine.url.database))) if counts else None


def turns_beside(file: Path) -> Turns | None:
    """The counter of a SQLite database, which lies beside it; None where it cannot be made."""
    try:
        return Turns(file.with_name(f"{file.name}-turns"))
    except OSError as error:
        log.warning("%s-turns cannot be used (%s): every answer will ask the database.", file, error)
        return None


def set_up_sqlite(engine: Engine) -> None:
    """Have every connection use WAL, foreign keys and a busy timeout, and begin transactions itself.

    The driver's own transaction handling is off: it begins too late for a consistent read and would commit
    half a migration. A transaction with the execution option `begin` set to IMMEDIATE takes the write lock at
    its start, so that it waits its turn there and can never fail later with "database is locked".
    """

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout = {BUSY_SECONDS * 1000}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "cache_size = -16000",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get('begin', 'DEFERRED')}")


def reader() -> Session:
    """The session for reading: one consistent view until the request or command ends."""
    return db.session()


@contextmanager
def transaction() -> Iterator[Session]:
    """One write transaction, begun as such: committed at the end, rolled back when anything is raised.

    It nests: inside of another transaction it is part of that one, and what it raises undoes only itself.
    """
    session = db.session()
    if session.info.get("writing"):
        with session.begin_nested():
            yield session
        return
    session.rollback()
    session.connection(execution_options=WRITE)
    session.info["writing"] = True
    try:
        yield session
        session.flush()
        with changing():
            session.commit()
    except BaseException:
        session.rollback()
        raise
    finally:
        session.info["writing"] = False


def changing() -> AbstractContextManager[None]:
    """What a commit has to happen in, so that every process knows of it (see turns.py)."""
    turns: Turns | None = current_app.extensions["turns"]
    return turns.changing() if turns else nullcontext()


def let_go() -> None:
    """Close every connection: none survives a fork, and one that waits would hold its old view of the journal."""
    db.session.remove()
    db.engine.dispose()


def is_reachable() -> bool:
    """Whether the database answers, and its file, where it is one, is still there."""
    try:
        db.session.execute(text("SELECT 1"))
    except SQLAlchemyError:
        return False
    return db.engine.dialect.name != "sqlite" or Path(str(db.engine.url.database)).exists()
