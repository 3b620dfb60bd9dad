"""Code spans: as many backticks as opened one close it (CommonMark 0.31, section 6.1)."""

import re
from xml.etree.ElementTree import Element

from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString, code_escape

BACKTICKS = r"(?<!\\)(?:\\\\)*\\`|`+"
"""An escaped backtick, or a run of them."""


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

    def __init__(self) -> None:
        super().__init__(BACKTICKS)

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int, int]:
        """Make the element, or pass over backticks that nothing closes."""
        closing = None if m[0][0] == "\\" else closing_backticks(data, m.end(), len(m[0]))
        if closing is None:
            return None, m.start(), m.end()
        element = Element("code")
        element.text = AtomicString(code_escape(shown_code(data[m.end() : closing.start()])))
        return element, m.start(), closing.end()
