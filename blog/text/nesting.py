"""Takes apart what parsers do not let lie in itself, so that the HTML reads everywhere as it is written."""

from collections.abc import Iterable, Iterator, Sequence

from blog.text.allowed import FORMATTING
from blog.text.markup import Tag, Token

HEADINGS = {f"h{level}": level for level in range(1, 7)}
GROUPS = dict.fromkeys(HEADINGS, "heading") | {name: name for name in FORMATTING}
LIMITS = {"a": 1, "heading": 1}
DEEPEST = 3
"""Of one formatting element; HTML parsers forget the first one at the fourth (HTML standard, "Noah's Ark clause")."""


def unnested(tokens: Iterable[Token]) -> Iterator[Token]:
    """Leave out the tags of links within links, headings within headings and the like; their content stays."""
    opened, depths = list[tuple[str, bool]](), dict.fromkeys(GROUPS.values(), 0)
    for token in tokens:
        group = GROUPS.get(token.name) if isinstance(token, Tag) else None
        if group is None or not isinstance(token, Tag):
            yield token
        elif not token.closing:
            kept = depths[group] < LIMITS.get(group, DEEPEST)
            opened.append((group, kept))
            depths[group] += kept
            if kept:
                yield token
        elif opened:
            group, kept = opened.pop()
            depths[group] -= kept
            if kept:
                yield token


def without_empty_paragraphs(tokens: Sequence[Token]) -> Iterator[Token]:
    """Leave out paragraphs without anything in them: parsers make those where a block cuts through one."""
    at = 0
    while at < len(tokens):
        blank = at + 1 < len(tokens) and isinstance(between := tokens[at + 1], str) and not between.strip()
        end = at + 2 if blank else at + 1
        if str(tokens[at]) == "<p>" and end < len(tokens) and str(tokens[end]) == "</p>":
            at = end + 1
            continue
        yield tokens[at]
        at += 1
