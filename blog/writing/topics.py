"""Topics: found by name or made, and renamed or merged without losing their address."""

import unicodedata
from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from blog.models import FormerAddress, Piece, Topic, piece_topic
from blog.reading import gate
from blog.state.database import transaction
from blog.state.edition import turn
from blog.text import clean_line
from blog.writing.refusals import Conflict, Refused
from blog.writing.slugs import automatic, topics_have

Topics = dict[str, Topic]

FORGET = delete(piece_topic).where(piece_topic.c.piece_id == bindparam("piece"))
LEARN = insert(piece_topic)

NAME_LENGTH = 100
MOST = 20


class NameTaken(Refused):
    """A name that another topic has: the two can be merged."""

    def __init__(self, other: Topic) -> None:
        super().__init__(name=f"There is a topic “{other.name}” already.")
        self.other = other


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
    """Have a stored piece be about these topics, in this order; rows, as an import does it thousandfold."""
    session.execute(FORGET, {"piece": piece.id})
    same = {"piece_id": piece.id, "kind": piece.kind, "listed_at": gate.listed_at(piece)}
    rows = [{**same, "topic_id": topic.id, "position": position} for position, topic in enumerate(found)]
    if rows:
        session.execute(LEARN, rows)
    set_committed_value(piece, "topics", found)


def follow(session: Session, piece: Piece) -> None:
    """Have the lists of a stored piece's topics know of its kind and date as they are now."""
    row = update(piece_topic).where(piece_topic.c.piece_id == piece.id)
    session.execute(row.values(kind=piece.kind, listed_at=gate.listed_at(piece)))


def rename(topic_id: int, name: str, now: datetime, seen: str | None = None) -> Topic | None:
    """Give a topic another name and the slug that goes with it; its old address leads to the new one.

    Returns None where there is no such topic. Raises Refused for a name that cannot be, and Conflict where the topic
    is no longer called as the author `seen` it; None renames it whatever it is called.
    """
    with transaction() as session:
        topic = find(session, topic_id, seen)
        name = clean_line(name)
        if topic is None or topic.name == name:
            return topic
        check_name(session, topic, name)
        move(session, topic, automatic(name, now, topics_have(session, topic.id)), now)
        topic.name = name
        if is_public(session, topic, now):
            turn(session, now)
        return topic


def merge(topic_id: int, name: str, now: datetime, seen: str | None = None) -> Topic | None:
    """Have everything that is about a topic be about the one with this name; returns that one.

    The addresses of the first, which is no more, lead there. A piece that is about both keeps the place of the
    second among its topics. Returns None where there is no such topic. Raises Refused where none has the name, and
    Conflict as `rename` does.
    """
    with transaction() as session:
        topic = find(session, topic_id, seen)
        other = every(session).get(same(name))
        if topic is None or other is topic:
            return topic
        if other is None:
            raise Refused(name=f"There is no topic “{clean_line(name)[:NAME_LENGTH]}” to merge with.")
        if is_public(session, topic, now):
            turn(session, now)
        about_both = select(piece_topic.c.piece_id).where(piece_topic.c.topic_id == other.id)
        this = piece_topic.c.topic_id == topic.id
        session.execute(delete(piece_topic).where(this, piece_topic.c.piece_id.in_(about_both.scalar_subquery())))
        session.execute(update(piece_topic).where(this).values(topic_id=other.id))
        former = update(FormerAddress).where(FormerAddress.topic_id == topic.id)
        session.execute(former.values(topic_id=other.id))
        session.add(FormerAddress(address=f"topics/{topic.slug}", topic_id=other.id, since=now))
        session.delete(topic)
        session.flush()
        session.expire_all()
        return other


def remove(topic_id: int, now: datetime, seen: str | None = None) -> Topic | None:
    """Delete a topic that no piece is about; returns what was deleted.

    Returns None where there is no such topic. Raises Refused where a piece is about it, and Conflict as `rename` does.
    """
    with transaction() as session:
        topic = find(session, topic_id, seen)
        if topic is None:
            return None
        if session.scalar(select(piece_topic.c.piece_id).where(piece_topic.c.topic_id == topic.id).limit(1)):
            raise Refused(name="A piece is about this topic: it can be merged into another one, and not deleted.")
        session.execute(delete(FormerAddress).where(FormerAddress.topic_id == topic.id))
        session.delete(topic)
        return topic


def find(session: Session, topic_id: int, seen: str | None) -> Topic | None:
    """The topic, None where it is no more. Raises Conflict where it is no longer called as it was `seen`."""
    topic = session.get(Topic, topic_id)
    if topic and seen not in (None, topic.name):
        raise Conflict(topic)
    return topic


def is_public(session: Session, topic: Topic, now: datetime) -> bool:
    """Whether a piece about the topic is public."""
    query = select(Piece.id).where(gate.public(now), Piece.topics.any(Topic.id == topic.id))
    return session.scalar(query.limit(1)) is not None


def move(session: Session, topic: Topic, slug: str, now: datetime) -> None:
    """Have a topic stand at another slug; its present address leads there."""
    if slug == topic.slug:
        return
    session.execute(delete(FormerAddress).where(FormerAddress.address == f"topics/{slug}"))
    session.add(FormerAddress(address=f"topics/{topic.slug}", topic_id=topic.id, since=now))
    topic.slug = slug


def check_name(session: Session, topic: Topic, name: str) -> None:
    """Raise Refused where `topic` cannot be called `name`."""
    if not name or len(name) > NAME_LENGTH:
        raise Refused(name=f"A topic's name has between 1 and {NAME_LENGTH} characters.")
    other = every(session).get(same(name), topic)
    if other is not topic:
        raise NameTaken(other)
