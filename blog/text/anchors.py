"""Ids: of headings, readable and stable; of everything else in a text, out of the site's way."""

import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from blog.text.allowed import named
from blog.text.markup import Tag, Token

KEPT = {"Mn", "Mc", "Pc"}
PAGE_IDS = named("main corrections said")
"""Ids that the article's page has around the text; a heading of that name gets the next one."""

OURS = re.compile(r"fn(?:ref\d*)?-")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the contents list: its level on the page, its id there, and its text."""

    level: int
    id: str
    text: str


class Ids:
    """Gives every id of a page once."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.taken = set(taken)
        self.counts: Counter[str] = Counter()

    def claim(self, wanted: str) -> str:
        """Return the wanted id, with -2, -3 … when it is taken."""
        found = wanted
        while found in self.taken:
            self.counts[wanted] += 1
            found = f"{wanted}-{self.counts[wanted] + 1}"
        self.taken.add(found)
        return found


def anchor_for(text: str) -> str:
    """Make an id from a heading's words in any script; from a checksum where it has none, so it is stable."""
    words = unicodedata.normalize("NFC", text).lower()
    kept = "".join(char if char.isalnum() or unicodedata.category(char) in KEPT else "-" for char in words)
    anchor = re.sub(r"-+", "-", kept).strip("-_")[:80].rstrip("-_")
    return anchor or f"section-{zlib.crc32(text.encode()):08x}"


def permalink(anchor: str) -> list[Token]:
    """Return the mark behind a heading that leads to itself."""
    link = Tag("a", attributes={"class": "anchor", "href": f"#{anchor}", "aria-label": "Link to this section"})
    return [link, Tag("a", closing=True)]
