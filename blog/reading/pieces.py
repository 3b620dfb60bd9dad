"""One piece and what hangs together with it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import contains_eager, joinedload, load_only, selectinload

from blog.models import Correction, Link, Piece, Relation
from blog.reading import gate
from blog.reading.cursor import Cursor
from blog.reading.lists import newest_first
from blog.state.database import reader

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
    """The public piece with this slug, with topics, byline and corrections: three queries."""
    query = select(Piece).where(Piece.slug == slug, gate.public(now))
    whole = (selectinload(Piece.topics), selectinload(Piece.corrections), joinedload(Piece.byline))
    return reader().scalar(query.options(*whole))


def was_public(slug: str, now: datetime) -> bool:
    """Whether a piece with this slug was public and has been withdrawn."""
    return reader().scalar(select(Piece.id).where(Piece.slug == slug, gate.gone(now))) is not None


def neighbours(piece: Piece, now: datetime) -> Neighbours:
    """The listed pieces right before and right after a public piece: one query."""
    here = Cursor.of(piece)
    ids = select(Piece.id).where(gate.listed(now)).limit(1)
    earlier = ids.where(here.earlier()).order_by(Piece.published_at.desc(), Piece.id.desc())
    later = ids.where(here.later()).order_by(Piece.published_at, Piece.id)
    beside = or_(Piece.id == earlier.scalar_subquery(), Piece.id == later.scalar_subquery())
    found = list(reader().scalars(select(Piece).where(beside).options(named)))
    return Neighbours(
        earlier=next((other for other in found if Cursor.of(other) < here), None),
        later=next((other for other in found if Cursor.of(other) > here), None),
    )


def links(piece: Piece, now: datetime) -> list[Linked]:
    """The public pieces that `piece` is linked to or that are linked to it, oldest first: one query."""
    query = (
        select(Piece, Link)
        .join(Link, or_(Link.from_id == Piece.id, Link.to_id == Piece.id))
        .where(or_(Link.from_id == piece.id, Link.to_id == piece.id), Piece.id != piece.id, gate.public(now))
        .order_by(Piece.published_at, Piece.id)
        .options(named)
    )
    return [
        Linked(found, Relation(link.relation), newer=link.from_id == found.id)
        for found, link in reader().execute(query)
    ]


def corrections(now: datetime, size: int = 100) -> list[Correction]:
    """The newest corrections of listed pieces, with their pieces: one query."""
    query = select(Correction).join(Correction.piece).where(gate.listed(now))
    query = query.order_by(Correction.made_at.desc(), Correction.id.desc()).limit(size)
    return list(reader().scalars(query.options(contains_eager(Correction.piece).options(named))))


def addresses(now: datetime, size: int = 49_000) -> list[Piece]:
    """The listed pieces with what a sitemap says of them, newest first: one query."""
    query = newest_first(select(Piece).where(gate.listed(now))).limit(size)
    brief = load_only(Piece.slug, Piece.published_at, Piece.changed_at, raiseload=True)
    return list(reader().scalars(query.options(brief)))
