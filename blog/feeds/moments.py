"""Moments as feeds write them: in UTC, to the second, whatever the locale and zone of the process."""

from datetime import UTC, datetime
from email.utils import format_datetime


def _utc(moment: datetime) -> datetime:
    if moment.utcoffset() is None:
        raise ValueError(f"{moment.isoformat()} does not say in which time zone it is.")
    return moment.astimezone(UTC)


def rfc822(moment: datetime) -> str:
    """The form of RSS, with English names and a four-digit year: Fri, 01 May 2026 18:29:59 GMT."""
    return format_datetime(_utc(moment), usegmt=True)


def rfc3339(moment: datetime) -> str:
    """The form of Atom and JSON Feed: 2026-05-01T18:29:59Z."""
    return _utc(moment).isoformat(timespec="seconds").replace("+00:00", "Z")
