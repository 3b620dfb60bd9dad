"""Cards: what a list shows of a piece, as a plain row. A piece itself is an object that may be changed, which costs."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, select

from blog.models import Piece, Topic, label_of, piece_topic
from blog.state.database import reader


@dataclass(frozen=True, slots=True)
class About:
    """A topic as it stands on a card."""

    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class Card:
    """What a list shows of a listed piece. `topics` are there where the list shows them."""

    id: int
    kind: str
    slug: str
    title: str
    summary: str
    excerpt: str
    published_at: datetime
    language: str
    minutes: int
    standing: str
    topics: tuple[About, ...] = ()

    @property
    def label(self) -> str:
        """What stands where a title is needed."""
        return label_of(self.title, self.excerpt, self.kind)


columns = Piece.__table__.c
COLUMNS = (
    columns.id,
    columns.kind,
    columns.slug,
    columns.title,
    columns.summary,
    columns.excerpt,
    columns.published_at,
    columns.language,
    columns.minutes,
    columns.standing,
)
NUMBER_OF_COLUMNS = len(COLUMNS)
CARDS = select(*COLUMNS)
topic = Topic.__table__.c
TOPICS = (
    select(piece_topic.c.piece_id, topic.slug, topic.name)
    .join_from(piece_topic, Topic.__table__, topic.id == piece_topic.c.topic_id)
    .where(piece_topic.c.piece_id.in_(bindparam("ids", expanding=True)))
    .order_by(piece_topic.c.position)
)


def cards(rows: Iterable[Row[Any]]) -> list[Card]:
    """The cards in rows that begin with COLUMNS."""
    return [Card(*row[:NUMBER_OF_COLUMNS]) for row in rows]


def cards_with_topics(rows: Sequence[Row[Any]]) -> list[Card]:
    """The same with their topics: one query for all."""
    topics: defaultdict[int, tuple[About, ...]] = defaultdict(tuple)
    for piece_id, slug, name in reader().execute(TOPICS, {"ids": [row[0] for row in rows]}):
        topics[piece_id] += (About(slug, name),)
    return [Card(*(*row[:NUMBER_OF_COLUMNS], topics[row[0]])) for row in rows]
