"""The one clock. Everything that needs the present time takes it from here, and how a moment is written down."""

from datetime import UTC, datetime, timedelta, tzinfo


def now() -> datetime:
    """The present instant in UTC, to the second (what feeds, headers and the database all can hold)."""
    return datetime.now(UTC).replace(microsecond=0)


def written(moment: datetime, zone: tzinfo) -> str:
    """A moment in ISO 8601 as it is in a zone.

    It is in UTC where the zone had an offset with seconds then, which neither RFC 3339 nor HTML can say.
    """
    here = moment.astimezone(zone)
    is_sayable = not (here.utcoffset() or timedelta()) % timedelta(minutes=1)
    return (here if is_sayable else here.astimezone(UTC)).isoformat(timespec="seconds")
