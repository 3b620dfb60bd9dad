"""Former addresses: where what once stood at an address is now."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, select

from blog.models import FormerAddress, Piece, Topic
from blog.reading import gate
from blog.reading.topics import is_shown
from blog.state.database import reader


@dataclass(frozen=True, slots=True)
class Moved:
    """Where a former address leads: to a public piece, to a topic, or to nothing any more."""

    piece: Piece | None
    topic: Topic | None

    @property
    def is_gone(self) -> bool:
        return self.piece is None and self.topic is None


def as_stored(path: str) -> str:
    """A decoded path in the form in which former addresses are kept (see FormerAddress)."""
    return unicodedata.normalize("NFC", path.strip("/"))


def moved(path: str, now: datetime) -> Moved | None:
    """What became of what stood at the decoded `path`; None where nothing public ever did.

    A former address of a draft, of a scheduled piece or of a topic that only such pieces have says nothing: it is
    as unknown as they are.
    """
    address = as_stored(path)
    query = (
        select(FormerAddress, Piece, Topic)
        .outerjoin(Piece, and_(Piece.id == FormerAddress.piece_id, gate.public(now)))
        .outerjoin(Topic, and_(Topic.id == FormerAddress.topic_id, is_shown(now)))
        .where(FormerAddress.address.in_({address, address.lower()}))
        .order_by(FormerAddress.address != address)
    )
    row = reader().execute(query.limit(1)).one_or_none()
    if row is None:
        return None
    former: FormerAddress = row[0]
    piece: Piece | None = row[1]
    topic: Topic | None = row[2]
    if topic is None and former.topic_id is not None:
        return None
    if piece is None and former.piece_id is not None and not is_gone(former.piece_id, now):
        return None
    return Moved(piece, topic)


def is_gone(piece_id: int, now: datetime) -> bool:
    """Whether a piece was public and has been withdrawn."""
    return reader().scalar(select(Piece.id).where(Piece.id == piece_id, gate.gone(now))) is not None
