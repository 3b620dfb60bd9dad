"""Topics: found by name or made, and renamed without losing their address."""

import unicodedata
from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from blog.models import FormerAddress, Piece, Topic, piece_topic
from blog.reading import gate
from blog.state.database import transaction
from blog.state.edition import turn
from blog.text import clean_line
from blog.writing.refusals import Refused
from blog.writing.slugs import automatic, topics_have

Topics = dict[str, Topic]

NAME_LENGTH = 100
MOST = 20


def same(name: str) -> str:
    """The form in which two spellings of one topic are equal."""
    return unicodedata.normalize("NFC", clean_line(name)).casefold()


def distinct(names: Iterable[str]) -> dict[str, str]:
    """Names in their first spelling, each once, by the form in which two spellings are equal; none is empty."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(same(name), clean_line(name))
    found.pop("", None)
    return found


def every(session: Session) -> Topics:
    """Every topic by the form of its name in which two spellings are equal."""
    return {same(topic.name): topic for topic in session.scalars(select(Topic))}


def named(session: Session, names: tuple[str, ...], now: datetime, known: Topics | None = None) -> list[Topic]:
    """The topics with these names, in their order and each once; those that are new are made.

    `known` is `every` topic where that is at hand; new ones are added to it. Raises Refused for a name that is
    too long, and for too many of them.
    """
    wanted = distinct(names)
    if len(wanted) > MOST:
        raise Refused(topics=f"A piece may have {MOST} topics at the most, and these are {len(wanted)}.")
    if known is None:
        known = every(session) if wanted else {}
    for key, name in wanted.items():
        known[key] = known.get(key) or make(session, name, now)
    return [known[key] for key in wanted]


def make(session: Session, name: str, now: datetime) -> Topic:
    """A new topic. Raises Refused for a name that is too long."""
    if len(name) > NAME_LENGTH:
        raise Refused(topics=f"A topic's name may have {NAME_LENGTH} characters: “{name[:40]}…” has {len(name)}.")
    topic = Topic(name=name, slug=automatic(name, now, topics_have(session, None)))
    session.add(topic)
    session.flush()
    return topic


def put(session: Session, piece: Piece, found: list[Topic]) -> None:
    """Have a stored piece be about these topics, in this order."""
    piece.topics = found
    session.flush()
    here = piece_topic.c.piece_id == piece.id
    for position, topic in enumerate(found):
        session.execute(update(piece_topic).where(here, piece_topic.c.topic_id == topic.id).values(position=position))
    follow(session, piece)


def follow(session: Session, piece: Piece) -> None:
    """Have the lists of a stored piece's topics know of its kind and date as they are now."""
    row = update(piece_topic).where(piece_topic.c.piece_id == piece.id)
    session.execute(row.values(kind=piece.kind, listed_at=gate.listed_at(piece)))


def rename(topic_id: int, name: str, now: datetime) -> Topic | None:
    """Give a topic another name and the slug that goes with it; its old address leads to the new one.

    Returns None where there is no such topic. Raises Refused for a name that cannot be.
    """
    with transaction() as session:
        topic = session.get(Topic, topic_id)
        name = clean_line(name)
        if topic is None or topic.name == name:
            return topic
        check_name(session, topic, name)
        move(session, topic, automatic(name, now, topics_have(session, topic.id)), now)
        topic.name = name
        if session.scalar(select(Piece.id).where(gate.public(now), Piece.topics.any(Topic.id == topic.id)).limit(1)):
            turn(session, now)
        return topic


def move(session: Session, topic: Topic, slug: str, now: datetime) -> None:
    """Have a topic stand at another slug; its present address leads there."""
    if slug == topic.slug:
        return
    session.execute(delete(FormerAddress).where(FormerAddress.address == f"topics/{slug}"))
    session.add(FormerAddress(address=f"topics/{topic.slug}", topic_id=topic.id, since=now))
    topic.slug = slug


def check_name(session: Session, topic: Topic, name: str) -> None:
    """Raise Refused where `topic` cannot be called `name`."""
    others = session.scalars(select(Topic).where(Topic.id != topic.id))
    if not name or len(name) > NAME_LENGTH:
        raise Refused(name=f"A topic's name has between 1 and {NAME_LENGTH} characters.")
    if same(name) in {same(other.name) for other in others}:
        raise Refused(name=f"There is a topic “{name}” already.")
