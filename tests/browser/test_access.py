"""Access, by hand what no checker sees: keyboard, focus, landmarks, headings, languages; and links fetched ahead."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from blog.models import Kind
from tests.browser.pages import long_piece
from tests.browser.watch import Watch
from tests.conftest import Write

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PATHS = ("/", "/notebook/", "/topics/typography/", "/dispatch/", "/projects/", "/search/?q=essay", "/contact/", "/no/")
ARABIC = "هذا نص عربي قصير.\n\n```sh\necho left\n```\n"


def test_the_skip_link_is_first_seen_when_focused_and_leads_to_the_content(page: Page) -> None:
    page.goto("/notebook/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_whatever_has_the_focus_shows_it(page: Page, write: Write, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for path in ("/notebook/essays/", long_piece(write)):
        page.goto(path)
        for _ in range(30):
            page.keyboard.press("Tab")
            ring = page.evaluate("getComputedStyle(document.activeElement).outline")
            assert "solid 3px" in ring, page.evaluate("document.activeElement.outerHTML")


def test_every_page_has_one_first_heading_and_skips_no_level(page: Page, write: Write, watch: Watch) -> None:
    watch.allow("404 (NOT FOUND)")
    for path in (*PATHS, long_piece(write)):
        page.goto(path)
        levels = page.locator("h1, h2, h3, h4, h5, h6").evaluate_all("(all) => all.map((each) => +each.tagName[1])")
        assert levels[0] == 1 and levels.count(1) == 1, path
        assert all(later - earlier <= 1 for earlier, later in pairwise(levels)), path


def test_landmarks_that_come_twice_have_names_of_their_own(page: Page, write: Write, watch: Watch) -> None:
    watch.allow("404 (NOT FOUND)")
    for path in (*PATHS, long_piece(write)):
        page.goto(path)
        names = page.locator("nav").evaluate_all("(all) => all.map((each) => each.ariaLabel)")
        assert all(names) and len(set(names)) == len(names), path
        for role in ("main", "banner", "contentinfo"):
            expect(page.get_by_role(role)).to_have_count(1)


def test_code_that_is_too_wide_is_reached_and_scrolled_by_keyboard(page: Page, write: Write) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto(long_piece(write))
    code = page.locator(".text pre").first
    code.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".copy").first).to_be_attached()
    expect(code).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(code).not_to_have_js_property("scrollLeft", 0)


def test_a_foreign_piece_says_its_language_wherever_it_stands(page: Page, write: Write) -> None:
    piece = write("نص عربي", ARABIC, kind=Kind.ESSAY, summary="ملخص", language="ar", topics=("Typography",))
    later = write("Plain", kind=Kind.ESSAY)
    for path, selector in (
        (f"/notebook/{piece.slug}/", "h1"),
        (f"/notebook/{piece.slug}/", ".text"),
        (f"/notebook/{later.slug}/", ".neighbours a[rel=prev]"),
        ("/notebook/", "h3:has-text('نص')"),
        ("/dispatch/", "h3:has-text('نص')"),
        ("/", "h3:has-text('نص')"),
        ("/search/?q=عربي", "h2:has-text('نص')"),
    ):
        page.goto(path)
        found = page.locator(selector).first
        expect(found).to_have_attribute("lang", "ar")
        expect(found).to_have_css("direction", "rtl")
    page.goto(f"/notebook/{piece.slug}/")
    expect(page.locator("html")).to_have_attribute("dir", "ltr")
    expect(page.locator(".text pre")).to_have_css("direction", "ltr")


def test_a_link_that_is_pointed_at_is_fetched_ahead_and_nothing_of_the_authors_is(
    app: Flask, page: Page, write: Write
) -> None:
    write("The one", f"[desk](/desk/) [log in](/login) {'words ' * 20}", kind=Kind.THOUGHT)
    ahead: list[str] = []
    inner = app.wsgi_app

    def noting(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if "prefetch" in environ.get("HTTP_SEC_PURPOSE", ""):
            ahead.append(environ["PATH_INFO"])
        return inner(environ, start_response)

    app.wsgi_app = noting  # type: ignore[method-assign]
    page.goto("/")
    page.wait_for_timeout(500)
    page.get_by_role("link", name="desk").hover()
    page.wait_for_timeout(400)
    page.get_by_role("link", name="Dispatch").hover()
    page.wait_for_timeout(1500)
    assert ahead == ["/dispatch/"]
    assert re.search("Dispatch", page.content())
