"""Comforts for a long read, and that none of them gets in the way."""

import re

import pytest
from playwright.sync_api import Page, expect

from blog.models import Kind, Project
from blog.state.database import transaction
from tests.browser.conftest import NewReader
from tests.browser.pages import PHONE, WIDE, long_piece
from tests.conftest import Clock, Write

WORDS = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().toJSON();
}"""


def read_to(page: Page, section: int) -> None:
    """Scroll to a section, as a reader does."""
    page.evaluate(
        "(id) => scrollTo(0, document.getElementById(id).getBoundingClientRect().top + scrollY - 40)",
        f"section-{section}",
    )
    expect(page.locator(".contents [aria-current]")).to_have_text(f"Section {section}")


def test_the_contents_mark_the_section_and_follow_where_there_is_room(new_reader: NewReader, write: Write) -> None:
    page = new_reader(viewport=WIDE).new_page()
    page.goto(long_piece(write))
    expect(page.locator(".contents [aria-current]")).to_have_count(0)
    for section in (2, 4, 3):
        read_to(page, section)
        expect(page.locator(".contents [aria-current]")).to_have_attribute("aria-current", "location")
        expect(page.locator(".contents")).to_be_in_viewport()


def test_a_jump_back_to_the_top_marks_nothing(page: Page, write: Write) -> None:
    page.goto(long_piece(write))
    page.keyboard.press("End")
    expect(page.locator(".contents [aria-current]")).to_have_text("Section 6")
    for _ in range(50):  # a key that comes while the page moves is lost
        page.keyboard.press("Home")
        page.wait_for_timeout(100)
        if page.evaluate("scrollY") == 0:
            break
    assert page.evaluate("scrollY") == 0
    expect(page.locator(".contents [aria-current]")).to_have_count(0)


def test_notes_stand_beside_their_reference_where_there_is_room(new_reader: NewReader, write: Write) -> None:
    page = new_reader(viewport=WIDE).new_page()
    page.goto(long_piece(write))
    page.mouse.move(200, 200)
    note = page.locator(".footnote li").nth(1)
    link = page.locator(".footnote-ref").nth(1)
    expect(note).to_have_attribute("style", re.compile("--beside: -"))
    places = [each.evaluate("(e) => e.getBoundingClientRect().toJSON()") for each in (note, link)]
    assert abs(places[0]["top"] - places[1]["top"]) < 24
    assert places[0]["left"] > page.locator(".text").evaluate("(text) => text.getBoundingClientRect().right")


def test_notes_stand_below_the_text_where_there_is_none(new_reader: NewReader, write: Write) -> None:
    for options in ({"viewport": PHONE}, {"viewport": WIDE, "java_script_enabled": False}):
        page = new_reader(**options).new_page()
        page.goto(long_piece(write))
        ends = page.locator(".text > p").last.bounding_box()
        note = page.locator(".footnote li").first.bounding_box()
        assert ends and note and note["y"] > ends["y"]


def test_code_is_copied_and_the_reader_is_told(new_reader: NewReader, write: Write) -> None:
    context = new_reader(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"/notebook/{write('Code', '```sh' + chr(10) + 'echo one && echo two' + chr(10) + '```').slug}/")
    button = page.get_by_role("button", name="Copy code")
    expect(button).to_have_count(0)
    page.keyboard.press("Tab")
    button.focus()
    expect(button).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "echo one && echo two\n"


def test_on_a_touchscreen_the_button_is_quiet_covers_no_code_and_moves_nothing(
    new_reader: NewReader, write: Write
) -> None:
    page = new_reader(viewport=PHONE, is_mobile=True, has_touch=True).new_page()
    page.goto(long_piece(write))
    code, button = page.locator(".text pre").first, page.locator(".copy").first
    height = page.evaluate("document.documentElement.scrollHeight")
    page.keyboard.press("Tab")
    expect(button).to_have_css("opacity", "1")
    expect(button).to_have_css(
        "background-color", page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    )
    expect(button).to_have_css("font-weight", "400")
    first_line = code.evaluate(WORDS)
    box = button.bounding_box()
    assert box and box["height"] >= 24 and box["y"] + box["height"] <= first_line["y"]
    assert page.evaluate("document.documentElement.scrollHeight") == height


def test_code_of_a_project_is_copied_as_well(new_reader: NewReader, time: Clock) -> None:
    with transaction() as session:
        source = "```sh\necho one\n```"
        session.add(Project(slug="press", title="Press", summary="Prints.", source=source, changed_at=time.now))
    page = new_reader(permissions=["clipboard-read", "clipboard-write"]).new_page()
    page.goto("/projects/press/")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Copy code").click()
    expect(page.get_by_role("status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "echo one\n"


@pytest.mark.parametrize("sign", ["Tab", "move", "scroll"])
def test_nothing_for_reading_is_fetched_before_somebody_reads_and_then_once(
    new_reader: NewReader, write: Write, sign: str
) -> None:
    page = new_reader().new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if "/static/read." in request.url else None)
    page.goto(long_piece(write), wait_until="networkidle")
    assert fetched == []
    for _ in range(2):
        {
            "Tab": lambda: page.keyboard.press("Tab"),
            "move": lambda: page.mouse.move(150, 250, steps=3),
            "scroll": lambda: page.mouse.wheel(0, 500),
        }[sign]()
    page.wait_for_load_state("networkidle")
    expect(page.locator("script[src*='/static/read.']")).to_have_count(1)
    assert len(fetched) == 1


def test_a_long_piece_offers_to_go_on_and_never_jumps(page: Page, write: Write) -> None:
    path = long_piece(write)
    page.goto(path)
    expect(page.locator(".resume")).to_have_count(0)
    read_to(page, 3)
    page.goto("/")
    page.goto(path)
    offer = page.get_by_role("link", name="Go on at “Section 3”")
    expect(offer).to_be_visible()
    for control in page.locator(".resume :is(a, button)").all():
        assert (control.bounding_box() or {"height": 0})["height"] >= 24  # WCAG 2.2, 2.5.8
    assert page.evaluate("scrollY") == 0
    offer.click()
    expect(page.locator("#section-3")).to_be_in_viewport()
    expect(page.locator(".resume")).to_have_count(0)


def test_the_offer_can_be_refused_and_a_piece_read_to_its_end_makes_none(page: Page, write: Write) -> None:
    path = long_piece(write)
    page.goto(path)
    read_to(page, 4)
    page.goto("/")
    page.goto(path)
    close = page.get_by_role("button", name="Close")
    expect(close).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    close.click()
    expect(page.locator(".resume")).to_have_count(0)
    read_to(page, 6)
    page.goto("/")
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("localStorage.length") == 0


def test_without_storage_everything_else_works(page: Page, write: Write) -> None:
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });")
    page.goto(long_piece(write))
    read_to(page, 3)


def test_j_and_k_move_within_the_list_only_when_it_has_the_focus(page: Page) -> None:
    page.goto("/notebook/")
    titles = page.locator(".entry h3 a")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement === document.body")
    titles.nth(0).focus()
    for key, place in (("j", 1), ("j", 2), ("k", 1), ("k", 0), ("k", 0)):
        page.keyboard.press(key)
        expect(titles.nth(place)).to_be_focused()
    page.keyboard.press("Control+j")
    expect(titles.nth(0)).to_be_focused()
    page.keyboard.press("Tab")
    expect(titles.nth(0)).not_to_be_focused()


def test_a_heading_leads_to_itself(page: Page, write: Write) -> None:
    page.goto(long_piece(write))
    page.get_by_role("heading", name="Section 2").hover()
    anchor = page.locator("#section-2 .anchor")
    expect(anchor).to_have_css("opacity", "1")
    anchor.click()
    assert page.url.endswith("#section-2")


def test_a_short_piece_has_neither_contents_nor_offer(page: Page, write: Write) -> None:
    page.goto(f"/notebook/{write('Short', 'One line.', kind=Kind.THOUGHT).slug}/")
    expect(page.locator(".contents")).to_have_count(0)
    page.mouse.wheel(0, 300)
    assert page.evaluate("localStorage.length") == 0
