"""Which clicks breathe, which are left to the browser, and what a second one does."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.breath.diary import FROM, TO, canvases, come, fetched, follow, keep_diary, left, slow
from tests.browser.conftest import Launch, NewReader
from tests.browser.held import Held
from tests.browser.shelf import filter_link
from tests.browser.watch import Watch


def expect_still(page: Page) -> None:
    """See that nothing was drawn, and nothing lies on the page."""
    assert page.evaluate("sessionStorage.getItem('canvases')") is None
    assert canvases(page) == 0


def test_readers_who_ask_for_calm_or_save_data_get_a_plain_link(new_reader: NewReader, watch: Watch) -> None:
    saving = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
    for options, script in (({"reduced_motion": "reduce"}, ""), ({"forced_colors": "active"}, ""), ({}, saving)):
        context = new_reader(**options)
        context.add_init_script(script)
        keep_diary(context)
        page = context.new_page()
        page.goto(FROM)
        page.get_by_role("link", name="essay 8", exact=True).focus()
        follow(page)
        seen = left(page)
        assert (seen.canvases, seen.delay < 100) == (0, True), (options, script)
    assert fetched(watch) == 0


def test_readers_who_ask_for_calm_on_the_way_get_a_plain_link_from_then_on(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    follow(page)
    assert left(page).canvases == 0


@pytest.mark.parametrize("how", [{"modifiers": ["ControlOrMeta"]}, {"button": "middle"}])
def test_a_click_for_a_new_tab_opens_one(page: Page, how: dict[str, Any]) -> None:
    with page.context.expect_page() as opened:
        follow(page, **how)
    opened.value.wait_for_url(f"**{TO}")
    assert page.url.endswith(FROM)
    expect_still(page)


@pytest.mark.parametrize("address", ["#main", f"{FROM}#main", f"{TO}?to=file", "https://elsewhere.example/"])
def test_what_is_no_other_page_of_the_site_is_left_to_the_browser(page: Page, watch: Watch, address: str) -> None:
    watch.allow("asked another host")
    page.route("https://elsewhere.example/", lambda route: route.fulfill(body="Elsewhere"))
    file = "link.download = 'note';" if "file" in address else ""
    script = f"(link) => {{ link.href = {address!r}; {file} }}"
    page.get_by_role("link", name="essay 8", exact=True).evaluate(script)
    if file:
        with page.expect_download():
            follow(page)
    else:
        follow(page)
        page.wait_for_url(re.compile(re.escape(address) + "$"))
    if "elsewhere" in page.url:
        page.go_back()
    expect_still(page)


@pytest.mark.parametrize("address", ["/desk/", "/login", f"{TO[:-1]}.md", "/rss.xml", "/feed.json"])
def test_the_desk_and_files_are_left_to_the_browser(page: Page, watch: Watch, address: str) -> None:
    watch.allow("Failed to load resource")
    page.route(f"**{address}", lambda route: route.fulfill(body="There"))
    page.get_by_role("link", name="essay 8", exact=True).evaluate(f"(link) => {{ link.href = {address!r} }}")
    follow(page)
    page.wait_for_url(f"**{address}")
    expect_still(page)
    assert not any("ViewTransition" in text for text in watch.seen)


def test_a_link_that_htmx_follows_is_left_to_htmx(page: Page) -> None:
    filter_link(page, "Essays").click()
    page.wait_for_url("**/notebook/essays/")
    expect_still(page)


def test_the_later_of_two_clicks_wins(page: Page) -> None:
    slow(page)
    follow(page, "essay 9")
    expect(page.locator("canvas")).to_have_count(1)
    follow(page)
    assert left(page).canvases == 1


def test_a_second_click_on_the_same_link_changes_nothing(page: Page) -> None:
    page.get_by_role("link", name="essay 8", exact=True).dblclick(no_wait_after=True)
    assert left(page).canvases == 1
    page.go_back()
    page.wait_for_url(f"**{FROM}")


def test_a_later_click_that_is_not_for_the_breath_ends_it(page: Page) -> None:
    slow(page)
    follow(page)
    filter_link(page, "Essays").click()
    page.wait_for_url("**/notebook/essays/")
    page.wait_for_timeout(500)
    assert page.url.endswith("/notebook/essays/")
    assert canvases(page) == 0


def test_a_click_for_a_new_tab_lets_the_breath_go_on(page: Page) -> None:
    slow(page)
    follow(page)
    with page.context.expect_page():
        follow(page, "essay 9", modifiers=["ControlOrMeta"])
    assert left(page).canvases == 1


def test_a_form_that_is_sent_meanwhile_wins(page: Page) -> None:
    prepared = """() => {
      const form = document.createElement("form");
      form.action = "/search/";
      form.innerHTML = '<input name="q" value="paper">';
      document.getElementById("main").prepend(form);
    }"""
    slow(page)
    page.evaluate(prepared)
    held = Held(page, "/search/")
    follow(page)
    page.locator("form input").press("Enter", no_wait_after=True)
    held.wait_for(1)
    page.wait_for_timeout(2000)
    held.let_go()
    page.wait_for_url("**/search/?q=paper")


def test_a_tab_that_is_hidden_meanwhile_goes_on_at_once(page: Page) -> None:
    slow(page)
    follow(page)
    expect(page.locator("canvas")).to_have_count(1)
    page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    assert left(page).delay < 1400


def test_a_page_that_the_browser_keeps_alive_comes_back_without_its_cover(launch: Launch, site: str) -> None:
    """Playwright itself loses sight of such a page, so the page tells of itself in an address that it asks for."""
    browser = launch(ignore_default_args=["--disable-back-forward-cache"])
    context = browser.new_context(base_url=site)
    keep_diary(context)
    page = context.new_page()
    come(page)
    told = "`/up?kept=${event.persisted}&covers=${document.querySelectorAll('canvas').length}`"
    page.evaluate(f"addEventListener('pageshow', (event) => fetch({told}))")
    follow(page)
    assert left(page).canvases == 1
    with context.expect_event("request", lambda request: "/up?" in request.url) as asked:
        page.evaluate("setTimeout(() => history.back())")
    assert asked.value.url == f"{site}/up?kept=true&covers=0"
    browser.close()
