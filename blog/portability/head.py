"""The head of a file: front matter, or the plain lines of keys and values that Bear and Pelican write."""

import re

from blog.portability.decoding import NoteRefused
from blog.text import FrontMatter, FrontMatterError, split_front_matter

BEAR = re.compile(r"(?P<head>(?:[A-Za-z_]+:[^\n]*\n|[ \t]*\n)+)_{3,}[ \t]*(?:\n|\Z)\n?")
# The beginning of what its author may have meant as front matter: a line of signs, and a key below it; or two keys.
SIGNS = r"(?:[-–—+;]{2,}\s*\w*|—|\{|<!--+|%YAML[^\n]*)[ \t]*(?:#[^\n]*)?\n"
KEY = r"[ \t]*(?:-[ \t]+)?[\"']?[A-Za-z_][\w -]{0,40}[\"']?[ \t]*[:=](?:[ \t]|\n|\Z)"
INVISIBLE = r"[\s\u200b\u200e\u200f\u2060\u00ad\ufeff]*"
STRAY = re.compile(rf"(?P<before>{INVISIBLE})(?:[ \t]*{SIGNS}\s*(?:[-+]{{3,}}\s*)?{KEY}|{KEY}[^\n]*\n{KEY})")
# Pelican's: keys and values up to the first blank line, values go on in indented lines.
ENTRY = r"[A-Za-z_][\w-]{0,40}:(?:[ \t][^\n]*+)?(?:\n[ \t]{2,}\S[^\n]*+)*+"
PELICAN = re.compile(rf"(?:[ \t]*\n)*+(?P<head>{ENTRY}(?:\n{ENTRY})++)(?:[ \t]*\Z|\n[ \t]*(?:\n|\Z)(?:[ \t]*\n)*+)")
PELICAN_KEYS = frozenset(("date", "category", "tags", "slug", "status", "author", "authors"))


def split_head(text: str) -> FrontMatter:
    """A file's front matter and body, in any dialect. Raises NoteRefused for one that cannot be read."""
    try:
        front = split_front_matter(text)
    except FrontMatterError as error:
        raise NoteRefused(str(error), error.line) from error
    bear = BEAR.match(front.body) if front.dialect == "none" else None
    if bear is None or ":" not in bear["head"]:
        return pelican(front) if front.dialect == "none" else front
    pairs = (line.partition(":") for line in bear["head"].splitlines() if line.strip())
    data: dict[str, object] = {key.strip(): value.strip() for key, _, value in pairs}
    return FrontMatter(data, front.body[bear.end() :], "bear")


def pelican(front: FrontMatter) -> FrontMatter:
    """A file with the head that Pelican writes split off: a title, a key that only a head has, and no key below it.

    Anything less sure, such as a key that stands there twice, stays in the text and holds the note back.
    """
    found = PELICAN.match(front.body)
    if found is None or re.match(KEY, front.body[found.end() : found.end() + 200]):
        return front
    pairs = [entry.partition(":") for entry in re.split(r"\n(?![ \t])", found["head"])]
    data: dict[str, object] = {key.lower(): re.sub(r"\n\s*", "\n", value.strip()) for key, _, value in pairs}
    if "title" not in data or PELICAN_KEYS.isdisjoint(data) or len(data) < len(pairs):
        return front
    return FrontMatter(data, front.body[found.end() :], "pelican")


def stray_head(body: str) -> int:
    """The line on which a text begins with what looks like front matter and was not read as such, 0 without it."""
    found = STRAY.match(body[:10_000])
    return found["before"].count("\n") + 1 if found else 0


def line_of(text: str, key: str, value: str = "") -> int:
    """The line of a file on which a key stands, with this value where one has it; 0 where none does."""
    stands = rf"(?:^(?:[ \t]*-)?|[{{,])[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[:=]"
    for pattern in (rf"{stands}[ \t]*[\"']?{re.escape(value)}", stands):
        found = re.search(pattern, text[:100_000], re.MULTILINE | re.IGNORECASE)
        if found:
            return text.count("\n", 0, found.start()) + 1
    return 0
