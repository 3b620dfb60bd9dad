"""Listening: how a process hears of commits on other machines. What turns the edition notifies, and each hears it.

The notification is sent by the very transaction, so it comes exactly with the commit (PostgreSQL, NOTIFY).
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from sqlalchemy import Engine

from blog.state.line import Line, Lost

log = logging.getLogger(__name__)
CHANNEL = "bokashi"
AGAIN_SECONDS = 0.5


class Listener:
    """A thread that listens, on a line of this name.

    It calls `begin` when it has begun to, `hear` with each number, `end` when it is deaf. What was committed before
    `begin` may have been missed; nothing from then on until `end`.
    """

    def __init__(
        self, engine: Engine, name: str, begin: Callable[[], None], hear: Callable[[str], None], end: Callable[[], None]
    ) -> None:
        self.engine, self.name = engine, name
        self.begin, self.hear, self.end = begin, hear, end
        self.is_over = Event()
        self.line: Line | None = None
        self.thread = Thread(target=self.run, daemon=True, name="listen")

    def start(self) -> None:
        """Begin, in a process that will not fork any more."""
        self.thread.start()

    def stop(self) -> None:
        """End the thread and its line."""
        self.is_over.set()
        if self.line:
            with suppress(Lost):
                self.line.hang_up()
        if self.thread.is_alive():
            self.thread.join()

    def run(self) -> None:
        """Listen until it is over; a line that is lost is replaced as soon as there is another one to be had."""
        was_lost = ""
        while not self.is_over.is_set():
            try:
                self.listen()
            except Lost as error:
                if str(error) != was_lost and not self.is_over.is_set():
                    log.warning("Changes on other machines are not heard of, so the database is asked: %s", error)
                was_lost = str(error)
            self.is_over.wait(AGAIN_SECONDS)

    def listen(self) -> None:
        """Listen on one line until it is lost, which raises Lost."""
        self.line = line = Line(self.engine, self.name)
        try:
            line.ask(f"LISTEN {CHANNEL}")
            self.begin()
            while not self.is_over.is_set():
                for number in line.heard():
                    self.hear(number)
        finally:
            self.end()
            self.line = None
            line.close()
