"""The site as every page needs it: its settings, its edition and when it last changed."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import func, select

from blog.models import Edition, Piece, Site
from blog.reading import gate
from blog.state.database import reader


@dataclass(frozen=True, slots=True)
class Front:
    """The site at one moment.

    `updated` is the last publication or change that matters among what is public, None for an empty site.
    `modified` is when any public answer last changed: the edition's turn, or a scheduled piece's moment.
    """

    site: Site
    edition: int
    updated: datetime | None
    modified: datetime

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.site.time_zone)


def front(now: datetime) -> Front:
    """The site at `now`, in one query."""
    newest = select(func.max(Piece.published_at)).where(gate.public(now)).scalar_subquery()
    changed = select(func.max(Piece.changed_at)).where(gate.listed(now)).scalar_subquery()
    shown = select(func.max(Piece.published_at)).where(gate.listed(now)).scalar_subquery()
    query = select(Site, Edition, newest, shown, changed).where(Site.id == Edition.id)
    site, edition, due, published, altered = reader().execute(query).one()
    return Front(
        site=site,
        edition=edition.number,
        updated=max(filter(None, (published, altered)), default=None),
        modified=max(filter(None, (edition.turned_at, due))),
    )


def next_change(now: datetime) -> datetime | None:
    """The moment at which the next scheduled piece becomes public, None without one."""
    return reader().scalar(select(func.min(Piece.published_at)).where(gate.scheduled(now)))
