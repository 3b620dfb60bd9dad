"""What is far below is laid out when it comes near: nobody sees that from where things stand."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from blog.portability.samples import load_sample
from tests.browser.conftest import NewReader
from tests.browser.pages import PHONE, long_piece
from tests.browser.shelf import load_more
from tests.conftest import NOON, Write, running

PATHS = ("/", "/notebook/", "/notebook/what-a-feed-promises/", "/colophon/")
BOXES = """() => [...document.querySelectorAll("main *")].map((each) => {
    const { top, height } = each.getBoundingClientRect();
    return [`${each.localName}.${each.className}`, Math.round(top), Math.round(height)];
})"""
FAR = """[...document.querySelectorAll("main *")].some(
    (each) => each.checkVisibility() && !each.checkVisibility({ contentVisibilityAuto: true }))"""
AT_ONCE = "* { content-visibility: visible !important; contain-intrinsic-block-size: none !important; }"
NOTE = "\n\n[^1]: A note.\n\n    In two parts.\n"
WITHIN = """([element, least, most]) => {
    const { top } = element.getBoundingClientRect();
    return least <= top && top < most;
}"""
TOP = "element => Math.round(element.getBoundingClientRect().top)"


@pytest.fixture(scope="session")
def full_instance(empty_instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with the sample notebook."""
    folder = tmp_path_factory.mktemp("sample")
    with running(empty_instance, folder):
        load_sample(NOON)
    return folder


@pytest.fixture
def phone(new_reader: NewReader) -> Page:
    return new_reader(viewport=PHONE, bypass_csp=True).new_page()


def boxes(page: Page) -> list[list[object]]:
    """Where everything stands, once all of it was near."""
    page.set_viewport_size({"width": PHONE["width"], "height": 40_000})
    page.wait_for_function(f"!{FAR}")
    return list(page.evaluate(BOXES))


def lists(write: Write) -> str:
    """Publish a text with lists of all kinds, and return its path."""
    loose, nested = "1. One\n\n2. Two\n\n   Two again\n", "- One\n\n  - In it\n\n  - In it, too\n"
    kinds = ("- One\n- Two\n", loose, nested, "- > Said\n", "> Said\n\n#### Below\n")
    text = "\n\n".join(f"A paragraph.\n\n{kind}\n\nAnd another.[^1]" for kind in kinds * 4)
    return f"/notebook/{write('Lists', text + NOTE).slug}/"


@pytest.mark.parametrize("path", [*PATHS, long_piece, lists])
def test_everything_stands_where_it_would_if_it_were_laid_out_at_once(
    phone: Page, write: Write, path: str | Callable[[Write], str]
) -> None:
    phone.goto(path if isinstance(path, str) else path(write))
    assert phone.evaluate(FAR)
    later = boxes(phone)
    phone.add_style_tag(content=AT_ONCE)
    at_once = boxes(phone)
    assert [pair for pair in zip(at_once, later, strict=True) if pair[0] != pair[1]] == []


def stands(page: Page, element: Locator, least: float, most: float) -> None:
    """Wait until an element stands so far below the top of the window."""
    page.wait_for_function(WITHIN, arg=[element.element_handle(), least, most])


def test_contents_and_the_way_back_lead_to_their_places(phone: Page, write: Write) -> None:
    phone.goto(long_piece(write))
    for name in ("Section 6", "Section 3", "Section 5"):
        phone.evaluate("scrollTo(0, 0)")
        phone.locator(".contents a", has_text=name).click()
        stands(phone, phone.locator("h2", has_text=name), 0, 60)
    phone.locator(".masthead nav a").first.evaluate("link => link.click()")
    phone.wait_for_url(lambda address: "#" not in address)
    phone.go_back()
    stands(phone, phone.locator("h2", has_text="Section 5"), -60, 120)


def test_a_list_comes_back_at_the_entry_that_was_left(phone: Page) -> None:
    phone.goto("/notebook/")
    load_more(phone).click()
    entry = phone.locator(".entry").nth(24)
    entry.scroll_into_view_if_needed()
    for step in (2000, -2000, 300):
        phone.mouse.wheel(0, step)
        phone.wait_for_timeout(300)
    place = entry.evaluate(TOP)
    entry.locator(":is(h2, h3) a").evaluate("link => link.click()")
    phone.wait_for_url("**/notebook/*/")
    phone.go_back()
    entry.wait_for()
    stands(phone, entry, place - 60, place + 60)
