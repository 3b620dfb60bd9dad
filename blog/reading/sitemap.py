"""What a sitemap says of the pieces, in portions of ids, so that each stays small and most of them as they were."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import load_only

from blog.models import Piece
from blog.reading import gate
from blog.reading.lists import newest_first
from blog.reading.site import Front
from blog.state.database import reader
from blog.state.per_edition import once

PORTION = 2_000
brief = load_only(Piece.slug, Piece.published_at, Piece.changed_at, raiseload=True)


def named(now: datetime) -> ColumnElement[bool]:
    """True for what a sitemap names: listed pieces, but for those that say themselves that they stand elsewhere."""
    return and_(gate.listed(now), Piece.canonical == "")


@dataclass(frozen=True, slots=True)
class Portion:
    """The pieces whose ids begin at `number` times PORTION: how many, and the last date of any."""

    number: int
    size: int
    updated: datetime


def portions(front: Front, now: datetime) -> list[Portion]:
    """The portions in which there is a piece, none where one list holds all; read once in each state."""
    return once("sitemap", front.state, lambda: read_portions(now))


def read_portions(now: datetime) -> list[Portion]:
    """The portions at `now`: one query."""
    number = (Piece.id // PORTION).label("number")
    query = select(number, func.count(), func.max(Piece.published_at), func.max(Piece.changed_at))
    rows = reader().execute(query.where(named(now)).group_by("number").order_by("number"))
    found = [Portion(number, size, max(filter(None, dates))) for number, size, *dates in rows]
    return found if sum(portion.size for portion in found) > PORTION else []


def addresses(now: datetime, number: int | None = None) -> list[Piece]:
    """The pieces of a portion, or all, with what a sitemap says of them: one query, newest first."""
    query = select(Piece).where(named(now)).options(brief)
    if number is None:
        return list(reader().scalars(newest_first(query)))
    ids = (number * PORTION, (number + 1) * PORTION - 1)
    return list(reader().scalars(query.where(Piece.id.between(*ids)).order_by(Piece.id.desc())))
