"""What the author sees at the desk: everything, whatever the public may see of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import joinedload, load_only, selectinload

from blog.models import Account, Link, Login, Message, Piece, Revision, Site, Status, Topic, piece_topic
from blog.reading import gate
from blog.reading.cursor import Cursor, Place
from blog.reading.site import Front
from blog.reading.topics import place
from blog.state.database import reader
from blog.state.per_edition import once

PART = 50
T = TypeVar("T")
desk_card = (
    load_only(
        Piece.id,
        Piece.kind,
        Piece.slug,
        Piece.title,
        Piece.excerpt,
        Piece.status,
        Piece.published_at,
        Piece.saved_at,
        Piece.listed,
        Piece.version,
        raiseload=True,
    ),
    selectinload(Piece.topics),
)
BY_SAVING: Place = (Piece.__table__.c.saved_at, Piece.__table__.c.id)
SHOWN = ("all", "drafts", "scheduled", "published", "withdrawn")


@dataclass(frozen=True, slots=True)
class Shelf:
    """One part of the desk's list, the numbers of all its filters, and the cursor of the next part."""

    pieces: list[Piece]
    counts: dict[str, int]
    following: Cursor | None


@dataclass(frozen=True, slots=True)
class Portion(Generic[T]):
    """Some of many rows, newest first, and the id before which the next ones are."""

    rows: list[T]
    following: int | None


@dataclass(frozen=True, slots=True)
class Saved:
    """What a list says of a revision, which needs none of its text."""

    id: int
    saved_at: datetime
    title: str
    size: int


def conditions(now: datetime) -> dict[str, ColumnElement[bool]]:
    """What each filter of the desk's list lets through, "all" apart."""
    return {
        "drafts": Piece.status == Status.DRAFT,
        "scheduled": gate.scheduled(now),
        # Told by the few that are scheduled, so that the list is read in its order and not by date.
        "published": and_(
            Piece.status == Status.PUBLISHED, Piece.id.not_in(select(Piece.id).where(gate.scheduled(now)))
        ),
        "withdrawn": Piece.status == Status.WITHDRAWN,
    }


def shelf(front: Front, now: datetime, shown: str = "all", before: Cursor | None = None) -> Shelf:
    """A part of every piece, last saved first, as the filter `shown` (one of SHOWN) narrows it."""
    query = select(Piece).order_by(*(column.desc() for column in BY_SAVING)).options(*desk_card)
    if shown != "all":
        query = query.where(conditions(now)[shown])
    if before:
        query = query.where(before.earlier(BY_SAVING))
    found = list(reader().scalars(query.limit(PART + 1)))
    last = found[PART - 1] if len(found) > PART else None
    return Shelf(found[:PART], shelf_counts(front, now), Cursor(last.saved_at, last.id) if last else None)


def shelf_counts(front: Front, now: datetime) -> dict[str, int]:
    """How many pieces each filter of the desk's list lets through: one query, for what the public does not see."""
    hidden = {name: each for name, each in conditions(now).items() if name != "published"}
    numbers = (select(func.count()).select_from(Piece).where(each).scalar_subquery() for each in hidden.values())
    row = reader().execute(select(*numbers)).one()
    found = dict(zip(hidden, row, strict=True)) | {"published": number_public(front, now)}
    return {"all": sum(found.values()), **found}


def number_public(front: Front, now: datetime) -> int:
    """How many pieces the public may read, in a list or not; counted once in each state of the site."""
    query = select(func.count()).select_from(Piece).where(gate.public(now))
    return once("public", front.state, lambda: reader().scalar(query) or 0)


def state(piece: Piece, now: datetime) -> str:
    """What a piece is to the public at `now`: draft, scheduled, published or withdrawn."""
    if piece.status == Status.PUBLISHED:
        return "published" if gate.is_public(piece, now) else "scheduled"
    return piece.status


def piece(piece_id: int) -> Piece | None:
    """Any piece by its id, with topics and corrections."""
    whole = (selectinload(Piece.topics), selectinload(Piece.corrections), joinedload(Piece.byline))
    return reader().scalar(select(Piece).where(Piece.id == piece_id).options(*whole))


def links(piece_id: int) -> list[tuple[str, str]]:
    """What a piece says of others, whatever the public may see of them: the relation, and the slug of the other."""
    query = select(Link.relation, Piece.slug).join(Piece, Piece.id == Link.to_id).where(Link.from_id == piece_id)
    return [(relation, slug) for relation, slug in reader().execute(query.order_by(Link.relation, Piece.slug))]


def revisions(piece_id: int, before: int | None = None) -> Portion[Saved]:
    """The saved states of a piece, newest first, those before an id."""
    query = select(Revision.id, Revision.saved_at, Revision.title, func.length(Revision.source))
    query = query.where(Revision.piece_id == piece_id).order_by(Revision.id.desc()).limit(PART + 1)
    rows = reader().execute(query.where(Revision.id < before) if before is not None else query)
    found = [Saved(*row) for row in rows]
    return Portion(found[:PART], found[PART - 1].id if len(found) > PART else None)


def revision(piece_id: int, revision_id: int) -> Revision | None:
    """One saved state of a piece."""
    return reader().scalar(select(Revision).where(Revision.id == revision_id, Revision.piece_id == piece_id))


def topics() -> list[tuple[Topic, int]]:
    """Every topic by name, with the number of all pieces about it, whatever the public may see of them."""
    number = func.count(piece_topic.c.piece_id)
    query = select(Topic, number).outerjoin(piece_topic, piece_topic.c.topic_id == Topic.id).group_by(Topic.id)
    found = [(topic, count) for topic, count in reader().execute(query)]
    return sorted(found, key=lambda row: place(row[0]))


def topic(topic_id: int) -> tuple[Topic, int] | None:
    """One topic with that number; None where there is none."""
    found = reader().get(Topic, topic_id)
    about = select(func.count()).select_from(piece_topic).where(piece_topic.c.topic_id == topic_id)
    return (found, reader().scalar(about) or 0) if found else None


def messages(before: int | None = None) -> Portion[Message]:
    """What readers wrote, newest first, those before an id."""
    query = select(Message).order_by(Message.id.desc()).limit(PART + 1)
    found = list(reader().scalars(query.where(Message.id < before) if before is not None else query))
    return Portion(found[:PART], found[PART - 1].id if len(found) > PART else None)


def unread() -> int:
    """How many messages have not been read."""
    return reader().scalar(select(func.count()).select_from(Message).where(Message.read_at.is_(None))) or 0


def site() -> Site:
    """The site's settings."""
    return reader().scalars(select(Site)).one()


def has_account() -> bool:
    """Whether anybody may log in yet."""
    return reader().scalar(select(Account.id).limit(1)) is not None


def login(digest: str, now: datetime) -> Login | None:
    """The running login with this digest of its token, with its account."""
    query = select(Login).where(Login.digest == digest, Login.expires_at > now)
    return reader().scalar(query.options(joinedload(Login.account)))
