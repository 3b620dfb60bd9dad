"""Reads and writes the one form of HTML that the sanitiser puts out: balanced, quoted, text escaped.

It is no parser for HTML in general; everything here works on what has been through `sanitise` once.
"""

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from blog.text.entities import unescape

TOKEN = re.compile(r"<(/?)([a-z][a-z0-9]*)((?:\s+[\w:-]+(?:=(?:\"[^\"]*\"|'[^']*'))?)*)\s*/?>|[^<]+|<")
ATTRIBUTE = re.compile(r"([\w:-]+)(?:=(?:\"([^\"]*)\"|'([^']*)'))?")


@dataclass(slots=True)
class Tag:
    """A start or end tag; the values of its attributes are plain text."""

    name: str
    closing: bool = False
    attributes: dict[str, str] = field(default_factory=dict)

    @property
    def classes(self) -> list[str]:
        """The names in its class attribute."""
        return self.attributes.get("class", "").split()

    def __str__(self) -> str:
        if self.closing:
            return f"</{self.name}>"
        written = "".join(f' {name}="{html.escape(value)}"' for name, value in self.attributes.items())
        return f"<{self.name}{written}>"


Token = Tag | str
"""A tag, or text as it stands in the HTML, escaped."""


def read_tokens(source: str) -> Iterator[Token]:
    """Split HTML into tags and text."""
    for match in TOKEN.finditer(source):
        if match[2] is None:
            yield match[0]
        else:
            yield Tag(match[2], bool(match[1]), read_attributes(match[3]))


def read_attributes(source: str) -> dict[str, str]:
    """Read the attributes of a tag."""
    return {name: unescape(double or single) for name, double, single in ATTRIBUTE.findall(source)} if source else {}


def write_tokens(tokens: Iterable[Token]) -> str:
    """Join tags and text to HTML."""
    return "".join(map(str, tokens))


def text_of(tokens: Iterable[Token]) -> str:
    """Read the text between tags, without any space for them."""
    return unescape("".join(token for token in tokens if isinstance(token, str)))
