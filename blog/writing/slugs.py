"""Slugs: readable, unique, and never an address that something else has."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import chain, count, pairwise

from sqlalchemy import BindParameter, Integer, bindparam, select, union_all
from sqlalchemy.orm import Session

from blog.models import SLUG_LENGTH, FormerAddress, Piece, Topic
from blog.text import slugify
from blog.text.slugs import hyphenated, lowered
from blog.writing.refusals import Refused

# Tells which of some slugs somebody else has.
Taken = Callable[[Sequence[str]], set[str]]

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
    return text != "" and text.strip("-") == text == hyphenated(text) and not is_too_long(text)


def is_too_long(slug: str) -> bool:
    """Whether a slug is longer than an address, or the name of an exported file, can be."""
    return len(slug) > SLUG_LENGTH or len(slug.encode("utf-8", "replace")) > SLUG_BYTES


def normal(text: str) -> str:
    """A slug as it is stored and looked up: NFC, lower case."""
    return lowered(text.strip())


SLUGS: BindParameter[str] = bindparam("slugs", expanding=True)
ADDRESSES: BindParameter[str] = bindparam("addresses", expanding=True)
NOBODY = 0
OTHER: BindParameter[int] = bindparam("id", type_=Integer())
PIECES_WITH = union_all(
    select(Piece.slug).where(Piece.slug.in_(SLUGS), Piece.id != OTHER),
    select(FormerAddress.address).where(FormerAddress.address.in_(ADDRESSES), FormerAddress.piece_id != OTHER),
)


def pieces_have(session: Session, piece_id: int | None) -> Taken:
    """Tells which slugs another piece has, or had once, or the notebook needs itself."""

    def taken(slugs: Sequence[str]) -> set[str]:
        addresses = [f"notebook/{slug}" for slug in slugs]
        found = session.scalars(PIECES_WITH, {"slugs": slugs, "addresses": addresses, "id": piece_id or NOBODY})
        return {address.removeprefix("notebook/") for address in found} | NOTEBOOK.intersection(slugs)

    return taken


def topics_have(session: Session, topic_id: int | None) -> Taken:
    """Tells which slugs another topic has, or had once."""

    def taken(slugs: Sequence[str]) -> set[str]:
        others = select(Topic.slug).where(Topic.slug.in_(slugs), Topic.id.is_distinct_from(topic_id))
        former = select(FormerAddress.address).where(
            FormerAddress.address.in_([f"topics/{slug}" for slug in slugs]),
            FormerAddress.topic_id.is_distinct_from(topic_id),
        )
        return {address.removeprefix("topics/") for address in session.scalars(union_all(others, former))}

    return taken


def free(wanted: str, taken: Taken) -> str:
    """`wanted`, or the first of wanted-2, wanted-3, … that is free: few questions however many are taken."""
    if not taken([wanted]):
        return wanted
    base = wanted[: SLUG_LENGTH - 6].rstrip("-")
    steps = pairwise(chain((2, 10, 100), count(1_000, 5_000)))
    parts = ([f"{base}-{number}" for number in range(*step)] for step in steps)
    return next(slug for part in parts for slug in those_free(part, taken))


def those_free(slugs: list[str], taken: Taken) -> list[str]:
    """Those of some slugs that are free, in their order."""
    occupied = taken(slugs)
    return [slug for slug in slugs if slug not in occupied]


def automatic(title: str, fallback: datetime, taken: Taken) -> str:
    """A free slug made of a title; of the day where the title has no letter or digit."""
    return free(slugify(title) or f"{fallback:%Y-%m-%d}", taken)


def chosen(typed: str, taken: Taken) -> str:
    """A slug that the author typed, in its stored form. Raises Refused where it cannot be had."""
    slug = normal(typed)
    if is_too_long(slug):
        raise Refused(slug=f"The address is too long: {SLUG_LENGTH} Latin letters, or a third as many of others, fit.")
    if not is_slug(slug):
        raise Refused(slug="The address may hold letters, digits and single hyphens between them.")
    if taken([slug]):
        raise Refused(slug=f"The address “{slug}” is taken: choose another one.")
    return slug
