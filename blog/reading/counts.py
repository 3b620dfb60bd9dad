"""How many pieces there are, by kind and by topic."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, select

from blog.models import Kind, Piece, Topic, piece_topic
from blog.reading import gate
from blog.reading.lists import Filter
from blog.state.database import reader


@dataclass(frozen=True, slots=True)
class TopicCount:
    """A topic with the number of its listed pieces: all of them, and those of the chosen kind."""

    topic: Topic
    all: int
    chosen: int


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers that a filter row shows.

    `kinds` counts each kind within the chosen topic, `topics` each topic that has listed pieces, `total` the
    pieces that pass the whole filter.
    """

    kinds: dict[Kind, int]
    topics: list[TopicCount]
    total: int

    @property
    def any_kind(self) -> int:
        return sum(self.kinds.values())


def counts(now: datetime, chosen: Filter) -> Counts:
    """The numbers for the filter row under a filter: two queries."""
    kinds = by_kind(now, chosen.topic)
    total = kinds[chosen.kind] if chosen.kind else sum(kinds.values())
    return Counts(kinds, by_topic(now, chosen.kind), total)


def by_kind(now: datetime, topic: Topic | None) -> dict[Kind, int]:
    """The number of listed pieces of each kind, within a topic or in all; every kind is there."""
    query = select(Piece.kind, func.count()).where(gate.listed(now)).group_by(Piece.kind)
    if topic:
        query = query.where(Piece.topics.any(Topic.id == topic.id))
    found = dict(reader().execute(query).tuples().all())
    return {kind: found.get(kind, 0) for kind in Kind}


def by_topic(now: datetime, kind: Kind | None) -> list[TopicCount]:
    """Every topic that has listed pieces, by name, with its numbers."""
    matches = func.count() if kind is None else func.sum(case((Piece.kind == kind, 1), else_=0))
    query = (
        select(Topic, func.count(), matches)
        .join(piece_topic, piece_topic.c.topic_id == Topic.id)
        .join(Piece, Piece.id == piece_topic.c.piece_id)
        .where(gate.listed(now))
        .group_by(Topic.id)
        .order_by(func.lower(Topic.name))
    )
    return [TopicCount(topic, total, int(chosen)) for topic, total, chosen in reader().execute(query)]
