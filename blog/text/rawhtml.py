"""Blocks of the author's own HTML: each ends at a blank line, so Markdown inside can stand between two."""

import re
from xml.etree.ElementTree import Element

from blog.text.allowed import TAGS, VANISHING, VOID
from blog.text.angle import TAG, read, tame
from blog.text.flow import BLOCK_TAG
from blog.text.layout import Layout
from blog.text.lines import is_blank

WHOLE = re.compile(rf" {{0,3}}<({'|'.join(sorted(VANISHING))}|pre)(?=[\s>]|$)", re.IGNORECASE)
ALONE = re.compile(rf" {{0,3}}</?(?:{'|'.join(sorted(TAGS - VOID))})(?=[\s>])[^\n]*>[ \t]*$", re.IGNORECASE)
LAST = re.compile(rf"<({'|'.join(sorted(VANISHING))})(?:\s[^<>]*)?>[ \t]*$", re.IGNORECASE)
OPENERS = re.compile(rf"<(/?)({'|'.join(sorted(VANISHING))})(?=[\s/>])", re.IGNORECASE)
REACH = 500
"""Lines within which a comment, a script or the like must end to be one."""

ATTRIBUTE_LINES = 20
"""Lines that one tag may go on over."""


def html_blocks(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """A block tag, a comment, an element whose content is no text, or any tag alone (CommonMark, section 4.6)."""
    if BLOCK_TAG.match(lines[at]):
        end = end_of_block(lines, at)
    elif is_alone(lines, at):
        end = at + 1
    else:
        return at
    if end > at:
        layout.raw(parent, tame("\n".join(lines[at:end])))
    return end


def is_alone(lines: list[str], at: int) -> bool:
    """Tell whether a line is one tag of our list and nothing else, with blank lines around it."""
    if at + 1 < len(lines) and not is_blank(lines[at + 1]):
        return False
    line = lines[at].strip()
    return bool(ALONE.match(lines[at]) and (tag := TAG.fullmatch(line)) and read(line, 0)[1] == tag.end())


def past_hidden(lines: list[str], at: int, end: int) -> int:
    """Find where a paragraph ends whose line ends with the tag of a script or the like: where that is closed."""
    for place in range(end - 1, at - 1, -1):
        if "<" in lines[place] and (opener := LAST.search(lines[place])):
            is_code = lines[place].count("`", 0, opener.start()) % 2
            return end if is_code else max(end, line_after(lines, place + 1, f"</{opener[1].lower()}"))
    return end


def end_of_block(lines: list[str], at: int) -> int:
    """Find the line after an HTML block; the same line if it is none after all."""
    whole = WHOLE.match(lines[at])
    if lines[at].lstrip().startswith("<!--"):
        return line_after(lines, at, "-->")
    if whole and (end := line_after(lines, at, f"</{whole[1].lower()}")) > at:
        return end
    tag = lines[at].strip() if whole else tag_at(lines, at)
    return end_of_lines(lines, at) if read(tag, 0)[0] is not None else at


def tag_at(lines: list[str], at: int) -> str:
    """Return the line on which a tag begins, with those that its attributes go on in."""
    end = at + 1
    while end < min(len(lines), at + ATTRIBUTE_LINES) and ">" not in lines[end - 1] and not is_blank(lines[end]):
        end += 1
    return "\n".join(lines[at:end]).lstrip(" ")


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
