"""Blocks of the author's own HTML: each ends at a blank line, so Markdown inside can stand between two."""

import re
from xml.etree.ElementTree import Element

from blog.text.allowed import VANISHING
from blog.text.angle import read, tame
from blog.text.flow import BLOCK_TAG
from blog.text.layout import Layout
from blog.text.lines import is_blank

WHOLE = re.compile(rf" {{0,3}}<({'|'.join(sorted(VANISHING))}|pre)(?=[\s>])", re.IGNORECASE)
OPENERS = re.compile(rf"<(/?)({'|'.join(sorted(VANISHING))})(?=[\s/>])", re.IGNORECASE)
REACH = 500
"""Lines within which a comment, a script or the like must end to be one."""


def html_blocks(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """A block tag, a comment, or an element whose content is no text (CommonMark, section 4.6)."""
    if BLOCK_TAG.match(lines[at]) is None:
        return at
    end = end_of_block(lines, at)
    if end > at:
        layout.raw(parent, tame("\n".join(lines[at:end])))
    return end


def end_of_block(lines: list[str], at: int) -> int:
    """Find the line after an HTML block; the same line if it is none after all."""
    whole = WHOLE.match(lines[at])
    if lines[at].lstrip().startswith("<!--"):
        return line_after(lines, at, "-->")
    if whole and (end := line_after(lines, at, f"</{whole[1].lower()}")) > at:
        return end
    line = lines[at].strip()
    return end_of_lines(lines, at) if read(line, 0)[0] is not None else at


def end_of_lines(lines: list[str], at: int) -> int:
    """Find the next blank line that does not lie within a script or the like."""
    end = at
    while end < len(lines) and not is_blank(lines[end]):
        end += 1
    openers = OPENERS.findall("\n".join(lines[at:end]))
    if openers and not openers[-1][0]:
        closing = line_after(lines, end, f"</{openers[-1][1].lower()}")
        return end_of_lines(lines, closing) if closing > end else end
    return end


def line_after(lines: list[str], at: int, closer: str) -> int:
    """Find the line after the one that holds a closer; the same line if none within reach does."""
    for end in range(at, min(len(lines), at + REACH)):
        if closer in lines[end].lower():
            return end + 1
    return at
