"""What stands in the editor's fields, and what is read from them."""

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar
from zoneinfo import ZoneInfo

from blog.models import Kind, Piece, Status
from blog.reading.topics import names_now
from blog.web.again import Typed
from blog.web.desk import moments
from blog.web.desk.linked import rows_typed
from blog.web.desk.names import joined, parted
from blog.web.moment import front
from blog.writing.fields import Fields, checked
from blog.writing.refusals import Refused
from blog.writing.site import is_zone

PLAIN = ("title", "slug", "summary", "source", "language", "canonical", "standing", "checked_against", "symptom")
# What the author does not type: what the rest was typed over, and where it goes.
CARRIED = ("piece", "uid", "version", "form", "zone", "seen_topics")
NAMES = (*PLAIN, "kind", "topics", "published_at", "listed", "checked_on", "matters", *CARRIED)
Values = dict[str, str]
T = TypeVar("T")


def values_typed(form: Typed) -> Values:
    """What was typed, character for character; a field that was not sent is empty."""
    return {**{name: form.get(name, "") for name in NAMES}, **rows_typed(form)}


def values_blank(kind: str) -> Values:
    """The fields of a piece that is about to be written. The token makes a form that is sent twice one piece."""
    given = {"kind": kind, "listed": "yes", "form": secrets.token_urlsafe(24), "zone": front().site.time_zone}
    return dict.fromkeys(NAMES, "") | given


def values_of(piece: Piece) -> Values:
    """The fields of a piece as it is stored."""
    return {
        **dict.fromkeys(NAMES, ""),
        **{name: getattr(piece, name) for name in PLAIN},
        "kind": piece.kind,
        "topics": joined([topic.name for topic in piece.topics]),
        "seen_topics": joined([text for topic in piece.topics for text in (topic.name, topic.slug)]),
        "published_at": moments.as_typed(piece.published_at, front().zone),
        "zone": front().site.time_zone,
        "listed": "yes" if piece.listed else "",
        "checked_on": piece.checked_on.isoformat() if piece.checked_on else "",
        "piece": str(piece.id),
        "uid": piece.uid,
        "version": str(piece.version),
    }


def fields_typed(values: Values, piece: Piece | None, faults: dict[str, str]) -> Fields:
    """What the fields mean. Raises Refused with a sentence for each field that cannot be, besides `faults`."""
    faults = dict(faults)

    def read(name: str, reading: Callable[[str], T], otherwise: T) -> T:
        try:
            return reading(values[name])
        except ValueError as fault:
            faults[name] = str(fault)
            return otherwise

    fields = Fields(
        **{name: values[name] for name in PLAIN},
        kind=read("kind", kind, Kind.ESSAY),
        topics=read("topics", lambda text: topics(text, values["seen_topics"]), ()),
        published_at=read("published_at", lambda text: date(text, piece, zone_of(values)), None),
        checked_on=read("checked_on", moments.day, None),
        listed=bool(values["listed"]),
    )
    return all_checked(fields, faults)


def all_checked(fields: Fields, faults: dict[str, str]) -> Fields:
    """The fields as they are stored. Raises Refused with all faults at once: the ones found before, too."""
    try:
        fields = checked(fields)
    except Refused as refusal:
        faults = {**refusal.fields, **faults}
    if faults:
        raise Refused(**faults)
    return fields


def kind(text: str) -> Kind:
    """The kind that was chosen. Raises ValueError with a sentence."""
    if text not in list(Kind):
        raise ValueError("Choose what this is.")
    return Kind(text)


def topics(text: str, seen: str) -> tuple[str, ...]:
    """The topics that were typed. Raises ValueError with a sentence.

    `seen` are the names and slugs of those that the piece had when its form was opened: one that was renamed or merged
    since is called as it is now, so that saving the form does not bring the old one back.
    """
    names, known = parted(text), parted(seen)
    slugs = dict(zip(known[::2], known[1::2], strict=False))
    present = names_now({slugs[name] for name in names if name in slugs})
    return tuple(present.get(slugs.get(name, ""), name) for name in names)


def zone_of(values: Values) -> ZoneInfo:
    """The zone in which dates were typed: the one that the form named, whatever the site's is by now."""
    named = values["zone"]
    return ZoneInfo(named) if named != front().site.time_zone and is_zone(named) else front().zone


def date(text: str, piece: Piece | None, zone: ZoneInfo) -> datetime | None:
    """The date that was typed. A piece that has been published keeps its date where none is typed."""
    before = piece.published_at if piece else None
    if piece and piece.status != Status.DRAFT and not text.strip():
        return before
    return moments.moment(text, zone, before)


def number(text: str) -> int:
    """The version or id that a form names; 0, which nothing has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
