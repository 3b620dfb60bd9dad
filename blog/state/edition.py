"""The edition: the number of the site's present public state, how it turns, and how a process knows it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Lock

from sqlalchemy import Engine, String, cast, func, select, update
from sqlalchemy.orm import Session

from blog.models import Edition, is_file
from blog.state.edition_reader import FileReader, Reader, ServerReader, Unreachable, number_in
from blog.state.listening import CHANNEL, Listener
from blog.state.nodes import node_name
from blog.state.turns import Turns

SECOND, FAR = timedelta(seconds=1), timedelta(hours=1)
LOOK_EVERY = 1.0
UNKNOWN = -1


def turn(session: Session, now: datetime) -> None:
    """Begin the next edition, as part of the transaction that changed something public at `now`.

    No two editions turn in the same second, so that `Last-Modified` tells them apart (RFC 9110, section 8.8.2.2).
    One that lies far ahead is from a clock that was wrong.
    """
    last = session.scalars(select(Edition.turned_at).with_for_update()).one()
    at = last + SECOND if now <= last < now + FAR else now
    session.execute(update(Edition).values(number=Edition.number + 1, turned_at=at))
    notify(session)


def turn_unseen(session: Session) -> None:
    """Begin the next edition for a change to what is scheduled: what is kept ends, as it knows too little of what is
    to come, but no date that readers see moves.
    """
    session.execute(update(Edition).values(number=Edition.number + 1))
    notify(session)


def notify(session: Session) -> None:
    """Have every process that listens hear of the new edition when this transaction is committed."""
    if not is_file(session.get_bind().dialect):
        session.execute(select(func.pg_notify(CHANNEL, cast(Edition.number, String))))


def present_edition(engine: Engine, turns: Turns | None, secret: str) -> "Present":
    """What knows the present edition of the database behind `engine`, on a node that has this secret."""
    if is_file(engine.dialect):
        return Present(FileReader(str(engine.url.database)), turns)
    return PresentElsewhere(engine, turns, node_name(secret))


class Present:
    """The present edition, by its name, as one process knows it. It asks the database only where the counter has moved.

    Where there is no counter, it asks each time. Where the database does not answer, `is_stale` holds and the
    last edition known stands.
    """

    def __init__(self, reader: Reader, turns: Turns | None) -> None:
        self.reader, self.is_deaf = reader, turns is None
        self.count: Callable[[], int] = turns.present if turns else lambda: 0
        self.turn, self.edition, self.is_stale, self.look_again = UNKNOWN, UNKNOWN, False, 0.0

    def is_known(self, now: float) -> bool:
        """Whether nothing was committed since the last look, which is not long ago."""
        return self.count() == self.turn and now < self.look_again

    def look(self, now: float) -> int:
        """The present edition, from the database. The counter is read first: what comes later moves it again."""
        turn = self.count()
        try:
            self.edition = self.reader.name(anew=now >= self.look_again)
            self.turn, self.is_stale = (UNKNOWN if turn & 1 or self.is_deaf else turn), False
        except Unreachable:
            self.is_stale = True
        self.look_again = now + LOOK_EVERY
        return self.edition

    def see(self, edition: int) -> None:
        """Take note of the edition of an answer that was just made; the present one is at least that."""
        self.edition = max(self.edition, edition)

    async def ask(self, now: float) -> int:
        """The present edition, for an event loop. A look into a file takes some microseconds."""
        return self.look(now)

    def begin(self) -> None:
        """Begin to follow, in a process that will not fork any more."""

    def end(self) -> None:
        """Let every connection go."""
        self.reader.close()


class PresentElsewhere(Present):
    """The same with a database that other machines write to.

    Of commits on this machine the counter tells, of all others the listener; while that hears nothing, the database
    is asked each time. A look is a way through a network: a thread of its own takes it, all who wait share it, and
    nobody waits for a database that did not answer the last time.
    """

    def __init__(self, engine: Engine, turns: Turns | None, name: str) -> None:
        super().__init__(ServerReader(engine), turns)
        self.listener = Listener(engine, name, begin=self.begin_to_hear, hear=self.hear, end=self.grow_deaf)
        self.is_deaf, self.has_counter, self.heard = True, turns is not None, 0
        self.guard, self.asking, self.begun = Lock(), asyncio.Lock(), 0
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="look")
        self.background: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self.listener.start()

    def end(self) -> None:
        self.listener.stop()
        self.thread.shutdown()
        super().end()

    def begin_to_hear(self) -> None:
        """From now on every commit is heard of; one before may have been missed."""
        self.is_deaf = not self.has_counter
        self.move()

    def grow_deaf(self) -> None:
        """From now on commits are missed."""
        self.is_deaf = True
        self.move()

    def hear(self, number: str) -> None:
        """An edition has begun; it may be the one that is known already."""
        if number != str(number_in(self.edition)):
            self.move()

    def move(self) -> None:
        """Have the next answer look, also where a look is under way that may have seen too little."""
        with self.guard:
            self.heard += 1
            self.turn = UNKNOWN

    def look(self, now: float) -> int:
        """The present edition, from the database. Where that does not answer, it is left alone for a while."""
        turn, heard = self.count(), self.heard
        try:
            name, is_stale = self.reader.name(), False
        except Unreachable:
            name, is_stale = self.edition, True
        with self.guard:
            self.edition, self.is_stale, self.look_again = name, is_stale, now + LOOK_EVERY
            may_rest = is_stale or not (self.is_deaf or turn & 1)
            self.turn = turn if may_rest and heard == self.heard else UNKNOWN
        return name

    def see(self, edition: int) -> None:
        with self.guard:
            super().see(edition)

    async def ask(self, now: float) -> int:
        if not self.is_stale or self.count() != self.turn:
            await self.look_once(now)
        elif not self.asking.locked():
            self.background = asyncio.create_task(self.look_once(now))
        return self.edition

    async def look_once(self, now: float) -> None:
        """Wait until the edition is known, or for a look that was begun after this was called, be it another's."""
        begun = self.begun
        async with self.asking:
            if self.begun == begun and not self.is_known(now):
                self.begun += 1
                await asyncio.get_running_loop().run_in_executor(self.thread, self.look, now)
