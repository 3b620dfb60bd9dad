"""The database's schema: which one it has, and bringing it to the one that this code needs."""

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from flask import current_app
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from blog.state.database import changing, db
from blog.state.settings import Settings
from blog.state.sqlite_files import copy, make

HEAD = "0002"
MIGRATIONS = Path(__file__).resolve().parents[1] / "migrations"


class SchemaError(RuntimeError):
    """A database that this code cannot use. Its text is one sentence that says what to do."""


def present_schema() -> str:
    """The revision of the database, "" where it has none yet."""
    try:
        with db.engine.connect() as connection:
            return str(connection.scalar(text("SELECT version_num FROM alembic_version")) or "")
    except (DBAPIError, sqlite3.Error) as error:
        if "no such table" in str(error) or "does not exist" in str(error):
            return ""
        reason = getattr(error, "orig", error)
        raise SchemaError(f"The database {db.engine.url.render_as_string()} cannot be opened: {reason}.") from error


def bring_up_to_date(settings: Settings) -> bool:
    """Bring the database to the schema of this code; tell whether it was new.

    Processes that start together wait for one another, a SQLite file is copied before it is changed, and each
    migration is one transaction, so that a broken one leaves nothing half done. Raises SchemaError for a
    database of a later version.
    """
    if settings.database_file and not settings.database_file.exists():
        with suppress(OSError):
            make(settings.database_file)
    present = present_schema()
    if present == HEAD:
        return False
    with one_at_a_time(settings.instance / ".migrating"):
        present = present_schema()
        if present > HEAD:
            raise SchemaError(
                f"The database is of schema {present} and this version of Bokashi knows {HEAD}: "
                "start the newer version again."
            )
        if present and present != HEAD:
            copy_database(settings, present)
        with changing():
            migrate()
    return not present


def migrate() -> None:
    """Run the migrations. Alembic is imported here: it takes a while, and most starts have nothing to do."""
    from flask_migrate import Migrate, upgrade

    Migrate(current_app, db, directory=str(MIGRATIONS))
    upgrade(revision=HEAD)


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Hold a lock file, so that only one process of this machine is inside."""
    with lock.open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def copy_database(settings: Settings, revision: str) -> None:
    """Copy a SQLite database beside itself before a migration changes it."""
    file = settings.database_file
    if file is None:
        return
    copy(file, file.with_name(f"{file.stem}-before-{revision}-to-{HEAD}{file.suffix}"))
