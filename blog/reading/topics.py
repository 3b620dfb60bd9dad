"""Topics."""

from datetime import datetime

from sqlalchemy import func, select

from blog.models import Piece, Topic
from blog.reading import gate
from blog.state.database import reader


def public_topic(slug: str, now: datetime) -> Topic | None:
    """The topic with this slug, None where no listed piece is about it: then nobody may know of it."""
    about = select(Piece.id).where(gate.listed(now), Piece.topics.any(Topic.slug == slug))
    return reader().scalar(select(Topic).where(Topic.slug == slug, about.exists()))


def all_topics() -> list[Topic]:
    """Every topic by name, for the desk."""
    return list(reader().scalars(select(Topic).order_by(func.lower(Topic.name))))
