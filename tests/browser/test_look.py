"""The look, measured: line length, nothing wider than the window, nothing that jumps, print."""

import pytest
from playwright.sync_api import Page, expect

from blog.models import Kind
from tests.browser.conftest import NewReader
from tests.browser.pages import PHONE, WIDE, line_length, long_piece, overflow
from tests.browser.watch import Watch
from tests.conftest import Write

SPACING = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-block-end: 2em !important; }"""
LISTS = ".filters, .topics, .more, .about, .byline, .building, .changes, .neighbours, .entry h3"
TARGETS = f":is(.masthead li, .colophon li, {LISTS}) a, button, input:enabled:visible"
SHIFTS = """new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted = (window.shifted ?? 0) + entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
PATHS = (
    "/",
    "/notebook/",
    "/dispatch/",
    "/projects/",
    "/topics/",
    "/search/?q=essay",
    "/contact/",
    "/changes/",
    "/no/",
)


@pytest.mark.parametrize(("window", "least", "most"), [(WIDE, 60, 70), (PHONE, 36, 46)])
def test_a_line_is_as_long_as_it_should_be(
    new_reader: NewReader, write: Write, window: dict[str, int], least: int, most: int
) -> None:
    page = new_reader(viewport=window).new_page()
    page.goto(long_piece(write))
    assert least <= line_length(page) <= most


@pytest.mark.parametrize("width", [320, 768, 1440])
def test_no_page_is_wider_than_its_window(new_reader: NewReader, write: Write, watch: Watch, width: int) -> None:
    watch.allow("404 (NOT FOUND)")
    page = new_reader(viewport={"width": width, "height": 800}).new_page()
    for path in (*PATHS, long_piece(write)):
        page.goto(path)
        assert overflow(page) == 0, path


@pytest.mark.parametrize("width", [320, 1440])
def test_a_word_that_is_wider_than_its_place_breaks(new_reader: NewReader, write: Write, width: int) -> None:
    page = new_reader(viewport={"width": width, "height": 800}).new_page()
    word = "unbreakable_identifier_" * 4
    for kind in Kind:
        write(word, f"# {word}\n\n`{word}`\n\n[{word}](/{word})", kind=kind, summary=word, topics=(word,), symptom=word)
    middle = f"/notebook/{write(word, word, kind=Kind.ESSAY).slug}/"
    write("Last", "Words.", kind=Kind.ESSAY)
    for path in ("/", "/notebook/", "/dispatch/", "/topics/", f"/search/?q={word}", middle):
        page.goto(path)
        assert overflow(page) == 0, path
        column = page.locator("main").evaluate("(main) => main.getBoundingClientRect().right")
        rights = page.locator("main :is(a, p, h1, h2, h3, li)").evaluate_all(
            "(all) => all.map((each) => each.getBoundingClientRect().right)"
        )
        assert max(rights) <= column + 1, path


def test_readers_may_space_out_letters_words_and_lines(new_reader: NewReader, write: Write) -> None:
    page = new_reader(viewport=PHONE, bypass_csp=True).new_page()
    for path in ("/", "/notebook/", long_piece(write)):
        page.goto(path)
        page.add_style_tag(content=SPACING)
        assert overflow(page) == 0
        texts = page.locator(":is(a, h1, h2, h3, p, li):not(.quiet)")
        assert (
            texts.evaluate_all("(all) => all.filter((each) => getComputedStyle(each).overflow !== 'visible').length")
            == 0
        )


@pytest.mark.parametrize("window", [WIDE, PHONE])
def test_nothing_jumps_while_a_page_loads_or_is_read(
    new_reader: NewReader, write: Write, window: dict[str, int]
) -> None:
    page = new_reader(viewport=window).new_page()
    page.add_init_script(SHIFTS)
    for path in ("/", "/notebook/", long_piece(write)):
        page.goto(path)
        for _ in range(3):
            page.mouse.wheel(0, 700)
            page.wait_for_timeout(60)
        assert page.evaluate("window.shifted ?? 0") == 0, path


def test_what_is_to_be_hit_is_24_pixels_high(new_reader: NewReader, write: Write) -> None:
    page = new_reader(viewport=PHONE).new_page()
    write("A short word", "Words.", kind=Kind.THOUGHT)
    for path in ("/", "/notebook/", "/search/", "/changes/", long_piece(write)):
        page.goto(path)
        targets = page.locator(TARGETS)
        heights = targets.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().height)")
        assert heights and min(heights) >= 24, path


def test_forced_colours_keep_the_edges_and_the_present_filter(new_reader: NewReader) -> None:
    page = new_reader(forced_colors="active").new_page()
    page.goto("/notebook/essays/")
    chosen = page.locator(".filters [aria-current]").first
    expect(chosen).to_have_css("text-decoration-line", "underline")
    expect(page.locator(".filters a:not([aria-current])").first).not_to_have_css("font-weight", "600")


def test_reduced_motion_moves_nothing(new_reader: NewReader, write: Write) -> None:
    page = new_reader(reduced_motion="reduce").new_page()
    page.goto(long_piece(write))
    page.mouse.wheel(0, 900)
    assert page.evaluate("document.getAnimations().length") == 0


def test_an_article_is_printed_as_an_article(page: Page, site: str, write: Write) -> None:
    path = long_piece(write)
    page.goto(path)
    page.emulate_media(media="print")
    for selector in (".masthead", ".colophon", ".contents", ".neighbours", ".copy", ".anchor", ".skip"):
        expect(page.locator(selector).first).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".printed")).to_contain_text(f"{site}{path} · 20 November 2026")
    after = page.locator(".text a[href^=http]").evaluate("(link) => getComputedStyle(link, '::after').content")
    assert "attr(href)" in after or "https://example.org/a/page" in after
    expect(page.locator(".text h2").first).to_have_css("break-after", "avoid")
    expect(page.locator(".text pre").first).to_have_css("break-inside", "avoid")
    expect(page.locator(".text pre").first).to_have_css("white-space", "pre-wrap")
    expect(page.locator("html")).to_have_css("background-color", "rgb(255, 255, 255)")
