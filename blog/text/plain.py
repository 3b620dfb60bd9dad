"""What a reader sees of finished HTML, as text: for search, for word counts and for excerpts."""

import re
from collections.abc import Iterable, Sequence, Set

from blog.text.allowed import VOID, named
from blog.text.clean import whole_words
from blog.text.entities import unescape
from blog.text.excerpts import excerpt
from blog.text.markup import Tag, Token

INLINE = named("a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr")
SKIPPED = named("anchor footnote-ref footnote-backref")
ASIDES = named("aside figcaption li table dl details")
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
WORD = re.compile(r"\w+(?:['’.\-]\w+)*")
WORDS_PER_MINUTE = 230


def plain_text(tokens: Iterable[Token]) -> str:
    """Return the visible text in whole words, every block and every line of code on a line of its own."""
    parts, skipping = list[str](), False
    for token in tokens:
        if isinstance(token, str):
            parts.append("" if skipping else token)
        elif token.name == "a":
            skipping = not token.closing and not SKIPPED.isdisjoint(token.classes)
        elif token.name not in INLINE:
            parts.append(" " if token.name in {"td", "th"} else "\n")
    lines = whole_words(unescape("".join(parts))).split("\n")
    return "\n".join(filter(None, map(str.strip, lines)))


def first_prose(tokens: Sequence[Token]) -> str:
    """Return the excerpt: of paragraphs, or of any text but code, or of code, or of a picture's words."""
    for chosen in (select(tokens, {"p"}, ASIDES), select(tokens, set(), {"pre"})):
        if text := excerpt(plain_text(chosen)):
            return text
    return excerpt(plain_text(tokens)) or excerpt(picture_words(tokens))


def picture_words(tokens: Iterable[Token]) -> str:
    """Return what the pictures of a text say to those who do not see them."""
    return " ".join(
        token.attributes.get("alt", "") for token in tokens if isinstance(token, Tag) and token.name == "img"
    )


def select(tokens: Sequence[Token], inside: Set[str], outside: Set[str]) -> list[Token]:
    """List what lies within elements of one sort (of any, if none is named) and not within the other sort."""
    chosen, states = list[Token](), [(not inside, False)]
    for token in tokens:
        before = states[-1]
        if isinstance(token, Tag) and token.closing and len(states) > 1:
            states.pop()
        elif isinstance(token, Tag) and not token.closing and token.name not in VOID:
            barred = token.name in outside or "footnote" in token.classes
            states.append((before[0] or token.name in inside, before[1] or barred))
        if (True, False) in (before, states[-1]):
            chosen.append(token)
    return chosen


def count_words(plain: str) -> int:
    """Count words; in scripts without spaces two characters count as one."""
    spaced, characters = CJK.subn(" ", plain)
    return len(WORD.findall(spaced)) + (characters + 1) // 2


def reading_minutes(words: int) -> int:
    """Return whole minutes at 230 words each, one at least."""
    return max(1, round(words / WORDS_PER_MINUTE))
