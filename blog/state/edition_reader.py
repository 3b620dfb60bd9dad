"""Asking for the present edition, without the rest of the database.

Its name is one number: that of the edition, and below it the second in which it turned. A database that was put back
to what it was before comes to the same numbers again, with other pages.
"""

import sqlite3
from datetime import datetime
from typing import Protocol
from urllib.parse import quote

from sqlalchemy import Engine

from blog.state.line import Line, Lost, Silent

BUSY_SECONDS = 0.2
IN_FILE = "SELECT (number << 32) | (strftime('%s', turned_at) & 4294967295) FROM edition"
AT_SERVER = "SELECT (number::bigint << 32) | (extract(epoch FROM turned_at)::bigint & 4294967295) FROM edition"


def name_of(number: int, turned_at: datetime) -> int:
    """The name of the edition of this number that turned at a moment."""
    seconds: int = int(turned_at.timestamp()) & 4294967295
    return number << 32 | seconds


def number_in(name: int) -> int:
    """The number of the edition of this name."""
    return name >> 32


class Reader(Protocol):
    """Who asks, in one thread."""

    def name(self, anew: bool = False) -> int:
        """The present edition's name; `anew` trusts no connection. Raises Unreachable."""

    def close(self) -> None:
        """Let the connection go; the next question opens another one."""


class Unreachable(RuntimeError):
    """The database does not answer."""


class FileReader:
    """Reads the name of the present edition from a SQLite file: some microseconds.

    A file that was taken away stays open, so a connection is trusted only for a while.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.connection: sqlite3.Connection | None = None

    def name(self, anew: bool = False) -> int:
        try:
            if anew:
                self.close()
            if self.connection is None:
                address = f"file:{quote(self.file)}?mode=ro"
                self.connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
            return int(self.connection.execute(IN_FILE).fetchone()[0])
        except (sqlite3.Error, TypeError) as error:
            self.close()
            raise Unreachable(str(error)) from error

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


class ServerReader:
    """Asks PostgreSQL for the name of the present edition: a way through a network, with a bound to its length.

    A line that was lost meanwhile is replaced at once; one on which nothing comes back says enough.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.line: Line | None = None

    def name(self, anew: bool = False) -> int:
        is_used = self.line is not None
        try:
            self.line = self.line or Line(self.engine)
            return int(self.line.ask(AT_SERVER))
        except (Lost, ValueError) as error:
            self.close()
            if is_used and not isinstance(error, Silent):
                return self.name()
            raise Unreachable(str(error)) from error

    def close(self) -> None:
        if self.line is not None:
            self.line.close()
            self.line = None
