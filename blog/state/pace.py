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
# Where fewer pages a second are handed out, there is enough of everything for all.
MANY = 500


class Pace:
    """The pace at which some threads work. `pages` is counted by whoever hands them out, in the same event loop."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self.threads, self.pages = threads, 0
        self.turn, self.rest_until = asyncio.Lock(), 0.0

    async def do(self, work: Callable[..., T], *arguments: object) -> T:
        """What some work gives, which begins when its turn has come: first come, first served."""
        async with self.turn:
            while (left := self.rest_until - monotonic()) > 0:
                await asyncio.sleep(left)
        pages, began = self.pages, monotonic()
        given, used = await asyncio.get_running_loop().run_in_executor(self.threads, timed, work, *arguments)
        ended = monotonic()
        if self.pages - pages > MANY * (ended - began):
            self.rest_until = max(self.rest_until, ended) + min(REST * used, MOST_SECONDS)
        return given


def timed(work: Callable[..., T], *arguments: object) -> tuple[T, float]:
    """What some work gives, and the seconds of the processor that it took."""
    began = thread_time()
    return work(*arguments), thread_time() - began
