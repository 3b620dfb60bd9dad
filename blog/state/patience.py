"""Patience: no thread waits for ever on a PostgreSQL that is there and silent, as one whose disk hangs.

What takes long the server ends by its own bounds; where the server itself hangs, nothing else would. A server that
let a new connection wait in vain is left alone for a while: who asks meanwhile is told so at once.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Engine, event

from blog.state.rest import Rest

# Longer than a command waits for a lock, and than a writer's statement takes; a reader at the site asks for little.
READERS_SECONDS, WRITERS_SECONDS, SITE_SECONDS = 20, 600, 5
REST_SECONDS = 2


@dataclass
class Patience:
    """How long a reader's answer is waited for, and whether the server is left alone."""

    seconds: float | None = None
    rest: Rest = field(default_factory=lambda: Rest(REST_SECONDS))


kept: WeakKeyDictionary[Engine, Patience] = WeakKeyDictionary()


def serve_readers(engine: Engine) -> None:
    """From now on this process answers readers at the site."""
    if engine in kept:
        kept[engine].seconds = SITE_SECONDS


class OutOfPatience(RuntimeError):
    """Nothing has come for too long."""


def unless_silent(work: Generator[Any, Any, Any], seconds: float) -> Generator[Any, Any, Any]:
    """The driver's work, which waits again and again; raises OutOfPatience where nothing comes for so long."""
    last, ready = monotonic(), None
    while True:
        try:
            ready = yield work.send(ready)
        except StopIteration as end:
            return end.value
        if ready:
            last = monotonic()
        elif monotonic() - last > seconds:
            raise OutOfPatience


def bound_waits(engine: Engine) -> None:
    """Have every connection give up on a server that has been silent for so long: it is closed and an error raised."""
    from psycopg import Connection, OperationalError
    from psycopg.errors import ConnectionTimeout

    patience = kept[engine] = Patience()

    class Patient(Connection[Any]):
        """A connection whose patience ends."""

        def wait(self, gen: Any, *given: Any, **more: Any) -> Any:
            is_writer = self.read_only is False and not self.autocommit
            seconds = WRITERS_SECONDS if is_writer else patience.seconds or READERS_SECONDS
            try:
                return super().wait(unless_silent(gen, seconds), *given, **more)
            except OutOfPatience:
                self.pgconn.finish()
                raise OperationalError(f"the server has been silent for {seconds} seconds") from None

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, arguments: list[Any], more: dict[str, Any]) -> Any:
        if not patience.rest.lets_in():
            raise OperationalError("the server did not answer just now")
        try:
            connection = Patient.connect(*arguments, **more)
        except OperationalError as error:
            (patience.rest.begin if isinstance(error, ConnectionTimeout) else patience.rest.end)()
            raise
        patience.rest.end()
        return connection
