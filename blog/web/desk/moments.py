"""Dates as the author types them: in the site's zone."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

FORM = "Write date and time like 2026-11-20 14:30."


def as_typed(moment: datetime | None, zone: ZoneInfo) -> str:
    """A moment as the field for date and time has it, to the second."""
    return moment.astimezone(zone).replace(tzinfo=None).isoformat() if moment else ""


def local_time(text: str) -> datetime:
    """The date and time, without zone, that were typed. Raises ValueError with a sentence."""
    try:
        typed = datetime.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(FORM) from None
    if typed.tzinfo or not 1 < typed.year < 9999:
        raise ValueError(FORM)
    return typed.replace(microsecond=0)


def moment(text: str, zone: ZoneInfo, before: datetime | None = None) -> datetime | None:
    """The moment that was typed, None for nothing. Raises ValueError with a sentence.

    What names the same time as `before` is `before`, also in the hour that comes twice in autumn; otherwise
    of such an hour the first one is meant. A time that the clocks leap over in spring is refused.
    """
    if not text.strip():
        return None
    typed = local_time(text)
    if before and typed == before.astimezone(zone).replace(tzinfo=None):
        return before
    meant = typed.replace(tzinfo=zone).astimezone(UTC)
    if meant.astimezone(zone).replace(tzinfo=None) != typed:
        raise ValueError(f"The clocks in {zone.key} leap over {typed:%H:%M} on that day: choose another time.")
    return meant


def day(text: str) -> date | None:
    """The day that was typed, None for nothing. Raises ValueError with a sentence."""
    try:
        return date.fromisoformat(text.strip()) if text.strip() else None
    except ValueError:
        raise ValueError("Write the day like 2026-11-20.") from None
