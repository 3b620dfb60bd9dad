"""Tokens: the words of a text in the form in which a search compares them, the same for what is kept and what is asked.

Small letters without accents; letters and digits of any script, and nothing else, make a token.
"""

import re
import unicodedata
from collections.abc import Iterator

MARKS = "\u0300-\u036f"
TOKEN = re.compile(rf"(?:[^\W_][{MARKS}]*)+")
IS_MARK = re.compile(f"[{MARKS}]+")
LONGEST = 64
"""Characters of a token that count; an endless one says no more than its beginning."""


class Folded(dict[int, str]):
    """What stands for each character in a token: one character for one, so that places in a text stay what they are."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        base, marks = (decomposed := unicodedata.normalize("NFD", char))[0], decomposed[1:]
        bare = base if IS_MARK.fullmatch(marks) else char
        self[code] = small = bare.casefold() if len(bare.casefold()) == 1 else bare
        return small


FOLDED = Folded()


def fold(text: str) -> str:
    """A text in small letters without accents, each character where it was."""
    return text.lower() if text.isascii() else text.translate(FOLDED)


def tokens(text: str) -> Iterator[str]:
    """The tokens of a text in their order."""
    for match in TOKEN.finditer(fold(unicodedata.normalize("NFC", text))):
        token = match[0]
        yield (token if token.isascii() else IS_MARK.sub("", token))[:LONGEST]
