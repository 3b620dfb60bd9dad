"""Definition lists: a term, and below it lines that begin with a colon."""

import re
from xml.etree.ElementTree import Element, SubElement

from blog.text.containers import gather, tighten
from blog.text.layout import Layout
from blog.text.lines import is_blank

DEFINITION = re.compile(r" {0,3}:[ \t]+(?=\S)")


def is_definition(line: str) -> bool:
    """Tell whether a line defines the term above it."""
    return DEFINITION.match(line) is not None


def definitions(layout: Layout, parent: Element, lines: list[str], at: int, end: int) -> int:
    """Make the lines of a paragraph terms, if a definition follows; return the line after the last one."""
    loose = end < len(lines) and is_blank(lines[end])
    start = end + 1 if loose else end
    if start >= len(lines) or not is_definition(lines[start]):
        return end
    previous = parent[-1] if len(parent) else None
    dl = previous if previous is not None and previous.tag == "dl" else SubElement(parent, "dl")
    for line in lines[at:end]:
        layout.leaf(dl, "dt", line.strip())
    while start < len(lines) and (mark := DEFINITION.match(lines[start])):
        content, start = gather(lines, start, lines[start][mark.end() :], (2, 4), is_definition)
        add_definition(layout, dl, content, loose=loose)
    return start


def add_definition(layout: Layout, dl: Element, content: list[str], *, loose: bool) -> None:
    """Add one definition."""
    layout.count()
    element = SubElement(dl, "dd")
    with layout.inside():
        loose = layout.lay(element, content) or loose
    if not loose:
        tighten([element])
