"""Moving: the whole content of one database into another, checked by counts and by what every row says.

All of it is one transaction of the database that is filled: what fails leaves nothing there. Nobody writes to the one
that is read meanwhile, and it stays as it is.
"""

import hashlib
import json
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask
from sqlalchemy import Connection, Row, Table, delete, func, insert, inspect, select, text, update

from blog.models import Base, Edition, Piece, is_file
from blog.portability.report import Progress, silent
from blog.state.database import MIGRATION, WRITE, db, init_database, let_go, transaction
from blog.state.edition import turn
from blog.state.schema import HEAD, migrate, present_schema, refuse_encoding, sentences
from blog.state.settings import SQLITE, Settings, database_url
from blog.state.sqlite_files import end_journal, make
from blog.writing import index

AT_ONCE = 500
INDEX = "search index"
WORDS_IN_FILE = text("SELECT rowid, body FROM piece_search ORDER BY rowid")
WORDS_ON_SERVER = text("SELECT piece_id, body FROM piece_search ORDER BY piece_id")


class MoveRefused(ValueError):
    """A move that cannot be made. Its text is one sentence for a person; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a table holds: how many rows, and the SHA-256 of all that they say, in hex."""

    table: str
    rows: int
    digest: str


def move(address: str, settings: Settings, progress: Progress = silent) -> list[Content]:
    """Move the site's content into the empty database at an address; what is there now, by table.

    Raises MoveRefused, and SchemaError for a database that cannot be used.
    """
    target = replace(settings, database_url=database_url(address, settings.instance))
    if present_schema() != HEAD:
        raise MoveRefused(f"The database is not of schema {HEAD}: move it with the version of Bokashi that serves it.")
    if target.database_file and target.database_file.exists():
        raise MoveRefused(f"{target.database_file} is there already: move it away, or name another file.")
    try:
        if target.database_file:
            make(target.database_file)
        with reading_alone() as source, database_at(target.database_url), sentences("filled"):
            return fill(source, progress)
    except BaseException:
        remove(target.database_file)
        raise


@contextmanager
def reading_alone() -> Iterator[Connection]:
    """A connection to the present database while nobody else writes to it; it changes nothing."""
    with db.engine.connect().execution_options(**WRITE) as connection:
        yield connection
        connection.rollback()


@contextmanager
def database_at(address: str) -> Iterator[None]:
    """The context of an application that has nothing but the database at an address."""
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = address
    init_database(app, counts=False)
    with app.app_context():
        try:
            yield
        finally:
            let_go()


def file_address(file: Path) -> str:
    """The address of a SQLite database."""
    return f"{SQLITE}{quote(str(file))}"


def remove(file: Path | None) -> None:
    """Remove a SQLite database and what lies beside it."""
    if file:
        for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
            with suppress(OSError):
                file.with_name(name).unlink()


def fill(source: Connection, progress: Progress) -> list[Content]:
    """Give the present, empty database its schema and the source's content, in one transaction."""
    with db.engine.connect().execution_options(**MIGRATION) as target, target.begin():
        present = inspect(target).get_table_names()
        if present:
            raise MoveRefused(f"The database is not empty: there is a table {present[0]} in it.")
        refuse_encoding(target)
        migrate(target)
        return copy_content(source, target, progress)


def write_file(file: Path, progress: Progress = silent) -> None:
    """Write the present database's content, as it is at this moment, into a new SQLite database."""
    make(file)
    with db.engine.connect() as source, database_at(file_address(file)):
        fill(source, progress)
    end_journal(file)


def take_file(file: Path, now: datetime, progress: Progress = silent) -> None:
    """Put a SQLite database's content in place of the present database's own, as an edition that there never was."""
    with transaction() as session:
        number, target = session.scalars(select(Edition.number)).one(), session.connection()
        with database_at(file_address(file)), db.engine.connect() as source:
            copy_content(source, target, progress)
        restored = session.scalars(select(Edition.number)).one()
        session.execute(update(Edition).values(number=max(number, restored)))
        turn(session, now)


