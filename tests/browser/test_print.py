"""An article on paper, page by page as the browser prints it."""

import re
from io import BytesIO
from unicodedata import normalize

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from blog.models import Kind
from tests.browser.pages import long_piece
from tests.conftest import Write

FOLDED = "<details><summary>More</summary>\n\nIt was folded.\n\n</details>\n\n"
LINKS = "[Nearby](../nearby/) [Below](#below) https://example.org/bare/ [Away](https://example.org/a/page)\n"


def printed(page: Page, height: int = 1123) -> list[str]:
    """The words of each sheet; a sheet of A4 is 794 by 1123 pixels."""
    reader = PdfReader(BytesIO(page.pdf(width="794px", height=f"{height}px")))
    return [normalize("NFKC", sheet.extract_text()) for sheet in reader.pages]


def test_a_long_article_fills_pages_without_anything_around_it(page: Page, site: str, write: Write) -> None:
    write("Before", "Words.", kind=Kind.ESSAY)
    path = long_piece(write)
    write("After", "Words.", kind=Kind.ESSAY)
    page.goto(path)
    page.emulate_media(color_scheme="dark")
    sheets = printed(page)
    words = "\n".join(sheets)
    assert len(sheets) >= 4
    assert sheets[0].find("A long essay") < sheets[0].find("Section 1") < 600
    for gone in ("Skip to content", "Dispatch", "Contents", "Before", "After", "Copy", "JSON Feed", "^"):
        assert gone not in words, gone
    assert re.search(rf"{re.escape(site + path)} · 20 November 2026\s*$", sheets[-1])
    assert len(sheets[-1].split()) > 20


def test_no_heading_is_left_at_the_foot_of_a_page(page: Page, write: Write) -> None:
    page.goto(long_piece(write))
    for height in range(600, 1150, 50):
        feet = [sheet.strip().split("\n")[-1] for sheet in printed(page, height)]
        assert not [foot for foot in feet if re.match(r"Section \d", foot)], height


def test_code_and_tables_are_printed_whole(page: Page, write: Write) -> None:
    page.goto(long_piece(write))
    words = re.sub(r"\s+", "", "".join(printed(page)))
    for number in range(1, 7):
        assert f'print("section{number}","alinethatismuchtoolongforatelephone' in words
        assert f"Thenoteofsection{number}." in words
    assert words.count('byitself")') == 6
    assert words.count("unbreakable_identifier") == 3


def test_links_that_lead_away_are_printed_with_their_addresses_once_and_what_was_folded_is_open(
    page: Page, write: Write
) -> None:
    path = f"/notebook/{write('One', FOLDED + LINKS, kind=Kind.ESSAY).slug}/"
    page.goto(path)
    words = " ".join("".join(printed(page)).split())
    assert "Away (https://example.org/a/page)" in words
    assert words.count("https://example.org/bare/") == 1
    assert "Nearby (" not in words and "Below (" not in words
    assert "It was folded." in words


def test_a_table_of_many_columns_stays_on_its_sheet(page: Page, write: Write) -> None:
    row = "|" + "|".join(f"`some_value_{number}` words" for number in range(10)) + "|\n"
    page.goto(f"/notebook/{write('One', row + '|---' * 10 + '|' + chr(10) + row, kind=Kind.ESSAY).slug}/")
    words = re.sub(r"\s+", "", "".join(printed(page)))
    for number in range(10):
        assert words.count(f"some_value_{number}words") == 2, number


def test_what_is_done_is_told_from_what_is_open_on_paper(page: Page, write: Write) -> None:
    page.goto(f"/notebook/{write('One', '- [x] done' + chr(10) + '- [ ] open', kind=Kind.ESSAY).slug}/")
    page.emulate_media(media="print")
    expect(page.locator(".task :checked")).to_have_css("print-color-adjust", "exact")
