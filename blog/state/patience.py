"""Patience: no thread waits for ever on a PostgreSQL that is there and silent, as one whose disk hangs.

What takes long the server ends by its own bounds; where the server itself hangs, nothing else would.
"""

from collections.abc import Generator
from time import monotonic
from typing import Any

from sqlalchemy import Engine, event

# Longer than a reader waits for a lock, and than a writer's statement takes.
READERS_SECONDS, WRITERS_SECONDS = 20, 600


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

    class Patient(Connection[Any]):
        """A connection whose patience ends."""

        def wait(self, gen: Any, *given: Any, **more: Any) -> Any:
            seconds = WRITERS_SECONDS if self.read_only is False and not self.autocommit else READERS_SECONDS
            try:
                return super().wait(unless_silent(gen, seconds), *given, **more)
            except OutOfPatience:
                self.pgconn.finish()
                raise OperationalError(f"the server has been silent for {seconds} seconds") from None

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, arguments: list[Any], more: dict[str, Any]) -> Any:
        return Patient.connect(*arguments, **more)