def copy_content(source: Connection, target: Connection, progress: Progress) -> list[Content]:
    """Put all rows of one database in place of another's. Raises MoveRefused where they are not the same then."""
    steps = Steps(number_of_rows(source), progress)
    tables = Base.metadata.sorted_tables
    for table in reversed(tables):
        target.execute(delete(table))
    given = [copy_table(source, target, table, steps) for table in tables] + [copy_words(source, target, steps)]
    set_counters(target)
    arrived = [content_of(target, table) for table in tables] + [words_of(target)]
    for before, after in zip(given, arrived, strict=True):
        if before != after:
            raise MoveRefused(f"The {before.table} did not arrive whole: of {before.rows} rows, {after.rows} did.")
    return arrived


class Steps:
    """Tells how far the copying is."""

    def __init__(self, total: int, progress: Progress) -> None:
        self.done, self.total, self.progress = 0, total, progress

    def __call__(self, name: str) -> None:
        self.done += 1
        self.progress(self.done, self.total, name)


class Digest:
    """Takes rows and knows their number and their SHA-256."""

    def __init__(self, table: str) -> None:
        self.table, self.rows, self.sum = table, 0, hashlib.sha256()

    def take(self, values: Any) -> None:
        self.rows += 1
        line = [json.dumps(each, sort_keys=True) if isinstance(each, list | dict) else str(each) for each in values]
        self.sum.update(json.dumps(line).encode())

    def content(self) -> Content:
        return Content(self.table, self.rows, self.sum.hexdigest())


def number_of_rows(connection: Connection) -> int:
    """How many rows there are to copy, and texts to index."""
    counts = [connection.scalar(select(func.count()).select_from(table)) or 0 for table in Base.metadata.sorted_tables]
    return sum(counts) + (connection.scalar(select(func.count()).select_from(Piece)) or 0)


def rows_of(connection: Connection, table: Table) -> Iterator[Row[Any]]:
    """All rows of a table in the order of its key, a few at a time."""
    query = select(table).order_by(*table.primary_key)
    yield from connection.execute(query, execution_options={"yield_per": AT_ONCE})


def copy_table(source: Connection, target: Connection, table: Table, steps: Steps) -> Content:
    """Copy a table's rows."""
    digest, waiting = Digest(table.name), []
    for row in rows_of(source, table):
        values = {name: storable(value) for name, value in row._mapping.items()}
        digest.take(values.values())
        waiting.append(values)
        steps(table.name)
        if len(waiting) == AT_ONCE:
            target.execute(insert(table), waiting)
            waiting = []
    if waiting:
        target.execute(insert(table), waiting)
    return digest.content()


def storable(value: Any) -> Any:
    """A value as every database holds it: text without NUL."""
    return value.replace("\x00", "\ufffd") if isinstance(value, str) else value


def content_of(connection: Connection, table: Table) -> Content:
    """What a table holds."""
    digest = Digest(table.name)
    for row in rows_of(connection, table):
        digest.take(row)
    return digest.content()


def words(connection: Connection) -> Iterator[tuple[int, str]]:
    """The visible text of each piece, as the search index knows it, by id."""
    query = WORDS_IN_FILE if is_file(connection.dialect) else WORDS_ON_SERVER
    for piece_id, body in connection.execute(query, execution_options={"yield_per": AT_ONCE}):
        yield piece_id, storable(unicodedata.normalize("NFC", body))


def copy_words(source: Connection, target: Connection, steps: Steps) -> Content:
    """Index the words of each piece anew."""
    digest = Digest(INDEX)
    index.forget_all(target)
    heads = {row.id: row for row in source.execute(select(Piece.id, Piece.title, Piece.summary))}
    for piece_id, body in words(source):
        if piece_id in heads:
            digest.take((piece_id, body))
            index.put(target, piece_id, heads[piece_id].title, heads[piece_id].summary, body)
            steps(INDEX)
    return digest.content()


def words_of(connection: Connection) -> Content:
    """What the search index holds."""
    digest = Digest(INDEX)
    for each in words(connection):
        digest.take(each)
    return digest.content()


def set_counters(connection: Connection) -> None:
    """Have PostgreSQL number new rows after those that came with their numbers."""
    if is_file(connection.dialect):
        return
    for table in Base.metadata.sorted_tables:
        if "id" in table.c:
            last = connection.scalar(select(func.max(table.c.id)))
            counter = func.pg_get_serial_sequence(table.name, "id")
            connection.execute(select(func.setval(counter, last or 1, last is not None)))
