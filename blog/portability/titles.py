"""The title of a note: in its front matter, its first heading, or the name of its file."""

import re
from dataclasses import dataclass

from blog.portability.dates import DATED_NAME, stem_of
from blog.portability.masks import without_code
from blog.text import clean_line, render

HEADING = re.compile(
    r"^ {0,3}(?P<marks>#{1,6})(?:[ \t]+(?P<atx>[^\n]*?))?[ \t]*(?:\n|\Z)"
    r"|^ {0,3}(?P<setext>[^\s#>|<`=-][^\n]*)\n {0,3}(?P<line>=+|-{2,})[ \t]*(?:\n|\Z)",
    re.MULTILINE,
)
# A picture in Markdown, in HTML or by its name alone.
PICTURE = re.compile(
    r"!\[\[[^\]\n]+\]\]|!\[[^\]\n]*\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\]\n]*\])|<img\b[^<>\n]*>", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in a text, from `start` to `end`."""

    text: str
    is_top: bool
    is_first_block: bool
    start: int
    end: int


def first_heading(body: str) -> Heading | None:
    """The first heading of a text, outside of code."""
    match = HEADING.search(without_code(body))
    if match is None:
        return None
    group = "setext" if match["setext"] else "atx"
    words = body[slice(*match.span(group))] if match[group] else ""
    is_top = match["marks"] == "#" or (match["line"] or "").startswith("=")
    before = body[: match.start()].strip()
    return Heading(visible(words), is_top, not before, match.start(), match.end())


def visible(words: str) -> str:
    """The text of a heading as a reader sees it, without pictures."""
    words = PICTURE.sub("", words)
    contents = render(f"# {words.strip()}").contents
    return clean_line(contents[0].text) if contents else clean_line(words)


def titled(written: str, body: str) -> tuple[str, str]:
    """The title and the body without it, pictures in it apart. A heading that says the written title again goes too.

    Without a written title it is the first heading, where that is of the first level or opens the text.
    """
    heading = first_heading(body)
    if heading is None or not heading.text:
        return written, body
    says_it_again = heading.is_first_block and heading.text.casefold() == written.casefold()
    is_title = not written and (heading.is_top or heading.is_first_block)
    if not says_it_again and not is_title:
        return written, body
    pictures = PICTURE.findall(body[heading.start : heading.end])
    rest = "\n\n".join((*pictures, body[heading.end :].lstrip("\n")))
    before = body[: heading.start]
    return written or heading.text, (before + rest if before.strip() else rest)


def name_of(path: str) -> str:
    """What the name of a file says, without its date: "Some title" of 2023-05-06-some-title.md."""
    words = re.sub(r"[-_\s]+", " ", undated(stem_of(path))).strip()
    return words[:1].upper() + words[1:]


def undated(stem: str) -> str:
    """The name of a file without the date at its start."""
    dated = DATED_NAME.fullmatch(stem)
    return (dated["rest"] or stem) if dated else stem


def cut(text: str, most: int) -> str:
    """The beginning of a text up to a word's end."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    return (head.rsplit(" ", 1)[0] if " " in head[most // 2 :] else head) + "…"
