"""What may be wrong with a site, and what mends it. Looking changes nothing."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from sqlalchemy import create_engine, func, inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from blog.models import Base, Edition, Picture, Purge, Site, is_file
from blog.reading.site import purge_fault
from blog.state import media, nodes, redis_server
from blog.state.database import reader
from blog.state.media_folder import MediaUnreachable
from blog.state.schema import HEAD, present_schema, serves
from blog.state.settings import Settings
from blog.state.sqlite_files import faults, looked, schema_of

UNINDEXED = "SELECT count(*) FROM piece WHERE id NOT IN (SELECT {id} FROM piece_search)"
LEFT_OVER = "SELECT count(*) FROM piece_search WHERE {id} NOT IN (SELECT id FROM piece)"
UNTITLED = text("""
SELECT count(*) FROM piece
WHERE NOT EXISTS (SELECT 1 FROM piece_search_titles AS t WHERE t.rowid = piece.id AND t.title = piece.title)
""")
FOREIGN = text("SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY name")
ROWS = {"the site's settings": Site, "the edition": Edition, "the purges": Purge}
SEARCH = {
    True: ("piece_search", "piece_search_words", "piece_search_titles", "piece_search_letters"),
    False: ("piece_search",),
}
BACK = "restore a backup"


def findings(settings: Settings) -> Iterator[str]:
    """A sentence for everything that is wrong. Raises SchemaError for a server of databases that does not answer."""
    yield from about_secret(settings)
    yield from about_cache(settings)
    file = settings.database_file
    if file and not file.exists():
        yield f"There is no database {file} yet: run 'flask blog init'."
        return
    schema = schema_of(file) if file else present_schema()
    damage = faults(file) if file else []
    yield from (f"The database is damaged: {fault}." for fault in damage)
    if serves(schema):
        yield from nodes.strangers(settings.secret_key)
        yield from about_content(settings)
    elif schema or not damage:
        yield f"The database is of schema {schema or 'none'} and this version needs {HEAD}: run 'flask blog init'."


def about_secret(settings: Settings) -> Iterator[str]:
    """Whether others may read the secret."""
    file = settings.instance / "secret"
    if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
        yield f"Others may read the secret: run 'chmod 600 {file}'."


def about_cache(settings: Settings) -> Iterator[str]:
    """Whether rendered Markdown can be kept; a folder that is not there yet will be made."""
    if settings.redis_url:
        yield from redis_server.complaints(settings.redis_url)
        return
    folder = settings.instance / "cache" / "rendered"
    there = next(place for place in (folder, *folder.parents) if place.exists())
    if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        yield f"Rendered Markdown cannot be kept: see that {there} is a folder that can be written to."


@contextmanager
def looking(settings: Settings) -> Iterator[Session]:
    """A session that can only read; a file is opened so that not even a journal is made beside it."""
    if settings.database_file is None:
        yield reader()
        return
    engine = create_engine("sqlite://", creator=partial(looked, settings.database_file), poolclass=NullPool)
    with Session(engine) as session:
        yield session


def about_content(settings: Settings) -> Iterator[str]:
    """Whether a database of our schema has all that it should have."""
    try:
        with looking(settings) as session:
            lacks = list(missing_parts(session)) or list(missing_rows(session))
            lacks += foreign_parts(session) if settings.database_file else ()
            yield from lacks
            if not lacks:
                yield from about_search(session)
                yield from about_pictures(session, settings)
                yield from about_purges(session, settings)
    except DBAPIError as error:
        yield f"The database cannot be read ({error.orig}): {BACK}."


def missing_parts(session: Session) -> Iterator[str]:
    """The tables, columns and indexes of the models that a database does not have."""
    present = inspect(session.connection())
    tables = set(present.get_table_names())
    for name in SEARCH[is_file(session.connection().dialect)]:
        if name not in tables:
            yield f"The table {name} is missing: {BACK}."
    for table in Base.metadata.sorted_tables:
        if table.name not in tables:
            yield f"The table {table.name} is missing: {BACK}."
            continue
        columns = {column["name"] for column in present.get_columns(table.name)}
        indexes = {index["name"] for index in present.get_indexes(table.name)}
        yield from (
            f"The column {c.name} of {table.name} is missing: {BACK}." for c in table.c if c.name not in columns
        )
        yield from (
            f"The index {index.name} is missing: {BACK}." for index in table.indexes if index.name not in indexes
        )


def foreign_parts(session: Session) -> Iterator[str]:
    """Triggers and views: a database of ours has none, and a trigger could do anything at any time."""
    for kind, name in session.execute(FOREIGN):
        yield f"The {kind} {name} is not Bokashi's: {BACK}."


def missing_rows(session: Session) -> Iterator[str]:
    """The rows that there is always one of."""
    for what, model in ROWS.items():
        if not session.scalar(select(func.count()).select_from(model)):
            yield f"The row of {what} is missing: {BACK}."


def about_search(session: Session) -> Iterator[str]:
    """Whether the search index knows exactly the pieces that there are."""
    in_file = is_file(session.connection().dialect)
    key = "rowid" if in_file else "piece_id"
    try:
        missing, left_over = (session.scalar(text(query.format(id=key))) for query in (UNINDEXED, LEFT_OVER))
        untitled = session.scalar(UNTITLED) if in_file else 0
    except DBAPIError as error:
        yield f"The search index cannot be read ({error.orig}): run 'flask blog reindex'."
        return
    if missing or left_over:
        yield f"The search index lacks {missing} pieces and has {left_over} too many: run 'flask blog reindex'."
    elif untitled:
        yield f"The search index has other titles than {untitled} pieces: run 'flask blog reindex'."


def about_pictures(session: Session, settings: Settings) -> Iterator[str]:
    """Whether every picture is where it should be, and whole."""
    back = "put it back from a backup"
    elsewhere = f"{back}, or set BLOG_MEDIA_URL if it lies in a bucket" if keeps_alone(settings) else back
    try:
        there = media.sizes()
    except MediaUnreachable as error:
        yield str(error)
        return
    for picture in session.scalars(select(Picture).order_by(Picture.name)):
        if picture.name not in there:
            yield f"The picture {picture.name} is missing: {elsewhere}."
        elif there[picture.name] != picture.size:
            yield f"The picture {picture.name} is damaged: {back}."


def about_purges(session: Session, settings: Settings) -> Iterator[str]:
    """Whether the cache in front of the site, where there is one, may show an older edition."""
    fault = purge_fault(session) if settings.purge_url else ""
    if fault:
        yield f"Pages in the cache in front of the site may be old. {fault}"


def keeps_alone(settings: Settings) -> bool:
    """Whether other nodes may share the database, and none of them the pictures."""
    return settings.database_file is None and not settings.media_url


def lone_pictures(settings: Settings) -> list[str]:
    """A sentence where other nodes would not see the pictures; on one machine that has all of them it is no fault."""
    try:
        if not keeps_alone(settings):
            return []
        with looking(settings) as session:
            known = set(session.scalars(select(Picture.name)))
    except DBAPIError:
        return []
    there = f"{len(known & media.sizes().keys())} of {len(known)} are"
    place = f"Pictures are looked for in {media.folder()}, where {there} and other nodes see none"
    return [f"{place}: with several nodes, or a bucket, set BLOG_MEDIA_URL."] if known else []


def left_pictures(settings: Settings) -> list[str]:
    """The files among the pictures that no piece can know of; harmless, and an import takes them up again."""
    try:
        files = set(media.sizes()) | {path.name for path in media.folder().glob(".fresh-*")}
        if not files or (settings.database_file and schema_of(settings.database_file) != HEAD):
            return []
        with looking(settings) as session:
            return sorted(files - set(session.scalars(select(Picture.name))))
    except (DBAPIError, MediaUnreachable):
        return []
