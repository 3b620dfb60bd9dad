"""Links into a long text, the way back to it, and the way back to a list lead on a phone to the place that is meant."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import NewReader
from tests.browser.pages import PHONE, long_piece
from tests.browser.shelf import load_more
from tests.conftest import Write

WITHIN = """([element, least, most]) => {
    const { top } = element.getBoundingClientRect();
    return least <= top && top < most;
}"""
TOP = "element => Math.round(element.getBoundingClientRect().top)"


@pytest.fixture(scope="session")
def full_instance(sample_instance: Path) -> Path:
    """An instance folder with the sample notebook."""
    return sample_instance


@pytest.fixture
def phone(new_reader: NewReader) -> Page:
    return new_reader(viewport=PHONE).new_page()


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
