"""What every model stands on: our own Base, names for constraints, and the one UTC date type."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, MetaData
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def is_file(dialect: Dialect) -> bool:
    """Whether a database is SQLite's, and thus a file. Everything that differs from PostgreSQL asks this."""
    return dialect.name == "sqlite"


class Moment(TypeDecorator[datetime]):
    """An instant in UTC, to the second. Takes aware datetimes only and gives aware ones back.

    SQLite drops time zones and PostgreSQL keeps them; through this type both agree.
    """

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        return dialect.type_descriptor(DateTime(timezone=not is_file(dialect)))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        moment = value.astimezone(UTC).replace(microsecond=0)
        return moment.replace(tzinfo=None) if is_file(dialect) else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """The base of all models."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {datetime: Moment}  # noqa: RUF012 - SQLAlchemy reads it from the class
