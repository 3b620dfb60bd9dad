"""Lists of pieces: the notebook and its filters, the dispatch, and what stands in feeds."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.orm import joinedload, load_only, selectinload

from blog.models import Kind, Piece, Topic
from blog.reading import gate
from blog.reading.cursor import Cursor
from blog.state.database import reader

PART = 20
DISPATCH_PART = 100
FEED_PART = 30
LATEST_ESSAYS = 5

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

    def of(self, now: datetime) -> Select[Piece]:
        """The listed pieces that pass this filter, in no order."""
        query = select(Piece).where(gate.listed(now))
        if self.kind:
            query = query.where(Piece.kind == self.kind)
        if self.topic:
            query = query.where(Piece.topics.any(Topic.id == self.topic.id))
        return query


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a list, and the cursor of the next one where there is more."""

    pieces: list[Piece]
    following: Cursor | None


def newest_first(query: Select[Piece]) -> Select[Piece]:
    """The query's pieces from the newest to the oldest, with the tie-breaker that cursors know."""
    return query.order_by(Piece.published_at.desc(), Piece.id.desc())


def take(query: Select[Piece], size: int, before: Cursor | None) -> Part:
    """The first `size` pieces of a newest-first query that come after `before`."""
    if before:
        query = query.where(before.earlier)
    found = list(reader().scalars(newest_first(query).limit(size + 1)))
    pieces = found[:size]
    return Part(pieces, Cursor.of(pieces[-1]) if len(found) > size else None)


def notebook(now: datetime, chosen: Filter, before: Cursor | None = None, size: int = PART) -> Part:
    """One part of the notebook as the filter narrows it: cards with their topics, two queries."""
    return take(chosen.of(now).options(*card), size, before)


def dispatch(now: datetime, before: Cursor | None = None, size: int = DISPATCH_PART) -> Part:
    """The essays in chronological order: the latest `size` of them, or those before a cursor."""
    part = notebook(now, Filter(kind=Kind.ESSAY), before, size)
    return Part(part.pieces[::-1], part.following)


def for_feed(now: datetime, chosen: Filter, before: Cursor | None = None, size: int = FEED_PART) -> Part:
    """The newest pieces with their whole text, for a feed: two queries."""
    return take(chosen.of(now).options(selectinload(Piece.topics), joinedload(Piece.byline)), size, before)


def latest(now: datetime, kind: Kind, size: int) -> list[Piece]:
    """The newest pieces of one kind, whole, without topics: one query."""
    return list(reader().scalars(newest_first(Filter(kind=kind).of(now)).limit(size)))
