"""The addresses in a Markdown text: of links, of pictures, in HTML, in the shortcuts of other programs."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from blog.portability.masks import is_escaped, without_code
from blog.text.entities import unescape

# What Hugo and Jekyll have for addresses of other notes.
SHORTCODE = r"(?:\{\{[<%][^\n]*?[>%]\}\}|\{%[^\n]*?%\})"
DESTINATION = re.compile(
    rf"\(\s*(?:<(?P<angled>[^<>\n]*)>|(?P<bare>{SHORTCODE}[^\s()]*|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))(?=\s*\)|\s+[\"'(])"
)
# A destination with blanks in it, which is not Markdown but what people write when a file's name has them.
LOOSE = re.compile(r"\((?P<bare>[^()<>\n\"]*\.\w{2,5})\)")
DEFINITION = re.compile(
    rf"^ {{0,3}}\[(?!\^)[^\]\n]+\]:[ \t]*(?:<(?P<angled>[^<>\n]*)>|(?P<bare>{SHORTCODE}\S*|\S+))", re.MULTILINE
)
TAG = re.compile(r"<(?P<name>img|source|video|audio|a)\b[^<>]*>", re.IGNORECASE)
ATTRIBUTE = re.compile(
    r"\s(?P<name>src|href|poster|srcset)\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s>\"']+))",
    re.IGNORECASE,
)
CANDIDATE = re.compile(r"(?:^|,)\s*([^\s,]+)")
WIKI = re.compile(r"(?P<embed>!?)\[\[(?P<target>[^\[\]|\n]+)(?:\|(?P<label>[^\[\]\n]*))?\]\]")
MARKS = re.compile(r"\n[ \t]*\n|!?\[|\]")


@dataclass(frozen=True, slots=True)
class Reference:
    """An address in a text, from `start` to `end`. `spell` gives what stands there for another address."""

    start: int
    end: int
    address: str
    is_picture: bool
    is_wiki: bool
    spell: Callable[[str], str]


def as_typed(address: str) -> str:
    return address


def rewritten(source: str, replace: Callable[[Reference], str | None]) -> str:
    """A text with other addresses where `replace` gives one."""
    parts, place = [], 0
    for reference in sorted(references(source), key=lambda reference: reference.start):
        if reference.start < place:
            continue
        address = replace(reference)
        if address is not None and (address != reference.address or reference.is_wiki):
            parts += [source[place : reference.start], reference.spell(address)]
            place = reference.end
    return "".join((*parts, source[place:]))


def references(source: str) -> Iterator[Reference]:
    """Every address in a text, code and comments apart, in no order."""
    text = without_code(source)
    yield from inline(text, source)
    yield from wiki(text, source)
    for match in DEFINITION.finditer(text):
        yield from destination(match, False)
    for tag in TAG.finditer(text):
        for match in ATTRIBUTE.finditer(text, tag.start(), tag.end()):
            yield from attribute(match, tag["name"].lower() != "a")


def inline(text: str, source: str) -> Iterator[Reference]:
    """Links and pictures with their address in brackets; brackets may be nested within a block."""
    open_brackets: list[str] = []
    for mark in MARKS.finditer(text):
        if mark[0].isspace():
            open_brackets.clear()
        elif is_escaped(source, mark.start()) and mark[0] != "![":
            continue
        elif mark[0] != "]":
            open_brackets.append(mark[0])
        elif open_brackets:
            is_picture = open_brackets.pop() == "!["
            match = DESTINATION.match(text, mark.end()) or LOOSE.match(text, mark.end())
            if match:
                yield from destination(match, is_picture)


def destination(match: re.Match[str], is_picture: bool) -> Iterator[Reference]:
    """The address that a Markdown destination holds."""
    group = "angled" if match.groupdict().get("angled") is not None else "bare"
    if match[group]:
        yield Reference(*match.span(group), unescape(match[group]), is_picture, False, as_typed)


def attribute(match: re.Match[str], is_picture: bool) -> Iterator[Reference]:
    """The addresses that an attribute of an HTML tag holds."""
    group = next(name for name in ("double", "single", "bare") if match[name] is not None)
    if match["name"].lower() != "srcset":
        yield Reference(*match.span(group), unescape(match[group].strip()), is_picture, False, in_attribute)
        return
    for candidate in CANDIDATE.finditer(match[group]):
        start = match.start(group) + candidate.start(1)
        yield Reference(start, start + len(candidate[1]), unescape(candidate[1]), is_picture, False, in_attribute)


def in_attribute(address: str) -> str:
    """An address as it stands in an attribute."""
    return address.replace("&", "&amp;").replace('"', "%22").replace("'", "%27").replace(" ", "%20")


def wiki(text: str, source: str) -> Iterator[Reference]:
    """[[Another note]], [[Another note|words]] and ![[picture.png]]."""
    for match in WIKI.finditer(text):
        if not is_escaped(source, match.start()):
            yield Reference(*match.span(), match["target"].strip(), bool(match["embed"]), True, wiki_spelling(match))


def wiki_spelling(match: re.Match[str]) -> Callable[[str], str]:
    """How a wiki link is spelled in Markdown: with its words, or the name of what it leads to."""
    target = match["target"].strip()
    label = (match["label"] or "").strip() or target.replace("#", " › ").strip(" ›")
    if match["embed"]:
        words = "" if label == target or label.replace("x", "").isdigit() else label
        return lambda address: f"![{words}]({address})"
    return lambda address: f"[{label}]({address})"
