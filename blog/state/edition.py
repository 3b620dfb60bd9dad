"""The edition: the number of the site's present public state, and asking for it without the rest of the database."""

import sqlite3
from datetime import datetime

from sqlalchemy import Engine, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from blog.models import Edition


def turn(session: Session, now: datetime) -> None:
    """Begin the next edition, as part of the transaction that changed something public at `now`."""
    session.execute(update(Edition).values(number=Edition.number + 1, turned_at=now))


class Unreachable(RuntimeError):
    """The database does not answer."""


class EditionReader:
    """Reads the number of the present edition on a connection of its own; for one thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.file = engine.url.database if engine.dialect.name == "sqlite" else None
        self.connection: sqlite3.Connection | None = None

    def number(self, anew: bool = False) -> int:
        """The present edition; `anew` looks whether the file is still there. Raises Unreachable."""
        try:
            if anew:
                self.connection = None
            return self.from_file() if self.file else self.from_server()
        except (sqlite3.Error, SQLAlchemyError) as error:
            self.connection = None
            raise Unreachable(str(error)) from error

    def from_file(self) -> int:
        """SQLite directly: some microseconds."""
        if self.connection is None:
            self.connection = sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, isolation_level=None, timeout=1)
        number: int = self.connection.execute("SELECT number FROM edition").fetchone()[0]
        return number

    def from_server(self) -> int:
        with self.engine.connect() as connection:
            return connection.execute(select(Edition.number)).scalar_one()
