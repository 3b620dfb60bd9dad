"""The gate: the one place that says what the public may see. Everything public goes through it."""

from datetime import datetime

from sqlalchemy import ColumnElement, and_, bindparam

from blog.models import Moment, Piece, Status, piece_topic

Now = datetime | ColumnElement[datetime]
NOW: ColumnElement[datetime] = bindparam("now", type_=Moment())
"""The present moment in a query that is made once and then asked again and again, with `now` as a parameter."""


def public(now: Now) -> ColumnElement[bool]:
    """True for pieces that the public may read at `now`: published, and their date has come."""
    return and_(Piece.status == Status.PUBLISHED, Piece.published_at <= now)


def listed(now: Now) -> ColumnElement[bool]:
    """True for public pieces that stand in lists, counts, feeds, neighbours and search."""
    return and_(public(now), Piece.listed)


def listed_about(now: Now) -> ColumnElement[bool]:
    """`listed` for a row that says what a piece is about, without a look at the piece."""
    return piece_topic.c.listed_at <= now


def gone(now: Now) -> ColumnElement[bool]:
    """True for pieces that were public and have been withdrawn."""
    return and_(Piece.status == Status.WITHDRAWN, Piece.published_at <= now)


def scheduled(now: Now) -> ColumnElement[bool]:
    """True for published pieces whose date lies ahead."""
    return and_(Piece.status == Status.PUBLISHED, Piece.published_at > now)


def is_public(piece: Piece, now: datetime) -> bool:
    """The gate for a piece in hand: what `public` is in a query."""
    at = piece.published_at
    return piece.status == Status.PUBLISHED and at is not None and at <= now


def listed_at(piece: Piece) -> datetime | None:
    """The moment from which a piece stands in lists, which may lie ahead; None where it stands in none."""
    return piece.published_at if piece.status == Status.PUBLISHED and piece.listed else None


def is_known(piece: Piece, now: datetime) -> bool:
    """Whether the public knows a piece's address: it is public, or was and has been withdrawn."""
    at = piece.published_at
    return piece.status != Status.DRAFT and at is not None and at <= now
