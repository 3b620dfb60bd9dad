"""The edition: the number of the site's present public state, and asking for it without the rest of the database."""

import sqlite3
from datetime import datetime, timedelta
from urllib.parse import quote

from sqlalchemy import Engine, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from blog.models import Edition
from blog.state.turns import Turns

SECOND, FAR = timedelta(seconds=1), timedelta(hours=1)
LOOK_EVERY = 1.0
BUSY_SECONDS = 0.2
UNKNOWN = -1


def turn(session: Session, now: datetime) -> None:
    """Begin the next edition, as part of the transaction that changed something public at `now`.

    No two editions turn in the same second, so that `Last-Modified` tells them apart (RFC 9110, section 8.8.2.2).
    One that lies far ahead is from a clock that was wrong.
    """
    last = session.scalars(select(Edition.turned_at).with_for_update()).one()
    at = last + SECOND if now <= last < now + FAR else now
    session.execute(update(Edition).values(number=Edition.number + 1, turned_at=at))


def turn_unseen(session: Session) -> None:
    """Begin the next edition for a change to what is scheduled: what is kept ends, as it knows too little of what is
    to come, but no date that readers see moves.
    """
    session.execute(update(Edition).values(number=Edition.number + 1))


class Unreachable(RuntimeError):
    """The database does not answer."""


class EditionReader:
    """Reads the number of the present edition; from a file on a connection of its own, in one thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.file = engine.url.database if engine.dialect.name == "sqlite" else None
        self.connection: sqlite3.Connection | None = None

    def number(self, anew: bool = False) -> int:
        """The present edition; `anew` looks whether the file is still there. Raises Unreachable."""
        try:
            if anew:
                self.close()
            return self.from_file() if self.file else self.from_server()
        except (sqlite3.Error, SQLAlchemyError, TypeError) as error:
            self.close()
            raise Unreachable(str(error)) from error

    def from_file(self) -> int:
        """SQLite directly: some microseconds."""
        if self.connection is None:
            address = f"file:{quote(str(self.file))}?mode=ro"
            self.connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
        number: int = self.connection.execute("SELECT number FROM edition").fetchone()[0]
        return number

    def close(self) -> None:
        """Close the connection to the file; the next question opens another one."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def from_server(self) -> int:
        with self.engine.connect() as connection:
            return connection.execute(select(Edition.number)).scalar_one()


class Present:
    """The present edition as one process knows it. It asks the database only where the counter has moved.

    Where there is no counter, it asks each time. Where the database does not answer, `is_stale` holds and the
    last edition known stands.
    """

    def __init__(self, engine: Engine, turns: Turns | None) -> None:
        self.reader, self.turns = EditionReader(engine), turns
        self.turn, self.edition, self.is_stale, self.look_again = UNKNOWN, UNKNOWN, False, 0.0

    @property
    def is_near(self) -> bool:
        """Whether a look takes microseconds, not a way through a network."""
        return self.reader.file is not None

    def is_known(self, now: float) -> bool:
        """Whether nothing was committed since the last look, which is not long ago."""
        return self.turns is not None and self.turns.present() == self.turn and now < self.look_again

    def look(self, now: float) -> int:
        """The present edition, from the database. The counter is read first: what comes later moves it again."""
        turn = self.turns.present() if self.turns else UNKNOWN
        try:
            self.edition = edition = self.reader.number(anew=now >= self.look_again)
            self.turn, self.is_stale = (UNKNOWN if turn & 1 else turn), False
        except Unreachable:
            self.is_stale, edition = True, self.edition
        self.look_again = now + LOOK_EVERY
        return edition
