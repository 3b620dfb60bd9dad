"""A reader who clicks links, and pages that write down what their breath does."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.breath.diary import come, keep_diary
from tests.browser.conftest import NewReader


@pytest.fixture
def reader(new_reader: NewReader) -> BrowserContext:
    """A reader with a small window, whose pages keep the diary."""
    context = new_reader(viewport={"width": 400, "height": 300})
    keep_diary(context)
    return context


@pytest.fixture
def page(reader: BrowserContext) -> Page:
    """A tab before the notebook, whose reader has pointed at a link."""
    page = reader.new_page()
    come(page)
    return page
