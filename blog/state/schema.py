"""The database's schema: which one it has, and bringing it to the one that this code needs."""

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from flask import current_app
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from blog.models import is_file
from blog.state.database import MIGRATION, RESTORE, changing, db, is_damaged
from blog.state.settings import Settings
from blog.state.sqlite_files import copy, make

HEAD = "0005"
MIGRATIONS = Path(__file__).resolve().parents[1] / "migrations"
GENERATION = 2
REVISION = text("SELECT version_num FROM alembic_version")
NO_TABLE = ("no such table", 'relation "alembic_version" does not exist')


class SchemaError(RuntimeError):
    """A database that this code cannot use. Its text is one sentence that says what to do."""


def serves(schema: str) -> bool:
    """Whether this code works with a schema: its own, or a later one of the same generation (see migrations/)."""
    return schema >= HEAD and schema[:GENERATION] == HEAD[:GENERATION]


def present_schema() -> str:
    """The revision of the database, "" where it has none yet. Raises SchemaError."""
    with sentences("opened"), db.engine.connect() as connection:
        return revision(connection)


def revision(connection: Connection) -> str:
    """The revision that a connection's transaction sees, "" where there is none yet. It may do nothing else after."""
    try:
        return str(connection.scalar(REVISION) or "")
    except DBAPIError as error:
        if any(words in str(error.orig) for words in NO_TABLE):
            return ""
        raise


@contextmanager
def sentences(done: str) -> Iterator[None]:
    """Have what the database says about itself be a SchemaError, in one line and without a password."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        reason = " ".join(str(getattr(error, "orig", error)).split()).rstrip(".")
        place = db.engine.url.set(query={}).render_as_string()
        mend = f"; {RESTORE}" if is_damaged(error) else ""
        raise SchemaError(f"The database {place} cannot be {done}: {reason}{mend}.") from error


def bring_up_to_date(settings: Settings) -> bool:
    """Bring the database to the schema of this code; tell whether it was new, to one process only.

    Processes that start together wait for one another, on one machine or on several. A SQLite file is copied
    before it is changed, and all migrations are one transaction, so that a broken one leaves nothing half done.
    Raises SchemaError for a database of a later generation, and for one that cannot be used.
    """
    if settings.database_file and not settings.database_file.exists():
        with suppress(OSError):
            make(settings.database_file)
    if serves(present_schema()):
        return False
    with one_at_a_time(settings.instance / ".migrating"):
        present = present_schema()
        if present > HEAD and not serves(present):
            raise SchemaError(
                f"The database is of schema {present} and this version of Bokashi knows {HEAD}: "
                "start the newer version again."
            )
        if present and present < HEAD:
            copy_database(settings, present)
        with changing(), sentences("brought up to date"):
            return migrate_in_turn()


def migrate_in_turn() -> bool:
    """Migrate in one transaction, where no other node did so meanwhile; tell whether the database was new."""
    with db.engine.connect().execution_options(**MIGRATION) as connection, connection.begin():
        with connection.begin_nested() as look:
            present = revision(connection)
            look.rollback()
        if not serves(present):
            refuse_encoding(connection)
            migrate(connection)
    return not present


def refuse_encoding(connection: Connection) -> None:
    """Raise SchemaError for a database of PostgreSQL that cannot hold every letter."""
    if not is_file(connection.dialect) and connection.scalar(text("SHOW server_encoding")) != "UTF8":
        raise SchemaError("The database cannot hold every letter: create it anew with the encoding UTF8.")


def migrate(connection: Connection) -> None:
    """Run the migrations. Alembic is imported here: it takes a while, and most starts have nothing to do."""
    from alembic.command import upgrade
    from alembic.util import CommandError
    from flask_migrate import Migrate

    Migrate(current_app, db, directory=str(MIGRATIONS))
    config = current_app.extensions["migrate"].migrate.get_config()
    config.attributes["connection"] = connection
    try:
        upgrade(config, HEAD)
    except CommandError as error:
        raise SchemaError(f"The database cannot be brought to schema {HEAD}: {error}.") from error


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
