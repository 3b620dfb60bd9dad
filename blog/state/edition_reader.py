"""Asking for the number of the present edition, without the rest of the database."""

import sqlite3
from typing import Protocol
from urllib.parse import quote

from sqlalchemy import Engine

from blog.state.line import Line, Lost, Silent

BUSY_SECONDS = 0.2
NUMBER = "SELECT number FROM edition"


class Reader(Protocol):
    """Who asks, in one thread."""

    def number(self, anew: bool = False) -> int:
        """The present edition; `anew` trusts no connection. Raises Unreachable."""

    def close(self) -> None:
        """Let the connection go; the next question opens another one."""


class Unreachable(RuntimeError):
    """The database does not answer."""


class FileReader:
    """Reads the number of the present edition from a SQLite file: some microseconds.

    A file that was taken away stays open, so a connection is trusted only for a while.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.connection: sqlite3.Connection | None = None

    def number(self, anew: bool = False) -> int:
        try:
            if anew:
                self.close()
            if self.connection is None:
                address = f"file:{quote(self.file)}?mode=ro"
                self.connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
            return int(self.connection.execute(NUMBER).fetchone()[0])
        except (sqlite3.Error, TypeError) as error:
            self.close()
            raise Unreachable(str(error)) from error

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


class ServerReader:
    """Asks PostgreSQL for the number of the present edition: a way through a network, with a bound to its length.

    A line that was lost meanwhile is replaced at once; one on which nothing comes back says enough.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.line: Line | None = None

    def number(self, anew: bool = False) -> int:
        is_used = self.line is not None
        try:
            self.line = self.line or Line(self.engine)
            return int(self.line.ask(NUMBER))
        except (Lost, ValueError) as error:
            self.close()
            if is_used and not isinstance(error, Silent):
                return self.number()
            raise Unreachable(str(error)) from error

    def close(self) -> None:
        if self.line is not None:
            self.line.close()
            self.line = None
