"""Paths: ordered lists of stops through pieces."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import contains_eager

from blog.models import Path, Piece, Stop
from blog.reading import gate
from blog.reading.lists import card
from blog.state.database import reader


@dataclass(frozen=True, slots=True)
class Walk:
    """A path with the stops whose pieces the public may see."""

    path: Path
    stops: list[Stop]


# Joined outwards, so that the database begins with the few stops and not with all that is public.
WALK = (
    select(Stop, Path, Piece)
    .join(Path, Path.id == Stop.path_id)
    .outerjoin(Piece, and_(Piece.id == Stop.piece_id, gate.public(gate.NOW)))
    .where(Path.slug == bindparam("slug"))
    .order_by(Stop.position, Stop.id)
    .options(contains_eager(Stop.piece).options(card[0]), card[0])
)


def walk(slug: str, now: datetime) -> Walk | None:
    """The path with this slug and its public stops in order; None where there is no such path or no stop."""
    found = reader().execute(WALK, {"slug": slug, "now": now})
    rows = [(stop, path) for stop, path, piece in found if piece]
    return Walk(rows[0][1], [stop for stop, _ in rows]) if rows else None
