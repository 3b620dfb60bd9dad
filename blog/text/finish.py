"""What is added to sanitised HTML: ids and marks of headings, the site's path, and hints for the browser."""

from itertools import pairwise
from urllib.parse import unquote

from blog.text.addresses import map_addresses, tidy, under
from blog.text.anchors import OURS, PAGE_IDS, Heading, Ids, anchor_for, permalink
from blog.text.entities import unescape
from blog.text.markup import Tag, Token
from blog.text.nesting import HEADINGS
from blog.text.notes import ARROW
from blog.text.plain import picture_words, plain_text

HINTS = {
    "img": {"loading": "lazy", "decoding": "async"},
    "input": {"type": "checkbox", "disabled": ""},
    "pre": {"tabindex": "0"},
    "table": {"tabindex": "0"},
}

SILENT = {"", "http://", "https://", "mailto:"}
"""What the words of a link may leave out of its address."""


def finish(tokens: list[Token], root: str) -> tuple[list[Token], tuple[Heading, ...]]:
    """Return the tokens as the page shows them, and the headings of its contents list."""
    ids, renamed = Ids(PAGE_IDS), dict[str, str]()
    tags = [token for token in tokens if isinstance(token, Tag) and not token.closing]
    name_tags(tags, ids, renamed)
    finished, headings = name_headings(tokens, ids, renamed)
    finished = without_idle_arrows(finished, ids)
    make_cells_of_empty_headers(finished)
    mark_bare_addresses(finished)
    for tag in tags:
        follow(tag, renamed)
        map_addresses(tag, tidy)
        map_addresses(tag, under(root))
        tag.attributes.update(HINTS.get(tag.name, {}))
        if tag.name == "img":
            tag.attributes.setdefault("alt", "")
        if tag.name == "input":
            tag.attributes["aria-label"] = "Done" if "checked" in tag.attributes else "Open"
    return finished, tuple(heading for heading in headings if heading.level in (2, 3) and heading.text)


def name_tags(tags: list[Tag], ids: Ids, renamed: dict[str, str]) -> None:
    """Keep the ids that the renderer made, once each; set the author's ids and names apart from the site's."""
    for tag in tags:
        if tag.name in HEADINGS:
            continue
        name = tag.attributes.pop("id", tag.attributes.pop("name", ""))
        ours = OURS.match(name) is not None
        if name and not (ours and name in ids.taken):
            tag.attributes["id"] = ids.claim(name if ours else f"in-{anchor_for(name)}")
            renamed.setdefault(name, tag.attributes["id"])


def name_headings(tokens: list[Token], ids: Ids, renamed: dict[str, str]) -> tuple[list[Token], list[Heading]]:
    """Give every heading its level, id and mark; only the title of the page is of level 1, and no level is skipped.

    A heading within a link gets no mark, for links cannot lie in one another.
    """
    finished, headings, above, start, linked = list[Token](), list[Heading](), list[int](), 0, False
    for token in tokens:
        if isinstance(token, Tag) and token.name == "a":
            linked = not token.closing
        if isinstance(token, Tag) and token.name in HEADINGS:
            level = level_under(above, HEADINGS[token.name])
            token.name = f"h{level}"
            if token.closing:
                headings.append(name_heading(finished[start:], level, ids, renamed))
                finished += [] if linked else permalink(headings[-1].id)
            else:
                start = len(finished)
        finished.append(token)
    return finished, headings


def level_under(above: list[int], written: int) -> int:
    """The level on the page of a heading below those `above`, by the level that was written; it is put there itself."""
    while above and above[-1] >= written:
        above.pop()
    above.append(written)
    return min(len(above) + 1, 6)


def name_heading(part: list[Token], level: int, ids: Ids, renamed: dict[str, str]) -> Heading:
    """Give one heading an id, the author's if there is one, else made from its words, or from those of its pictures."""
    text = " ".join(plain_text(part).split()) or " ".join(picture_words(part).split())
    given = part[0].attributes.pop("id", "") if isinstance(part[0], Tag) else ""
    heading = Heading(level, ids.claim(anchor_for(given or text)), text)
    renamed.setdefault(given, heading.id)
    if isinstance(part[0], Tag):
        part[0].attributes = {"id": heading.id} | part[0].attributes
    return heading


def without_idle_arrows(tokens: list[Token], ids: Ids) -> list[Token]:
    """Leave out the link back from a note, and the blank before it, where no reference leads to the note."""
    idle = {at for at, token in enumerate(tokens[:-1]) if tokens[at + 1] == ARROW and is_idle(token, ids)}
    gone = {at + step for at in idle for step in range(3)}
    kept = ((at, token) for at, token in enumerate(tokens) if at not in gone)
    return [token.removesuffix("&#160;") if at + 1 in idle and isinstance(token, str) else token for at, token in kept]


def is_idle(token: Token, ids: Ids) -> bool:
    """Tell whether a link back from a note leads nowhere."""
    if not isinstance(token, Tag) or "footnote-backref" not in token.classes:
        return False
    return token.attributes.get("href", "").removeprefix("#") not in ids.taken


def make_cells_of_empty_headers(tokens: list[Token]) -> None:
    """Make a plain cell of a table's header without words, such as its corner: it names no column and no row."""
    for at, token in enumerate(tokens):
        if isinstance(token, Tag) and token.name == "th" and not token.closing:
            end = at + 2 if str(tokens[at + 1]).isspace() else at + 1
            if str(tokens[end]) == "</th>":
                token.name = "td"
                tokens[end] = Tag("td", closing=True)


def mark_bare_addresses(tokens: list[Token]) -> None:
    """Mark links whose words are their address: on paper it need not stand behind them once more."""
    for tag, words in pairwise(tokens):
        if isinstance(tag, Tag) and tag.name == "a" and isinstance(words, str):
            shown, address = unescape(words), tag.attributes.get("href", "")
            if address.endswith(shown) and address.removesuffix(shown) in SILENT:
                tag.attributes.setdefault("class", "bare")


def follow(tag: Tag, renamed: dict[str, str]) -> None:
    """Let a link within the text follow the id that it leads to."""
    target = tag.attributes.get("href", "")
    if target.startswith("#") and (now := renamed.get(unquote(target[1:]))):
        tag.attributes["href"] = f"#{now}"
