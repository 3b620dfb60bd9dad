"""What is known of stored pictures."""

from collections.abc import Iterable

from sqlalchemy import select

from blog.models import Picture
from blog.state.database import reader


def sizes(names: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Width and height in pixels of the pictures with these names that are stored: one query."""
    query = select(Picture.name, Picture.width, Picture.height).where(Picture.name.in_(names))
    return {name: (width, height) for name, width, height in reader().execute(query)}
