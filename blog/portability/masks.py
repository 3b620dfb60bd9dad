"""Where a Markdown text is code or a comment, so that nothing in there is taken for a link or a tag."""

import re
from collections.abc import Iterator

Span = tuple[int, int]

LEAD = r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*"
FENCE = re.compile(rf"(?P<lead>{LEAD})(?:(?P<ticks>`{{3,}})[^`\n]*|(?P<waves>~{{3,}})[^\n]*)$")
LIST_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
INDENTED = re.compile(r"(?: {4}| {0,3}\t)")
TICKS = re.compile(r"`+")
OPENERS = re.compile(r"<!--|<(pre|code|script|style|textarea)\b", re.IGNORECASE)


def without_code(source: str) -> str:
    """A text of the same length in which code and comments are blanks. Line ends stay."""
    masked = blanked(source, block_spans(source))
    masked = blanked(masked, markup_spans(masked))
    return blanked(masked, inline_spans(masked))


def blanked(text: str, spans: Iterator[Span]) -> str:
    """A text with blanks in these spans, which are in order and do not overlap."""
    parts, place = [], 0
    for start, end in spans:
        parts += [text[place:start], re.sub(r"[^\n]", " ", text[start:end])]
        place = end
    return "".join((*parts, text[place:]))


def block_spans(source: str) -> Iterator[Span]:
    """Fenced blocks, and lines indented by four after a blank line outside of lists (CommonMark 4.4, 4.5)."""
    place, fence, in_list, after_blank = 0, "", False, True
    quoted = False
    for line in source.splitlines(keepends=True):
        end, text = place + len(line), line.rstrip("\n")
        if fence and quoted and ">" not in text[:4]:
            fence = ""
        opening = None if fence else FENCE.match(text)
        if fence:
            yield place, end
            fence = "" if closes(text, fence) else fence
        elif opening:
            yield place + len(opening["lead"]), end
            fence, quoted = opening["ticks"] or opening["waves"], ">" in opening["lead"]
        elif after_blank and INDENTED.match(text) and text.strip() and not in_list:
            yield place, end
            place = end
            continue
        after_blank = not text.strip()
        if text.strip() and not INDENTED.match(text) and not fence:
            in_list = bool(LIST_ITEM.match(text)) or (in_list and text[0] in " \t")
        place = end


def closes(line: str, fence: str) -> bool:
    """Whether a line ends a fenced block."""
    rest = line.strip(" \t>")
    return len(rest) >= len(fence) and not rest.strip(fence[0])


def markup_spans(text: str) -> Iterator[Span]:
    """Comments and the HTML elements whose content is code, each up to its end; without an end it is none."""
    place, hopeless, lower = 0, set(), text.lower()
    while opener := OPENERS.search(text, place):
        closer = f"</{opener[1].lower()}" if opener[1] else "-->"
        end = -1 if closer in hopeless else lower.find(closer, opener.end())
        if end < 0:
            hopeless.add(closer)
            place = opener.end()
            continue
        place = end + len(closer)
        yield opener.start(), place


def inline_spans(text: str) -> Iterator[Span]:
    """Code spans: a run of backticks up to the next one as long in the same block (CommonMark 6.1)."""
    offset = 0
    for block in re.split(r"(\n[ \t]*\n)", text):
        runs = list(TICKS.finditer(block))
        following = next_equal([len(run[0]) for run in runs])
        place = 0
        while place < len(runs):
            run, closing = runs[place], following[place]
            if closing is None or is_escaped(block, run.start()):
                place += 1
            else:
                yield offset + run.start(), offset + runs[closing].end()
                place = closing + 1
        offset += len(block)


def next_equal(lengths: list[int]) -> list[int | None]:
    """For each place in a list the next place with the same number."""
    last: dict[int, int] = {}
    following: list[int | None] = [None] * len(lengths)
    for place in range(len(lengths) - 1, -1, -1):
        following[place] = last.get(lengths[place])
        last[lengths[place]] = place
    return following


def is_escaped(text: str, place: int) -> bool:
    """Whether an odd number of backslashes stands before a place."""
    before = text[max(0, place - 60) : place]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
