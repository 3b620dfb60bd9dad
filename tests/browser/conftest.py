"""A browser before the site as it is served. Whatever goes wrong behind the page fails the test as well."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.serving import served
from tests.browser.watch import Watch
from tests.conftest import Clock

NewReader = Callable[..., BrowserContext]
PATIENCE = 10_000
PLACES = (os.environ.get("CHROMIUM", ""), "/usr/bin/chromium", "/usr/bin/google-chrome", "chromium")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder: it needs a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of this worker, which keeps pages alive behind the back button as readers' browsers do."""
    path = next((found for found in map(shutil.which, filter(None, PLACES)) if found), None)
    if path is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            "No Chromium on this machine, so nothing that needs a browser was tested: install it or set CHROMIUM."
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=SWITCHES, ignore_default_args=["--disable-back-forward-cache"]
        )
        yield browser
        browser.close()


@pytest.fixture
def app(empty_instance: Path, tmp_path: Path, time: Clock) -> Iterator[Flask]:
    """The application with an empty notebook, served on a port of its own, in its context."""
    with served(empty_instance, tmp_path / "instance") as app:
        yield app


@pytest.fixture
def site(app: Flask) -> str:
    """The public address of the served site."""
    address: str = app.extensions["settings"].site_url
    return address


@pytest.fixture
def watch(site: str) -> Iterator[Watch]:
    """What must not happen in any page of this test; a test names what it provokes with `watch.allow`."""
    watch = Watch(site)
    yield watch
    assert watch.faults() == []


@pytest.fixture
def new_reader(chromium: Browser, site: str, watch: Watch) -> Iterator[NewReader]:
    """Opens a browser profile with nothing in it; its options are those of Playwright's `new_context`."""
    opened: list[BrowserContext] = []

    def new(**options: object) -> BrowserContext:
        context = chromium.new_context(base_url=site, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        watch.over(context)
        opened.append(context)
        return context

    yield new
    for context in opened:
        context.close()


@pytest.fixture
def page(new_reader: NewReader) -> Page:
    """A tab of a reader with JavaScript."""
    return new_reader().new_page()


@pytest.fixture
def plain_page(new_reader: NewReader) -> Page:
    """A tab of a reader without JavaScript."""
    return new_reader(java_script_enabled=False).new_page()
