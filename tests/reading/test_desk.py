"""What the desk reads: everything, in parts, with the numbers of its filters."""

from datetime import timedelta

import pytest
from flask import Flask

from blog.models import Kind, Piece
from blog.reading import desk
from blog.reading.desk import PART, SHOWN
from blog.writing import pieces
from tests.conftest import Clock, Write
from tests.writing.edits import edit


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
    shelf = desk.shelf(time.now)
    assert (shelf.pieces, shelf.following, set(shelf.counts.values())) == ([], None, {0})
    assert (desk.piece(1), desk.revisions(1), desk.unread(), desk.has_account()) == (None, [], 0, False)


def test_every_filter_shows_what_it_counts(write: Write, time: Clock) -> None:
    made = fill(write, time)
    for shown in SHOWN:
        shelf = desk.shelf(time.now, shown)
        assert shelf.counts == {"all": 4, "drafts": 1, "scheduled": 1, "published": 1, "withdrawn": 1}
        assert shelf.pieces == ([made[shown]] if shown != "all" else desk.shelf(time.now).pieces)
    time.forward(days=10)
    assert desk.shelf(time.now).counts["scheduled"] == 0 and desk.shelf(time.now).counts["published"] == 2


def test_what_was_saved_last_stands_first(write: Write, time: Clock) -> None:
    made = fill(write, time)
    edit(made["drafts"], time, source="Other words.")
    assert [piece.title for piece in desk.shelf(time.now).pieces] == ["Draft", "Gone", "Shown", "Soon"]


def test_a_full_desk_has_parts(write: Write, time: Clock) -> None:
    for index in range(PART + 1):
        write(str(index), publish=False)
    first, second = desk.shelf(time.now), desk.shelf(time.now, part=2)
    assert (len(first.pieces), first.following) == (PART, 2)
    assert ([piece.title for piece in second.pieces], second.following) == (["0"], None)
    assert desk.shelf(time.now, part=3).pieces == []


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
