"""The edition turns with what the public can see, and with nothing else."""

from datetime import timedelta

import pytest
from flask import Flask

from blog.models import Edition
from blog.reading.site import front, next_change
from blog.reading.topics import all_topics
from blog.state.database import reader
from blog.writing import accounts, messages, pieces, topics
from blog.writing.refusals import Refused
from blog.writing.site import SiteFields, save_site
from tests.conftest import NOON, Clock, Write
from tests.writing.edits import edit


def edition() -> tuple[int, object]:
    """The number of the edition and when it turned, as the database has it."""
    row = reader().query(Edition).populate_existing().one()
    return row.number, row.turned_at


def test_the_first_edition_is_number_one(app: Flask) -> None:
    assert edition()[0] == 1


def test_nothing_that_only_the_desk_sees_turns_it(write: Write, time: Clock) -> None:
    before = edition()
    draft = write("Draft", publish=False, topics=("Secret",))
    edit(draft, time, source="Other", matters=True)
    edit(draft, time, published_at=time.now - timedelta(days=1))
    pieces.correct(draft.id, "Why.", time.now)
    topics.rename(all_topics()[0].id, "Other secret", time.now)
    pieces.delete(draft.id, time.now)
    accounts.create_account("me", "a long password", time.now)
    messages.keep("", "", "Hello", time.now)
    assert edition() == before


def test_what_is_scheduled_ends_what_is_kept_and_moves_no_date(write: Write, time: Clock) -> None:
    number, at = edition()
    scheduled = write("Soon", at=time.now + timedelta(days=3))
    assert edition() == (number + 1, at)
    edit(scheduled, time, published_at=time.now + timedelta(days=2))
    assert edition() == (number + 2, at)
    pieces.withdraw(scheduled.id, time.now)
    assert edition() == (number + 3, at)
    pieces.delete(scheduled.id, time.now)
    assert edition() == (number + 3, at)


def test_everything_that_the_public_sees_turns_it_once(write: Write, time: Clock) -> None:
    piece = write("A", topics=("Linux",))
    assert edition() == (2, time.now)
    edit(piece, time, source="A typo.")
    assert edition() == (3, time.now)
    edit(piece, time, listed=False)
    assert edition()[0] == 4
    pieces.correct(piece.id, "Why.", time.now)
    assert edition()[0] == 5
    topics.rename(all_topics()[0].id, "Unix", time.now)
    assert edition()[0] == 6
    pieces.withdraw(piece.id, time.now)
    assert edition()[0] == 7
    edit(piece, time, source="Behind the scenes.")
    assert edition()[0] == 7
    pieces.publish(piece.id, time.now)
    assert edition()[0] == 8
    pieces.delete(piece.id, time.now)
    assert edition()[0] == 9


def test_saving_what_is_there_does_not_turn_it(write: Write, time: Clock) -> None:
    piece = write("A", topics=("b", "a"))
    save_site(SiteFields(name="Mine"), time.now, None)
    before = edition()
    edit(piece, time)
    edit(piece, time, matters=True, version=piece.version - 1)
    pieces.publish(piece.id, time.now)
    save_site(SiteFields(name=" Mine "), time.now, None)
    assert edition() == before


def test_what_is_refused_does_not_turn_it(write: Write, time: Clock) -> None:
    piece = write("A")
    before = edition()
    with pytest.raises(Refused):
        edit(piece, time, slug="a b")
    assert edition() == before


def test_a_public_piece_that_is_moved_into_the_future_turns_it(write: Write, time: Clock) -> None:
    piece = write("A")
    before = edition()[0]
    edit(piece, time, published_at=time.now + timedelta(days=1))
    assert edition()[0] == before + 1
    edit(piece, time, published_at=time.now)
    assert edition()[0] == before + 2


def test_the_settings_of_the_site_turn_it(app: Flask, time: Clock) -> None:
    save_site(SiteFields(name="Mine", time_zone="Europe/London"), time.now, None)
    assert edition() == (2, NOON)


# What pages say of it


def test_an_empty_site_was_never_updated(app: Flask, time: Clock) -> None:
    assert front(time.now).updated is None


def test_updated_is_the_last_public_change_that_matters(write: Write, time: Clock) -> None:
    first = write("First")
    second = write("Second")
    assert front(time.now).updated == second.published_at
    edit(first, time, source="A typo.")
    assert front(time.now).updated == second.published_at
    edit(first, time, matters=True, source="Something else.")
    assert front(time.now).updated == time.now
    pieces.withdraw(first.id, time.now)
    assert front(time.now).updated == second.published_at


def test_what_is_not_public_does_not_update_the_site(write: Write, time: Clock) -> None:
    shown = write("Shown")
    edit(write("Draft", publish=False), time, source="Other", matters=True)
    write("Soon", at=time.now + timedelta(days=1))
    write("Unlisted", listed=False)
    assert front(time.now).updated == shown.published_at


def test_an_import_of_old_writing_keeps_its_old_date(write: Write, time: Clock) -> None:
    piece = write("Old", at=time.now - timedelta(days=900))
    assert front(time.now).updated == piece.published_at


def test_answers_change_at_the_moment_of_a_scheduled_piece(write: Write, time: Clock) -> None:
    write("Shown")
    before = front(time.now)
    due = time.now + timedelta(days=1)
    write("Soon", at=due)
    write("Later", at=due + timedelta(days=1))
    after = front(time.now)
    assert (after.modified, after.updated) == (before.modified, before.updated)
    assert next_change(time.now) == due
    time.now = due
    assert front(time.now).modified == front(time.now).updated == due
    assert front(time.now).edition == after.edition
    assert next_change(time.now) == due + timedelta(days=1)
    assert next_change(due + timedelta(days=1)) is None
