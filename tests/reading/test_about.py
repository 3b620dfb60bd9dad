"""What the rows of topics say of a piece is what the piece says, after anything that can happen to it."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

from sqlalchemy import select

from blog.models import Kind, Piece, piece_topic
from blog.reading import gate
from blog.reading.lists import Filter, notebook
from blog.reading.topics import all_topics
from blog.state.database import db, reader
from blog.writing import pieces
from tests.conftest import Clock, Write
from tests.writing.edits import edit

TOPICS = ("a", "b", "c")


def things(piece: Piece, time: Clock, dice: Random) -> list[Callable[[], object]]:
    """What can happen to a piece."""
    return [
        lambda: pieces.publish(piece.id, time.now),
        lambda: pieces.withdraw(piece.id, time.now),
        lambda: edit(piece, time, kind=dice.choice(list(Kind))),
        lambda: edit(piece, time, listed=not piece.listed),
        lambda: edit(piece, time, topics=tuple(dice.sample(TOPICS, dice.randint(0, 3)))),
        lambda: edit(piece, time, published_at=time.now + timedelta(days=dice.randint(-3, 3))),
        lambda: pieces.correct(piece.id, "Why.", time.now),
        lambda: pieces.delete(piece.id, time.now) if dice.random() < 0.2 else None,
    ]


def check(time: Clock) -> None:
    """Compare every row with its piece, and every list of a topic with the pieces themselves."""
    db.session.remove()
    rows = reader().execute(select(Piece, piece_topic.c.kind, piece_topic.c.listed_at).join_from(Piece, piece_topic))
    for piece, kind, listed_at in rows:
        assert (kind, listed_at) == (piece.kind, gate.listed_at(piece))
    for topic in all_topics():
        about = [piece for piece in reader().scalars(select(Piece)) if topic in piece.topics]
        shown = {piece.id for piece in about if piece.listed and gate.is_public(piece, time.now)}
        assert {card.id for card in notebook(time.now, Filter(topic=topic)).pieces} == shown


def test_topics_follow_their_pieces_through_everything(write: Write, time: Clock) -> None:
    dice = Random(4)
    ids = [write(str(number), topics=("a", "b"), publish=number % 2 == 0).id for number in range(6)]
    for _ in range(120):
        piece = reader().get(Piece, dice.choice(ids))
        if piece:
            dice.choice(things(piece, time, dice))()
            check(time)
    assert len(list(reader().scalars(select(Piece)))) < 6
