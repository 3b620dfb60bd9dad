"""Blocks that contain no other blocks: headings, rules, code, paragraphs."""

import re
from xml.etree.ElementTree import Element, SubElement

from blog.text.code import code_block
from blog.text.definitions import definitions, is_definition
from blog.text.flow import FENCE, HEADING, RULE, interrupts
from blog.text.layout import Layout
from blog.text.lines import dedent, indentation, is_blank, trim
from blog.text.rawhtml import past_hidden
from blog.text.tables import is_table

GIVEN_ID = re.compile(r"(?<=\S)[ \t]\{#([\w-]{1,80})\}$")


def headings(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """# Heading, maybe with an id of its own in braces behind it: {#id}; signs without words are text."""
    match = HEADING.match(lines[at])
    text = without_closing_marks(match[2].strip()) if match else ""
    if match is None or not text:
        return at
    given = GIVEN_ID.search(text)
    heading = layout.leaf(parent, f"h{len(match[1])}", text[: given.start()] if given else text)
    if given:
        heading.set("id", given[1])
    return at + 1


def without_closing_marks(text: str) -> str:
    """Take the number signs off that end a heading, if a blank stands before them."""
    bare = text.rstrip("#")
    return bare.rstrip() if bare == "" or bare[-1] in " \t" else text


def rules(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """Three or more stars, dashes or underscores."""
    if RULE.match(lines[at]) is None:
        return at
    SubElement(parent, "hr")
    return at + 1


def fences(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """Code between fences; one that nothing closes goes on to the end of its container."""
    opening = FENCE.match(lines[at])
    if opening is None:
        return at
    ticks, columns, code = opening["ticks"], len(opening["indent"]), []
    for end in range(at + 1, len(lines)):
        if closes(lines[end], ticks):
            break
        code.append(dedent(lines[end], columns))
    else:
        end = len(lines)
    add_code(layout, parent, code, opening["info"].strip())
    return end + 1


def closes(line: str, ticks: str) -> bool:
    """Tell whether a line ends the fence that these characters began."""
    mark = line.strip(" \t")
    return mark.startswith(ticks) and not mark.strip(ticks[0]) and indentation(line) < 4


def indented_code(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """Code indented by four columns."""
    end = at
    while end < len(lines) and (is_blank(lines[end]) or indentation(lines[end]) >= 4):
        end += 1
    if end > at:
        add_code(layout, parent, trim([dedent(line, 4) for line in lines[at:end]]), "")
    return end


def add_code(layout: Layout, parent: Element, lines: list[str], info: str) -> None:
    """Add a block of code, coloured as long as the text's allowance for that lasts."""
    code = "".join(f"{line}\n" for line in lines)
    layout.raw(parent, code_block(code, info, layout.colours))


def paragraphs(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """Everything else, up to a blank line or a line that begins another block; or an underlined heading."""
    end = at + 1
    while end < len(lines) and not is_blank(lines[end]):
        if level := underline_level(lines[end]):
            layout.leaf(parent, f"h{level}", joined(lines[at:end]))
            return end + 1
        if indentation(lines[end]) < 4 and (interrupts(lines[end]) or is_table(lines, end)):
            break
        if is_definition(lines[end]):
            break
        end += 1
    end = past_hidden(lines, at, end)
    if (after := definitions(layout, parent, lines, at, end)) > end:
        return after
    layout.leaf(parent, "p", joined(lines[at:end]))
    return end


def underline_level(line: str) -> int:
    """Tell the level of the heading that a line makes of the one above it, or 0."""
    mark = line.strip(" \t")
    if indentation(line) > 3 or not mark or mark.strip(mark[0]):
        return 0
    return {"=": 1, "-": 2}.get(mark[0], 0)


def joined(lines: list[str]) -> str:
    """Join the lines of a paragraph; what breaks a line stays at its end."""
    return "\n".join(line.lstrip(" \t") for line in lines).rstrip()
