"""The site as every page needs it: its settings, its edition and when it last changed."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Select, select
from sqlalchemy.orm import InstrumentedAttribute

from blog.models import Edition, Piece, Site
from blog.reading import gate
from blog.state.database import reader
from blog.state.per_edition import State


@dataclass(frozen=True, slots=True)
class Front:
    """The site at one moment.

    `updated` is the last publication or change that matters among what is public, None for an empty site.
    `modified` is when any public answer last changed: the edition's turn, or a scheduled piece's moment. `state`
    is the same exactly as long as everything that the public may see is.
    """

    site: Site
    edition: int
    updated: datetime | None
    modified: datetime
    state: State

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.site.time_zone)


def front(now: datetime) -> Front:
    """The site at `now`, in one query."""
    newest = last(Piece.published_at).where(gate.public(now)).scalar_subquery()
    shown = last(Piece.published_at).where(gate.listed(now)).scalar_subquery()
    changed = last(Piece.changed_at).where(gate.listed(now), Piece.changed_at.is_not(None)).scalar_subquery()
    query = select(Site, Edition, newest, shown, changed).where(Site.id == Edition.id)
    site, edition, due, published, altered = reader().execute(query).one()
    return Front(
        site=site,
        edition=edition.number,
        updated=max(filter(None, (published, altered)), default=None),
        modified=max(filter(None, (edition.turned_at, due))),
        state=(edition.number, edition.turned_at, due),
    )


def last(moment: InstrumentedAttribute[datetime | None]) -> Select[datetime | None]:
    """The latest of a piece's moments, read off the end of an index; to be narrowed."""
    return select(moment).order_by(moment.desc()).limit(1)


def next_change(now: datetime) -> datetime | None:
    """The moment at which the next scheduled piece becomes public, None without one."""
    query = select(Piece.published_at).where(gate.scheduled(now)).order_by(Piece.published_at).limit(1)
    return reader().scalar(query)
