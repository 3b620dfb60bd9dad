"""Topics."""

from sqlalchemy import func, select

from blog.models import Topic
from blog.state.database import reader


def topic(slug: str) -> Topic | None:
    """The topic with this slug, whether or not the public may see a piece about it."""
    return reader().scalar(select(Topic).where(Topic.slug == slug))


def all_topics() -> list[Topic]:
    """Every topic, by name, for the desk."""
    return list(reader().scalars(select(Topic).order_by(func.lower(Topic.name))))
