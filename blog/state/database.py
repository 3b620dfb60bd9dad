"""The database: one SQLAlchemy, set up for several processes, and the write transaction."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event, select
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as QueueTimeout
from sqlalchemy.orm import Session

from blog.models import Base, Edition, is_file
from blog.state import postgresql
from blog.state.same_file import hold_to_file
from blog.state.settings import SQLITE, Settings
from blog.state.turns import Turns

log = logging.getLogger(__name__)
BUSY_SECONDS = 15
WRITE, MIGRATION = {"begin": "IMMEDIATE"}, {"begin": "MIGRATION"}
FULL = "53100"
"""PostgreSQL's code for a full disk."""
DAMAGED = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))
RESTORE = "restore a backup with 'flask blog restore FILE'"


class Busy(RuntimeError):
    """Somebody else has been writing for as long as a writer waits. Its text is a sentence for a person."""


db = SQLAlchemy(metadata=Base.metadata, session_options={"expire_on_commit": False})


def init_database(app: Flask, counts: bool = True) -> None:
    """Give the application its database, and the counter of its turns. Nothing is opened before the first query."""
    address = app.config["SQLALCHEMY_DATABASE_URI"]
    is_server = not address.startswith(SQLITE)
    if is_server:
        app.config["SQLALCHEMY_ENGINE_OPTIONS"] = postgresql.options(address)
    db.init_app(app)
    with app.app_context():
        (postgresql.set_up_postgresql if is_server else set_up_sqlite)(db.engine)
        app.extensions["turns"] = counter(place_of_counter(app)) if counts else None
    app.teardown_appcontext(leave)


def leave(_error: BaseException | None = None) -> None:
    """Leave the transaction, if there is one; what is read next begins another.

    A database that has gone meanwhile takes nothing from an answer that is made already: its connection is given up.
    """
    if db.session.registry.has():
        try:
            db.session.rollback()
        except SQLAlchemyError:
            db.session().invalidate()


def place_of_counter(app: Flask) -> Path:
    """Where the counter of the turns lies: beside a SQLite database, else in the node's instance folder."""
    if is_file(db.engine.dialect):
        file = Path(str(db.engine.url.database))
        return file.with_name(f"{file.name}-turns")
    settings: Settings = app.extensions["settings"]
    return settings.instance / "turns"


def counter(file: Path) -> Turns | None:
    """The counter in a file; None where it cannot be made."""
    try:
        return Turns(file)
    except OSError as error:
        log.warning("%s cannot be used (%s): every answer will ask the database.", file, error)
        return None


def set_up_sqlite(engine: Engine) -> None:
    """Have every connection use WAL, foreign keys and a busy timeout, and begin transactions itself.

    The driver's own transaction handling is off: it begins too late for a consistent read and would commit
    half a migration. A transaction with the execution option `begin` set to IMMEDIATE takes the write lock at
    its start, so that it waits its turn there and can never fail later with "database is locked".
    """
    hold_to_file(engine)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout = {BUSY_SECONDS * 1000}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "cache_size = -8000",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = "begin" in connection.get_execution_options()
        connection.exec_driver_sql(f"BEGIN {'IMMEDIATE' if writes else 'DEFERRED'}")


def reader() -> Session:
    """The session for reading: one consistent view until the request or command ends."""
    return db.session()


@contextmanager
def transaction() -> Iterator[Session]:
    """One write transaction, begun as such: committed at the end, rolled back when anything is raised.

    It nests: inside of another transaction it is part of that one, and what it raises undoes only itself.
    Raises Busy where its turn does not come.
    """
    session = db.session()
    if session.info.get("writing"):
        with session.begin_nested():
            yield session
        return
    session.rollback()
    begin_writing(session)
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


def begin_writing(session: Session) -> None:
    """Begin a session's transaction as a writer's. Raises Busy where its turn does not come."""
    try:
        session.connection(execution_options=WRITE)
    except DBAPIError as error:
        session.rollback()
        if is_busy(error):
            raise Busy(f"Somebody else has been writing for {BUSY_SECONDS} seconds: try again in a moment.") from error
        raise


def is_busy(error: DBAPIError) -> bool:
    """Whether a transaction failed because another one took too long."""
    code = getattr(error.orig, "sqlite_errorcode", 0)
    return code == sqlite3.SQLITE_BUSY or getattr(error.orig, "sqlstate", "") == postgresql.BUSY


def changing() -> AbstractContextManager[None]:
    """What a commit has to happen in, so that every process knows of it (see turns.py)."""
    turns: Turns | None = current_app.extensions["turns"]
    return turns.changing() if turns else nullcontext()


def let_go() -> None:
    """Close every connection: none survives a fork, and one that waits would hold its old view of the journal."""
    db.session.remove()
    db.engine.dispose()


def is_away(error: BaseException | None) -> bool:
    """Whether an error says that the database does not answer, not in time or not sensibly: later it may."""
    return isinstance(error, Busy | OperationalError | QueueTimeout) or is_damaged(error)


def is_damaged(error: BaseException | None) -> bool:
    """Whether an error says that a database's file is damaged or none at all: only a backup helps."""
    found = getattr(error, "orig", None) or error
    return getattr(found, "sqlite_errorcode", 0) & 0xFF in DAMAGED


def sentence_for(error: BaseException | None) -> str:
    """Why a change was not saved, as far as that is known: a sentence for a person, "" where there is none."""
    cause = getattr(error, "orig", None)
    if getattr(cause, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL or getattr(cause, "sqlstate", "") == FULL:
        return "The disk is full, so nothing was saved. Make room on it, then send this again."
    if is_damaged(error):
        return f"The database is damaged, so nothing was saved: {RESTORE}."
    return str(error) if isinstance(error, Busy) else ""


def is_reachable() -> bool:
    """Whether the database says what its edition is, and its file, where it is one, is still there."""
    try:
        db.session.execute(select(Edition.number))
    except SQLAlchemyError:
        return False
    return not is_file(db.engine.dialect) or Path(str(db.engine.url.database)).exists()
