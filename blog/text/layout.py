"""The block parser: reads lines by the container rules of CommonMark and builds the tree for Python-Markdown.

Python-Markdown's own block parser wants four columns per level and a blank line before each list, and its
time grows with the square of some inputs; its inline patterns, notes and abbreviations are used as they are.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.util import AtomicString

from blog.text.colours import Colours
from blog.text.emphasis import WRAPPER
from blog.text.limits import MAX_DEPTH, MAX_EFFORT, MAX_PARTS, TextRefused
from blog.text.lines import is_blank

MARKS = (*"\\`*_[<~!/&", "  \n")
"""What may begin a mark within a paragraph."""

Rule = Callable[["Layout", Element, list[str], int], int]
"""Reads the block that begins at a line and returns the line after it; the same line if it is no such block."""


class Layout(BlockParser):
    """Tries the rules at each line in turn; the last one, the paragraph, always applies."""

    def __init__(self, md: Markdown, rules: Sequence[Rule]) -> None:
        super().__init__(md)
        self.rules = rules
        self.depth = self.parts = 0
        self.colours = Colours()

    def parseChunk(self, parent: Element, text: str) -> None:  # noqa: N802
        """Read a text into an element: the whole, or a footnote, which must not stay without any block."""
        self.lay(parent, text.removesuffix("\n").split("\n"))
        if parent is not self.root and len(parent) == 0:
            self.leaf(parent, "p", "")

    def lay(self, parent: Element, lines: list[str]) -> bool:
        """Read lines into an element and tell whether blank lines stood between its blocks."""
        at, blocks, gap, loose = 0, 0, False, False
        while at < len(lines):
            if is_blank(lines[at]):
                at, gap = at + 1, True
                continue
            loose = loose or (gap and blocks > 0)
            at, blocks = self.block(parent, lines, at), blocks + 1
            gap = is_blank(lines[at - 1]) if at <= len(lines) else False
        return loose

    def block(self, parent: Element, lines: list[str], at: int) -> int:
        """Read the block at a line and return the line after it."""
        self.count()
        return next(end for rule in self.rules if (end := rule(self, parent, lines, at)) > at)

    def count(self, parts: int = 1) -> None:
        """Count more parts of the text."""
        self.parts += parts
        if self.parts > MAX_PARTS:
            raise TextRefused(f"This text has more than {MAX_PARTS:,} paragraphs, items and cells: split it up.")

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Bound how deep containers lie in one another."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise TextRefused(f"Quotes and lists in this text lie more than {MAX_DEPTH} deep in one another.")
        yield
        self.depth -= 1

    def leaf(self, parent: Element, tag: str, text: str) -> Element:
        """Add an element whose text is marked up later."""
        if sum(map(text.count, MARKS)) * len(text) > MAX_EFFORT:
            raise TextRefused("One paragraph of this text is too long for the marks in it: split it with blank lines.")
        element = SubElement(parent, tag)
        element.text = text
        return element

    def raw(self, parent: Element, html: str) -> None:
        """Add finished HTML."""
        SubElement(parent, WRAPPER).text = AtomicString(self.md.htmlStash.store(f"{html}\n"))

    def nest(self, parent: Element, tag: str, lines: list[str], css_class: str = "") -> Element:
        """Add an element that contains blocks."""
        element = SubElement(parent, tag, {"class": css_class} if css_class else {})
        with self.inside():
            self.lay(element, lines)
        return element
