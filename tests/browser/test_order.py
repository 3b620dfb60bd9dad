"""Slow answers and quick readers: the last click wins."""

from playwright.sync_api import Page, expect

from tests.browser.held import Held
from tests.browser.shelf import entries, filter_link, load_more, shown, titles
from tests.browser.watch import Watch

REPLACED = "signal is aborted"


def expect_essays(page: Page, site: str) -> None:
    """Wait until everything has come, and find the essays shown and nothing else."""
    expect(page.locator("#count")).to_contain_text("25 essays")
    page.wait_for_load_state("networkidle")
    assert page.url == f"{site}/notebook/essays/"
    assert titles(page) == [f"essay {number}" for number in range(25, 5, -1)]
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_filter_wins_over_more_that_is_still_on_its_way(page: Page, site: str, watch: Watch) -> None:
    watch.allow(REPLACED)
    page.goto("/notebook/")
    late = Held(page, r"\?before=")
    load_more(page).click()
    late.wait_for(1)
    filter_link(page, "Essays").click()
    expect(page.locator("#count")).to_contain_text("25 essays")
    late.let_go()
    expect_essays(page, site)


def test_of_several_filters_the_last_one_wins(page: Page, site: str, watch: Watch) -> None:
    watch.allow(REPLACED)
    page.goto("/notebook/")
    late = Held(page, "/(notebook/field-notes|notebook/thoughts|topics/typography)/$")
    for number, label in enumerate(("Field notes", "Thoughts", "Typography"), 1):
        filter_link(page, label).click()
        late.wait_for(number)
    filter_link(page, "Essays").click()
    expect(page.locator("#count")).to_contain_text("25 essays")
    late.let_go()
    expect_essays(page, site)
    page.go_back()
    expect(page.locator("#count")).to_have_text("49 pieces")


def test_more_is_not_loaded_into_a_list_that_is_about_to_change(page: Page, site: str, watch: Watch) -> None:
    watch.allow(REPLACED)
    page.goto("/notebook/")
    late = Held(page, "/notebook/(thoughts|essays)/$")
    filter_link(page, "Thoughts").click()
    filter_link(page, "Essays").click()
    late.wait_for(2)
    load_more(page).click()
    late.let_go()
    expect_essays(page, site)
    assert not any("before=" in address for address in watch.partials())


def test_a_second_click_on_more_that_is_on_its_way_is_not_sent(page: Page, watch: Watch) -> None:
    page.goto("/notebook/")
    late = Held(page, r"\?before=")
    load_more(page).click()
    late.wait_for(1)
    load_more(page).click()
    late.let_go()
    expect(entries(page)).to_have_count(40)
    page.wait_for_load_state("networkidle")
    assert len(watch.partials()) == 1 and len(shown(page).entries) == 40
