"""The notebook that most browser tests read, and what one sees of it."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page

from blog.models import Kind
from blog.web.words import SINGULAR
from blog.writing import pieces
from blog.writing.fields import Fields
from tests.conftest import NOON

HARDWARE, TYPE = "Linux & hardware", "Typography"
PLAN = (
    (Kind.FIELD_NOTE, TYPE, 19),
    (Kind.FIELD_NOTE, HARDWARE, 3),
    (Kind.THOUGHT, HARDWARE, 2),
    (Kind.ESSAY, HARDWARE, 25),
)
SHARED = "head meta:is([name=description], [property='og:title'], [property='og:description'], [property='og:url'])"
TEXT = "A sentence of some length, so that an entry takes its place in the list as it would on a real page. " * 3


def fill() -> None:
    """Publish 49 pieces, an hour apart and the last of them an hour ago: parts of 20, 20 and 9."""
    order = [(kind, topic) for kind, topic, number in PLAN for _ in range(number)]
    numbers: Counter[Kind] = Counter()
    for hours, (kind, topic) in zip(range(len(order), 0, -1), order, strict=True):
        numbers[kind] += 1
        put(kind, f"{SINGULAR[kind]} {numbers[kind]}", topic, NOON - timedelta(hours=hours))


def put(kind: Kind, title: str, topic: str, moment: datetime) -> None:
    """Publish one piece."""
    piece = pieces.create(Fields(kind=kind, title=title, source=TEXT, topics=(topic,), published_at=moment), moment)
    pieces.publish(piece.id, moment)


@dataclass(frozen=True)
class Shown:
    """What a reader has before them: address, title, count, entries, the chosen filters, and what the head says."""

    path: str
    title: str
    count: str
    entries: list[str]
    chosen: list[str]
    links: list[str]
    shared: list[str]


def shown(page: Page) -> Shown:
    """What the page shows now."""
    page.locator("#count").wait_for()
    links = "[...document.querySelectorAll('head link[rel=canonical], head [data-list-feed]')].map((link) => link.href)"
    return Shown(
        path=urlsplit(page.url).path,
        title=page.title(),
        count=" ".join(page.locator("#count").inner_text().split()),
        entries=titles(page),
        chosen=page.locator(".filters [aria-current]").all_inner_texts(),
        links=page.evaluate(links),
        shared=page.locator(SHARED).evaluate_all("(all) => all.map((each) => each.content).sort()"),
    )


def titles(page: Page) -> list[str]:
    """The titles of the list, from the top."""
    return page.locator(".entry h3").all_inner_texts()


def entries(page: Page) -> Locator:
    """The entries of the list."""
    return page.locator(".entry")


def filter_link(page: Page, label: str) -> Locator:
    """A filter, by the beginning of its label."""
    return page.locator(".filters").get_by_role("link", name=label)


def load_more(page: Page) -> Locator:
    """The control that loads the next part."""
    return page.get_by_role("link", name="Load more")


def focused(page: Page) -> str:
    """The text of what has the keyboard's focus; "" where nothing has it."""
    return str(page.evaluate("document.activeElement === document.body ? '' : document.activeElement.innerText"))
