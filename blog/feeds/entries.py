"""What every format is written from. Whatever text comes in, only text that a feed can hold is kept."""

import re
from dataclasses import dataclass, fields
from datetime import datetime

# XML 1.0, section 2.2: all but these may stand in a document, and these not even as references.
_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")


def _kept(text: str) -> str:
    return _FORBIDDEN.sub("", text)


def _tidied(value: object) -> object:
    match value:
        case str():
            return _kept(value).strip()
        case tuple():
            return tuple(filter(None, map(_tidied, value)))
        case _:
            return value


def _tidy(record: "Entry | Feed") -> None:
    """Drop what no feed can hold from every field, the white space around it, and topics without a name."""
    for field in fields(record):
        object.__setattr__(record, field.name, _tidied(getattr(record, field.name)))


@dataclass(frozen=True, slots=True)
class Entry:
    """One piece as feeds show it. Moments know their zone; addresses are absolute and percent-encoded."""

    uid: str
    url: str
    title: str  # empty for a thought without one
    summary: str  # plain text, may be empty
    html: str  # the whole content: balanced, its links absolute
    published: datetime
    updated: datetime
    author: str  # empty: the feed's author
    topics: tuple[str, ...]
    language: str = ""  # only where it is not the feed's

    def __post_init__(self) -> None:
        html = _kept(self.html)
        _tidy(self)
        object.__setattr__(self, "html", html)

    @property
    def urn(self) -> str:
        """The permanent id in every format (RFC 4287, 4.2.6): no address, so no move changes it."""
        return f"urn:uuid:{self.uid}"


@dataclass(frozen=True, slots=True)
class Feed:
    """A list of entries, newest first, and what is said about the list. Title and author are never empty."""

    uid: str  # a permanent IRI of the list itself
    title: str
    subtitle: str
    language: str
    home_url: str  # the page this is the feed of
    self_url: str  # where this document is served
    author: str
    author_url: str
    updated: datetime  # the newest change among the entries, never the present time
    entries: tuple[Entry, ...]
    next_url: str = ""  # the feed with the entries after these (RFC 5005, section 3)
    icon_url: str = ""

    def __post_init__(self) -> None:
        _tidy(self)

    def url_of(self, author: str) -> str:
        """The address that belongs to an author's name, where it is known."""
        return self.author_url if author == self.author else ""
