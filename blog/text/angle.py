"""What an opening angle bracket begins: a tag that may stay, a thing that vanishes, or just a character.

The author's words are never lost: what is no tag of our list is shown as it was typed (`Vec<T>`, `<Widget>`,
`a <b and c> d`). Every search here looks ahead once per text, so that no input takes more than linear time.
"""

import html
import re
from bisect import bisect_right
from functools import lru_cache

from markdown.inlinepatterns import InlineProcessor
from markdown.util import ETX, STX

from blog.text.allowed import GENERIC, TAGS, VALUELESS, VANISHING, named
from blog.text.entities import unescape
from blog.text.formulas import formula

ATTRIBUTE = re.compile(r"\s+([a-zA-Z_:@][\w:.@-]*)(\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")
TAG = re.compile(
    r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)"
    r"((?:\s+[a-zA-Z_:@][\w:.@-]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?+)*+)\s*+/?>"
)
ESCAPED = re.compile(f"{STX}(\\d+){ETX}")
EMPTY_COMMENT = re.compile("<!---?>")
NAME = re.compile(r"<([a-zA-Z]+)(?=[\s/>])")
ALIGNED = named("td th p div h1 h2 h3 h4 h5 h6 caption figcaption section")
ALIGN = re.compile(r"^\s*(left|center|right)\s*$", re.IGNORECASE)
TEXT_ALIGN = re.compile(r"(?:^|;)\s*text-align\s*:\s*(left|center|right)\s*(?:!\s*important\s*)?(?:;|$)", re.IGNORECASE)


def tame(text: str) -> str:
    """Keep the tags of raw HTML that may stay, show other angle brackets, drop comments and what vanishes."""
    parts, position = [], 0
    while (at := text.find("<", position)) >= 0:
        kept, end = read(text, at)
        parts += [text[position:at], "&lt;" if kept is None else kept]
        position = end
    return "".join(parts) + text[position:]


def read(text: str, at: int) -> tuple[str | None, int]:
    """Read what begins at an angle bracket: the HTML to keep (None: the sign itself) and where it ends."""
    if empty := EMPTY_COMMENT.match(text, at):
        return "", empty.end()
    if text.startswith("<!--", at):
        end = end_after(text, "-->", at + len("<!--") + 2)
        return (None, at + 1) if end is None else ("", end)
    if (name := NAME.match(text, at)) and name[1].lower() in VANISHING:
        return read_vanishing(text, at, name[1].lower())
    tag = TAG.match(text, at)
    if tag is None or not is_tag(tag) or is_generic(tag):
        return None, at + 1
    return with_alignment(tag), tag.end()


def is_tag(tag: re.Match[str]) -> bool:
    """Tell HTML from prose: a name of our list, and no plain words in the place of attributes.

    What is an attribute but not of our list is no reason to show the tag: the sanitiser drops it.
    """
    if tag[2].lower() not in TAGS:
        return False
    attributes = ATTRIBUTE.findall(tag[3])
    return all(value or name.lower() in VALUELESS or not name.isalnum() for name, value, *_ in attributes)


def with_alignment(tag: re.Match[str]) -> str:
    """Put our class for it in the place of a block's own alignment, which is no attribute of our list."""
    if tag[1] or tag[2].lower() not in ALIGNED:
        return tag[0]
    given = {name.lower(): "".join(values) for name, _, *values in ATTRIBUTE.findall(tag[3])}
    found = TEXT_ALIGN.search(given.get("style", "")) or ALIGN.search(given.get("align", ""))
    return f'<{tag[2]} class="{found[1].lower()}"{tag[3]}>' if found else tag[0]


def is_generic(tag: re.Match[str]) -> bool:
    """Tell type parameters from HTML: a bare name glued to a word and never closed, as in `Vec<S>`."""
    name = tag[2].lower()
    glued = tag.start() > 0 and tag.string[tag.start() - 1].isalnum()
    if not glued or tag[1] or tag[3] or name not in GENERIC:
        return False
    return end_after(tag.string, rf"</{name}\s*>", tag.end()) is None


def read_vanishing(text: str, at: int, name: str) -> tuple[str | None, int]:
    """Skip an element with its content, if it is closed anywhere; else only its tag is shown as text."""
    end = end_after(text, rf"</{name}(?![\w-])[^<>]{{0,99}}>", at)
    if end is None:
        return None, at + 1
    if name == "math":
        return formula(text[at:end]), end
    return (frame_link(text, at) if name == "iframe" else ""), end


def frame_link(text: str, at: int) -> str:
    """Put a link to its page in the place of an embedded frame."""
    tag = TAG.match(text, at)
    for name, _, *values in ATTRIBUTE.findall(tag[3]) if tag else ():
        if name.lower() == "src":
            address = html.escape(unescape("".join(values)))
            return f'<a href="{address}">{address}</a>'
    return ""


def end_after(text: str, closer: str, at: int) -> int | None:
    """Find where the next closer ends, without searching the rest of the text again for every opener."""
    ends = ends_of(text, closer)
    index = bisect_right(ends, at)
    return ends[index] if index < len(ends) else None


@lru_cache(maxsize=8)
def ends_of(text: str, closer: str) -> list[int]:
    """List the places where a closer ends."""
    return [match.end() for match in re.finditer(closer, text, re.IGNORECASE)]


class Angles(InlineProcessor):
    """Takes raw tags out of a paragraph so that nothing marks up their attributes."""

    def __init__(self, md: object) -> None:
        super().__init__("<", md)  # type: ignore[arg-type]

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[str | None, int, int]:
        """Stash a tag; leave other angle brackets where they are."""
        kept, end = read(data, m.start())
        if kept is None:
            return None, m.start(), m.end()
        typed = ESCAPED.sub(lambda escape: "\\" + chr(int(escape[1])), self.unescape(kept))
        return (self.md.htmlStash.store(typed) if kept else ""), m.start(), end
