"""How many pieces there are, by kind and by topic."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, select, true

from blog.models import Kind, Piece, Topic, piece_topic
from blog.reading import gate
from blog.state.database import reader

MOST_SHOWN = 14


@dataclass(frozen=True, slots=True)
class KindCount:
    """A kind with the number of its listed pieces: all of them, and those about the chosen topic."""

    kind: Kind
    all: int
    chosen: int


@dataclass(frozen=True, slots=True)
class TopicCount:
    """A topic with the number of its listed pieces: all of them, and those of the chosen kind."""

    topic: Topic
    all: int
    chosen: int


def by_kind(now: datetime, topic: Topic | None = None) -> list[KindCount]:
    """Every kind with its numbers: one query."""
    about = Piece.topics.any(Topic.id == topic.id) if topic else true()
    query = select(Piece.kind, func.count(), func.sum(case((about, 1), else_=0)))
    rows = reader().execute(query.where(gate.listed(now)).group_by(Piece.kind))
    found = {kind: (total, int(chosen)) for kind, total, chosen in rows}
    return [KindCount(kind, *found.get(kind, (0, 0))) for kind in Kind]


def by_topic(now: datetime, kind: Kind | None = None) -> list[TopicCount]:
    """Every topic that has listed pieces, by name, with its numbers: one query."""
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


def most_used(topics: list[TopicCount], chosen: Topic | None) -> list[TopicCount]:
    """The topics that a filter row shows, in their order: those with the most pieces, and the chosen one."""
    most = sorted(topics, key=lambda each: -each.all)[:MOST_SHOWN]
    return [each for each in topics if each in most or (chosen and each.topic.id == chosen.id)]
