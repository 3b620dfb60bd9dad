"""The one clock. Everything that needs the present time takes it from here."""

from datetime import UTC, datetime


def now() -> datetime:
    """The present instant in UTC, to the second (what feeds, headers and the database all can hold)."""
    return datetime.now(UTC).replace(microsecond=0)
