"""Lists of pieces: the notebook and its filters, the dispatch, and what stands in feeds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.orm import joinedload, load_only, selectinload
from sqlalchemy.sql.base import ExecutableOption

from blog.models import Kind, Piece, Topic, piece_topic
from blog.reading import gate
from blog.reading.cursor import ABOUT_BY_DATE, BY_DATE, Cursor, Place
from blog.state.database import reader

PART = 20
DISPATCH_PART = 100
FEED_PART = 30
LATEST_ESSAYS = 5

named = load_only(
    Piece.id,
    Piece.kind,
    Piece.slug,
    Piece.title,
    Piece.excerpt,
    Piece.published_at,
    Piece.language,
    raiseload=True,
)
card = (
    load_only(
        Piece.id,
        Piece.kind,
        Piece.slug,
        Piece.title,
        Piece.summary,
        Piece.excerpt,
        Piece.published_at,
        Piece.changed_at,
        Piece.language,
        Piece.minutes,
        Piece.standing,
        raiseload=True,
    ),
    selectinload(Piece.topics),
)


@dataclass(frozen=True, slots=True)
class Filter:
    """What a list is narrowed to; nothing set means the whole notebook."""

    kind: Kind | None = None
    topic: Topic | None = None

    @property
    def place(self) -> Place:
        """What this list runs along."""
        return ABOUT_BY_DATE if self.topic else BY_DATE

    def of(self, now: datetime) -> Select[Piece]:
        """The listed pieces that pass this filter, in no order."""
        if self.topic:
            return self.about(self.topic, now)
        query = select(Piece).where(gate.listed(now))
        return query.where(Piece.kind == self.kind) if self.kind else query

    def about(self, topic: Topic, now: datetime) -> Select[Piece]:
        """The listed pieces about a topic, found by what the topic's rows say, and let through by the gate itself."""
        query = select(Piece).join(piece_topic, piece_topic.c.piece_id == Piece.id)
        query = query.where(piece_topic.c.topic_id == topic.id, gate.listed_about(now), gate.listed(now))
        return query.where(piece_topic.c.kind == self.kind) if self.kind else query


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a list, and the cursor of the next one where there is more."""

    pieces: list[Piece]
    following: Cursor | None


def newest_first(query: Select[Piece], place: Place = BY_DATE) -> Select[Piece]:
    """The query's pieces from the newest to the oldest, with the tie-breaker that cursors know."""
    return query.order_by(*(column.desc() for column in place))


def take(now: datetime, chosen: Filter, size: int, before: Cursor | None, options: Sequence[ExecutableOption]) -> Part:
    """The first `size` pieces that pass the filter, newest first, of those that come after `before`."""
    query = chosen.of(before.reached(now) if before else now)
    if before:
        query = query.where(before.earlier(chosen.place))
    found = list(reader().scalars(newest_first(query, chosen.place).limit(size + 1).options(*options)))
    pieces = found[:size]
    return Part(pieces, Cursor.of(pieces[-1]) if len(found) > size else None)


def notebook(now: datetime, chosen: Filter, before: Cursor | None = None, size: int = PART) -> Part:
    """One part of the notebook as the filter narrows it: cards with their topics, two queries."""
    return take(now, chosen, size, before, card)


def dispatch(now: datetime, before: Cursor | None = None, size: int = DISPATCH_PART) -> Part:
    """The essays in chronological order: the latest `size` of them, or those before a cursor."""
    part = notebook(now, Filter(kind=Kind.ESSAY), before, size)
    return Part(part.pieces[::-1], part.following)


def for_feed(now: datetime, chosen: Filter, before: Cursor | None = None, size: int = FEED_PART) -> Part:
    """The newest pieces with their whole text, for a feed: two queries."""
    whole = (selectinload(Piece.topics), joinedload(Piece.byline))
    return take(now, chosen, size, before, whole)


def latest(now: datetime, kind: Kind, size: int) -> list[Piece]:
    """The newest pieces of one kind, whole, without topics: one query."""
    return list(reader().scalars(newest_first(Filter(kind=kind).of(now)).limit(size)))
