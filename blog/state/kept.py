"""Whole answers as they are sent, kept in memory within a number of bytes; the least recently used one leaves first."""

from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from werkzeug.http import parse_date

Headers = list[tuple[str, str]]
Key = tuple[str, str, bool, str]
"""What an answer depends on: path, query, whether it is a fragment, encoding."""

TERM = "bokashi.term"
"""Where an answer's Term is in the WSGI environment of its request."""

EVER = -1
"""The edition of what never changes while the process runs."""

OVERHEAD = 1000
IN_304 = frozenset(("cache-control", "content-location", "etag", "expires", "last-modified", "surrogate-key", "vary"))
"""What a 304 says: how what the reader has may be kept on (RFC 9110, section 15.4.5). The rest he has with it."""

GONE = suppress(KeyError)
"""Made once, as every hit passes through it: it may be entered again and by several threads."""

UNMET = [("cache-control", "no-store"), ("content-length", "0")]
"""What a 412 says."""


@dataclass(slots=True)
class Term:
    """How long an answer may be kept, said by those who make it: for one edition, and until a moment (POSIX time).

    Without an edition it may not be kept. An answer for one reader is not compressed, unless whatever is secret in it
    is new in every answer: then lengths tell nothing (BREACH).
    """

    edition: int | None = None
    until: float = float("inf")
    may_be_compressed: bool = False


@dataclass(slots=True)
class Entry:
    """An answer: a body, or the path of a whole file in its place, and its term.

    `former` is the answer without its body that was kept before in another form: who has that one has the page.
    """

    status: int
    headers: Headers
    body: bytes
    tag: str
    modified: str
    edition: int | None
    until: float
    file: str = ""
    former: "Entry | None" = None
    size: int = field(init=False)
    unchanged: Headers = field(init=False)

    def __post_init__(self) -> None:
        """Work out its size and the headers of a 304 (RFC 9110, section 15.4.5)."""
        self.size = len(self.body) + sum(len(name) + len(value) for name, value in self.headers) + OVERHEAD
        self.unchanged = [pair for pair in self.headers if pair[0] in IN_304]

    def is_refused_by(self, headers: Any) -> bool:
        """Whether a request wants it only as it is not (RFC 9110, sections 13.1.1 and 13.1.4)."""
        if "if-match" in headers:
            tags = [tag.strip() for tag in ",".join(headers.get_all("if-match")).split(",")]
            return "*" not in tags and self.tag not in tags
        since = headers.get("if-unmodified-since")
        if since is None or not self.modified:
            return False
        moment, modified = read_date(since), read_date(self.modified)
        return moment is not None and modified is not None and modified > moment

    def held_by(self, headers: Any) -> "Entry | None":
        """The form of it that a conditional request's reader has already, if any (RFC 9110, section 13.2.2)."""
        if "if-none-match" in headers:
            tags = ", ".join(headers.get_all("if-none-match"))
            forms = (self, self.former)
            return self if tags.strip() == "*" else next((form for form in forms if form and form.is_among(tags)), None)
        since = headers.get("if-modified-since")
        if since is None or not self.modified:
            return None
        moment, modified = read_date(since), read_date(self.modified)
        return self if moment is not None and modified is not None and modified <= moment else None

    def is_among(self, tags: str) -> bool:
        """Whether its tag is in a list of tags."""
        return bool(self.tag) and self.tag in tags


def read_date(text: str) -> datetime | None:
    """The moment that an HTTP date names; None for what is no date, or is one of a year that there is not."""
    try:
        return parse_date(text)
    except (OverflowError, ValueError):
        return None


class Store:
    """Entries by key, `most` bytes of them."""

    def __init__(self, most: int) -> None:
        self.entries: OrderedDict[Key, Entry] = OrderedDict()
        self.most, self.size = most, 0

    def get(self, key: Key) -> Entry | None:
        """The entry under a key, which then counts as just used; another thread may put entries meanwhile."""
        entry = self.entries.get(key)
        if entry is not None:
            with GONE:
                self.entries.move_to_end(key)
        return entry

    def put(self, key: Key, entry: Entry) -> None:
        """Keep an entry in place of the one that was there, and let others go until all fit."""
        old = self.entries.pop(key, None)
        self.size += entry.size - (old.size if old else 0)
        self.entries[key] = entry
        while self.size > self.most:
            _, gone = self.entries.popitem(last=False)
            self.size -= gone.size

    def exchange(self, key: Key, old: Entry, new: Entry) -> None:
        """Keep an entry in place of another, if that one is still there."""
        if self.entries.get(key) is old:
            self.put(key, new)
