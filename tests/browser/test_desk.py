"""The desk in a browser: logged in, typed, looked at, saved once; and nothing left behind after logging out."""

import pytest
from flask import Flask
from playwright.sync_api import Dialog, Locator, Page, expect

from blog.writing import accounts
from tests.browser.conftest import NewReader
from tests.browser.held import Held
from tests.browser.watch import Watch
from tests.conftest import Clock

PASSWORD = "correct horse battery"
REPLACED = "signal is aborted"


@pytest.fixture
def account(app: Flask, time: Clock) -> None:
    accounts.create_account("Ann", PASSWORD, time.now)


def log_in(page: Page, address: str = "/desk/pieces/new") -> None:
    page.goto(address)
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


@pytest.fixture
def desk(page: Page, account: None) -> Page:
    """A tab of the author's with an empty editor."""
    log_in(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("New piece")
    return page


def field(page: Page) -> Locator:
    return page.get_by_label("Text, in Markdown")


def test_the_preview_follows_the_last_keystroke_whatever_comes_late(desk: Page, watch: Watch) -> None:
    watch.allow(REPLACED)
    late = Held(desk, "/desk/preview$")
    for number, text in enumerate(("*one*", "*one* two", "*one* two three"), 1):
        field(desk).fill(text)
        late.wait_for(number)
    late.let_go()
    expect(desk.locator("#preview")).to_contain_text("one two three")
    desk.wait_for_load_state("networkidle")
    expect(desk.locator("#preview .text")).to_have_text("one two three")
    expect(desk.locator("#preview em")).to_have_text("one")
    expect(desk.get_by_role("alert")).to_have_count(0)


def test_typing_on_while_the_preview_comes_is_not_disturbed(desk: Page, watch: Watch) -> None:
    watch.allow(REPLACED)
    late = Held(desk, "/desk/preview$")
    field(desk).press_sequentially("First.")
    late.wait_for(1)
    field(desk).press_sequentially(" Second.")
    late.let_go()
    expect(desk.locator("#preview")).to_contain_text("First. Second.")
    expect(field(desk)).to_be_focused()
    expect(field(desk)).to_have_value("First. Second.")
    assert field(desk).evaluate("field => field.selectionStart") == len("First. Second.")


def test_a_login_that_ended_is_said_beside_the_text_and_saving_brings_it_back(desk: Page, watch: Watch) -> None:
    watch.allow("401")
    accounts.set_password("Ann", PASSWORD)
    field(desk).fill("Three thousand words.")
    expect(desk.get_by_role("alert")).to_contain_text("Your login has ended")
    expect(desk.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(desk.get_by_role("alert").get_by_role("link", name="Log in")).to_be_in_viewport(ratio=1)
    desk.get_by_label("Title").fill("Tides")
    desk.get_by_role("button", name="Save draft").click()
    expect(desk.get_by_role("heading", name="Your text is safe")).to_be_visible()
    desk.get_by_label("Name").fill("Ann")
    desk.get_by_label("Password").fill(PASSWORD)
    desk.get_by_role("button", name="Log in").click()
    expect(field(desk)).to_have_value("Three thousand words.")
    desk.get_by_role("button", name="Save draft").click()
    expect(desk.get_by_role("status")).to_contain_text("Saved as a draft.")


def test_a_server_that_is_gone_is_said_so_and_the_text_stays(desk: Page, watch: Watch) -> None:
    watch.allow("ERR_", "Failed to fetch")
    desk.route("**/desk/preview", lambda route: route.abort())
    field(desk).fill("Words.")
    expect(desk.get_by_role("alert")).to_contain_text("No answer came")
    expect(field(desk)).to_have_value("Words.")


def test_a_double_click_makes_one_piece(desk: Page) -> None:
    desk.get_by_label("Title").fill("Tides")
    desk.get_by_role("button", name="Save draft").dblclick(no_wait_after=True)
    expect(desk.get_by_role("status")).to_contain_text("Saved as a draft.")
    desk.goto("/desk/?show=drafts")
    expect(desk.get_by_role("link", name="Tides")).to_have_count(1)


def test_after_logging_out_nothing_of_a_draft_is_left(desk: Page) -> None:
    desk.get_by_label("Title").fill("Secret tides")
    desk.get_by_role("button", name="Save draft").click()
    expect(desk.get_by_role("status")).to_contain_text("Saved as a draft.")
    desk.get_by_role("button", name="Log out").click()
    expect(desk).to_have_url(f"{desk.url.split('/desk')[0].rstrip('/')}/")
    assert desk.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])") == "[{},{}]"
    desk.go_back()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Log in")
    assert "Secret tides" not in desk.content()


def test_unsaved_text_is_not_left_by_mistake(desk: Page) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    desk.on("dialog", stay)
    field(desk).press_sequentially("Words.")
    desk.evaluate("location.assign('/desk/')")
    expect(field(desk)).to_have_value("Words.")
    desk.wait_for_timeout(300)
    assert asked == ["beforeunload"]


def test_everything_works_without_javascript(new_reader: NewReader, account: None) -> None:
    page = new_reader(java_script_enabled=False).new_page()
    log_in(page)
    page.get_by_label("Title").fill("Plain tides")
    field(page).fill("Water *rises*.")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview em")).to_have_text("rises")
    expect(field(page)).to_have_value("Water *rises*.")
    page.get_by_role("button", name="Save and publish").click()
    expect(page.get_by_role("status")).to_contain_text("Saved and public.")
    page.get_by_role("link", name="View", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Plain tides")


def test_a_text_that_is_too_long_is_not_sent(desk: Page, watch: Watch) -> None:
    watch.allow(REPLACED)
    watch.allow("status of 422")
    desk.get_by_label("Title").fill("Tides")
    field(desk).fill("🌊" * 1_000_001)
    desk.get_by_role("button", name="Save draft").click()
    assert field(desk).evaluate("field => field.validationMessage") == "1 characters too many for one piece."
    field(desk).fill("🌊" * 1_000)
    assert field(desk).evaluate("field => field.validationMessage") == ""
    desk.get_by_role("button", name="Save draft").click()
    expect(desk.get_by_role("status").first).to_have_text("Saved as a draft.")
