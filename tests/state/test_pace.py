"""The pace of work that may wait."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, thread_time

import pytest

from blog.state import pace
from blog.state.pace import MANY, Pace

USED = 0.01


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(3) as threads:
        yield threads


@pytest.fixture
def begun() -> list[float]:
    """When each piece of work began, and when it ended."""
    return []


@pytest.fixture
def work(begun: list[float]) -> Callable[[], str]:
    """Work that needs the processor for a hundredth of a second."""

    def work() -> str:
        began = thread_time()
        begun.append(monotonic())
        while thread_time() - began < USED:
            pass
        begun.append(monotonic())
        return "done"

    return work


def done_beside(pages: int, threads: ThreadPoolExecutor, work: Callable[[], str], times: int = 2) -> list[str]:
    """What comes of work that is done again and again while so many pages are handed out each second."""

    async def all_of_it() -> list[str]:
        own, given = Pace(threads, 3), []
        for _ in range(times):
            soon = asyncio.ensure_future(own.do(work))
            began = monotonic()
            while not soon.done():
                await asyncio.sleep(0.001)
                own.pages = int((monotonic() - began) * pages)
            given.append(await soon)
            own.pages = 0
        return given

    return asyncio.run(all_of_it())


def test_work_rests_while_many_pages_are_handed_out(
    threads: ThreadPoolExecutor, work: Callable[[], str], begun: list[float]
) -> None:
    assert done_beside(MANY * 20, threads, work) == ["done", "done"]
    assert begun[2] - begun[1] >= pace.REST * USED


@pytest.mark.parametrize("pages", [0, MANY // 10])
def test_without_them_there_is_no_rest(
    threads: ThreadPoolExecutor, work: Callable[[], str], monkeypatch: pytest.MonkeyPatch, pages: int
) -> None:
    monkeypatch.setattr(pace, "REST", 10_000)
    monkeypatch.setattr(pace, "MOST_SECONDS", 600)
    assert done_beside(pages, threads, work) == ["done", "done"]


def test_no_rest_is_longer_than_the_longest(
    threads: ThreadPoolExecutor, work: Callable[[], str], begun: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "REST", 10_000)
    done_beside(MANY * 20, threads, work)
    assert pace.MOST_SECONDS <= begun[2] - begun[1] < 60


def test_who_waits_begins_in_order_and_work_that_fails_holds_nobody_up(threads: ThreadPoolExecutor) -> None:
    began: list[int] = []

    def fails(number: int) -> None:
        began.append(number)
        raise ValueError(number)

    async def all_of_it() -> list[BaseException | None]:
        own = Pace(threads, 3)
        own.rest_until = monotonic() + 0.05
        return await asyncio.gather(*(own.do(fails, number) for number in range(20)), return_exceptions=True)

    failures = asyncio.run(all_of_it())
    assert [str(each) for each in failures] == [str(number) for number in range(20)]
    assert sorted(began) == list(range(20))
    assert began[0] == 0


def test_no_more_begins_than_there_are_threads_and_what_comes_first_passes_by() -> None:
    may_end = threading.Event()
    began: list[str] = []

    def work(name: str) -> None:
        began.append(name)
        assert may_end.wait(60)

    async def all_of_it() -> None:
        own = Pace(pool, 2)
        others = [asyncio.ensure_future(own.do(work, f"other {number}")) for number in range(20)]
        await asyncio.sleep(0)
        author = asyncio.ensure_future(own.do(work, "author", first=True))
        while len(began) < 3:
            await asyncio.sleep(0.001)
        assert (sorted(began), own.waiting) == (["author", "other 0", "other 1"], 18)
        may_end.set()
        await asyncio.gather(author, *others)

    with ThreadPoolExecutor(3) as pool:
        asyncio.run(all_of_it())
    assert len(began) == 21


def test_the_more_wait_the_shorter_is_each_rest(threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "REST", 10_000)
    monkeypatch.setattr(pace, "MOST_SECONDS", 600)

    async def rest_beside(waiting: int) -> float:
        own = Pace(threads, 3)
        own.waiting = waiting

        def work() -> None:
            own.pages += 10**9
            sum(range(100_000))

        await own.do(work)
        return own.rest_until - monotonic()

    assert asyncio.run(rest_beside(99)) <= pace.ALL_SECONDS / 100


def test_who_gives_up_waiting_keeps_no_place(threads: ThreadPoolExecutor) -> None:
    async def all_of_it() -> str:
        own = Pace(threads, 1)
        own.rest_until = monotonic() + 0.2
        waiting = [asyncio.ensure_future(own.do(str, number)) for number in range(9)]
        await asyncio.sleep(0)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert own.waiting == 0
        return await own.do(str, "done")

    assert asyncio.run(all_of_it()) == "done"
