"""What the desk reads: everything, in parts, with the numbers of its filters."""

from datetime import timedelta

import pytest
from flask import Flask

from blog.models import Kind, Piece
from blog.reading import desk
from blog.reading.cursor import Cursor
from blog.reading.desk import PART, SHOWN, Shelf
from blog.reading.site import front
from blog.writing import pieces
from tests.conftest import Clock, Write
from tests.writing.edits import edit


def shelf(time: Clock, shown: str = "all", before: Cursor | None = None) -> Shelf:
    """A part of the desk's list, now."""
    return desk.shelf(front(time.now), time.now, shown, before)


def fill(write: Write, time: Clock) -> dict[str, Piece]:
    """One piece in each state."""
    made = {
        "drafts": write("Draft", publish=False),
        "scheduled": write("Soon", at=time.now + timedelta(days=9)),
        "published": write("Shown"),
        "withdrawn": write("Gone"),
    }
    pieces.withdraw(made["withdrawn"].id, time.now)
    return made


def test_an_empty_desk_says_so(app: Flask, time: Clock) -> None:
    found = shelf(time)
    assert (found.pieces, found.following, set(found.counts.values())) == ([], None, {0})
    assert (desk.piece(1), desk.revisions(1).rows, desk.unread(), desk.has_account()) == (None, [], 0, False)


def test_every_filter_shows_what_it_counts(write: Write, time: Clock) -> None:
    made = fill(write, time)
    for shown in SHOWN:
        found = shelf(time, shown)
        assert found.counts == {"all": 4, "drafts": 1, "scheduled": 1, "published": 1, "withdrawn": 1}
        assert found.pieces == ([made[shown]] if shown != "all" else shelf(time).pieces)
    time.forward(days=10)
    assert shelf(time).counts["scheduled"] == 0 and shelf(time).counts["published"] == 2
    assert set(shelf(time, "published").pieces) == {made["published"], made["scheduled"]}


def test_what_was_saved_last_stands_first(write: Write, time: Clock) -> None:
    made = fill(write, time)
    edit(made["drafts"], time, source="Other words.")
    assert [piece.title for piece in shelf(time).pieces] == ["Draft", "Gone", "Shown", "Soon"]


def test_a_full_desk_has_parts(write: Write, time: Clock) -> None:
    for index in range(PART + 1):
        write(str(index), publish=False)
    first = shelf(time)
    second = shelf(time, before=first.following)
    assert (len(first.pieces), first.following) == (PART, Cursor(first.pieces[-1].saved_at, first.pieces[-1].id))
    assert ([piece.title for piece in second.pieces], second.following) == (["0"], None)
    assert shelf(time, before=Cursor(second.pieces[0].saved_at, second.pieces[0].id)).pieces == []


def test_what_is_saved_between_two_parts_neither_repeats_nor_skips(write: Write, time: Clock) -> None:
    made = [write(str(index), publish=False) for index in range(PART + 2)]
    first = shelf(time, "drafts")
    edit(made[0], time, source="Other words.")
    rest = shelf(time, "drafts", first.following)
    assert [piece.title for piece in rest.pieces] == ["1"]
    assert shelf(time, "drafts").pieces[0].title == "0"


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        ({"title": "A title", "source": "Words."}, "A title"),
        ({"source": "Only **words**."}, "Only words."),
        ({"source": "word " * 40}, "word " * 14 + "word…"),
        ({"source": "x" * 200}, "x" * 79 + "…"),
        ({"source": "---"}, "Untitled thought"),
    ],
)
def test_every_piece_has_a_label(write: Write, fields: dict[str, str], label: str) -> None:
    assert write(kind=Kind.THOUGHT, **fields).label == label
