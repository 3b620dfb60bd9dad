"""Addresses that are links by themselves: in angle brackets, and bare in running text (GFM, extended autolinks)."""

import re
from xml.etree.ElementTree import Element

from markdown import inlinepatterns
from markdown.util import AtomicString

from blog.text.allowed import SCHEMES
from blog.text.angle import ESCAPED
from blog.text.entities import unescape

CLOSING = "”’»›…」』）】》〉。，、！？：；"
"""Signs that end a sentence or a quotation and no address."""

BARE = r"(?<![^\W_])(?<![/@.-])(?:https?://|www\.)(?:[^\s<>\x02\x03]|\x02\d+\x03)+"


class Mail(inlinepatterns.InlineProcessor):
    """<person@example.org>, as a plain mailto link."""

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        """Make the link."""
        shown = self.unescape(m[1])
        address = re.sub("^mailto:", "", shown, flags=re.IGNORECASE)
        return anchor(f"mailto:{address}", shown), m.start(), m.end()


class Address(inlinepatterns.InlineProcessor):
    """<https://…> as it is typed; where its scheme may not be linked, it is no link."""

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int, int]:
        """Make the link, or none."""
        if m[1].partition(":")[0].lower() not in SCHEMES:
            return None, m.start(), m.end()
        typed = ESCAPED.sub(lambda sign: "\\" + chr(int(sign[1])), self.unescape(m[1]))
        element = Element("a", {"href": typed})
        element.text = AtomicString(typed)
        return element, m.start(), m.end()


class BareAddress(inlinepatterns.InlineProcessor):
    """https://… and www.… in running text, but not inside another link."""

    ANCESTOR_EXCLUDES = ("a",)

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int, int]:
        """Make the link from as much of the match as is the address."""
        address = trimmed(m[0], emphasised=data[: m.start()].endswith("_"))
        shown = unescape(self.unescape(address))
        if len(shown) <= len("https://") or shown.endswith(("://", "www.")):
            return None, m.start(), m.end()
        href = shown if shown.startswith("http") else f"http://{shown}"
        return anchor(href, shown), m.start(), m.start() + len(address)


def trimmed(address: str, *, emphasised: bool) -> str:
    """Leave trailing punctuation and unbalanced closing brackets to the sentence around the address.

    Addresses may well end with an underscore; it is left only where one stands in front as well.
    """
    foreign = "?!.,:;*~'\"`|" + CLOSING + ("_" if emphasised else "")
    surplus = {")": address.count(")") - address.count("("), "]": address.count("]") - address.count("[")}
    while address:
        last = address[-1]
        if last in surplus and surplus[last] > 0:
            surplus[last] -= 1
        elif last not in foreign:
            break
        address = address[:-1]
    return address


def anchor(href: str, text: str) -> Element:
    """Make a link whose text nothing else marks up."""
    element = Element("a", {"href": escaped(href)})
    element.text = AtomicString(escaped(text))
    return element


def escaped(text: str) -> str:
    """Keep an ampersand from being read as the start of an entity."""
    return text.replace("&", "&amp;")
