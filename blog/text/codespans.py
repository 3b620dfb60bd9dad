"""Code spans: as many backticks as opened one close it (CommonMark 0.31, section 6.1).

Tags, comments and addresses in angle brackets bind as tightly: backticks within one that begins first are its own.
"""

import re
from typing import Any
from xml.etree.ElementTree import Element

from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString, code_escape

from blog.text.angle import TAG, is_tag, read

BEGINNINGS = r"(?<!\\)(?:\\\\)*\\[`<]|`+|<(?=[a-zA-Z/!])"
"""An escaped sign, a run of backticks, or what may begin a tag, a comment or an address."""

COMMENT = re.compile(r"<!--(?:-?>|.{0,3000}?-->)", re.DOTALL)
BRACKET = re.compile(r"[\[\]]")
ADDRESS = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>")


def past_angle(text: str, start: int) -> int:
    """Find where a tag, a comment or an address that begins at an angle bracket ends; else what follows the bracket."""
    tag = TAG.match(text, start)
    found = tag if tag and is_tag(tag) else ADDRESS.match(text, start) or COMMENT.match(text, start)
    return found.end() if found else start + 1


def closing_backticks(text: str, start: int, count: int) -> re.Match[str] | None:
    """Find the run of exactly `count` backticks at or after `start`."""
    return re.compile(rf"(?<!`)`{{{count}}}(?!`)").search(text, start) if count <= 100 else None


def shown_code(raw: str) -> str:
    """What a span shows: line ends become spaces, and one space of padding on both sides goes."""
    code = raw.replace("\n", " ")
    padded = len(code) > 2 and code[0] == code[-1] == " " and code.strip() != ""
    return code[1:-1] if padded else code


class CodeSpans(InlineProcessor):
    """Turns `code` into an element whose text nothing else touches."""

    def __init__(self, md: Any) -> None:
        super().__init__(BEGINNINGS, md)

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Element | str | None, int, int]:
        """Make the element, or pass over backticks that nothing closes and over tags."""
        if m[0] == "<":
            return self.angle(data, m.start(), past_angle(data, m.start()))
        closing = None if m[0][0] == "\\" else closing_backticks(data, m.end(), len(m[0]))
        if closing is None:
            return None, m.start(), m.end()
        element = Element("code")
        element.text = AtomicString(code_escape(shown_code(data[m.end() : closing.start()])))
        return element, m.start(), closing.end()

    def angle(self, data: str, start: int, end: int) -> tuple[str | None, int, int]:
        """Pass over a tag, a comment or an address; take out tags and comments with brackets that make no link."""
        if not BRACKET.search(data, start, end) or ADDRESS.match(data, start) or data.startswith("](", start - 2):
            return None, start, end
        kept, end = read(data, start)
        if kept is None:
            return None, start, end
        return (self.md.htmlStash.store(kept) if kept else ""), start, end
