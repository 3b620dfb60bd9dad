"""A reader who clicks links, and pages that write down what their breath does."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.breath.diary import FROM, keep_diary
from tests.browser.conftest import NewReader
from tests.browser.watch import Watch


@pytest.fixture
def reader(new_reader: NewReader, watch: Watch) -> BrowserContext:
    """A reader with a small window, whose pages keep the diary.

    Chromium gives the arrival up, and says so, where a page is drawn before its stylesheet is there; what a test
    routes is never in the browser's cache, so that happens here.
    """
    watch.allow("ViewTransition opt-in disabled")
    context = new_reader(viewport={"width": 400, "height": 300})
    keep_diary(context)
    return context


@pytest.fixture
def page(reader: BrowserContext) -> Page:
    """A tab before the notebook."""
    page = reader.new_page()
    page.goto(FROM)
    return page
