"""Slugs: readable, unique, and never an address that something else has."""

import re
import unicodedata
from collections.abc import Callable
from datetime import datetime
from itertools import count

from sqlalchemy import select
from sqlalchemy.orm import Session

from blog.models import SLUG_LENGTH, FormerAddress, Page, Piece, Topic
from blog.text import slugify
from blog.writing.refusals import Refused

FORM = re.compile(r"\w(?:[\w-]*\w)?")
# A piece is exported as a folder with its slug's name, and file systems take names of 255 bytes.
SLUG_BYTES = 240
# What stands beside the pieces under /notebook/, beside topics under /topics/, and at the root.
NOTEBOOK = frozenset({"essays", "field-notes", "thoughts", "page"})
ROOT = frozenset(
    {
        *("notebook", "topics", "dispatch", "projects", "paths", "changes", "search", "contact", "static", "media"),
        *("desk", "login", "logout", "setup", "admin", "preview", "up", "index", "page", "pages", "category", "tag"),
        *("feed", "feeds", "rss", "atom", "json", "robots", "sitemap", "llms", "opensearch", "favicon"),
    }
)


def is_slug(text: str) -> bool:
    """Whether `text` has the form of a slug: letters and digits of any script, with single hyphens between."""
    return bool(FORM.fullmatch(text)) and "--" not in text and not is_too_long(text)


def is_too_long(slug: str) -> bool:
    """Whether a slug is longer than an address, or the name of an exported file, can be."""
    return len(slug) > SLUG_LENGTH or len(slug.encode("utf-8", "replace")) > SLUG_BYTES


def normal(text: str) -> str:
    """A slug as it is stored and looked up: NFC, lower case."""
    return unicodedata.normalize("NFC", text.strip()).lower()


def piece_is_taken(session: Session, piece_id: int | None) -> Callable[[str], bool]:
    """Tells of a slug whether another piece has it, or had it once, or the notebook needs it itself."""

    def taken(slug: str) -> bool:
        other = select(Piece.id).where(Piece.slug == slug, Piece.id.is_distinct_from(piece_id))
        former = select(FormerAddress.id).where(
            FormerAddress.address == f"notebook/{slug}",
            FormerAddress.piece_id.is_not(None),
            FormerAddress.piece_id.is_distinct_from(piece_id),
        )
        return slug in NOTEBOOK or any(session.scalar(query) is not None for query in (other, former))

    return taken


def topic_is_taken(session: Session, topic_id: int | None) -> Callable[[str], bool]:
    """Tells of a slug whether another topic has it, or had it once."""

    def taken(slug: str) -> bool:
        other = select(Topic.id).where(Topic.slug == slug, Topic.id.is_distinct_from(topic_id))
        former = select(FormerAddress.id).where(
            FormerAddress.address == f"topics/{slug}", FormerAddress.topic_id.is_distinct_from(topic_id)
        )
        return any(session.scalar(query) is not None for query in (other, former))

    return taken


def page_is_taken(session: Session, page_id: int | None) -> Callable[[str], bool]:
    """Tells of a slug whether another standing page has it or the site needs it itself."""

    def taken(slug: str) -> bool:
        other = select(Page.id).where(Page.slug == slug, Page.id.is_distinct_from(page_id))
        return slug in ROOT or session.scalar(other) is not None

    return taken


def free(wanted: str, taken: Callable[[str], bool]) -> str:
    """`wanted`, or the first of wanted-2, wanted-3, … that is free."""
    if not taken(wanted):
        return wanted
    base = wanted[: SLUG_LENGTH - 6].rstrip("-")
    return next(slug for slug in (f"{base}-{number}" for number in count(2)) if not taken(slug))


def automatic(title: str, fallback: datetime, taken: Callable[[str], bool]) -> str:
    """A free slug made of a title; of the day where the title has no letter or digit."""
    return free(slugify(title) or f"{fallback:%Y-%m-%d}", taken)


def chosen(typed: str, taken: Callable[[str], bool]) -> str:
    """A slug that the author typed, in its stored form. Raises Refused where it cannot be had."""
    slug = normal(typed)
    if is_too_long(slug):
        raise Refused(slug=f"The address is too long: {SLUG_LENGTH} Latin letters, or a third as many of others, fit.")
    if not is_slug(slug):
        raise Refused(slug="The address may hold letters, digits and single hyphens between them.")
    if taken(slug):
        raise Refused(slug=f"The address “{slug}” is taken: choose another one.")
    return slug
