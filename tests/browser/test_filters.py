"""Choosing a filter."""

from playwright.sync_api import Page, expect

from tests.browser.shelf import Shown, entries, filter_link, focused, shown


def test_a_filter_changes_all_that_the_page_says_of_its_list(page: Page, site: str) -> None:
    page.goto("/notebook/")
    filter_link(page, "Field notes").click()
    expect(page).to_have_url(f"{site}/notebook/field-notes/")
    expect(page).to_have_title("Field notes · A Bokashi notebook")
    assert shown(page) == Shown(
        path="/notebook/field-notes/",
        title="Field notes · A Bokashi notebook",
        count="22 field notes Feed of this list",
        entries=[f"field note {number}" for number in range(22, 2, -1)],
        chosen=["Field notes 22", "All topics 22"],
        links=[f"{site}/notebook/field-notes/{name}" for name in ("", "rss.xml", "atom.xml", "feed.json")],
        shared=["22 field notes.", "22 field notes.", "Field notes", f"{site}/notebook/field-notes/"],
    )


def test_a_kind_and_a_topic_narrow_together(page: Page, site: str) -> None:
    page.goto("/notebook/")
    filter_link(page, "Field notes").click()
    expect(page.locator("#count")).to_contain_text("22 field notes")
    filter_link(page, "Linux & hardware").click()
    expect(page.locator("#count")).to_contain_text("3 field notes about Linux & hardware")
    expect(page).to_have_title("Field notes about Linux & hardware · A Bokashi notebook")
    expect(entries(page)).to_have_count(3)
    assert shown(page).chosen == ["Field notes 3", "Linux & hardware 3"]


def test_the_whole_notebook_has_no_feed_of_its_list(page: Page, site: str) -> None:
    page.goto("/notebook/essays/")
    assert len(shown(page).links) == 4
    filter_link(page, "All kinds").click()
    expect(page.locator("#count")).to_have_text("49 pieces")
    assert shown(page).links == [f"{site}/notebook/"]


def test_a_filter_that_leaves_nothing_says_so_and_shows_a_way_out(page: Page) -> None:
    page.goto("/topics/typography/")
    filter_link(page, "Thoughts").click()
    expect(page.locator("#count")).to_contain_text("No thoughts about Typography yet")
    page.get_by_role("link", name="everything about Typography").click()
    expect(page.locator("#count")).to_contain_text("19 pieces about Typography")


def test_focus_stays_on_the_filter_and_the_count_is_announced(page: Page) -> None:
    page.goto("/notebook/")
    assert page.get_by_role("status").inner_text() == ""
    filter_link(page, "Essays").click()
    expect(page.get_by_role("status")).to_have_text("25 essays.")
    assert focused(page) == "Essays 25"
    filter_link(page, "Linux").click()
    expect(page.get_by_role("status")).to_have_text("25 essays about Linux & hardware.")
    assert focused(page) == "Linux & hardware 25"
    filter_link(page, "Field notes").click()
    expect(page.get_by_role("status")).to_have_text("3 field notes about Linux & hardware.")
    assert focused(page) == "Field notes 3"


def test_a_control_click_opens_the_filter_in_a_new_tab(page: Page, site: str) -> None:
    page.goto("/notebook/")
    with page.context.expect_page() as opened:
        filter_link(page, "Essays").click(modifiers=["Control"])
    expect(opened.value).to_have_url(f"{site}/notebook/essays/")
    expect(opened.value.locator("#count")).to_contain_text("25 essays")
    assert shown(page).path == "/notebook/" and shown(page).count == "49 pieces"
