"""A piece as a file: its Markdown with front matter, which is what an export writes and an import reads back."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from blog.models import Author, Byline, Piece, Relation
from blog.reading.pieces import Linked
from blog.state import clock
from blog.text import join_front_matter

LINK_KEYS = {
    "follows_up": Relation.FOLLOWS_UP,
    "replaces": Relation.REPLACES,
    "answers": Relation.ANSWERS,
}


def piece_file(piece: Piece, zone: ZoneInfo, links: Iterable[Linked] = (), addresses: Iterable[str] = ()) -> str:
    """The file of one piece, with times in `zone`.

    It says nothing of other pieces but what `links` holds: give only public ones for a public file. Keys that
    have nothing to say are left out; those that remain are always in this order.
    """
    data = {
        "uid": piece.uid,
        "kind": str(piece.kind),
        "title": piece.title,
        "slug": piece.slug,
        "summary": piece.summary,
        "topics": [topic.name for topic in piece.topics],
        "status": str(piece.status),
        "published_at": written(piece.published_at, zone),
        "changed_at": written(piece.changed_at, zone),
        "created_at": written(piece.created_at, zone) if piece.created_at != piece.published_at else "",
        "version": piece.version if piece.version > 1 else None,
        "language": piece.language,
        "byline": signature(piece.byline),
        "canonical": piece.canonical,
        "listed": None if piece.listed else False,
        **about_standing(piece),
        **relations(links),
        "aliases": sorted(f"/{address}" for address in addresses),
        "corrections": [
            {"made_at": written(correction.made_at, zone), "sentence": correction.sentence}
            for correction in piece.corrections
        ],
    }
    return join_front_matter(kept(data), piece.source)


def kept(data: Mapping[str, object]) -> dict[str, object]:
    """The keys that have something to say."""
    return {key: value for key, value in data.items() if value not in ("", None, [])}


def written(moment: datetime | None, zone: ZoneInfo) -> str:
    """A moment with its offset in a zone."""
    return clock.written(moment, zone) if moment else ""


def signature(byline: Byline | None) -> object:
    """A byline: a person's name, or a mapping where there is more to say."""
    if byline is None:
        return None
    if byline.author == Author.PERSON and not byline.model and not byline.reviewer:
        return byline.name
    return kept({"name": byline.name, "author": str(byline.author), "model": byline.model, "reviewer": byline.reviewer})


def about_standing(piece: Piece) -> dict[str, object]:
    """Whether a field note still holds, and what it is about."""
    return {
        "standing": str(piece.standing),
        "checked_on": piece.checked_on.isoformat() if piece.checked_on else "",
        "checked_against": piece.checked_against,
        "symptom": piece.symptom,
    }


def relations(links: Iterable[Linked]) -> dict[str, object]:
    """What a piece says of older ones, by slug."""
    said = [link for link in links if not link.newer]
    return {
        key: sorted(link.piece.slug for link in said if link.relation == relation)
        for key, relation in LINK_KEYS.items()
    }
