"""Lists part by part: nothing repeated, nothing skipped, whatever happens between two parts."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blog.models import Kind, Piece
from blog.reading import lists
from blog.reading.cursor import Cursor
from blog.reading.lists import DISPATCH_PART, FEED_PART, PART, Filter
from blog.reading.pieces import neighbours
from blog.reading.topics import public_topic
from blog.writing import pieces
from tests.conftest import Clock, Write


def walk(time: Clock, chosen: Filter | None = None, size: int = 3) -> list[list[str]]:
    """The titles of every part of the notebook."""
    parts, before = [], None
    while True:
        part = lists.notebook(time.now, chosen or Filter(), before, size)
        parts.append([piece.title for piece in part.pieces])
        if not part.following:
            return parts
        before = Cursor.parse(str(part.following))
        assert before == part.following


def titles(parts: list[list[str]]) -> list[str]:
    """The titles of all parts, one after the other."""
    return [title for part in parts for title in part]


@pytest.mark.parametrize(("number", "sizes"), [(0, [0]), (1, [1]), (3, [3]), (4, [3, 1]), (6, [3, 3]), (7, [3, 3, 1])])
def test_a_list_has_as_many_parts_as_it_needs(write: Write, time: Clock, number: int, sizes: list[int]) -> None:
    for index in range(number):
        write(str(index))
    assert [len(part) for part in walk(time)] == sizes
    assert titles(walk(time)) == [str(index) for index in reversed(range(number))]


def test_pieces_of_one_date_stand_in_the_order_of_their_making(write: Write, time: Clock) -> None:
    same = time.now
    for index in range(8):
        write(str(index), at=same)
    assert titles(walk(time)) == list("76543210")
    assert titles(walk(time, size=1)) == list("76543210")


def test_what_is_published_between_two_parts_neither_repeats_nor_skips(write: Write, time: Clock) -> None:
    made = [write(str(index)) for index in range(6)]
    first = lists.notebook(time.now, Filter(), None, 3)
    write("new")
    write("old, but dated back", at=made[4].published_at)
    pieces.withdraw(made[5].id, time.now)
    rest = lists.notebook(time.now, Filter(), first.following, 3)
    assert [piece.title for piece in first.pieces + rest.pieces] == list("543210")
    assert rest.following is None


@pytest.mark.parametrize("end", [pieces.delete, pieces.withdraw])
def test_a_cursor_survives_the_end_of_its_piece(write: Write, time: Clock, end: object) -> None:
    for index in range(6):
        write(str(index))
    first = lists.notebook(time.now, Filter(), None, 3)
    assert callable(end)
    end(first.pieces[-1].id, time.now)
    assert [piece.title for piece in lists.notebook(time.now, Filter(), first.following, 3).pieces] == list("210")


def test_a_cursor_of_one_list_is_a_position_in_every_other(write: Write, time: Clock) -> None:
    for index in range(6):
        write(str(index), kind=Kind.ESSAY if index % 2 else Kind.THOUGHT)
    first = lists.notebook(time.now, Filter(kind=Kind.ESSAY), None, 1)
    assert [piece.title for piece in lists.notebook(time.now, Filter(), first.following).pieces] == list("43210")


def test_filters_narrow_every_part(write: Write, time: Clock) -> None:
    for index in range(12):
        kind = Kind.ESSAY if index % 2 else Kind.FIELD_NOTE
        write(str(index), kind=kind, topics=("three",) if index % 3 == 0 else ("other",))
    three = public_topic("three", time.now)
    (about,) = lists.notebook(time.now, Filter()).pieces[2].topics
    assert three and (about.slug, about.name) == ("three", "three")
    assert walk(time, Filter(topic=three)) == [["9", "6", "3"], ["0"]]
    assert walk(time, Filter(Kind.ESSAY, three)) == [["9", "3"]]
    assert walk(time, Filter(Kind.THOUGHT, three)) == [[]]


def test_the_dispatch_runs_forwards_in_parts_that_run_backwards(write: Write, time: Clock) -> None:
    for index in range(5):
        write(str(index))
    write("no essay", kind=Kind.THOUGHT)
    last = lists.dispatch(time.now, size=3)
    assert [piece.title for piece in last.pieces] == list("234")
    first = lists.dispatch(time.now, last.following, size=3)
    assert ([piece.title for piece in first.pieces], first.following) == (["0", "1"], None)


def test_parts_have_the_usual_sizes(write: Write, time: Clock) -> None:
    assert (PART, FEED_PART, DISPATCH_PART) == (20, 30, 100)
    for index in range(21):
        write(str(index))
    part = lists.notebook(time.now, Filter())
    assert len(part.pieces) == PART and part.following == Cursor.of(part.pieces[-1])


def test_neighbours_of_one_date_are_apart_and_reach_everything(write: Write, time: Clock) -> None:
    same = time.now
    made = [write(str(index), at=same) for index in range(4)]
    made = [write("first", at=same - timedelta(days=1)), *made, write("last", at=same + timedelta(seconds=1))]
    for earlier, piece, later in zip([None, *made], made, [*made[1:], None], strict=False):
        beside = neighbours(piece, time.now)
        assert (beside.earlier, beside.later) == (earlier, later)


def test_a_piece_alone_has_no_neighbours(write: Write, time: Clock) -> None:
    beside = neighbours(write("A"), time.now)
    assert beside.earlier is None and beside.later is None


def test_an_unlisted_piece_has_the_neighbours_of_its_date(write: Write, time: Clock) -> None:
    before, quiet, after = write("Before"), write("Quiet", listed=False), write("After")
    beside = neighbours(quiet, time.now)
    assert (beside.earlier, beside.later) == (before, after)


# What a cursor may be


@pytest.mark.parametrize(
    "text",
    [
        "", "abc", "1", "1-", "-1", "--1-1", "1-1-1", "1.5-1", "1e9-1", "0x1-1", " 1-1", "1-1 ", "1-1\n", "٣-٣", "𝟏-𝟏",
        "\x00", "%00", "🐢", "1-" + "9" * 19, "9" * 13 + "-1", "999999999999-1", "-999999999999-1", "1--1", "MTIzLTE=",
        "0-0", "-5-0", "-0-1", "01-1", "1-01",
    ],
)  # fmt: skip
def test_what_is_no_cursor_is_none(text: str) -> None:
    assert Cursor.parse(text) is None


@pytest.mark.parametrize("text", ["253402300799-1", "-62135596800-1", "0-1", "-1-5", f"1-{'9' * 18}"])
def test_an_absurd_cursor_is_a_position_like_any_other(write: Write, time: Clock, text: str) -> None:
    write("A")
    cursor = Cursor.parse(text)
    assert cursor is not None and str(cursor) == text
    found = lists.notebook(time.now, Filter(), cursor).pieces
    assert [piece.title for piece in found] == (["A"] if text.startswith("2534") else [])


@given(st.text(max_size=40) | st.from_regex(r"-?[0-9]{1,30}-[0-9]{1,30}"))
def test_any_text_is_a_cursor_or_none(text: str) -> None:
    cursor = Cursor.parse(text)
    assert cursor is None or Cursor.parse(str(cursor)) == cursor


def test_a_piece_without_a_date_stands_at_the_end() -> None:
    assert str(Cursor.of(Piece(id=7))) == "0-7"
