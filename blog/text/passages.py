"""Passages: the few words of a text around what a search found in it."""

import re
from collections.abc import Collection
from itertools import islice

from blog.text.tokens import LONGEST, fold

Run = tuple[str, bool]
"""A piece of text, and whether it is what was searched for."""

WORDS = 24
WORDS_BEFORE = 6
# So many places of a text are compared; the best passage is mostly among the first.
MOST_PLACES = 200
GAP = re.compile(r"\s+")
END = re.compile(r"[.!?]\s+|\n+")
NEAR = 90


def passage(text: str, wanted: Collection[str], unfinished: str = "") -> tuple[Run, ...]:
    """The part of a text with the most of the wanted tokens, as runs; () where it has none.

    `unfinished` is a token that may be the beginning of a word.
    """
    matches = pattern(wanted, unfinished).finditer(fold(text))
    places = [match.span() for match in islice(matches, MOST_PLACES)]
    if not places:
        return ()
    begin, end = around(text, best(text, places))
    return tuple(runs(text, [place for place in places if begin <= place[0] and place[1] <= end], begin, end))


def pattern(wanted: Collection[str], unfinished: str) -> re.Pattern[str]:
    """What finds the tokens in a folded text, as whole words."""
    ends = {token: r"[^\W_]*" if len(token) == LONGEST or token == unfinished else "" for token in wanted}
    each = sorted((re.escape(token) + end for token, end in ends.items()), key=len, reverse=True)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(each)})(?![^\W_])")


def best(text: str, places: list[tuple[int, int]]) -> int:
    """Where the passage with the most different words of those found begins."""
    reach = WORDS * 7

    def different(begin: int) -> int:
        return len({fold(text[start:end]) for start, end in places if begin <= start < begin + reach})

    return max((start for start, _ in places), key=lambda begin: (different(begin), -begin))


def around(text: str, place: int) -> tuple[int, int]:
    """The bounds of a passage of so many words that has the word at a place near its beginning."""
    begin = beginning(text, place)
    gaps = [match.start() for match in islice(GAP.finditer(text, begin, begin + 400), WORDS)]
    end = gaps[-1] if len(gaps) == WORDS else min(len(text), begin + 400)
    return begin, end


def beginning(text: str, place: int) -> int:
    """Where a passage begins: with the sentence, if that is near, else a few words before."""
    nearby = max(0, place - NEAR)
    sentences = [match.end() for match in END.finditer(text, nearby, place)]
    words = [match.end() for match in GAP.finditer(text, nearby, place)]
    if sentences or not nearby:
        return sentences[-1] if sentences else 0
    return words[-WORDS_BEFORE] if len(words) >= WORDS_BEFORE else nearby


def runs(text: str, places: list[tuple[int, int]], begin: int, end: int) -> list[Run]:
    """A passage as runs; an ellipsis stands where the text goes on."""
    found, here = [("…", False)] if begin else [], begin
    for start, stop in places:
        found += [(text[here:start], False), (text[start:stop], True)]
        here = stop
    found += [(text[here:end], False), ("…" if end < len(text) else "", False)]
    return joined([run for run in found if run[0]])


def joined(found: list[Run]) -> list[Run]:
    """Runs of which no two that stand side by side are alike."""
    result: list[Run] = []
    for part, matched in found:
        if result and not matched and not result[-1][1]:
            result[-1] = (result[-1][0] + part, False)
        else:
            result.append((part, matched))
    return result
