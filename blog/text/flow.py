"""Follows text line by line, to decide which lines still belong to a quote or a list item."""

import re

from blog.text.lines import is_blank

FENCE = re.compile(r"(?P<indent> {0,3})(?P<ticks>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)$")
HEADING = re.compile(r" {0,3}(#{1,6})(?![^ \t])(.*)$")
RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
QUOTE = re.compile(r" {0,3}>")
NOTE = re.compile(r" {0,3}\[\^([^\]\s]+)\]:[ \t]*")
ADMONITION = re.compile(r'(!!!|\?\?\?\+?)[ \t]+([\w-]+)(?:[ \t]+[\w-]+)*(?:[ \t]+"([^"]*)")?[ \t]*$')
MARKERS = re.compile(r"(?:[ \t]*(?:>|[-*+](?=[ \t])|[0-9]{1,9}[.)](?=[ \t])))*[ \t]*")
INTERRUPTING_ITEM = re.compile(r" {0,3}(?:[-*+]|1[.)])[ \t]+\S")
BLOCK_TAG = re.compile(
    r" {0,3}(?:<!--|</?(?:address|article|aside|audio|blockquote|center|dd|details|dialog|dir|div|dl|dt|"
    r"figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|math|nav|noscript|object|ol|p|picture|pre|"
    r"script|section|style|summary|svg|table|tbody|td|template|tfoot|th|thead|tr|ul|video)(?=[\s/>]|$))",
    re.IGNORECASE,
)
SHAM = re.compile(r"(?=#{1,6}[ \t]|>|=+[ \t]*$|[-*+][ \t]+\S|1[.)][ \t]+\S)(1?)")
"""What would begin another block, or make a heading of the line above, at the beginning of a line."""

INTERRUPTING = (FENCE, HEADING, RULE, QUOTE, INTERRUPTING_ITEM, NOTE, ADMONITION, BLOCK_TAG)


def interrupts(line: str) -> bool:
    """Tell whether a line begins a block of its own even straight after a paragraph's line.

    Of lists, bullets and an ordered list that starts with 1 do (CommonMark 0.31, section 5.3), so that
    "1986. was warm" stays prose.
    """
    return any(rule.match(line) for rule in INTERRUPTING)


def as_prose(line: str) -> str:
    """Return a lazy line so that it stays part of its paragraph, whatever it would begin without its indentation."""
    text = line.lstrip(" \t")
    return SHAM.sub(r"\1\\", text) if SHAM.match(text) else text


class Flow:
    """Follows the lines of a container: is a fence open, may a paragraph go on lazily?"""

    def __init__(self) -> None:
        self.fence = ""
        self.in_paragraph = False

    def feed(self, line: str) -> None:
        """Take one line of the container, without its marker."""
        content = MARKERS.sub("", line, count=1)
        if self.fence:
            if content.startswith(self.fence) and not content.strip(self.fence[0] + " \t"):
                self.fence = ""
        elif fence := FENCE.match(content):
            self.fence = fence["ticks"]
            self.in_paragraph = False
        else:
            self.in_paragraph = not (is_blank(content) or HEADING.match(content) or RULE.match(content))

    def takes_lazily(self, line: str) -> bool:
        """Tell whether an unmarked line continues the container's last paragraph."""
        return self.in_paragraph and not self.fence and not is_blank(line) and not interrupts(line)
