"""Answers that fail: the reader is told beside the control, keeps everything, and can try again."""

from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager
from typing import Never

import pytest
from playwright.sync_api import Page, Route, expect
from werkzeug.exceptions import NotFound, TooManyRequests

from blog.reading import lists
from tests.browser.shelf import entries, filter_link, load_more, shown
from tests.browser.watch import Watch

GATEWAY = "<html><head><title>502 Bad Gateway</title></head><body><p role=alert>nginx</p></body></html>"
NO_ANSWER = "No answer came. Check your connection and try again."
PROVOKED = ("Failed to load resource", "Failed to fetch", "signal is aborted")
Fail = Callable[[Page], AbstractContextManager[object]]


def ours(fault: Exception) -> Fail:
    """The site itself fails with this fault."""

    @contextmanager
    def fail(_page: Page):  # type: ignore[no-untyped-def]
        def broken(*_args: object, **_kwargs: object) -> Never:
            raise fault

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(lists, "notebook", broken)
            yield

    return fail


def between(answer: Callable[[Route], None]) -> Fail:
    """Something between browser and site answers for it."""

    @contextmanager
    def fail(page: Page):  # type: ignore[no-untyped-def]
        page.route("**/*", answer)
        yield
        page.unroute("**/*")

    return fail


FAULTS: dict[str, tuple[Fail, str]] = {
    "a fault of ours": (ours(RuntimeError("provoked")), "Something broke. The fault is on our side"),
    "too many tries": (ours(TooManyRequests()), "Too many tries. Wait a little"),
    "nothing there": (ours(NotFound("There is no such part of this list.")), "Nothing here. There is no such part"),
    "a page of a server in between": (
        between(lambda route: route.fulfill(status=502, content_type="text/html", body=GATEWAY)),
        "The server answered with an error (502). Try again in a moment.",
    ),
    "no connection": (between(lambda route: route.abort("connectionrefused")), NO_ANSWER),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("control", ["Essays", "Load more"])
def test_a_failure_is_told_keeps_everything_and_can_be_tried_again(
    page: Page, watch: Watch, control: str, name: str
) -> None:
    watch.allow(*PROVOKED)
    fail, sentence = FAULTS[name]
    page.goto("/notebook/")
    before, link = shown(page), page.get_by_role("link", name=control)
    with fail(page):
        link.click()
        expect(page.get_by_role("alert")).to_contain_text(sentence)
    expect(page.get_by_role("alert")).to_be_in_viewport()
    assert shown(page) == before
    assert page.evaluate("history.length") == 2
    link.click()
    expect(page.get_by_role("status")).to_have_text("25 essays." if control == "Essays" else "20 pieces more.")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_an_answer_that_takes_too_long_is_given_up(page: Page, watch: Watch) -> None:
    watch.allow(*PROVOKED)
    page.route("**/notebook/", shorten)
    page.goto("/notebook/")
    page.route("**/essays/", lambda route: None)
    filter_link(page, "Essays").click()
    expect(page.get_by_role("alert")).to_have_text(NO_ANSWER)
    page.unroute("**/essays/")
    page.evaluate("htmx.config.defaultTimeout = 20000")
    filter_link(page, "Essays").click()
    expect(page.locator("#count")).to_contain_text("25 essays")


def shorten(route: Route) -> None:
    """The page, with a time that a test can wait for."""
    answer = route.fetch()
    assert '"defaultTimeout":20000' in answer.text()
    route.fulfill(response=answer, body=answer.text().replace('"defaultTimeout":20000', '"defaultTimeout":200'))


def test_a_part_that_cannot_be_is_told_and_the_list_stays(page: Page, watch: Watch) -> None:
    watch.allow(*PROVOKED)
    page.goto("/notebook/")
    load_more(page).evaluate("link => link.setAttribute('hx-get', '/notebook/?before=nonsense')")
    load_more(page).click()
    expect(page.get_by_role("alert")).to_have_text("Nothing here. There is no such part of this list.")
    expect(entries(page)).to_have_count(20)


def test_a_whole_page_where_a_part_was_asked_for_is_shown_as_a_page(page: Page, site: str) -> None:
    page.goto("/notebook/")
    page.route("**/essays/", lambda route: route.continue_(headers={"accept": "text/html"}))
    filter_link(page, "Essays").click()
    expect(page).to_have_url(f"{site}/notebook/essays/")
    expect(page).to_have_title("Essays · A Bokashi notebook")
    expect(page.get_by_role("banner")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("")
