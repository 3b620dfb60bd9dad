"""Topics."""

from datetime import datetime

from sqlalchemy import ColumnElement, exists, func, select

from blog.models import Topic, piece_topic
from blog.reading import gate
from blog.state.database import reader


def is_shown(now: datetime) -> ColumnElement[bool]:
    """True for topics that a listed piece is about; of the others nobody may know."""
    return exists().where(piece_topic.c.topic_id == Topic.id, gate.listed_about(now)).correlate(Topic)


def public_topic(slug: str, now: datetime) -> Topic | None:
    """The topic with this slug, None where no listed piece is about it."""
    return reader().scalar(select(Topic).where(Topic.slug == slug, is_shown(now)))


def all_topics() -> list[Topic]:
    """Every topic by name, for the desk."""
    return list(reader().scalars(select(Topic).order_by(func.lower(Topic.name))))
