"""The gate: the one place that says what the public may see. Everything public goes through it."""

from datetime import datetime

from sqlalchemy import ColumnElement, and_

from blog.models import Piece, Status


def public(now: datetime) -> ColumnElement[bool]:
    """True for pieces that the public may read at `now`: published, and their date has come."""
    return and_(Piece.status == Status.PUBLISHED, Piece.published_at <= now)


def listed(now: datetime) -> ColumnElement[bool]:
    """True for public pieces that stand in lists, counts, feeds, neighbours and search."""
    return and_(public(now), Piece.listed)


def gone(now: datetime) -> ColumnElement[bool]:
    """True for pieces that were public and have been withdrawn."""
    return and_(Piece.status == Status.WITHDRAWN, Piece.published_at <= now)


def scheduled(now: datetime) -> ColumnElement[bool]:
    """True for published pieces whose date lies ahead."""
    return and_(Piece.status == Status.PUBLISHED, Piece.published_at > now)


def is_public(piece: Piece, now: datetime) -> bool:
    """The gate for a piece in hand: what `public` is in a query."""
    at = piece.published_at
    return piece.status == Status.PUBLISHED and at is not None and at <= now


def is_known(piece: Piece, now: datetime) -> bool:
    """Whether the public knows a piece's address: it is public, or was and has been withdrawn."""
    at = piece.published_at
    return piece.status != Status.DRAFT and at is not None and at <= now
