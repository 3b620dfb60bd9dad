"""Where the lines of a short text end: as large as it fits, evenly filled, cut at the end if it must be."""

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass

from blog.state.typesetting import JOINERS, REFERENCE, Setting, signs

LEADING = 1.24
VIRAMA = 9
# Scripts that put no spaces between words: Thai to Tibetan, Burmese, Khmer, Chinese and Japanese.
UNSPACED = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
# What may not begin a line in them, and what may not end one (JIS X 4051; the vowels that Thai and Lao write first).
NOT_FIRST = frozenset(
    "、。，．・：；？！）」』】〉》］｝〕”’ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ…)]},.:;?!%"
    "\u0e30\u0e32\u0e33\u0e46\u0e2f\u0eb0\u0eb2\u0eb3\u0ec6\u0eaf\u0f0b\u0f0d"
)
NOT_LAST = frozenset("（「『【〈《［｛〔“‘([{\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of one size, in pixels."""

    size: int
    lines: list[str]

    @property
    def leading(self) -> int:
        """From one baseline to the next."""
        return leading(self.size)


def leading(size: int) -> int:
    """The distance of lines of a size, in pixels."""
    return round(size * LEADING)


def fit(text: Setting, sizes: tuple[int, ...], width: int, height: int) -> Block:
    """A text in the largest size in which it fits, if possible without tearing a word; else cut in the smallest."""
    parts = units(text.text)
    for tear in (False, True):
        for size in sizes:
            limit = width * REFERENCE / size
            fitting = torn(text, parts, limit) if tear else parts
            lines = fill(text, fitting, limit)
            if len(lines) * leading(size) <= height and max(map(text.width, lines)) <= limit:
                return Block(size, balanced(text, fitting, limit, len(lines)))
    return Block(size, cut(text, lines, limit, max(1, height // leading(size))))


def torn(text: Setting, parts: list[str], limit: float) -> list[str]:
    """The parts of a text, those torn into signs that are wider than a line."""
    return [piece for part in parts for piece in ([part] if text.width(part) <= limit else signs(part))]


def units(text: str) -> list[str]:
    """The parts of a text between which a line may end, each with the space before it."""
    found: list[str] = []
    for word in text.split(" "):
        parts = [""]
        for sign in signs(word):
            if parts[-1] and may_end(parts[-1][-1], sign[0]):
                parts.append("")
            parts[-1] += sign
        found += [f" {parts[0]}" if found else parts[0], *parts[1:]]
    return found


def may_end(before: str, after: str) -> bool:
    """Whether a line may end between two characters without a space between them."""
    if after in NOT_FIRST or before in NOT_LAST or unicodedata.combining(before) == VIRAMA:
        return False
    return bool(UNSPACED.match(before) or UNSPACED.match(after))


def fill(text: Setting, parts: list[str], limit: float) -> list[str]:
    """Lines with as many parts as go into each; a part that is too wide has a line of its own."""
    lines, used = [""], 0.0
    for part in parts:
        if lines[-1] and used + text.width(part) > limit:
            lines.append("")
            used = 0.0
        part = part if lines[-1] else part.lstrip(" ")
        lines[-1] += part
        used += text.width(part)
    return lines


def balanced(text: Setting, parts: list[str], limit: float, count: int) -> list[str]:
    """As many lines, of about the same width."""

    widths = range(int(limit) + 1)
    enough = bisect_left(widths, True, key=lambda width: len(fill(text, parts, width)) <= count)
    return fill(text, parts, min(enough, limit))


def cut(text: Setting, lines: list[str], limit: float, most: int) -> list[str]:
    """The first lines; where there are more, the last one ends with an ellipsis."""
    if len(lines) <= most:
        return lines
    last = signs(lines[most - 1])
    while last and text.width("".join(last)) + text.width(text.ellipsis) > limit:
        last.pop()
    end = "".join(last).rstrip(f"{JOINERS} .,;:–—-")
    return [*lines[: most - 1], end + text.ellipsis]
