"""One piece and what hangs together with it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, case, func, or_, select
from sqlalchemy.orm import contains_eager, joinedload, selectinload

from blog.models import Correction, Link, Piece, Relation
from blog.reading import gate
from blog.reading.cursor import Cursor
from blog.reading.lists import named
from blog.state.database import reader


@dataclass(frozen=True, slots=True)
class Linked:
    """A piece linked to another one, and how. `newer` where this is the one that says it."""

    piece: Piece
    relation: Relation
    newer: bool


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The pieces right before and right after another by date, among all that is listed."""

    earlier: Piece | None
    later: Piece | None


def public_piece(slug: str, now: datetime) -> Piece | None:
    """The public piece with this slug, with topics, byline and corrections: two queries."""
    query = select(Piece).where(Piece.slug == slug, gate.public(now))
    whole = (selectinload(Piece.topics), joinedload(Piece.corrections), joinedload(Piece.byline))
    return reader().scalars(query.options(*whole)).unique().one_or_none()


def was_public(slug: str, now: datetime) -> bool:
    """Whether a piece with this slug was public and has been withdrawn."""
    return reader().scalar(select(Piece.id).where(Piece.slug == slug, gate.gone(now))) is not None


def neighbours(piece: Piece, now: datetime) -> Neighbours:
    """The listed pieces right before and right after a public piece: one query."""
    here = Cursor.of(piece)
    ids = select(Piece.id).limit(1)
    earlier = ids.where(gate.listed(here.reached(now)), here.earlier())
    earlier = earlier.order_by(Piece.published_at.desc(), Piece.id.desc())
    later = ids.where(gate.listed(now), here.later()).order_by(Piece.published_at, Piece.id)
    beside = or_(Piece.id == earlier.scalar_subquery(), Piece.id == later.scalar_subquery())
    found = list(reader().scalars(select(Piece).where(beside).options(named)))
    return Neighbours(
        earlier=next((other for other in found if Cursor.of(other) < here), None),
        later=next((other for other in found if Cursor.of(other) > here), None),
    )


def links(piece: Piece, now: datetime) -> list[Linked]:
    """The public pieces that `piece` is linked to or that are linked to it, oldest first: one query."""
    other = case((Link.from_id == piece.id, Link.to_id), else_=Link.from_id)
    # Joined outwards, so that the database begins with the few links and not with all that is public.
    query = (
        select(Piece, Link)
        .select_from(Link)
        .outerjoin(Piece, and_(Piece.id == other, gate.public(now)))
        .where(or_(Link.from_id == piece.id, Link.to_id == piece.id))
        .order_by(Piece.published_at, Piece.id)
        .options(named)
    )
    return [
        Linked(found, Relation(link.relation), newer=link.from_id == found.id)
        for found, link in reader().execute(query)
        if found
    ]


def corrections(now: datetime, size: int = 100) -> list[Correction]:
    """The newest corrections of listed pieces, with their pieces: one query."""
    # Joined outwards, and without a comparison that undoes it, so that the database begins with the newest.
    query = select(Correction).outerjoin(Piece, and_(Piece.id == Correction.piece_id, gate.listed(now)))
    query = query.where(func.coalesce(Piece.id, 0) != 0)
    query = query.order_by(Correction.made_at.desc(), Correction.id.desc()).limit(size)
    return list(reader().scalars(query.options(contains_eager(Correction.piece).options(named))))
