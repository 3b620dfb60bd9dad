"""Topics."""

import re
import unicodedata
from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, exists, select

from blog.models import FormerAddress, Topic, piece_topic
from blog.reading import gate
from blog.state.database import reader

ACCENTS = re.compile("[\u0300-\u036f]+")


def place(topic: Topic) -> tuple[str, str]:
    """What a topic is sorted by: its name, where capitals and accents count only between those alike otherwise."""
    return ACCENTS.sub("", unicodedata.normalize("NFKD", topic.name.casefold())), topic.name


def is_shown(now: datetime) -> ColumnElement[bool]:
    """True for topics that a listed piece is about; of the others nobody may know."""
    return exists().where(piece_topic.c.topic_id == Topic.id, gate.listed_about(now)).correlate(Topic)


def public_topic(slug: str, now: datetime) -> Topic | None:
    """The topic with this slug, None where no listed piece is about it."""
    return reader().scalar(select(Topic).where(Topic.slug == slug, is_shown(now)))


def all_topics() -> list[Topic]:
    """Every topic by name, for the desk."""
    return sorted(reader().scalars(select(Topic)), key=place)


def names_now(slugs: Collection[str]) -> dict[str, str]:
    """The present names of the topics that have these slugs or, where none has one, had it once."""
    if not slugs:
        return {}
    addresses = [f"topics/{slug}" for slug in slugs]
    former = select(FormerAddress.address, Topic.name).join(Topic, Topic.id == FormerAddress.topic_id)
    present = select("topics/" + Topic.slug, Topic.name).where(Topic.slug.in_(slugs))
    found: dict[str, str] = {}
    for query in (former.where(FormerAddress.address.in_(addresses)), present):
        found |= {address.removeprefix("topics/"): name for address, name in reader().execute(query)}
    return found
