"""The notebook by keyboard alone."""

from playwright.sync_api import Page, expect

from tests.browser.shelf import entries, focused, titles
from tests.browser.watch import Watch

MOST_STEPS = 150


def tab_to(page: Page, text: str) -> None:
    """Press Tab until what begins with `text` has the focus."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if focused(page).startswith(text):
            return
    raise AssertionError(f"{text} cannot be reached")


def test_the_first_stop_leads_to_the_content(page: Page) -> None:
    page.goto("/notebook/")
    tab_to(page, "Skip to content")
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_a_reader_filters_and_loads_more_without_losing_the_place(page: Page) -> None:
    page.goto("/notebook/")
    tab_to(page, "Essays")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("25 essays.")
    assert focused(page) == "Essays 25"
    page.keyboard.press("Tab")
    assert focused(page).startswith("Field notes")
    tab_to(page, "Load more")
    page.keyboard.press("Enter")
    expect(entries(page)).to_have_count(25)
    assert focused(page) == titles(page)[20]
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("essay 5")


def test_what_has_the_focus_is_seen_to_have_it(page: Page) -> None:
    page.goto("/notebook/")
    for text in ("Essays", "Load more"):
        tab_to(page, text)
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", text


def test_after_a_failure_the_focus_is_still_on_the_control(page: Page, watch: Watch) -> None:
    watch.allow("Failed to")
    page.goto("/notebook/")
    page.route("**/essays/", lambda route: route.abort())
    tab_to(page, "Essays")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    assert focused(page) == "Essays 25"
