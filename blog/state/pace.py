"""Pace: work that may wait gets no more than its share of a worker, for as long as many pages are being handed out.

The threads of a process share one interpreter: while one of them computes, the others wait, whatever their priorities
are. Without a pace, one client that searches without pause halves what all readers of kept pages get.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, thread_time
from typing import TypeVar

T = TypeVar("T")
# After each piece of work the next one waits so many times the processor time that it took, and no longer than this.
REST, MOST_SECONDS = 4, 0.2
# All rests that somebody waits for come to no more than this, however many wait before him.
ALL_SECONDS = 2.0
# Where fewer pages a second are handed out, there is enough of everything for all.
MANY = 500


class Pace:
    """The pace at which some threads work. `pages` is counted by whoever hands them out, in the same event loop.

    No more work begins than there are threads, so that what comes first does not wait behind what came before.
    """

    def __init__(self, threads: ThreadPoolExecutor, most: int) -> None:
        self.threads, self.pages, self.waiting = threads, 0, 0
        self.places, self.turn, self.rest_until = asyncio.Semaphore(most), asyncio.Lock(), 0.0

    async def do(self, work: Callable[..., T], *arguments: object, first: bool = False) -> T:
        """What some work gives, which begins when its turn has come: first come, first served.

        What comes `first` passes by all others, and waits for a rest and for a thread only.
        """
        if first:
            await self.rest()
            return await self.begin(work, *arguments)
        self.waiting += 1
        try:
            await self.places.acquire()
        finally:
            self.waiting -= 1
        try:
            async with self.turn:
                await self.rest()
            return await self.begin(work, *arguments)
        finally:
            self.places.release()

    async def rest(self) -> None:
        """Wait until the rest is over, also one that others lengthen meanwhile."""
        while (left := self.rest_until - monotonic()) > 0:
            await asyncio.sleep(left)

    async def begin(self, work: Callable[..., T], *arguments: object) -> T:
        """What some work gives, and after it a rest for all others where many pages were handed out meanwhile."""
        pages, began = self.pages, monotonic()
        given, used = await asyncio.get_running_loop().run_in_executor(self.threads, timed, work, *arguments)
        ended = monotonic()
        if self.pages - pages > MANY * (ended - began):
            rest = min(REST * used, MOST_SECONDS, ALL_SECONDS / (self.waiting + 1))
            self.rest_until = max(self.rest_until, ended) + rest
        return given


def timed(work: Callable[..., T], *arguments: object) -> tuple[T, float]:
    """What some work gives, and the seconds of the processor that it took."""
    began = thread_time()
    return work(*arguments), thread_time() - began
