"""What is known of stored pictures."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from blog.models import Picture
from blog.state.database import reader

PART = 24


@dataclass(frozen=True, slots=True)
class Shelf:
    """A part of all pictures, newest first; `following` says where the next one begins, None at the end."""

    pictures: list[Picture]
    following: int | None


def shelf(before: int | None) -> Shelf:
    """The pictures that came before the one with this id, or the newest ones."""
    query = select(Picture).order_by(Picture.id.desc()).limit(PART + 1)
    found = list(reader().scalars(query.where(Picture.id < before) if before is not None else query))
    return Shelf(found[:PART], found[PART - 1].id if len(found) > PART else None)


def is_known(name: str) -> bool:
    """Whether the site knows a picture of this name; where the database is gone, as far as anybody can tell."""
    try:
        return reader().scalar(select(Picture.id).where(Picture.name == name)) is not None
    except SQLAlchemyError:
        return True


def sizes(names: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Width and height in pixels of the pictures with these names that are stored: one query."""
    query = select(Picture.name, Picture.width, Picture.height).where(Picture.name.in_(names))
    return {name: (width, height) for name, width, height in reader().execute(query)}
