"""Links between pieces and corrections: both ends see a link, and the newest correction stands first."""

from blog.models import Link, Relation
from blog.reading.pieces import corrections, links
from blog.state.database import transaction
from blog.writing import pieces
from tests.conftest import Clock, Write


def test_a_link_is_seen_from_both_ends(write: Write, time: Clock) -> None:
    old, new = write("Old"), write("New")
    with transaction() as session:
        session.add(Link(from_id=new.id, to_id=old.id, relation=Relation.REPLACES))
    (seen,) = links(old, time.now)
    assert (seen.piece, seen.relation, seen.newer) == (new, Relation.REPLACES, True)
    (seen,) = links(new, time.now)
    assert (seen.piece, seen.relation, seen.newer) == (old, Relation.REPLACES, False)


def test_links_stand_in_the_order_of_their_pieces(write: Write, time: Clock) -> None:
    made = [write(title) for title in "abcd"]
    with transaction() as session:
        for other, relation in ((3, Relation.ANSWERS), (0, Relation.FOLLOWS_UP), (2, Relation.ANSWERS)):
            session.add(Link(from_id=made[other].id, to_id=made[1].id, relation=relation))
    assert [seen.piece.title for seen in links(made[1], time.now)] == ["a", "c", "d"]


def test_the_newest_correction_stands_first(write: Write, time: Clock) -> None:
    for title in ("A", "B", "A again"):
        piece = write(title)
        time.forward(hours=1)
        pieces.correct(piece.id, f"About {title}.", time.now)
    found = corrections(time.now)
    assert [(each.sentence, each.piece.title) for each in found] == [
        ("About A again.", "A again"), ("About B.", "B"), ("About A.", "A")
    ]  # fmt: skip
    assert len(corrections(time.now, size=2)) == 2
