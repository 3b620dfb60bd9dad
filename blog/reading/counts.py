"""How many pieces there are, by kind and by topic: counted once for each public state of the site."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, literal, null, select, union_all

from blog.models import Kind, Piece, Topic, piece_topic
from blog.reading import gate
from blog.reading.site import Front
from blog.reading.topics import place
from blog.state.database import reader
from blog.state.per_edition import once

MOST_SHOWN = 14


@dataclass(frozen=True, slots=True)
class KindCount:
    """A kind with the number of its listed pieces: all of them, and those about the chosen topic."""

    kind: Kind
    all: int
    chosen: int


@dataclass(frozen=True, slots=True)
class TopicCount:
    """A topic with the number of its listed pieces: all of them, and those of the chosen kind."""

    topic: Topic
    all: int
    chosen: int


@dataclass(frozen=True, slots=True)
class Counts:
    """All numbers of one public state of the site.

    `topics` are those that have listed pieces, by name; they belong to no session. `numbers` holds the pieces of
    each kind, under the id of a topic and, for all pieces, under None.
    """

    topics: list[Topic]
    numbers: dict[int | None, dict[str, int]]

    def number(self, kind: Kind | None = None, topic: Topic | None = None) -> int:
        """How many listed pieces there are of a kind, about a topic."""
        found = self.numbers.get(topic.id if topic else None, {})
        return found.get(kind, 0) if kind else sum(found.values())

    def by_kind(self, topic: Topic | None = None) -> list[KindCount]:
        """Every kind with its numbers."""
        return [KindCount(kind, self.number(kind), self.number(kind, topic)) for kind in Kind]

    def by_topic(self, kind: Kind | None = None) -> list[TopicCount]:
        """Every topic that has listed pieces, by name, with its numbers."""
        return [TopicCount(topic, self.number(None, topic), self.number(kind, topic)) for topic in self.topics]

    def topic(self, slug: str) -> Topic | None:
        """The topic with this slug, None where no listed piece is about it."""
        return next((topic for topic in self.topics if topic.slug == slug), None)


def counts(front: Front, now: datetime) -> Counts:
    """The numbers of the site at `now`, whose front is `front`."""
    return once("counts", front.state, lambda: counted(now))


def counted(now: datetime) -> Counts:
    """The numbers at `now`: one query, which reads indexes alone."""
    number = func.count().label("number")
    of_kind = [select(literal(""), literal(""), null(), literal(kind.value), number) for kind in Kind]
    all_of = [query.where(Piece.kind == kind, gate.listed(now)) for kind, query in zip(Kind, of_kind, strict=True)]
    about = (
        select(Topic.name, Topic.slug, Topic.id, piece_topic.c.kind, number)
        .join(piece_topic, piece_topic.c.topic_id == Topic.id)
        .where(gate.listed_about(now))
        .group_by(Topic.id, piece_topic.c.kind)
    )
    numbers: defaultdict[int | None, dict[str, int]] = defaultdict(dict)
    topics = {}
    for name, slug, topic_id, kind, amount in reader().execute(union_all(about, *all_of)):
        numbers[topic_id][kind] = amount
        topics[topic_id] = Topic(id=topic_id, name=name, slug=slug)
    topics.pop(None, None)
    return Counts(sorted(topics.values(), key=place), dict(numbers))


def most_used(topics: list[TopicCount], chosen: Topic | None) -> list[TopicCount]:
    """The topics that a filter row shows, in their order: those with the most pieces, and the chosen one.

    Of the others, those without a piece of the chosen kind lead nowhere.
    """
    most = sorted((each for each in topics if each.chosen), key=lambda each: (-each.chosen, -each.all))[:MOST_SHOWN]
    return [each for each in topics if each in most or (chosen and each.topic.id == chosen.id)]
