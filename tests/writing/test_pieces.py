"""Pieces: made once, saved without losing anything, published at the right date, taken back and deleted."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select, text

from blog.models import FormerAddress, Kind, Piece, Revision, Status
from blog.reading import desk
from blog.reading.former import moved
from blog.reading.lists import Filter, notebook
from blog.reading.pieces import public_piece, was_public
from blog.state.database import reader, transaction
from blog.text import MAX_SOURCE
from blog.writing import pieces
from blog.writing.fields import Fields
from blog.writing.refusals import Conflict, Refused
from tests.conftest import NOON, Clock, Write
from tests.state.processes import together
from tests.writing.edits import edit, kept, typed

ESSAY = Fields(kind=Kind.ESSAY, title="A title", source="Some words.")


def revisions(piece: Piece) -> list[str]:
    return [revision.source for revision in kept(piece.id)]


# Made


def test_a_new_piece_is_a_draft(app: Flask, time: Clock) -> None:
    piece = pieces.create(ESSAY, time.now)
    assert (piece.status, piece.published_at, piece.changed_at, piece.version) == (Status.DRAFT, None, None, 1)
    assert (piece.created_at, piece.saved_at, len(piece.uid)) == (NOON, NOON, 36)
    assert (piece.excerpt, piece.words, piece.minutes) == ("Some words.", 2, 1)


def test_a_form_that_is_sent_twice_makes_one_piece(app: Flask, time: Clock) -> None:
    first, second = (pieces.create(ESSAY, time.now, "token") for _ in range(2))
    assert first.id == second.id
    assert pieces.create(ESSAY, time.now, "another").id != first.id
    assert pieces.create(ESSAY, time.now).id != pieces.create(ESSAY, time.now).id


BEFORE = """
from app import create_app
from blog.models import Kind
from blog.state import clock
from blog.writing import pieces
from blog.writing.fields import Fields
app = create_app()
fields = Fields(kind=Kind.ESSAY, title="Weekly notes", source="Words.", topics=("Linux",))
"""


def place(app: Flask) -> dict[str, str]:
    """The environment of another process of the same site."""
    settings = app.extensions["settings"]
    return {"BLOG_INSTANCE": str(settings.instance), "BLOG_DATABASE_URL": settings.database_url}


def test_a_form_that_is_sent_twice_at_once_makes_one_piece(app: Flask, instance: Path) -> None:
    lines = "with app.app_context(): print(pieces.create(fields, clock.now(), 'token').id)"
    assert len(set(together(instance, lines, 3, BEFORE, **place(app)))) == 1
    assert count(Piece) == 1


def test_pieces_with_one_title_that_are_made_at_once_all_get_an_address(app: Flask, instance: Path) -> None:
    lines = "with app.app_context(): print(pieces.create(fields, clock.now()).slug, end='')"
    slugs = together(instance, lines, 3, BEFORE, **place(app))
    assert sorted(slugs) == ["weekly-notes", "weekly-notes-2", "weekly-notes-3"]


def test_a_refused_piece_leaves_nothing(app: Flask, time: Clock) -> None:
    with pytest.raises(Refused) as caught:
        pieces.create(Fields(kind=Kind.ESSAY, title="A", source="x" * (MAX_SOURCE + 1), topics=("New",)), time.now)
    assert list(caught.value.fields) == ["source"]
    assert (count(Piece), count(Revision)) == (0, 0)
    assert reader().scalar(text("SELECT count(*) FROM topic")) == 0
    assert reader().scalar(text("SELECT count(*) FROM piece_search")) == 0


# Saved


def test_saving_what_is_there_changes_nothing(write: Write, time: Clock) -> None:
    piece = write("A", topics=("b", "a"), summary="S", standing="holds", symptom="x\ny")
    before = (piece.version, piece.saved_at, piece.changed_at, piece.published_at, revisions(piece))
    for version in (None, piece.version, 99):
        assert edit(piece, time, version=version) is piece
    assert edit(piece, time, topics=("B", " b", "a", "")) is piece
    assert (piece.version, piece.saved_at, piece.changed_at, piece.published_at, revisions(piece)) == before


def test_saving_moves_no_date_unless_the_author_says_so(write: Write, time: Clock) -> None:
    piece = write("A")
    published = piece.published_at
    assert edit(piece, time, source="A typo.").changed_at is None
    assert edit(piece, time, matters=True, source="Something else.").changed_at == time.now
    assert piece.published_at == published


def test_that_an_earlier_change_matters_can_be_said_afterwards(write: Write, time: Clock) -> None:
    piece = write("A")
    seen = edit(piece, time, source="Something else.").version
    said = edit(piece, time, matters=True, version=seen, source="Something else.").changed_at
    assert said == time.now
    assert edit(piece, time, matters=True, version=seen, source="Something else.").changed_at == said


def test_a_change_to_a_draft_never_matters(write: Write, time: Clock) -> None:
    assert edit(write("A", publish=False), time, matters=True, source="Other").changed_at is None


def test_a_saved_date_is_the_same_instant_whatever_its_zone(write: Write, time: Clock) -> None:
    piece = write("A", at=datetime(2025, 2, 20, 23, 30, 15, tzinfo=timezone(timedelta(hours=-8))))
    reader().expire_all()
    assert piece.published_at == datetime(2025, 2, 21, 7, 30, 15, tzinfo=UTC)
    for _ in range(3):
        assert edit(piece, time).version == 2
    in_tokyo = piece.published_at.astimezone(timezone(timedelta(hours=9)))
    assert edit(piece, time, published_at=in_tokyo).version == 2


def test_two_windows_do_not_overwrite_each_other(write: Write, time: Clock) -> None:
    piece = write("A")
    seen = piece.version
    edit(piece, time, version=seen, source="X")
    with pytest.raises(Conflict) as caught:
        edit(piece, time, version=seen, source="Y")
    assert caught.value.present is not None
    reader().expire_all()
    assert (piece.source, piece.version) == ("X", seen + 1)


def test_overwriting_on_purpose_keeps_the_other_text_in_the_revisions(write: Write, time: Clock) -> None:
    piece = write("A", source="Zero")
    edit(piece, time, source="X")
    assert edit(piece, time, version=None, source="Y").source == "Y"
    assert revisions(piece) == ["Y", "X", "Zero"]


def test_a_revision_is_kept_for_each_changed_text_and_for_nothing_else(write: Write, time: Clock) -> None:
    piece = write("A", source="One")
    edit(piece, time, topics=("Linux",), listed=False, language="de")
    assert revisions(piece) == ["One"]
    edit(piece, time, title="B")
    edit(piece, time, summary="S")
    edit(piece, time, source="Two")
    assert [(each.title, each.summary, each.source) for each in kept(piece.id)] == [
        ("B", "S", "Two"), ("B", "S", "One"), ("B", "", "One"), ("A", "", "One")
    ]  # fmt: skip


def test_a_refused_save_changes_nothing(write: Write, time: Clock) -> None:
    piece = write("A", topics=("Linux",))
    for changes in ({"slug": "a b"}, {"source": "x" * (MAX_SOURCE + 1)}, {"topics": ("t" * 101,)}, {"language": "?"}):
        with pytest.raises(Refused):
            edit(piece, time, title="Changed", **changes)
        reader().expire_all()
        assert (piece.title, piece.version, [topic.name for topic in piece.topics]) == ("A", 2, ["Linux"])


def test_a_published_piece_keeps_a_date(write: Write, time: Clock) -> None:
    with pytest.raises(Refused) as caught:
        edit(write("A"), time, published_at=None)
    assert list(caught.value.fields) == ["published_at"]


def test_what_is_read_off_the_text_is_read_again(write: Write, time: Clock) -> None:
    piece = edit(write("A"), time, source="**Other** words " + "and more " * 400)
    assert piece.excerpt.startswith("Other words and more")
    assert (piece.words, piece.minutes) == (802, 3)


def test_saving_a_piece_that_is_gone_says_so(write: Write, time: Clock) -> None:
    piece = write("A")
    fields = typed(piece)
    pieces.delete(piece.id, time.now)
    assert pieces.save(piece.id, fields, time.now, None) is None
    assert pieces.publish(piece.id, time.now) is None
    assert pieces.withdraw(piece.id, time.now) is None
    assert pieces.correct(piece.id, "Why.", time.now) is None
    assert pieces.delete(piece.id, time.now) is None


# Published


def test_an_old_draft_is_published_with_the_date_of_its_publication(write: Write, time: Clock) -> None:
    draft = write("Old", publish=False)
    time.forward(days=2)
    edit(draft, time, source="Edited.")
    write("Newer")
    time.forward(days=37)
    first = time.now
    pieces.publish(draft.id, first)
    assert draft.published_at == first
    assert notebook(time.now, Filter()).pieces[0].id == draft.id
    time.forward(days=1)
    pieces.withdraw(draft.id, time.now)
    time.forward(days=9)
    pieces.publish(draft.id, time.now)
    assert draft.published_at == first


def test_a_date_that_was_set_by_hand_wins(write: Write, time: Clock) -> None:
    by_hand = time.now - timedelta(days=20)
    draft = edit(write("A", publish=False), time, published_at=by_hand)
    assert public_piece("a", time.now) is None
    pieces.publish(draft.id, time.now)
    assert draft.published_at == by_hand


def test_publishing_twice_is_publishing_once(write: Write, time: Clock) -> None:
    piece = write("A")
    before = (piece.version, piece.published_at, piece.saved_at)
    time.forward(days=1)
    pieces.publish(piece.id, time.now)
    assert (piece.version, piece.published_at, piece.saved_at) == before


def test_a_date_ahead_is_a_promise(write: Write, time: Clock) -> None:
    piece = write("Soon", at=time.now + timedelta(days=2))
    assert desk.state(piece, time.now) == "scheduled"
    assert public_piece("soon", time.now) is None
    time.forward(days=2)
    assert desk.state(piece, time.now) == "published"
    assert public_piece("soon", time.now) is not None


# Taken back


def test_a_withdrawn_piece_is_gone(write: Write, time: Clock) -> None:
    piece = write("A")
    assert was_public("a", time.now) is False
    pieces.withdraw(piece.id, time.now)
    assert piece.status == Status.WITHDRAWN and desk.state(piece, time.now) == "withdrawn"
    assert public_piece("a", time.now) is None and was_public("a", time.now)


def test_a_scheduled_piece_that_is_withdrawn_is_a_draft_that_nobody_knew(write: Write, time: Clock) -> None:
    ahead = time.now + timedelta(days=2)
    piece = write("Soon", at=ahead)
    pieces.withdraw(piece.id, time.now)
    assert (piece.status, piece.published_at) == (Status.DRAFT, ahead)
    time.forward(days=3)
    assert not was_public("soon", time.now) and public_piece("soon", time.now) is None


@pytest.mark.parametrize("end", [pieces.withdraw, pieces.delete])
def test_every_address_of_a_piece_that_is_gone_says_so(
    write: Write, time: Clock, end: Callable[[int, datetime], object]
) -> None:
    piece = write("A")
    edit(piece, time, slug="b")
    end(piece.id, time.now)
    found = moved("notebook/a", time.now)
    assert found is not None and found.is_gone


def test_a_deleted_piece_leaves_its_address_and_nothing_else(write: Write, time: Clock) -> None:
    piece = write("Unmistakable", topics=("Linux",))
    pieces.correct(piece.id, "Why.", time.now)
    pieces.delete(piece.id, time.now)
    assert (count(Piece), count(Revision), count(FormerAddress)) == (0, 0, 1)
    for table in ("correction", "piece_topic", "piece_search"):
        assert reader().scalar(text(f"SELECT count(*) FROM {table}")) == 0
    found = moved("notebook/unmistakable", time.now)
    assert found is not None and found.is_gone


def test_deleting_what_nobody_knew_leaves_no_trace(write: Write, time: Clock) -> None:
    for piece in (write("Draft", publish=False), write("Soon", at=time.now + timedelta(days=9))):
        with transaction() as session:
            pieces.leave_address(session, piece, f"old/{piece.slug}", time.now)
        pieces.delete(piece.id, time.now)
        assert moved(f"notebook/{piece.slug}", time.now) is moved(f"old/{piece.slug}", time.now) is None
    assert count(FormerAddress) == 0


def test_a_piece_may_be_deleted_whose_address_led_elsewhere_once(write: Write, time: Clock) -> None:
    first, second = write("First"), write("Second")
    with transaction() as session:
        pieces.leave_address(session, first, "notebook/second", time.now)
    pieces.delete(second.id, time.now)
    assert count(FormerAddress) == 1


def test_a_piece_that_was_changed_meanwhile_is_not_deleted_unseen(write: Write, time: Clock) -> None:
    piece = write("A")
    seen = piece.version
    edit(piece, time, source="Changed.")
    with pytest.raises(Conflict):
        pieces.delete(piece.id, time.now, seen)
    assert public_piece("a", time.now) is piece
    assert pieces.delete(piece.id, time.now, seen + 1) is piece


# Corrected


def test_a_correction_is_dated_and_moves_the_date_of_change(write: Write, time: Clock) -> None:
    piece = write("A")
    time.forward(days=1)
    correction = pieces.correct(piece.id, "  The figure\nwas wrong. ", time.now)
    assert correction is not None
    assert (correction.sentence, correction.made_at) == ("The figure was wrong.", time.now)
    assert (piece.changed_at, piece.updated_at, piece.version) == (time.now, time.now, 3)


def test_a_correction_says_something(write: Write, time: Clock) -> None:
    with pytest.raises(Refused):
        pieces.correct(write("A").id, " \u200b", time.now)


def count(model: type[Piece | Revision | FormerAddress]) -> int:
    return reader().scalar(select(func.count()).select_from(model)) or 0
