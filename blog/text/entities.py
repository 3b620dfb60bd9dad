"""Character references: read without ever failing, and left in HTML only where they mean a character for it."""

import html
import re

from blog.text.clean import UNWANTED

NUMERIC = re.compile(r"&#(?:[0-9]+|[xX][0-9a-fA-F]+);?")
TOO_LONG = re.compile(r"&(?=#(?:[0-9]{8}|[xX][0-9a-fA-F]{7}))")
"""What begins more digits than a reference may have (CommonMark 0.31, section 6.2), which Python refuses."""


def unescape(text: str) -> str:
    """Return a text with its references read; what has too many digits stays as it is."""
    return html.unescape(TOO_LONG.sub("&amp;", text) if "&#" in text else text)


def sound(source: str) -> str:
    """Return HTML whose numeric references mean characters that may stand in a page."""
    if "&#" not in source:
        return source
    return NUMERIC.sub(sound_reference, TOO_LONG.sub("&amp;", source))


def sound_reference(match: re.Match[str]) -> str:
    """Return a reference as it is, or what browsers show for one that may not stand in a page."""
    char = html.unescape(match[0])
    if char in ("", "\r") or UNWANTED.search(char) or "\x7f" < char < "\xa0":
        return ""
    digits = match[0].rstrip(";")[2:]
    number = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
    return match[0] if chr(min(number, 0x10FFFF)) == char else char
