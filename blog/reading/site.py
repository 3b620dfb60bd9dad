"""The site as every page needs it: its settings, its edition and when it last changed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Select, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from blog.models import Edition, Piece, Purge, Site
from blog.reading import gate
from blog.state.database import reader
from blog.state.per_edition import State

SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Front:
    """The site at one moment.

    `site` belongs to no session. `updated` is the last publication or change that matters among what is public,
    None for an empty site. `modified` is when any public answer last changed: the edition's turn, or a scheduled
    piece's moment; from `settled` on nothing else can come to have the same `modified`, as a change within the very
    second of a scheduled piece could. `state` is the same exactly as long as everything that the public may see is.
    """

    site: Site
    edition: int
    updated: datetime | None
    modified: datetime
    settled: datetime
    state: State

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.site.time_zone)


def last(moment: InstrumentedAttribute[datetime | None]) -> Select[datetime | None]:
    """The latest of a piece's moments, read off the end of an index; to be narrowed."""
    return select(moment).order_by(moment.desc()).limit(1)


DUE = last(Piece.published_at).where(gate.public(gate.NOW)).scalar_subquery()
SHOWN = last(Piece.published_at).where(gate.listed(gate.NOW)).scalar_subquery()
CHANGED = last(Piece.changed_at).where(gate.listed(gate.NOW), Piece.changed_at.is_not(None)).scalar_subquery()
SITE = Site.__table__.c
FRONT = select(Edition.number, Edition.turned_at, DUE, SHOWN, CHANGED, *SITE).where(SITE.id == Edition.id)
NEXT = select(Piece.published_at).where(gate.scheduled(gate.NOW)).order_by(Piece.published_at).limit(1)


def front(now: datetime) -> Front:
    """The site at `now`, in one query."""
    number, turned_at, due, shown, changed, *values = reader().execute(FRONT, {"now": now}).one()
    is_due = due is not None and due > turned_at
    return Front(
        site=Site(**dict(zip(SITE.keys(), values, strict=True))),
        edition=number,
        updated=max(filter(None, (shown, changed)), default=None),
        modified=due if is_due else turned_at,
        settled=due + SECOND if is_due else turned_at,
        state=(number, turned_at, due),
    )


def next_change(now: datetime) -> datetime | None:
    """The moment at which the next scheduled piece becomes public, None without one."""
    return reader().scalar(NEXT, {"now": now})


def purge_fault(session: Session | None = None) -> str:
    """Why the cache in front of the site may still show an older edition; "" where there is no reason."""
    query = select(Purge.fault).where(Purge.id == Edition.id, Purge.done < Edition.number)
    return (session or reader()).scalar(query) or ""
