"""Without JavaScript every filter and every "load more" is a link to a whole page, and every form a form."""

from datetime import UTC, datetime

from flask import Flask
from playwright.sync_api import Page, expect
from sqlalchemy import select

from blog.models import Message
from blog.state.database import reader
from tests.browser.shelf import filter_link, load_more, titles
from tests.browser.watch import Watch
from tests.conftest import Clock

SECRET = "Between you and me: the cellar key is under the pot."


def test_filters_are_links_to_whole_pages(plain_page: Page, site: str) -> None:
    plain_page.goto("/notebook/")
    filter_link(plain_page, "Field notes").click()
    filter_link(plain_page, "Linux & hardware").click()
    expect(plain_page).to_have_url(f"{site}/topics/linux-hardware/field-notes/")
    expect(plain_page).to_have_title("Field notes about Linux & hardware · A Bokashi notebook")
    expect(plain_page.locator("#count")).to_contain_text("3 field notes about Linux & hardware")


def test_loading_more_leads_through_the_whole_list_and_back_to_its_beginning(plain_page: Page, site: str) -> None:
    plain_page.goto("/notebook/")
    seen = titles(plain_page)
    while load_more(plain_page).count():
        load_more(plain_page).click()
        expect(plain_page.get_by_role("banner")).to_be_attached()
        expect(plain_page.locator("#count")).to_be_in_viewport()
        seen += titles(plain_page)
    assert len(seen) == len(set(seen)) == 49
    plain_page.get_by_role("link", name="Begin with the newest").click()
    expect(plain_page).to_have_url(f"{site}/notebook/")


def test_a_message_arrives_and_stands_in_no_address(
    app: Flask, plain_page: Page, site: str, time: Clock, watch: Watch
) -> None:
    time.now = datetime.now(UTC)
    plain_page.goto("/contact/")
    plain_page.get_by_label("Message").fill(SECRET)
    plain_page.get_by_role("button", name="Send").click()
    expect(plain_page.get_by_role("alert")).to_contain_text("faster than a person types")
    expect(plain_page.get_by_label("Message")).to_have_value(SECRET)
    watch.allow("status of 422")
    time.now = datetime.now(UTC)
    time.forward(seconds=10)
    plain_page.get_by_role("button", name="Send").click()
    expect(plain_page).to_have_url(f"{site}/contact/thanks/")
    assert reader().scalars(select(Message.text)).all() == [SECRET]
    assert not any("cellar" in request.url for request in watch.requests)


def test_search_is_a_form(plain_page: Page) -> None:
    plain_page.goto("/search/")
    plain_page.get_by_label("Words in titles").fill("essay")
    plain_page.get_by_role("button", name="Search").click()
    expect(plain_page.get_by_role("status")).to_contain_text("25 pieces with “essay”")
