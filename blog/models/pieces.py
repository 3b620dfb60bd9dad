"""The notebook: pieces, what they are about, how they hang together, and what became of them."""

from datetime import date, datetime
from uuid import uuid4

from sqlalchemy import CheckConstraint, Column, Date, ForeignKey, Index, Integer, String, Table, Text, true
from sqlalchemy.orm import Mapped, mapped_column, relationship

from blog.models.base import Base, Moment
from blog.models.words import Author, Kind, Relation, Standing, Status

SLUG_LENGTH = 120
TITLE_LENGTH = 300


def new_uid() -> str:
    """A random permanent id, without prefix (36 characters)."""
    return str(uuid4())


def one_of(column: str, words: type[Kind | Status | Relation | Author]) -> CheckConstraint:
    """A constraint that holds a column to a closed set of words."""
    listed = ", ".join(f"'{word.value}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


def label_of(title: str, excerpt: str, kind: str) -> str:
    """What stands where a piece's title is needed: the title, or the beginning of the text, or its kind."""
    if title.strip():
        return title
    if excerpt:
        return excerpt if len(excerpt) <= 80 else excerpt[:79].rsplit(" ", 1)[0] + "…"
    return f"Untitled {kind.replace('-', ' ')}"


# `kind` and `listed_at` are copies of what the piece says, so that the list of a topic is read off one index
# however many pieces there are. `listed_at` is None where the piece stands in no list; see `gate.listed_at`.
piece_topic = Table(
    "piece_topic",
    Base.metadata,
    Column("piece_id", ForeignKey("piece.id", ondelete="CASCADE"), primary_key=True),
    Column("topic_id", ForeignKey("topic.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, nullable=False, server_default="0"),
    Column("kind", String(20), nullable=False, server_default=""),
    Column("listed_at", Moment),
    Index("ix_piece_topic_list", "topic_id", "listed_at", "piece_id"),
    Index("ix_piece_topic_kind_list", "topic_id", "kind", "listed_at", "piece_id"),
)


class Byline(Base):
    """Who wrote a piece: a person, or a machine with its model and the person who reviewed it."""

    __tablename__ = "byline"
    __table_args__ = (one_of("author", Author),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    author: Mapped[str] = mapped_column(String(10), default=Author.PERSON)
    model: Mapped[str] = mapped_column(String(200), default="")
    reviewer: Mapped[str] = mapped_column(String(200), default="")


class Topic(Base):
    """What pieces are about."""

    __tablename__ = "topic"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(SLUG_LENGTH), unique=True)
    name: Mapped[str] = mapped_column(String(200), unique=True)


class Piece(Base):
    """Anything in the notebook.

    `source` is the author's Markdown, byte for byte, with LF line ends. `excerpt`, `words` and `minutes` are
    read off it at each save, so that no list has to render anything. `origin` names where an import took the
    piece from and `origin_digest` what it read there; `form` is the token of the form that made it.
    """

    __tablename__ = "piece"
    __table_args__ = (
        one_of("kind", Kind),
        one_of("status", Status),
        Index("ix_piece_list", "status", "listed", "published_at", "id"),
        Index("ix_piece_kind_list", "kind", "status", "listed", "published_at", "id"),
        Index("ix_piece_changed", "status", "listed", "changed_at", "published_at"),
        Index("ix_piece_public", "status", "published_at", "id"),
        Index("ix_piece_shelf", "status", "saved_at", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(String(36), unique=True, default=new_uid)
    kind: Mapped[str] = mapped_column(String(20))
    slug: Mapped[str] = mapped_column(String(SLUG_LENGTH), unique=True)
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH), default="")
    summary: Mapped[str] = mapped_column(Text, default="")
    status: Mapped[str] = mapped_column(String(20), default=Status.DRAFT)
    published_at: Mapped[datetime | None]
    changed_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    saved_at: Mapped[datetime] = mapped_column(index=True)
    language: Mapped[str] = mapped_column(String(35), default="")
    canonical: Mapped[str] = mapped_column(String(2000), default="")
    listed: Mapped[bool] = mapped_column(default=True, server_default=true())
    standing: Mapped[str] = mapped_column(String(20), default="")
    checked_on: Mapped[date | None] = mapped_column(Date)
    checked_against: Mapped[str] = mapped_column(String(500), default="")
    byline_id: Mapped[int | None] = mapped_column(ForeignKey("byline.id", ondelete="SET NULL"), index=True)
    version: Mapped[int] = mapped_column(default=1)
    excerpt: Mapped[str] = mapped_column(Text, default="")
    words: Mapped[int] = mapped_column(default=0)
    minutes: Mapped[int] = mapped_column(default=1)
    origin: Mapped[str | None] = mapped_column(String(1000), unique=True)
    origin_digest: Mapped[str] = mapped_column(String(64), default="")
    form: Mapped[str | None] = mapped_column(String(64), unique=True)
    # Last, so that SQLite reads no long text to get at another column.
    symptom: Mapped[str] = mapped_column(Text, default="")
    source: Mapped[str] = mapped_column(Text, default="")

    topics: Mapped[list[Topic]] = relationship(secondary=piece_topic, order_by=piece_topic.c.position)
    byline: Mapped[Byline | None] = relationship()
    corrections: Mapped[list["Correction"]] = relationship(
        order_by="Correction.made_at, Correction.id",
        back_populates="piece",
        passive_deletes=True,
        cascade="all, delete-orphan",
    )

    @property
    def label(self) -> str:
        """What stands where a title is needed."""
        return label_of(self.title, self.excerpt, self.kind)

    @property
    def updated_at(self) -> datetime | None:
        """The later of first publication and last change that matters."""
        return max(filter(None, (self.published_at, self.changed_at)), default=None)

    @property
    def is_draft(self) -> bool:
        return self.status == Status.DRAFT

    @property
    def is_withdrawn(self) -> bool:
        return self.status == Status.WITHDRAWN


class Correction(Base):
    """A dated, public sentence on what was changed in a piece, and why."""

    __tablename__ = "correction"
    __table_args__ = (Index("ix_correction_newest", "made_at", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    piece_id: Mapped[int] = mapped_column(ForeignKey("piece.id", ondelete="CASCADE"), index=True)
    made_at: Mapped[datetime]
    sentence: Mapped[str] = mapped_column(Text)
    piece: Mapped[Piece] = relationship(back_populates="corrections")


class Revision(Base):
    """One saved state of a piece's text."""

    __tablename__ = "revision"

    id: Mapped[int] = mapped_column(primary_key=True)
    piece_id: Mapped[int] = mapped_column(ForeignKey("piece.id", ondelete="CASCADE"), index=True)
    saved_at: Mapped[datetime]
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH), default="")
    summary: Mapped[str] = mapped_column(Text, default="")
    source: Mapped[str] = mapped_column(Text)


class Link(Base):
    """One piece says of another that it follows it up, replaces it or answers it."""

    __tablename__ = "link"
    __table_args__ = (one_of("relation", Relation),)

    from_id: Mapped[int] = mapped_column(ForeignKey("piece.id", ondelete="CASCADE"), primary_key=True)
    to_id: Mapped[int] = mapped_column(ForeignKey("piece.id", ondelete="CASCADE"), primary_key=True, index=True)
    relation: Mapped[str] = mapped_column(String(20), primary_key=True)


class FormerAddress(Base):
    """An address that a piece or a topic had once. With neither left, what was there is gone (410).

    `address` is the path below the site's root, without query, decoded, in NFC, with neither leading nor
    trailing slash: "2019/05/old-title", "notebook/old-slug".
    """

    __tablename__ = "former_address"

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(1000), unique=True)
    piece_id: Mapped[int | None] = mapped_column(ForeignKey("piece.id", ondelete="SET NULL"), index=True)
    topic_id: Mapped[int | None] = mapped_column(ForeignKey("topic.id", ondelete="SET NULL"), index=True)
    since: Mapped[datetime]


class Path(Base):
    """An ordered list of stops through pieces. The one with the slug `start` opens the notebook."""

    __tablename__ = "path"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(SLUG_LENGTH), unique=True)
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH))
    summary: Mapped[str] = mapped_column(Text, default="")
    stops: Mapped[list["Stop"]] = relationship(
        order_by="Stop.position", cascade="all, delete-orphan", passive_deletes=True
    )


class Stop(Base):
    """One stop of a path: a piece, a label such as "Follow a fix", and a sentence."""

    __tablename__ = "stop"

    id: Mapped[int] = mapped_column(primary_key=True)
    path_id: Mapped[int] = mapped_column(ForeignKey("path.id", ondelete="CASCADE"), index=True)
    piece_id: Mapped[int] = mapped_column(ForeignKey("piece.id", ondelete="CASCADE"), index=True)
    position: Mapped[int]
    label: Mapped[str] = mapped_column(String(200), default="")
    sentence: Mapped[str] = mapped_column(Text, default="")
    piece: Mapped[Piece] = relationship()


class Picture(Base):
    """A stored picture. `name` is its file name in the media folder, made from its content."""

    __tablename__ = "picture"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(255), unique=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    media_type: Mapped[str] = mapped_column(String(100))
    width: Mapped[int]
    height: Mapped[int]
    size: Mapped[int]
    origin: Mapped[str] = mapped_column(String(1000), default="")
    created_at: Mapped[datetime]


STANDINGS = tuple(word.value for word in Standing)
