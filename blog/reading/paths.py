"""Paths: ordered lists of stops through pieces."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, bindparam, select

from blog.models import Path, Piece, Stop
from blog.reading import gate
from blog.reading.cards import COLUMNS, Card, cards
from blog.reading.site import Front
from blog.state.database import reader
from blog.state.per_edition import once


@dataclass(frozen=True, slots=True)
class Step:
    """A stop as readers see it."""

    label: str
    sentence: str
    piece: Card


@dataclass(frozen=True, slots=True)
class Walk:
    """A path with the stops whose pieces the public may see."""

    title: str
    summary: str
    stops: list[Step]


# Joined outwards, so that the database begins with the few stops and not with all that is public.
WALK: Select[Any] = (
    select(*COLUMNS, Path.title, Path.summary, Stop.label, Stop.sentence)
    .select_from(Stop)
    .join(Path, Path.id == Stop.path_id)
    .outerjoin(Piece, and_(Piece.id == Stop.piece_id, gate.public(gate.NOW)))
    .where(Path.slug == bindparam("slug"))
    .order_by(Stop.position, Stop.id)
)


def start(front: Front, now: datetime) -> Walk | None:
    """The path that opens the notebook, read once in each state of the site."""
    return once("start", front.state, lambda: walk("start", now))


def walk(slug: str, now: datetime) -> Walk | None:
    """The path with this slug and its public stops in order; None where there is no such path or no stop."""
    rows = [row for row in reader().execute(WALK, {"slug": slug, "now": now}) if row[0] is not None]
    if not rows:
        return None
    *_, title, summary, _, _ = rows[0]
    stops = [Step(row[-2], row[-1], card) for row, card in zip(rows, cards(rows), strict=True)]
    return Walk(title, summary, stops)
