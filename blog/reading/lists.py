"""Lists of pieces: the notebook and its filters, the dispatch, and what stands in feeds."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Generic, TypeVar

from sqlalchemy import Result, Select, bindparam, select
from sqlalchemy.orm import joinedload, load_only, selectinload

from blog.models import Kind, Piece, Topic, piece_topic
from blog.reading import gate
from blog.reading.cards import CARDS, Card, cards, cards_with_topics
from blog.reading.cursor import ABOUT_BY_DATE, BY_DATE, Cursor, Place, earlier
from blog.state.database import reader

PART = 20
DISPATCH_PART = 100
FEED_PART = 30
LATEST_ESSAYS = 5

Each = TypeVar("Each", Card, Piece)
PIECES = select(Piece)
WHOLE = PIECES.options(selectinload(Piece.topics), joinedload(Piece.byline))
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


@dataclass(frozen=True, slots=True)
class Filter:
    """What a list is narrowed to; nothing set means the whole notebook."""

    kind: Kind | None = None
    topic: Topic | None = None


@dataclass(frozen=True, slots=True)
class Part(Generic[Each]):
    """One part of a list, and the cursor of the next one where there is more."""

    pieces: list[Each]
    following: Cursor | None


def newest_first(query: Select[Any], place: Place = BY_DATE) -> Select[Any]:
    """The query's pieces from the newest to the oldest, with the tie-breaker that cursors know."""
    return query.order_by(*(column.desc() for column in place))


@cache
def listing(what: Select[Any], by_kind: bool, by_topic: bool, is_later_part: bool) -> Select[Any]:
    """`what` of the listed pieces in a list: one of a few queries, each made once; see `found` for its parameters.

    Pieces about a topic are found by what the topic's rows say, and let through by the gate itself.
    """
    place = ABOUT_BY_DATE if by_topic else BY_DATE
    query = newest_first(what, place).where(gate.listed(gate.NOW)).limit(bindparam("size"))
    if by_topic:
        query = query.join(piece_topic, piece_topic.c.piece_id == Piece.id)
        query = query.where(piece_topic.c.topic_id == bindparam("topic"), gate.listed_about(gate.NOW))
    if by_kind:
        query = query.where((piece_topic.c.kind if by_topic else Piece.kind) == bindparam("kind"))
    return query.where(earlier(place)) if is_later_part else query


def found(what: Select[Any], now: datetime, chosen: Filter, size: int, before: Cursor | None = None) -> Result[Any]:
    """`what` of the first `size` pieces that pass the filter, newest first, of those that come after `before`."""
    values: dict[str, object] = {"now": before.reached(now) if before else now, "size": size}
    if before:
        values |= before.values()
    if chosen.kind:
        values["kind"] = chosen.kind
    if chosen.topic:
        values["topic"] = chosen.topic.id
    query = listing(what, bool(chosen.kind), bool(chosen.topic), bool(before))
    return reader().execute(query, values)


def part_of(pieces: list[Each], size: int) -> Part[Each]:
    """A part of `size`, of a list that was read one further."""
    here = pieces[:size]
    return Part(here, Cursor.of(here[-1]) if len(pieces) > size else None)


def notebook(now: datetime, chosen: Filter, before: Cursor | None = None, size: int = PART) -> Part[Card]:
    """One part of the notebook as the filter narrows it: cards with their topics, two queries."""
    return part_of(cards_with_topics(found(CARDS, now, chosen, size + 1, before).all()), size)


def dispatch(now: datetime, before: Cursor | None = None, size: int = DISPATCH_PART) -> Part[Card]:
    """The essays in chronological order, the latest `size` of them or those before a cursor: one query."""
    part = part_of(latest(now, Kind.ESSAY, size + 1, before), size)
    return Part(part.pieces[::-1], part.following)


def for_feed(now: datetime, chosen: Filter, before: Cursor | None = None, size: int = FEED_PART) -> Part[Piece]:
    """The newest pieces with their whole text, for a feed: two queries."""
    return part_of(list(found(WHOLE, now, chosen, size + 1, before).scalars()), size)


def latest(now: datetime, kind: Kind, size: int, before: Cursor | None = None) -> list[Card]:
    """The newest pieces of one kind, of those that come after `before`, without topics: one query."""
    return cards(found(CARDS, now, Filter(kind), size, before))


def newest(now: datetime, kind: Kind) -> Piece | None:
    """The newest piece of one kind with its whole text; None where there is none."""
    return found(PIECES, now, Filter(kind), 1).scalars().first()
