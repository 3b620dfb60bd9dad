"""What the author sees at the desk: everything, whatever the public may see of it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import joinedload, load_only, selectinload

from blog.models import Account, Login, Message, Piece, Revision, Site, Status
from blog.reading import gate
from blog.state.database import reader

PART = 50
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
SHOWN = ("all", "drafts", "scheduled", "published", "withdrawn")


@dataclass(frozen=True, slots=True)
class Shelf:
    """One part of the desk's list, the numbers of all its filters, and the number of the next part."""

    pieces: list[Piece]
    counts: dict[str, int]
    following: int | None


def conditions(now: datetime) -> dict[str, ColumnElement[bool]]:
    """What each filter of the desk's list lets through, "all" apart."""
    return {
        "drafts": Piece.status == Status.DRAFT,
        "scheduled": gate.scheduled(now),
        "published": gate.public(now),
        "withdrawn": Piece.status == Status.WITHDRAWN,
    }


def shelf(now: datetime, shown: str = "all", part: int = 1) -> Shelf:
    """A part (from 1) of every piece, last saved first, as the filter `shown` (one of SHOWN) narrows it."""
    query = select(Piece).order_by(Piece.saved_at.desc(), Piece.id.desc()).options(*desk_card)
    if shown != "all":
        query = query.where(conditions(now)[shown])
    found = list(reader().scalars(query.offset((part - 1) * PART).limit(PART + 1)))
    return Shelf(found[:PART], shelf_counts(now), part + 1 if len(found) > PART else None)


def shelf_counts(now: datetime) -> dict[str, int]:
    """How many pieces each filter of the desk's list lets through: one query."""
    named = conditions(now)
    row = reader().execute(
        select(func.count(), *(func.count().filter(each) for each in named.values())).select_from(Piece)
    )
    return dict(zip(("all", *named), row.one(), strict=True))


def state(piece: Piece, now: datetime) -> str:
    """What a piece is to the public at `now`: draft, scheduled, published or withdrawn."""
    if piece.status == Status.PUBLISHED:
        return "published" if gate.is_public(piece, now) else "scheduled"
    return piece.status


def piece(piece_id: int) -> Piece | None:
    """Any piece by its id, with topics and corrections."""
    whole = (selectinload(Piece.topics), selectinload(Piece.corrections), joinedload(Piece.byline))
    return reader().scalar(select(Piece).where(Piece.id == piece_id).options(*whole))


def revisions(piece_id: int) -> list[Revision]:
    """The saved states of a piece, newest first."""
    query = select(Revision).where(Revision.piece_id == piece_id)
    return list(reader().scalars(query.order_by(Revision.saved_at.desc(), Revision.id.desc())))


def messages() -> list[Message]:
    """What readers wrote, newest first."""
    return list(reader().scalars(select(Message).order_by(Message.received_at.desc(), Message.id.desc())))


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
