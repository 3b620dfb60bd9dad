"""What is kept takes fewer bytes soon after, and is the same to every reader."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

import pytest

from blog.door import Door
from blog.state import presser as module
from blog.state.kept import EVER, Entry
from blog.state.presser import MOST_BYTES, MOST_WAITING, can_be_pressed, pressed
from tests.conftest import Write
from tests.door.asking import Sent, ask, run

PATH = "/notebook/one/"


@pytest.fixture
def pressing(door: Door, write: Write) -> Iterator[Door]:
    """A door whose presser works, before a piece."""
    write("One", source="Some words. " * 100)
    door.presser.start()
    yield door
    door.presser.stop()


async def until(happens: Callable[[], bool]) -> None:
    """Wait until something happens, ten seconds at most."""
    async with asyncio.timeout(10):
        while not happens():
            await asyncio.sleep(0.01)


def length(door: Door, path: str = PATH) -> int:
    """How many bytes are kept of a page."""
    return len(door.pages.entries[path, "", False, "br"].body)


async def twice(door: Door, path: str) -> tuple[Sent, Sent]:
    """The answer to who has a page made, and to another reader after it was pressed."""
    first = await ask(door, path)
    await until(lambda: length(door, path) < len(first.raw))
    return first, await ask(door, path)


def test_a_kept_page_is_pressed_and_the_same_to_readers(pressing: Door, renders: Counter[str]) -> None:
    first, second = run(twice(pressing, PATH))
    assert second.text == first.text
    assert len(second.raw) < len(first.raw)
    own = {"content-length": str(len(second.raw)), "etag": first.headers["etag"][:-1] + '-pressed"'}
    assert second.headers == first.headers | own
    assert renders[PATH] == 1


def test_what_readers_see_is_compiled_before_they_ask(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "START_SECONDS", 0)
    cache = door.app.jinja_env.cache
    assert cache is not None
    cache.clear()
    door.presser.start(door.app.extensions["ahead"])
    wanted = {"home/home.html", "article/article.html", "notebook/_more.html", "errors/error.html"}
    run(until(lambda: wanted <= names(cache)))
    door.presser.stop()
    assert not [name for name in names(cache) if name.startswith("desk/")]


def names(cache: MutableMapping[Any, Any]) -> set[str]:
    """The names of the templates in a cache."""
    return {str(key[1]) for key in list(cache.keys())}


@pytest.mark.parametrize("which", [0, 1])
def test_who_has_a_page_in_either_form_has_it(pressing: Door, which: int) -> None:
    async def again() -> tuple[str, Sent]:
        tag = (await twice(pressing, PATH))[which].headers["etag"]
        return tag, await ask(pressing, PATH, if_none_match=f'"another", {tag}')

    tag, answer = run(again())
    assert (answer.status, answer.raw, answer.headers["etag"]) == (304, b"", tag)


def test_a_form_of_another_edition_is_nobodys(pressing: Door, write: Write) -> None:
    async def again() -> Sent:
        first, _ = await twice(pressing, PATH)
        write("Two")
        return await ask(pressing, PATH, if_none_match=first.headers["etag"])

    assert run(again()).status == 200


def test_the_store_counts_the_bytes_of_what_took_a_place(pressing: Door) -> None:
    run(twice(pressing, PATH))
    assert pressing.pages.size == sum(entry.size for entry in pressing.pages.entries.values())


def test_a_page_that_is_over_by_then_stays_over(pressing: Door, monkeypatch: pytest.MonkeyPatch, write: Write) -> None:
    held = threading.Event()
    monkeypatch.setattr(module, "pressed", lambda entry: held.wait(10) and pressed(entry))

    async def edited_meanwhile() -> Sent:
        await ask(pressing, PATH)
        write("Two")
        newer = await ask(pressing, PATH)
        held.set()
        await until(lambda: length(pressing) < len(newer.raw))
        return await ask(pressing, PATH)

    answer = run(edited_meanwhile())
    assert "Two" in answer.text


def entry(body: bytes = b"x", encoding: str = "br", edition: int | None = 1) -> Entry:
    """A page."""
    return Entry(200, [("content-encoding", encoding)], body, "", "", edition, float("inf"))


def test_a_loop_that_ends_meanwhile_is_no_error(pressing: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    held, done = threading.Event(), threading.Event()

    def late(entry: Entry) -> Entry:
        held.wait(10)
        return pressed(entry)

    def after_that() -> bool:
        done.set()
        return False

    monkeypatch.setattr(module, "pressed", late)
    run(ask(pressing, PATH))
    held.set()
    pressing.presser.press(entry(), after_that, lambda smaller: None)
    assert done.wait(10)


def test_only_pages_in_brotli_of_a_usual_size_are_pressed() -> None:
    assert can_be_pressed(entry())
    assert not can_be_pressed(entry(encoding="gzip"))
    assert not can_be_pressed(entry(edition=EVER))
    assert not can_be_pressed(entry(body=b"x" * (MOST_BYTES + 1)))


def test_a_crawl_leaves_no_heap_of_work(pressing: Door) -> None:
    held = threading.Event()
    for _ in range(2 * MOST_WAITING):
        pressing.presser.press(entry(), lambda: held.wait(10) and False, lambda smaller: None)
    assert pressing.presser.waiting.qsize() <= MOST_WAITING
    held.set()
