"""Corrections: dated, short, and said once."""

import pytest

from blog.writing import pieces
from blog.writing.refusals import Refused
from tests.conftest import Clock, Write


def test_a_correction_that_is_sent_twice_is_one(write: Write, time: Clock) -> None:
    piece = write("A")
    made = pieces.correct(piece.id, "The figure was wrong.", time.now)
    before = (piece.version, piece.changed_at)
    time.forward(seconds=5)
    assert pieces.correct(piece.id, " The figure was wrong. ", time.now) is made
    assert (len(piece.corrections), piece.version, piece.changed_at) == (1, *before)
    pieces.correct(piece.id, "So was the other.", time.now)
    pieces.correct(piece.id, "The figure was wrong.", time.now)
    assert len(piece.corrections) == 3


def test_a_correction_is_a_sentence(write: Write, time: Clock) -> None:
    piece = write("A")
    with pytest.raises(Refused, match=r"1,001 characters; 1,000 are the most"):
        pieces.correct(piece.id, "x" * 1001, time.now)
    assert piece.corrections == []
