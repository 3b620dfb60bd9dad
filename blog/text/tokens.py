"""Tokens: the words of a text in the form in which a search compares them, the same for what is kept and what is asked.

Small letters without accents; letters and digits of any script, and nothing else, make a token.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

MARKS = "\u0300-\u036f"
TOKEN = re.compile(rf"(?:[^\W_][{MARKS}]*)+")
BEYOND_ASCII = re.compile(r"[^\W\x00-\x7f]+")
# SQLite's own index knows the accents of Latin letters, and no others.
ACCENTED = re.compile("[\u0370-\u03ff\u1f00-\u1fff\u0401\u0451]")
WORD = re.compile(r"[^\W_]+")
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


def bare(word: str) -> str:
    """A word in small letters as those write it who leave the accents of Greek and the dots of the Russian ё away."""
    return "".join(FOLDED[ord(char)] if ACCENTED.match(char) else char for char in word.lower())


def bare_words(text: str) -> set[str]:
    """The words of a text that somebody may write with fewer marks, as they are then."""
    if not ACCENTED.search(text):
        return set()
    words = set(map(str.lower, WORD.findall(unicodedata.normalize("NFC", text))))
    return {plain[:LONGEST] for word in words if len(word) > 2 and (plain := bare(word)) != word}


def letters_of(text: str) -> set[str]:
    """Every letter beyond ASCII of a text, small, and each two that stand side by side: what it has inside of words."""
    return {each for run in runs(text) for each in (*run, *map("".join, pairwise(run)))}


def pairs(word: str) -> Iterator[str]:
    """What of `letters_of` every text has in which a word is: two letters each, or one where it stands alone."""
    for run in runs(word):
        yield from map("".join, pairwise(run)) if len(run) > 1 else run


def runs(text: str) -> Iterator[list[str]]:
    """The letters beyond ASCII that stand side by side, each small by itself, so that a part is as in the whole."""
    for run in BEYOND_ASCII.findall("" if text.isascii() else unicodedata.normalize("NFC", text)):
        yield [letter.lower() for letter in run]
