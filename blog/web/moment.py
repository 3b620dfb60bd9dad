"""One moment and one view of the site for each request, and dates as readers see them."""

import datetime as dt
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from flask import g
from markupsafe import Markup

from blog.reading.site import Front
from blog.reading.site import front as read_front
from blog.state import clock
from blog.web.words import is_ours, tongue


def now() -> datetime:
    """The present moment; the same one for the whole request."""
    if "now" not in g:
        g.now = clock.now()
    moment: datetime = g.now
    return moment


def front() -> Front:
    """The site as every page needs it, read once for the whole request."""
    if "front" not in g:
        g.front = read_front(now())
    front: Front = g.front
    return front


def tongue_here(language: str = "") -> Markup:
    """The attributes that say in which language a text of the author's is, "" for the site's own.

    None for the site's own where that is the interface's as well.
    """
    own = front().site.language
    return tongue(language or ("" if is_ours(own) else own))


def ours() -> Markup:
    """The attribute that says in which language the interface speaks; none where the site's own is the same."""
    return Markup() if is_ours(front().site.language) else Markup(' lang="en"')


def local(moment: datetime) -> datetime:
    """A moment in the site's zone."""
    return moment.astimezone(front().zone)


def day(moment: datetime) -> str:
    """The day of a moment in the site's zone, for people: 3 May 2024."""
    return plain_day(local(moment))


def plain_day(date: dt.date) -> str:
    """A date for people: 3 May 2024."""
    return f"{date.day} {MONTHS[date.month - 1]} {date.year}"


def instant(moment: datetime) -> str:
    """A moment for machines, with the offset of the site's zone."""
    return clock.written(moment, front().zone)


def time_tag(moment: datetime) -> Markup:
    """The day for people, and the instant for machines."""
    return tag(moment, front().zone)


@lru_cache(maxsize=4096)
def tag(moment: datetime, zone: ZoneInfo) -> Markup:
    """`time_tag` for a moment in a zone."""
    here = moment.astimezone(zone)
    return Markup(f'<time datetime="{clock.written(moment, zone)}">{plain_day(here)}</time>')  # noqa: S704 - digits and months


MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
