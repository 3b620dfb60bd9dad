"""One piece put in as an import gives it: new or in place of what an earlier import put there."""

import hashlib
import json
from dataclasses import asdict, astuple, dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.orm import Session

from blog.models import Author, Byline, Correction, Picture, Piece, Status
from blog.state.media import Stored
from blog.text import Rendered
from blog.writing.fields import Fields
from blog.writing.links import HALF
from blog.writing.pieces import PLAIN, fill, leave_address
from blog.writing.topics import Topics, distinct, same


class Outcome(StrEnum):
    """What becomes of something that is put in; `kept` was changed here and is left alone."""

    ADDED = "added"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Signed:
    """What a byline says."""

    name: str
    author: Author = Author.PERSON
    model: str = ""
    reviewer: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """A piece as an import gives it, ready to be written: `fields` are checked and hold the slug.

    `read` is the digest of what was read. `addresses` are former addresses in the
    form that FormerAddress describes.
    """

    uid: str
    fields: Fields
    status: Status
    created_at: datetime
    changed_at: datetime | None
    read: str
    origin: str | None = None
    version: int = 1
    byline: Signed | None = None
    corrections: tuple[tuple[datetime, str], ...] = ()
    addresses: tuple[str, ...] = ()


def put(session: Session, piece: Piece | None, given: Imported, text: Rendered, topics: Topics, now: datetime) -> Piece:
    """Put one piece in, inside of the transaction that runs. Turns no edition: the whole import does that once.

    `text` is the rendered source, `topics` every topic that there is. Raises Refused where the slug was taken in
    the meantime.
    """
    has_corrections = piece is not None or bool(given.corrections)
    if piece is None:
        piece = Piece(uid=given.uid, slug="", created_at=given.created_at, version=given.version)
        piece.origin = given.origin
    else:
        piece.version += 1
    # Set before `fill` writes the row, so that it is written once: the writer's lock is held for all pieces.
    piece.excerpt, piece.words, piece.minutes = text.excerpt, text.words, text.minutes
    piece.origin_digest = given.read[:HALF] + given_digest(given)[:HALF]
    piece.status = given.status
    piece.changed_at = given.changed_at
    piece.byline = signed(session, given.byline)
    fill(session, piece, given.fields, now, text, topics)
    if has_corrections:
        put_corrections(piece, given.corrections)
    for address in given.addresses:
        leave_address(session, piece, address, now)
    return piece


def put_corrections(piece: Piece, given: tuple[tuple[datetime, str], ...]) -> None:
    """Give a piece exactly these corrections."""
    if [(made.made_at, made.sentence) for made in piece.corrections] != list(given):
        piece.corrections = [Correction(made_at=made_at, sentence=sentence) for made_at, sentence in given]


def put_pictures(session: Session, stored: list[Stored], now: datetime) -> None:
    """Note the pictures that lie in the media folder and are not known yet."""
    known = set(session.scalars(select(Picture.digest)))
    for picture in stored:
        if picture.digest not in known:
            session.add(Picture(**asdict(picture), created_at=now))


def signed(session: Session, given: Signed | None) -> Byline | None:
    """The byline that says this, made where there is none yet."""
    if given is None:
        return None
    columns = (Byline.name, Byline.author, Byline.model, Byline.reviewer)
    same = (column == value for column, value in zip(columns, astuple(given), strict=True))
    return session.scalar(select(Byline).where(*same)) or Byline(
        name=given.name, author=given.author, model=given.model, reviewer=given.reviewer
    )


def state_digest(piece: Piece) -> str:
    """The digest of everything about a piece that its author can change here."""
    byline = piece.byline
    return digest(
        [
            *(str(getattr(piece, name)) for name in (*PLAIN, "slug", "published_at")),
            [str(piece.status), str(piece.changed_at)],
            [same(topic.name) for topic in piece.topics],
            [byline.name, byline.author, byline.model, byline.reviewer] if byline else None,
            [[str(made.made_at), made.sentence] for made in piece.corrections],
        ]
    )


def given_digest(given: Imported) -> str:
    """What `state_digest` will be once a piece is put in."""
    return digest(
        [
            *(str(getattr(given.fields, name)) for name in (*PLAIN, "slug", "published_at")),
            [str(given.status), str(given.changed_at)],
            list(distinct(given.fields.topics)),
            list(astuple(given.byline)) if given.byline else None,
            [[str(made_at), sentence] for made_at, sentence in given.corrections],
        ]
    )


def was_read_as(piece: Piece, read: str) -> bool:
    """Whether the last import read the same thing for this piece."""
    return piece.origin_digest[:HALF] == read[:HALF]


def is_as_imported(piece: Piece, version: int) -> bool:
    """Whether nobody edited a piece here since the import that wrote it, or since it had this version."""
    if piece.origin_digest:
        return piece.origin_digest[HALF:] == state_digest(piece)[:HALF]
    return piece.version == version


def digest(value: object) -> str:
    """The SHA-256 of plain values, in hex."""
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
