"""Paths: ordered lists of stops through pieces."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
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


def walk(slug: str, now: datetime) -> Walk | None:
    """The path with this slug and its public stops in order; None where there is no such path or no stop."""
    query = (
        select(Stop, Path)
        .join(Path, Path.id == Stop.path_id)
        .join(Piece, Piece.id == Stop.piece_id)
        .where(Path.slug == slug, gate.public(now))
        .order_by(Stop.position, Stop.id)
        .options(contains_eager(Stop.piece).options(card[0]))
    )
    rows = reader().execute(query).all()
    return Walk(rows[0][1], [stop for stop, _ in rows]) if rows else None
