"""Dates as people write them. One without a zone is in the zone that is given; a day begins at midnight."""

import re
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo

from blog.writing.fields import date_fault

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
TIME = r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?\s*(?P<half>[AaPp]\.?[Mm]\.?)?"
# Names of zones that mean one offset everywhere (RFC 5322, section 4.3); hours from UTC.
NAMED = {"Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5}
NAMED |= {"MST": -7, "MDT": -6, "PST": -8, "PDT": -7}
ZONE = "(?P<zone>" + "|".join(NAMED) + r"|[+-]\d{2}:?\d{2}(?::?\d{2})?|[+-]\d{2})"
REST = rf"(?:(?:[Tt]|,?\s+(?:at\s+)?){TIME}\s*{ZONE}?)?\s*(?:\(\w+\)|\[[\w/]+\])?"
MONTH = r"(?P<name>[A-Za-z]{3,9})\.?"
WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?"
FORMS = [
    re.compile(form + REST, re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
        r"(?P<year>\d{4})[/.](?P<month>\d{1,2})[/.](?P<day>\d{1,2})",
        rf"{WEEKDAY}(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+{MONTH},?\s+(?P<year>\d{{4}})",
        rf"{WEEKDAY}{MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})",
    )
]


def moment(text: str, zone: tzinfo) -> datetime:
    """The instant that `text` names. Raises ValueError for what is no date, or for one that cannot be here."""
    match = next(filter(None, (form.fullmatch(text.strip()) for form in FORMS)), None)
    if match is None:
        raise ValueError(f"“{text.strip()[:60]}” is no date that can be read")
    try:
        found = instant(match, zone)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"there is no date {text.strip()[:60]}") from error
    return within(found, text)


def within(found: datetime, text: str) -> datetime:
    """The instant, if it lies within the years that a piece may be of. Raises ValueError."""
    if date_fault(found):
        raise ValueError(f"{text.strip()[:60]} lies in no year that can be here")
    return found


def instant(match: re.Match[str], zone: tzinfo) -> datetime:
    """The instant that the parts of a date name."""
    part = match.groupdict()
    month = int(part["month"]) if part.get("month") else month_named(part["name"])
    naive = datetime(  # noqa: DTZ001 - the zone follows
        int(part["year"]),
        month,
        int(part["day"]),
        hour_of(part),
        int(part["minute"] or 0),
        int(part["second"] or 0),
    )
    aware = naive.replace(tzinfo=offset(part["zone"]) if part["zone"] else zone)
    return aware.astimezone(UTC)


def month_named(name: str) -> int:
    """The number of a month by its English name or the beginning of it. Raises ValueError."""
    return MONTHS.index(name[:3].lower()) + 1


def hour_of(part: dict[str, str | None]) -> int:
    """The hour of the day, of twelve where it says so."""
    hour = int(part["hour"] or 0)
    half = (part["half"] or "")[:1].lower()
    return hour % 12 + (12 if half == "p" else 0) if half else hour


def offset(zone: str) -> tzinfo:
    """The zone that an offset spells: Z, EST, +0530, +05:30, +05."""
    if zone.upper() in NAMED:
        return timezone(timedelta(hours=NAMED[zone.upper()]))
    digits = (zone[1:].replace(":", "") + "0000")[:6]
    hours, minutes, seconds = digits[:2], digits[2:4], digits[4:]
    span = timedelta(hours=int(hours), minutes=int(minutes), seconds=int(seconds))
    return timezone(-span if zone[0] == "-" else span)


def day(text: str) -> date:
    """The day that `text` names, in the zone where it was written. Raises ValueError."""
    return moment(text.strip()[:10], UTC).date()
