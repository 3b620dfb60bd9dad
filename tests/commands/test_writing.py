"""`flask blog new`: a draft from the shell."""

import pytest

from blog.models import Piece
from blog.state.database import reader
from tests.commands.conftest import Run, assert_refused


def test_a_draft_is_begun_and_its_address_at_the_desk_printed(run: Run) -> None:
    result = run("new", "  Über Käse\n")
    piece = reader().query(Piece).one()
    assert (result.exit_code, result.stdout) == (0, f"https://blog.example/desk/pieces/{piece.id}\n")
    assert (piece.title, piece.kind, piece.status, piece.slug) == ("Über Käse", "essay", "draft", "über-käse")


@pytest.mark.parametrize("kind", ["essay", "field-note", "thought"])
def test_a_draft_may_be_of_any_kind(run: Run, kind: str) -> None:
    assert run("new", "A", "--kind", kind).exit_code == 0
    assert reader().query(Piece).one().kind == kind


def test_what_cannot_be_is_one_sentence(run: Run) -> None:
    assert_refused(run("new", " "), "title")
    assert_refused(run("new", "x" * 301), "301 characters")
    assert run("new", "A", "--kind", "poem").exit_code == 2
    assert reader().query(Piece).count() == 0
