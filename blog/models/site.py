"""The site itself: its one row of settings, standing pages, projects, messages, accounts, and its edition."""

from datetime import datetime

from sqlalchemy import JSON, CheckConstraint, ForeignKey, String, Text, false, true
from sqlalchemy.orm import Mapped, mapped_column, relationship

from blog.models.base import Base
from blog.models.pieces import SLUG_LENGTH, TITLE_LENGTH, new_uid


class Site(Base):
    """The site's own settings: one row.

    `navigation` is a list of `{"label": …, "address": …}`, addresses below the site's root.
    """

    __tablename__ = "site"
    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)

    id: Mapped[int] = mapped_column(primary_key=True, default=1)
    name: Mapped[str] = mapped_column(String(200), default="A Bokashi notebook")
    role: Mapped[str] = mapped_column(String(200), default="")
    place: Mapped[str] = mapped_column(String(200), default="")
    tagline: Mapped[str] = mapped_column(String(500), default="")
    contact_line: Mapped[str] = mapped_column(String(500), default="")
    time_zone: Mapped[str] = mapped_column(String(100), default="UTC")
    language: Mapped[str] = mapped_column(String(35), default="en")
    navigation: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    uid: Mapped[str] = mapped_column(String(36), default=new_uid)
    version: Mapped[int] = mapped_column(default=1)


class Edition(Base):
    """The number of the site's present public state: one more with each public change. One row."""

    __tablename__ = "edition"
    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)

    id: Mapped[int] = mapped_column(primary_key=True, default=1)
    number: Mapped[int] = mapped_column(default=1)
    turned_at: Mapped[datetime]


class Purge(Base):
    """How far the cache in front of the site was told what to forget. One row.

    `begun` is the edition for which it was told first, `done` the one for which it was told for good; at `again_at`
    it is told once more. `fault` is why it was not, "" where it was.
    """

    __tablename__ = "purge"
    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)

    id: Mapped[int] = mapped_column(primary_key=True, default=1)
    begun: Mapped[int] = mapped_column(default=0)
    done: Mapped[int] = mapped_column(default=0)
    again_at: Mapped[datetime | None]
    fault: Mapped[str] = mapped_column(String(300), default="")


class Beside(Base):
    """What stands beside the notebook: what pages and projects have in common."""

    __abstract__ = True

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(String(36), unique=True, default=new_uid)
    slug: Mapped[str] = mapped_column(String(SLUG_LENGTH), unique=True)
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH))
    summary: Mapped[str] = mapped_column(Text, default="")
    source: Mapped[str] = mapped_column(Text, default="")
    position: Mapped[int] = mapped_column(default=0)
    changed_at: Mapped[datetime]
    origin: Mapped[str | None] = mapped_column(String(1000), unique=True)
    origin_digest: Mapped[str] = mapped_column(String(64), default="")


class Page(Beside):
    """A standing page outside the notebook."""

    __tablename__ = "page"

    published: Mapped[bool] = mapped_column(default=False, server_default=false())


class Project(Beside):
    """A case study: for whom, where it stands, with what, and in `source` its decisions and lessons.

    `links` is a list of `{"label": …, "address": …}`.
    """

    __tablename__ = "project"

    audience: Mapped[str] = mapped_column(String(300), default="")
    status: Mapped[str] = mapped_column(String(100), default="")
    stack: Mapped[str] = mapped_column(String(500), default="")
    links: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    featured: Mapped[bool] = mapped_column(default=False, server_default=false())
    published: Mapped[bool] = mapped_column(default=True, server_default=true())


class Message(Base):
    """What a reader wrote on the contact page."""

    __tablename__ = "message"

    id: Mapped[int] = mapped_column(primary_key=True)
    received_at: Mapped[datetime] = mapped_column(index=True)
    name: Mapped[str] = mapped_column(String(200), default="")
    address: Mapped[str] = mapped_column(String(320), default="")
    text: Mapped[str] = mapped_column(Text)
    read_at: Mapped[datetime | None]
    form: Mapped[str | None] = mapped_column(String(64), unique=True)


class Account(Base):
    """Somebody who may log in."""

    __tablename__ = "account"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100), unique=True)
    password_hash: Mapped[str] = mapped_column(String(300))
    created_at: Mapped[datetime]
    logins: Mapped[list["Login"]] = relationship(back_populates="account", passive_deletes=True)


class Login(Base):
    """One session of one account. Ended on log out and by a new password, so an old cookie opens nothing.

    `digest` is the SHA-256 of the token in the cookie, in hex.
    """

    __tablename__ = "login"

    id: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    account: Mapped[Account] = relationship(back_populates="logins")
