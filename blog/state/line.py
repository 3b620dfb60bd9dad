"""A line: a connection to PostgreSQL beside the pool's, on which nothing takes longer than a reader would wait."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from select import select
from time import monotonic
from typing import Any

from sqlalchemy import Engine

# The client's own bound covers a server that is there and silent, the system's what became of the network.
SECONDS = 2
LIVELY = {
    "connect_timeout": SECONDS,
    "keepalives": 1,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 3000,
}


class Lost(RuntimeError):
    """The line is broken, or there is none."""


class Silent(Lost):
    """Nothing came over the line in time."""


class Line:
    """One connection, used by one thread. It belongs to no transaction. Raises Lost where there is none to be had."""

    def __init__(self, engine: Engine, name: str = "bokashi") -> None:
        dialect: Any = engine.dialect
        self.failures = (dialect.loaded_dbapi.Error, OSError, ValueError)
        arguments, more = dialect.create_connect_args(engine.url)
        with self.kept():
            connect = dialect.loaded_dbapi.connect
            self.connection = connect(*arguments, **{**more, **LIVELY, "application_name": name}, autocommit=True)
        self.wire = self.connection.pgconn

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Have a failure of the driver or the system be Lost."""
        try:
            yield
        except self.failures as error:
            raise Lost(str(error).partition("\n")[0]) from error

    def ask(self, query: str, seconds: float = SECONDS) -> str:
        """The first value that a query gives, "" for none. Raises Lost, and Silent after so many seconds."""
        with self.kept():
            self.wire.send_query(query.encode())
            self.wire.flush()
            end, value = monotonic() + seconds, b""
            while (result := self.result(end)) is not None:
                if result.error_message:
                    raise Lost(result.error_message.decode(errors="replace").partition("\n")[0])
                value = (result.get_value(0, 0) if result.ntuples else None) or b""
            return value.decode()

    def result(self, end: float) -> Any:
        """The next result of a query, None after the last one. Raises Silent at the moment `end`."""
        while self.wire.is_busy():
            if not select([self.wire.socket], [], [], max(0, end - monotonic()))[0]:
                raise Silent(f"The database has not answered within {SECONDS} seconds.")
            self.wire.consume_input()
        return self.wire.get_result()

    def heard(self) -> list[str]:
        """Wait for notifications; what they say, in order. Raises Lost where the line ends instead."""
        with self.kept():
            select([self.wire.socket], [], [])
            self.wire.consume_input()
            heard = []
            while (notice := self.wire.notifies()) is not None:
                heard.append(notice.extra.decode(errors="replace"))
            return heard

    def hang_up(self) -> None:
        """End the line from another thread: whoever waits on it gets Lost at once."""
        with self.kept(), socket.socket(fileno=os.dup(self.wire.socket)) as twin:
            twin.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Let the connection go."""
        self.connection.close()
