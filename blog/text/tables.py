"""Tables (GFM, section 4.10), where a pipe inside code needs no backslash."""

import re
from xml.etree.ElementTree import Element, SubElement

from blog.text.codespans import closing_backticks
from blog.text.flow import interrupts
from blog.text.layout import Layout
from blog.text.lines import is_blank

DELIMITERS = re.compile(r" {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
ALIGNMENT = {(True, False): "left", (True, True): "center", (False, True): "right"}
POINTS = re.compile(r"\\.|`+|\|", re.DOTALL)


def tables(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """A header row, a delimiter row with as many cells, and rows up to a blank line or another block."""
    if not is_table(lines, at):
        return at
    classes = [alignment(cell) for cell in cells(lines[at + 1])]
    table = SubElement(parent, "table")
    add_row(layout, SubElement(table, "thead"), "th", cells(lines[at]), classes)
    end = at + 2
    body = None
    while end < len(lines) and not is_blank(lines[end]) and not interrupts(lines[end]):
        body = SubElement(table, "tbody") if body is None else body
        add_row(layout, body, "td", cells(lines[end]), classes)
        end += 1
    return end


def is_table(lines: list[str], at: int) -> bool:
    """Tell whether a table begins at a line."""
    if at + 1 >= len(lines) or "|" not in lines[at] or "|" not in lines[at + 1]:
        return False
    return DELIMITERS.match(lines[at + 1]) is not None and len(cells(lines[at])) == len(cells(lines[at + 1]))


def alignment(delimiter: str) -> str:
    """Name the class for a delimiter cell: left, center, right or none."""
    return ALIGNMENT.get((delimiter.startswith(":"), delimiter.endswith(":")), "")


def add_row(layout: Layout, section: Element, tag: str, texts: list[str], classes: list[str]) -> None:
    """Add a row with as many cells as the header has; what is too much stays in the last cell."""
    row = SubElement(section, "tr")
    width = len(classes)
    if len(texts) > width:
        texts = [*texts[: width - 1], " | ".join(texts[width - 1 :])]
    for text, css_class in zip(texts + [""] * (width - len(texts)), classes, strict=True):
        layout.count()
        cell = layout.leaf(row, tag, text)
        if css_class:
            cell.set("class", css_class)


def cells(row: str) -> list[str]:
    """Split a row at its pipes, neither at escaped ones, which lose their backslash, nor inside code."""
    row = row.strip(" \t")
    borders = pipes(row)
    pieces = [row[a + 1 : b] for a, b in zip([-1, *borders], [*borders, len(row)], strict=True)]
    if borders and borders[0] == 0:
        pieces = pieces[1:]
    if borders and borders[-1] == len(row) - 1:
        pieces = pieces[:-1]
    return [piece.strip(" \t").replace("\\|", "|") for piece in pieces]


def pipes(row: str) -> list[int]:
    """List the places of the pipes that separate cells."""
    places, skip_to, unclosed = [], 0, set[int]()
    for point in POINTS.finditer(row):
        if point.start() < skip_to or point[0].startswith("\\"):
            continue
        if point[0] == "|":
            places.append(point.start())
        elif len(point[0]) not in unclosed:
            closing = closing_backticks(row, point.end(), len(point[0]))
            if closing:
                skip_to = closing.end()
            else:
                unclosed.add(len(point[0]))
    return places
