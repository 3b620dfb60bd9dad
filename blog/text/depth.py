"""Refuses HTML whose tree would be too large or too deep, before anything parses it."""

import re

from blog.text.allowed import FORMATTING, OPTIONAL_END, SPECIAL, VOID
from blog.text.limits import MAX_ESCAPES, MAX_TAG_DEPTH, MAX_TAGS, TextRefused

TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")


def check_tags(html: str) -> None:
    """Refuse more tags and escaped signs, or more tags in one another, than can be made safe in time."""
    if html.count("&") > MAX_ESCAPES:
        raise TextRefused(f"This text has more than {MAX_ESCAPES:,} ampersands and escaped signs: split it up.")
    opened: list[str] = []
    for count, match in enumerate(TAG.finditer(html)):
        name = match[2].lower()
        if count > MAX_TAGS:
            raise TextRefused(f"This text needs more than {MAX_TAGS:,} HTML tags: split it up.")
        if match[1]:
            close(opened, name)
        elif name not in VOID and name not in OPTIONAL_END:
            opened.append(name)
        if len(opened) > MAX_TAG_DEPTH:
            raise TextRefused(f"HTML elements in this text lie more than {MAX_TAG_DEPTH} deep in one another.")


def close(opened: list[str], name: str) -> None:
    """Take away what an end tag closes: blocks close all in them, other elements no block (HTML standard, 13.2.6).

    Formatting that nothing closed stays: parsers open it anew in each block that follows.
    """
    if name not in opened:
        return
    at = len(opened) - 1 - opened[::-1].index(name)
    within = opened[at + 1 :]
    if name in SPECIAL or SPECIAL.isdisjoint(within):
        opened[at:] = [other for other in within if other in FORMATTING]
    elif name in FORMATTING:
        del opened[at]
