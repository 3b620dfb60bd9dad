"""What an import has to know of the notebook: of the pieces that it brings, and of no others."""

from flask import Flask

from blog.models import Relation
from blog.reading import archive
from blog.reading.archive import MOST_ASKED
from blog.state.database import db, transaction
from blog.writing import pieces
from blog.writing.links import put_links
from tests.conftest import Clock, Write
from tests.statements import statements
from tests.writing.edits import edit

MANY = [f"none-{number}" for number in range(2 * MOST_ASKED)]


def test_pieces_are_known_by_uid_and_by_origin_each_once(write: Write) -> None:
    first, second, _ = write("First"), write("Second"), write("Third")
    with transaction():
        second.origin = "markdown:second.md"
    assert archive.known_pieces([first.uid, "none"], []) == [first]
    assert archive.known_pieces([], ["markdown:second.md"]) == [second]
    both = archive.known_pieces([first.uid, second.uid], ["markdown:second.md"])
    assert len(both) == 2 and set(both) == {first, second}
    assert archive.known_pieces([*MANY, first.uid], []) == [first]


def test_an_address_belongs_to_the_piece_that_has_it_and_else_to_the_one_that_had_it(write: Write, time: Clock) -> None:
    moved, present = write("Old"), write("Present")
    edit(moved, time, slug="new")
    with transaction() as session:
        pieces.leave_address(session, moved, "2019/old.html", time.now)
        pieces.leave_address(session, moved, "notebook/present", time.now)
    asked = ["notebook/old", "notebook/new", "notebook/present", "2019/old.html", "new", "notebook/none", *MANY]
    assert archive.owners(asked) == {
        "notebook/old": moved.uid,
        "notebook/new": moved.uid,
        "notebook/present": present.uid,
        "2019/old.html": moved.uid,
    }
    assert archive.former_owners(asked) == dict.fromkeys(
        ["notebook/old", "2019/old.html", "notebook/present"], moved.id
    )


def test_what_is_gone_belongs_to_nobody(write: Write, time: Clock) -> None:
    pieces.delete(write("Gone").id, time.now)
    assert archive.owners(["notebook/gone"]) == {} and archive.former_owners(["notebook/gone"]) == {}


def test_links_are_told_by_the_slug_of_the_other(write: Write) -> None:
    one, two = write("One"), write("Two")
    with transaction() as session:
        put_links(session, two.id, [(Relation.ANSWERS, one.id)])
    assert archive.links_from([one.id]) == []
    assert archive.links_from([one.id, two.id]) == [(two.id, "answers", "one")]
    assert sorted(archive.slugs()) == ["one", "two"]


def test_nothing_is_asked_where_nothing_is_wanted(app: Flask) -> None:
    db.session.remove()
    with statements() as sent:
        assert archive.known_pieces([], []) == [] and archive.owners([]) == {} and archive.links_from([]) == []
    assert sent == []
