"""The breath comes when a reader is about to follow a link, once, and a click that is quicker is a plain one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from tests.browser.breath.diary import FAILING, FROM, SCRIPT, canvases, fetched, follow, left
from tests.browser.conftest import NewReader
from tests.browser.held import Held
from tests.browser.watch import Watch

SIGNS: dict[str, Callable[[Locator], object]] = {
    "hovering": lambda link: link.hover(),
    "focusing": lambda link: link.focus(),
    "pressing": lambda link: link.dispatch_event("pointerdown"),
    "touching": lambda link: link.tap(),
}
STEPS = [
    ("Element.prototype", "closest"),
    ("window", "matchMedia"),
    ("AbortController.prototype", "abort"),
    ("Document.prototype", "createElement"),
    ("Element.prototype", "append"),
]


@pytest.mark.parametrize("sign", SIGNS)
def test_the_breath_is_fetched_once_when_a_reader_is_about_to_follow_a_link(
    new_reader: NewReader, watch: Watch, sign: str
) -> None:
    page = new_reader(has_touch=True).new_page()
    page.goto(FROM)
    page.evaluate("addEventListener('click', (event) => event.preventDefault(), true)")
    assert fetched(watch) == 0
    with page.expect_request(SCRIPT):
        SIGNS[sign](page.get_by_role("link", name="essay 8", exact=True))
    page.get_by_role("link", name="essay 9", exact=True).focus()
    page.wait_for_load_state("networkidle")
    assert fetched(watch) == 1


@pytest.mark.parametrize("address", ["#main", "https://elsewhere.example/", ""])
def test_what_leads_to_no_other_page_of_the_site_fetches_nothing(
    reader: BrowserContext, watch: Watch, address: str
) -> None:
    page = reader.new_page()
    page.goto(FROM)
    link = page.get_by_role("link", name="essay 8", exact=True)
    script = f"(link) => link.href = {address!r}" if address else "(link) => link.removeAttribute('href')"
    target = link.element_handle()
    assert target
    target.evaluate(script)
    target.dispatch_event("pointerover")
    page.mouse.move(200, 150)
    page.wait_for_load_state("networkidle")
    assert fetched(watch) == 0


def test_a_click_before_the_breath_is_there_is_a_plain_one(reader: BrowserContext) -> None:
    page = reader.new_page()
    held = Held(page, "/static/breath-draw")
    page.goto(FROM)
    follow(page)
    seen = left(page)
    held.let_go()
    assert (seen.canvases, seen.delay < 100) == (0, True)
    assert canvases(page) == 0


@pytest.mark.parametrize(("owner", "name"), STEPS)
def test_a_breath_that_cannot_be_fetched_leaves_the_link_plain(
    reader: BrowserContext, watch: Watch, owner: str, name: str
) -> None:
    watch.allow("This step fails.")
    page = reader.new_page()
    page.goto(FROM)
    page.evaluate(f"(() => {{ {FAILING} fail({owner}, '{name}', 1); }})()")
    follow(page)
    assert left(page).delay < 100


def test_a_breath_that_does_not_come_leaves_the_link_plain(reader: BrowserContext, watch: Watch) -> None:
    watch.allow("Failed to load resource")
    page = reader.new_page()
    page.route(SCRIPT, lambda route: route.abort())
    page.goto(FROM)
    page.get_by_role("link", name="essay 8", exact=True).focus()
    expect(page.locator("script[src*=breath-draw]")).to_have_count(1)
    follow(page)
    assert left(page).canvases == 0
