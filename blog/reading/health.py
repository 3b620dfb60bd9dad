"""What may be wrong with a site, and what mends it."""

import stat
from collections.abc import Iterator

from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from blog.models import Picture
from blog.state import caches, media
from blog.state.database import reader
from blog.state.schema import HEAD, present_schema
from blog.state.settings import Settings
from blog.state.sqlite_files import faults

UNINDEXED = text("SELECT count(*) FROM piece WHERE id NOT IN (SELECT rowid FROM piece_search)")
LEFT_OVER = text("SELECT count(*) FROM piece_search WHERE rowid NOT IN (SELECT id FROM piece)")


def findings(settings: Settings) -> Iterator[str]:
    """A sentence for everything that is wrong; nothing is changed. Raises SchemaError for what is no database."""
    yield from about_secret(settings)
    if not caches.is_working():
        yield "Rendered Markdown cannot be kept: see that the folder cache in the instance folder can be written to."
    if settings.database_file and not settings.database_file.exists():
        yield f"There is no database {settings.database_file} yet: run 'flask blog init'."
        return
    schema = present_schema()
    if schema != HEAD:
        yield f"The database is of schema {schema or 'none'} and this version needs {HEAD}: run 'flask blog init'."
        return
    if settings.database_file:
        yield from (f"The database is damaged: {fault}." for fault in faults(settings.database_file))
        yield from about_search()
    yield from about_pictures()


def about_secret(settings: Settings) -> Iterator[str]:
    """Whether others may read the secret."""
    file = settings.instance / "secret"
    if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
        yield f"Others may read the secret: run 'chmod 600 {file}'."


def about_search() -> Iterator[str]:
    """Whether the search index knows exactly the pieces that there are."""
    try:
        missing, left_over = (reader().scalar(query) for query in (UNINDEXED, LEFT_OVER))
    except DBAPIError as error:
        yield f"The search index cannot be read ({error.orig}): run 'flask blog reindex'."
        return
    if missing or left_over:
        yield f"The search index lacks {missing} pieces and has {left_over} too many: run 'flask blog reindex'."


def about_pictures() -> Iterator[str]:
    """Whether every picture is where it should be, and whole."""
    for picture in reader().scalars(select(Picture).order_by(Picture.name)):
        file = media.path_of(picture.name)
        if file is None:
            yield f"The picture {picture.name} is missing: put it back from a backup."
        elif file.stat().st_size != picture.size:
            yield f"The picture {picture.name} is damaged: put it back from a backup."
