"""A browser before the site as it is served. Whatever goes wrong behind the page fails the test as well."""

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from blog.portability.samples import load_sample
from tests.browser.serving import served
from tests.browser.shelf import fill
from tests.browser.watch import Watch
from tests.conftest import NOON, Clock, running

Launch = Callable[..., Browser]
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
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder: it needs a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def launch() -> Iterator[Launch]:
    """Starts a browser; its options are those of Playwright's `launch`."""
    path = next((found for found in map(shutil.which, filter(None, PLACES)) if found), None)
    if path is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            "No Chromium on this machine, so nothing that needs a browser was tested: install it or set CHROMIUM."
        )
    with sync_playwright() as playwright:
        yield partial(playwright.chromium.launch, executable_path=path, args=SWITCHES)


@pytest.fixture(scope="session")
def chromium(launch: Launch) -> Iterator[Browser]:
    """The browser of this worker."""
    browser = launch()
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def full_instance(empty_instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with the notebook that most tests read, made once for each worker; a file may have its own."""
    folder = tmp_path_factory.mktemp("full")
    with running(empty_instance, folder):
        fill()
    return folder


@pytest.fixture(scope="session")
def sample_instance(empty_instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with the sample notebook, for files whose `full_instance` is to be that."""
    folder = tmp_path_factory.mktemp("sample")
    with running(empty_instance, folder):
        load_sample(NOON)
    return folder


@pytest.fixture
def app(full_instance: Path, tmp_path: Path, time: Clock) -> Iterator[Flask]:
    """The application with a full notebook, served on a port of its own, in its context."""
    with served(full_instance, tmp_path / "instance") as app:
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
    """A tab of a reader with JavaScript, who asks for calm: what moves has tests of its own."""
    return new_reader(reduced_motion="reduce").new_page()


@pytest.fixture
def plain_page(new_reader: NewReader) -> Page:
    """A tab of a reader without JavaScript."""
    return new_reader(java_script_enabled=False, reduced_motion="reduce").new_page()
