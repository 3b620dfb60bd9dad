"""Blocks that contain blocks by indentation: lists and their items."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement

from blog.text.emphasis import WRAPPER
from blog.text.flow import RULE, Flow, as_prose
from blog.text.layout import Layout
from blog.text.lines import dedent, indentation, is_blank, shifted

MARKER = re.compile(r"( {0,3})(?:([-*+])|([0-9]{1,9})([.)]))(?=[ \t]|$)")
TASK = re.compile(r"\[([ xX])\][ \t]+(?=\S)")


@dataclass(frozen=True, slots=True)
class Marker:
    """What begins a list item: its kind (the sign), number, and the columns of the sign and of the text."""

    kind: str
    number: int
    column: int
    text_column: int
    text: str

    @property
    def inner(self) -> int:
        """The column from which lines belong to the item: two are enough under any marker."""
        return min(self.text_column, self.column + 2)

    def is_sibling(self, line: str) -> bool:
        """Tell whether a line begins another item, of the same list or of one numbered with another sign."""
        other = read_marker(line)
        return other is not None and self.is_like(other) and other.column < self.text_column

    def is_like(self, other: "Marker") -> bool:
        """Tell whether both are bullets of one sign, or both numbers."""
        return other.kind == self.kind or {other.kind, self.kind} <= {".", ")"}


def read_marker(line: str) -> Marker | None:
    """Read a list marker; code indented after it counts as text one column after it (CommonMark, 5.2)."""
    match = MARKER.match(line)
    if match is None or RULE.match(line):
        return None
    rest = " " * match.end() + line[match.end() :]
    column = indentation(rest)
    if is_blank(rest) or column - match.end() > 4:
        column = match.end() + 1
    return Marker(match[2] or match[4], int(match[3] or 1), len(match[1]), column, shifted(rest, column))


def gather(
    lines: list[str], at: int, first: str, columns: tuple[int, int], stops: Callable[[str], bool]
) -> tuple[list[str], int]:
    """Collect the lines of an item: indented to the first column (stripped to the second), blank or lazy.

    Code in a fence is stripped as far as the fence itself.
    """
    inner, text_column = columns
    flow, content, stripped = Flow(), [first], text_column
    flow.feed(first)
    for end in range(at + 1, len(lines)):
        line = lines[end]
        if not flow.fence and stops(line):
            return content, end
        if is_blank(line):
            content.append("")
        elif indentation(line) >= inner:
            if flow.fence:
                content.append(dedent(line, stripped))
            else:
                stripped = min(indentation(line), text_column)
                content.append(shifted(line, stripped))
        elif flow.takes_lazily(line):
            content.append(as_prose(line))
        else:
            return content, end
        flow.feed(content[-1])
    return content, len(lines)


def lists(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """Items of one kind; the list is loose, with paragraphs, when blank lines part items or their blocks."""
    first = marker = read_marker(lines[at])
    if first is None:
        return at
    element = open_list(parent, first)
    loose = False
    while marker and marker.kind == first.kind:
        content, at = gather(lines, at, marker.text, (marker.inner, marker.text_column), marker.is_sibling)
        marker = read_marker(lines[at]) if at < len(lines) else None
        parted = len(content) > 1 and is_blank(content[-1]) and marker is not None and marker.kind == first.kind
        loose = add_item(layout, element, content) or parted or loose
    if not loose:
        tighten(element)
    return at


def open_list(parent: Element, marker: Marker) -> Element:
    """Add the list itself."""
    if marker.kind in "-*+":
        return SubElement(parent, "ul")
    return SubElement(parent, "ol", {"start": str(marker.number)} if marker.number != 1 else {})


def add_item(layout: Layout, parent: Element, content: list[str]) -> bool:
    """Add an item and tell whether blank lines part its blocks."""
    item = SubElement(parent, "li")
    task = TASK.match(content[0])
    if task:
        content = [content[0][task.end() :], *content[1:]]
    with layout.inside():
        loose = layout.lay(item, content)
    if len(item) == 0:
        layout.count()
    if task:
        add_checkbox(layout, item, checked=task[1] != " ")
        parent.set("class", "task-list")
    return loose


def add_checkbox(layout: Layout, item: Element, *, checked: bool) -> None:
    """Put a box that shows whether a task is done before an item's text."""
    box = f'<input type="checkbox" disabled{" checked" if checked else ""}>'
    item.set("class", "task")
    if len(item) == 0 or item[0].tag != "p":
        item.insert(0, Element("p"))
    item[0].text = f"{layout.md.htmlStash.store(box)} {item[0].text or ''}"


def tighten(items: Iterable[Element]) -> None:
    """Take the paragraphs around the text of items away."""
    for item in items:
        for block in item:
            if block.tag == "p":
                block.tag = WRAPPER
