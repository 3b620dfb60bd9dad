"""Emphasis and strikethrough by the delimiter algorithm of CommonMark 0.31, section 6.2, in one linear pass.

Three departures: a single word between double underscores stays as typed (`__CUDA_ARCH__`, `__init__` are
identifiers); beside ideographs punctuation does not stop a mark, for those scripts put no spaces there; and what was
already marked up (code, links, tags) stops none either, but lets marks open and close beside it as punctuation does.
"""

import re
import unicodedata
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement

from markdown.inlinepatterns import InlineProcessor

WRAPPER = "run"
RUNS = re.compile(r"(?<!\w)__\w+__(?!\w)|\*+|_+|~+")
TAGS = {("*", 1): "em", ("*", 2): "strong", ("_", 1): "em", ("_", 2): "strong", ("~", 2): "del"}
PUNCTUATION = re.compile(r"[^\w\s\x02\x03]|_")
MARKED_UP = "\x02\x03"
"""What the placeholders of finished markup begin and end with."""


@dataclass(slots=True)
class Run:
    """A run of one delimiter character; `start` and `end` close in on each other as it is used up."""

    char: str
    start: int
    end: int
    opens: bool
    closes: bool
    size: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A tag that takes the place of `text[start:end]`."""

    start: int
    end: int
    tag: str
    opening: bool


class Emphasis(InlineProcessor):
    """Marks up all the emphasis of a paragraph at the first delimiter; the wrapper is taken off later."""

    def __init__(self) -> None:
        super().__init__(r"[*_~]")

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int, int]:
        """Answer for the whole paragraph at once."""
        marks = find_marks(data)
        return (build(data, marks) if marks else None), 0, len(data)


def find_marks(text: str) -> list[Mark]:
    """Pair the delimiters of a text and return the tags they stand for, in order."""
    marks: list[Mark] = []
    stack: list[Run] = []
    floors: dict[tuple[str, bool, int], int] = {}
    for run in find_runs(text):
        while run.closes and run.start < run.end:
            key = (run.char, run.opens, run.size % 3)
            at = find_opener(stack, run, floors.get(key, -1))
            if at is None:
                floors[key] = stack[-1].start if stack else -1
                break
            del stack[at + 1 :]
            marks += pair(stack[at], run)
            if stack[at].start == stack[at].end:
                stack.pop()
        if run.opens and run.start < run.end:
            stack.append(run)
    return sorted(marks, key=lambda mark: mark.start)


def find_runs(text: str) -> list[Run]:
    """List the delimiter runs of a text that can open or close something."""
    runs = []
    for match in RUNS.finditer(text):
        char, size = match[0][0], len(match[0])
        if match[0].strip(char) or (char == "~" and size != 2):
            continue
        opens, closes = flanks(text, match.start(), match.end())
        if opens or closes:
            runs.append(Run(char, match.start(), match.end(), opens, closes, size))
    return runs


def flanks(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Tell whether a run may open and whether it may close, by the characters on both its sides."""
    before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
    space_before, space_after = before.isspace(), after.isspace()
    mark_before, mark_after = is_punctuation(before), is_punctuation(after)
    left = not space_after and (not mark_after or space_before or mark_before or permits(before))
    right = not space_before and (not mark_before or space_after or mark_after or permits(after))
    if text[start] != "_":
        return left, right
    mark_before, mark_after = mark_before or before in MARKED_UP, mark_after or after in MARKED_UP
    return left and (not right or mark_before), right and (not left or mark_after)


def is_punctuation(char: str) -> bool:
    """Tell punctuation and symbols from letters and from placeholders of what was already marked up."""
    return PUNCTUATION.match(char) is not None


def permits(char: str) -> bool:
    """Tell what lets a mark stand between punctuation and itself: finished markup, and scripts without spaces."""
    return char in MARKED_UP or (char > "\u2e7f" and unicodedata.east_asian_width(char) in "WF")


def find_opener(stack: list[Run], closer: Run, floor: int) -> int | None:
    """Find the nearest run on the stack that this one closes; below the floor none was found before."""
    for at in range(len(stack) - 1, -1, -1):
        opener = stack[at]
        if opener.start <= floor:
            return None
        if opener.char == closer.char and not mismatched(opener, closer):
            return at
    return None


def mismatched(opener: Run, closer: Run) -> bool:
    """The rule of three: runs that could do both must not add up to a multiple of three by accident."""
    either = opener.closes or closer.opens
    return either and (opener.size + closer.size) % 3 == 0 and (opener.size % 3 != 0 or closer.size % 3 != 0)


def pair(opener: Run, closer: Run) -> list[Mark]:
    """Use up one or two characters of both runs and return the tags they become."""
    width = min(2, opener.end - opener.start, closer.end - closer.start)
    tag = TAGS[opener.char, width]
    marks = [
        Mark(opener.end - width, opener.end, tag, opening=True),
        Mark(closer.start, closer.start + width, tag, opening=False),
    ]
    opener.end -= width
    closer.start += width
    return marks


def build(text: str, marks: list[Mark]) -> Element:
    """Build the elements that the marks stand for around the text between them."""
    root = Element(WRAPPER)
    open_elements, position = [root], 0
    for mark in marks:
        add_text(open_elements[-1], text[position : mark.start])
        position = mark.end
        if mark.opening:
            open_elements.append(SubElement(open_elements[-1], mark.tag))
        else:
            open_elements.pop()
    add_text(root, text[position:])
    return root


def add_text(element: Element, text: str) -> None:
    """Append text at the end of an element's content."""
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text
