"""Many readers at once: one of them has the page made, and none waits for what is not hers."""

import asyncio
import threading
import time as clock
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from flask import Flask

from blog.door import OTHER_THREADS, PAGE_THREADS, Door
from tests.conftest import Write
from tests.door.asking import Sent, ask, run, visit

READERS = 50


def crowd(door: Door, *addresses: str) -> list[Sent | BaseException]:
    """What many readers get who ask at the same moment."""

    async def all_at_once() -> list[Sent | BaseException]:
        return await asyncio.gather(*(ask(door, address) for address in addresses), return_exceptions=True)

    return run(all_at_once())


@pytest.fixture
def slow(app: Flask, door: Door, write: Write) -> Flask:
    """An application that takes a while."""
    write("One")
    inner = app.wsgi_app

    def slowly(environ: Any, start_response: Any) -> Iterable[bytes]:
        clock.sleep(0.05)
        return inner(environ, start_response)

    app.wsgi_app = slowly  # type: ignore[method-assign]
    return app


def test_a_cold_page_is_made_once_for_all(slow: Flask, door: Door, renders: Counter[str]) -> None:
    answers = crowd(door, *["/notebook/"] * READERS)
    assert {answer.raw for answer in answers if isinstance(answer, Sent)} == {visit(door, "/notebook/").raw}
    assert len(answers) == READERS
    assert renders["/notebook/"] == 1
    assert not door.rendering


def test_the_failure_of_the_first_is_not_that_of_the_others(slow: Flask, door: Door, renders: Counter[str]) -> None:
    inner, failed = slow.wsgi_app, threading.Event()

    def fail_once(environ: Any, start_response: Any) -> Iterable[bytes]:
        if not failed.is_set():
            failed.set()
            raise MemoryError
        return inner(environ, start_response)

    slow.wsgi_app = fail_once  # type: ignore[method-assign]
    answers = crowd(door, *["/notebook/"] * READERS)
    assert [answer.status for answer in answers if isinstance(answer, Sent)] == [200] * (READERS - 1)
    assert renders["/notebook/"] == 1
    assert not door.rendering


def test_what_may_not_be_kept_is_made_for_each_without_a_queue(slow: Flask, door: Door, renders: Counter[str]) -> None:
    inner, together = slow.wsgi_app, threading.Barrier(PAGE_THREADS, timeout=60)

    def wait_for_the_others(environ: Any, start_response: Any) -> Iterable[bytes]:
        if renders["/nothing/"]:
            together.wait()
        return inner(environ, start_response)

    slow.wsgi_app = wait_for_the_others  # type: ignore[method-assign]
    answers = crowd(door, *["/nothing/"] * (4 * PAGE_THREADS + 1))
    assert [answer.status for answer in answers if isinstance(answer, Sent)] == [404] * (4 * PAGE_THREADS + 1)
    assert renders["/nothing/"] == 4 * PAGE_THREADS + 1


def test_a_change_while_many_wait_gives_none_of_them_the_old_page(
    app: Flask, slow: Flask, door: Door, write: Write
) -> None:
    inner, changed = app.wsgi_app, threading.Event()

    def change_meanwhile(environ: Any, start_response: Any) -> Iterable[bytes]:
        parts = list(inner(environ, start_response))
        if not changed.is_set():
            changed.set()
            with app.app_context():
                write("Two")
        return parts

    app.wsgi_app = change_meanwhile  # type: ignore[method-assign]
    answers = [answer for answer in crowd(door, *["/notebook/"] * 10) if isinstance(answer, Sent)]
    assert sum("Two" not in answer.text for answer in answers) == 1
    assert len(answers) == 10


def test_slow_searches_keep_no_page_waiting(app: Flask, door: Door, write: Write) -> None:
    write("One")
    inner, go_on = app.wsgi_app, threading.Event()

    def wait_in_search(environ: Any, start_response: Any) -> Iterable[bytes]:
        if environ["QUERY_STRING"]:
            assert go_on.wait(20)
        return inner(environ, start_response)

    app.wsgi_app = wait_in_search  # type: ignore[method-assign]

    async def a_page_among_searches() -> tuple[Sent, list[Sent]]:
        searches = [asyncio.create_task(ask(door, f"/search/?q={n}")) for n in range(2 * OTHER_THREADS)]
        await asyncio.sleep(0.05)
        page = await asyncio.wait_for(ask(door, "/notebook/"), 10)
        go_on.set()
        return page, await asyncio.gather(*searches)

    page, found = run(a_page_among_searches())
    assert page.status == 200
    assert [each.status for each in found] == [200] * (2 * OTHER_THREADS)
