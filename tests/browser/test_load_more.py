"""Loading more."""

from datetime import timedelta

from playwright.sync_api import Page, expect
from sqlalchemy import select

from blog.models import Kind, Piece
from blog.state.database import reader
from blog.writing import pieces
from tests.browser.shelf import HARDWARE, entries, filter_link, focused, load_more, put, titles
from tests.browser.watch import Watch
from tests.conftest import NOON, Clock


def withdraw(*names: str) -> None:
    """Withdraw the pieces with these titles."""
    for number in list(reader().scalars(select(Piece.id).where(Piece.title.in_(names)))):
        pieces.withdraw(number, NOON)


def load(page: Page, wanted: int) -> None:
    """Load more, and wait for `wanted` entries in all."""
    load_more(page).click()
    expect(entries(page)).to_have_count(wanted)


def test_each_part_is_appended_announced_and_given_the_focus(page: Page) -> None:
    page.goto("/notebook/")
    first = titles(page)
    load(page, 40)
    expect(page.get_by_role("status")).to_have_text("20 pieces more.")
    assert titles(page)[:20] == first
    assert focused(page) == titles(page)[20]
    load(page, 49)
    expect(page.get_by_role("status")).to_have_text("9 pieces more, and that is all.")
    assert focused(page) == titles(page)[40]
    assert len(set(titles(page))) == 49
    expect(load_more(page)).to_have_count(0)


def test_the_address_the_title_and_the_count_stay(page: Page, site: str) -> None:
    page.goto("/notebook/essays/")
    load(page, 25)
    expect(page).to_have_url(f"{site}/notebook/essays/")
    expect(page).to_have_title("Essays · A Bokashi notebook")
    expect(page.locator("#count")).to_contain_text("25 essays")


def test_more_of_a_filtered_list_passes_the_filter(page: Page) -> None:
    page.goto("/notebook/")
    filter_link(page, "Field notes").click()
    expect(page.locator("#count")).to_contain_text("22 field notes")
    load(page, 22)
    assert all(title.startswith("field note") for title in titles(page))
    expect(load_more(page)).to_have_count(0)


def test_a_double_click_loads_one_part(page: Page, watch: Watch) -> None:
    page.goto("/notebook/")
    load_more(page).dblclick()
    expect(entries(page)).to_have_count(40)
    page.wait_for_load_state("networkidle")
    assert len(watch.partials()) == 1
    expect(entries(page)).to_have_count(40)


def test_a_piece_published_between_two_loads_is_neither_repeated_nor_shoved_in(page: Page, time: Clock) -> None:
    page.goto("/notebook/")
    before = titles(page)
    time.forward(minutes=5)
    put(Kind.ESSAY, "Fresh", HARDWARE, time.now)
    load(page, 40)
    load(page, 49)
    assert titles(page)[:20] == before
    assert len(set(titles(page))) == 49 and "Fresh" not in titles(page)


def test_withdrawing_the_piece_at_the_border_skips_and_repeats_none(page: Page) -> None:
    page.goto("/notebook/")
    border = titles(page)[-1]
    withdraw(border, "essay 20")
    load(page, 40)
    load(page, 49)
    assert len(set(titles(page))) == 49
    assert titles(page)[20] == "essay 5"


def test_where_everything_earlier_was_withdrawn_the_reader_is_told_and_keeps_a_place(page: Page) -> None:
    page.goto("/notebook/essays/")
    withdraw("essay 1", "essay 2", "essay 3", "essay 4", "essay 5")
    load_more(page).click()
    expect(page.get_by_role("status")).to_have_text("Nothing more.")
    assert focused(page) == "Nothing earlier than this."
    expect(load_more(page)).to_have_count(0)


def test_pieces_of_one_and_the_same_moment_are_each_shown_once(page: Page) -> None:
    for number in range(25):
        put(Kind.THOUGHT, f"At once {number}", "Together", NOON - timedelta(days=9))
    page.goto("/topics/together/")
    load(page, 25)
    assert sorted(titles(page)) == sorted(f"At once {number}" for number in range(25))
