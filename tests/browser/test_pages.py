"""A walk through the site: nothing runs off the page, breaks the policy, or asks for anything by itself."""

import pytest
from playwright.sync_api import Page, expect

from blog.models import Kind
from tests.browser.shelf import filter_link, load_more
from tests.browser.watch import Watch
from tests.conftest import Write

WIDE = "\n".join(
    (
        "## A heading with averyveryveryverylongwordwithoutanyplacewhereitcouldbebrokenintotwo",
        "",
        "`an_identifier_of_more_than_eighty_characters_that_stands_in_the_middle_of_a_paragraph_of_prose`",
        "",
        "```python",
        f"print({'x' * 300!r})",
        "```",
        "",
        f"| {' | '.join(f'column {n}' for n in range(12))} |",
        f"|{'---|' * 12}",
        f"| {' | '.join('a_cell_without_a_space' for _ in range(12))} |",
        "",
        "<https://example.org/an/address/that/is/very/long/and/has/no/place/where/it/could/be/broken/at/all>",
        "",
        "- [ ] a task",
        "- [x] another",
    )
)
ADDRESSES = (
    "/",
    "/notebook/",
    "/topics/linux-hardware/field-notes/",
    "/notebook/wide/",
    "/dispatch/",
    "/topics/",
    "/search/?q=essay",
    "/search/?q=" + "nothing" * 30,
    "/contact/",
    "/projects/",
    "/changes/",
    "/no/such/page",
)


@pytest.fixture
def wide(write: Write) -> None:
    """A piece with everything that is wider than a phone."""
    write("Wide", WIDE, kind=Kind.FIELD_NOTE, slug="wide", symptom="error: " + "x" * 300, topics=("Typography",))


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_page_is_wider_than_the_window(page: Page, wide: None, watch: Watch, address: str) -> None:
    watch.allow("status of 404")
    page.goto(address)
    for width in (320, 360, 768, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width


def test_a_walk_through_the_site_breaks_no_rule_of_the_policy(page: Page, wide: None, watch: Watch) -> None:
    """Console errors, the policy's violations among them, fail the test in `watch`."""
    watch.allow("status of 404")
    for address in ADDRESSES:
        answer = page.goto(address)
        assert answer is not None
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy and "unsafe" not in policy
    page.goto("/notebook/")
    filter_link(page, "Essays").click()
    expect(page.locator("#count")).to_contain_text("25 essays")
    load_more(page).click()
    expect(page.get_by_role("status")).to_have_text("5 pieces more, and that is all.")
    assert page.locator("head > style").count() == 1
    assert page.locator("body style, [style]").count() == 0
    assert page.evaluate("document.adoptedStyleSheets.length") == 0


def test_the_policy_stops_a_script_that_got_into_a_page(page: Page, watch: Watch) -> None:
    """Shows that `watch` would see a violation."""
    page.goto("/notebook/")
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'document.title = 1'}))")
    expect(page).to_have_title("Writing · A Bokashi notebook")
    assert len(watch.faults()) == 1
    watch.allow("Content Security Policy")


def test_an_idle_page_asks_for_nothing(page: Page, watch: Watch) -> None:
    """By the keyboard, for where a pointer rests on a link the browser fetches ahead."""
    page.clock.install()
    page.goto("/notebook/")
    load_more(page).press("Enter")
    expect(page.get_by_role("status")).to_have_text("20 pieces more.")
    asked = len(watch.requests)
    load_more(page).scroll_into_view_if_needed()
    page.clock.run_for(60_000)
    page.wait_for_load_state("networkidle")
    assert len(watch.requests) == asked
