"""Links: Python-Markdown's own, looking ahead a bounded way."""

import re
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown, inlinepatterns
from markdown.util import INLINE_PLACEHOLDER_RE

from blog.text.angle import ESCAPED
from blog.text.autolinks import BARE, Address, BareAddress, Mail
from blog.text.emphasis import find_marks
from blog.text.entities import unescape

REACH = 3_000
"""Characters that a link's text, and its target with title, may span."""

NESTING = 12
"""Brackets inside a link's text."""

PARENTHESES = re.compile(r"\(\s*+(?:<([^<>\n]*+)>|((?:[^\s()]|\([^\s()]*+\))++))\s++\(([^()]*+)\)\s*+\)")
"""A target with its title in parentheses."""

BRACKET = re.compile(r"(?<!!)\[")
TOUCHING_LABEL = re.compile(r"\[([^\]]*)\]")


class Bounded(inlinepatterns.LinkInlineProcessor):
    """Finds the text and the target of a link within reach, so that brackets without end cost nothing."""

    RE_LINK = inlinepatterns.LinkInlineProcessor.RE_LINK

    def getText(self, data: str, index: int) -> tuple[str, int, bool]:  # noqa: N802
        """Return the text up to the matching bracket, where it ends, and whether there is one."""
        depth = 1
        for bracket in re.compile(r"[\[\]]").finditer(data, index, index + REACH):
            depth += 1 if bracket[0] == "[" else -1
            if depth == 0:
                return data[index : bracket.start()], bracket.end(), True
            if depth > NESTING:
                break
        return "", index, False

    def getLink(self, data: str, index: int) -> tuple[str, str | None, int, bool]:  # noqa: N802
        """Return target, title, end and success."""
        reach = data[index : index + REACH]
        if not may_close(reach):
            return "", None, index, False
        if titled := PARENTHESES.match(reach):
            target, words = (self.unescape(part) for part in (titled[1] or titled[2] or "", titled[3]))
            return target, " ".join(words.split()), index + titled.end(), True
        href, title, end, found = super().getLink(reach, 0)
        if end < 0:  # a quotation mark and brackets that nothing closes
            return "", None, index, False
        return href, title, index + end, found

    def holds_link(self, text: str) -> bool:
        """Tell whether the text of a link has a link within it, which then is the link (CommonMark 0.31, 6.3)."""
        stash = self.md.treeprocessors["inline"].stashed_nodes  # type: ignore[attr-defined]
        if any(getattr(stash.get(found[1]), "tag", "") == "a" for found in INLINE_PLACEHOLDER_RE.finditer(text)):
            return True
        return any(self.is_link(text, bracket.end()) for bracket in BRACKET.finditer(text))

    def is_link(self, text: str, index: int) -> bool:
        """Tell whether the text behind a bracket is that of a link."""
        shown, end, found = self.getText(text, index)
        if not found:
            return False
        label = TOUCHING_LABEL.match(text, end)
        if text.startswith("(", end) and self.getLink(text, end)[3]:
            return True
        return self.label(label[1] if label and label[1] else shown) in self.md.references

    def label(self, typed: str) -> str:
        """Return the name that a label stands for: code and escaped signs in it are as typed."""
        stash = self.md.treeprocessors["inline"].stashed_nodes  # type: ignore[attr-defined]

        def stashed(found: re.Match[str]) -> str:
            node = stash.get(found[1])
            if isinstance(node, str):
                return ESCAPED.sub(lambda sign: "\\" + chr(int(sign[1])), node)
            return f"`{unescape(node.text)}`" if getattr(node, "tag", "") == "code" else found[0]

        return label_of(INLINE_PLACEHOLDER_RE.sub(stashed, typed))


def may_close(text: str) -> bool:
    """Tell whether a target in parentheses can end: it is closed at all, and does not nest beyond reason."""
    depth = 0
    for bracket in re.finditer(r"[()]", text):
        depth += 1 if bracket[0] == "(" else -1
        if depth == 0 or depth > NESTING:
            break
    return depth <= NESTING and ")" in text


NESTED = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")


def spoken(text: str) -> str:
    """Return what a picture says, without the marks of links and emphasis in it."""
    bare, place, parts = NESTED.sub(r"\1", text), 0, list[str]()
    for mark in find_marks(bare):
        parts.append(bare[place : mark.start])
        place = mark.end
    return "".join(parts) + bare[place:]


def label_of(typed: str) -> str:
    """Return a label as labels are compared: in small letters, with single blanks."""
    return " ".join(typed.casefold().split())


class Link(Bounded):
    """[text](target)"""

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Any, int | None, int | None]:
        """Make the element, or go on behind the first bracket."""
        element, start, end = super().handleMatch(m, data)
        if isinstance(element, Element) and self.holds_link(element.text or ""):
            return None, None, None
        return element, start, end


class Image(Bounded, inlinepatterns.ImageInlineProcessor):
    """![text](target)"""

    def getText(self, data: str, index: int) -> tuple[str, int, bool]:  # noqa: N802
        """Return the text as it is spoken."""
        text, end, found = super().getText(data, index)
        return spoken(text), end, found


class Labelled(Bounded, inlinepatterns.ReferenceInlineProcessor):
    """A link or picture whose target is named; where nothing has that name, brackets within may still be links."""

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Any, int | None, int | None]:
        """Make the element, or go on behind the first bracket."""
        element, start, end = super().handleMatch(m, data)
        if not isinstance(element, Element) or (element.tag == "a" and self.holds_link(element.text or "")):
            return None, None, None
        return element, start, end

    def evalId(  # noqa: N802
        self, data: str, index: int, text: str
    ) -> tuple[str | None, int, bool]:
        """Return the name that the text itself stands for."""
        return self.label(text), index, True

    def touching(self, data: str, index: int, text: str) -> tuple[str | None, int, bool]:
        """Return the name that the label behind the text stands for, where it ends, and whether there is one."""
        label = TOUCHING_LABEL.match(data, index)
        return (self.label(label[1] or text), label.end(), True) if label else (None, index, False)


class LabelledImage(Labelled, inlinepatterns.ImageReferenceInlineProcessor):
    """A picture whose target is named."""

    def makeTag(self, href: str, title: str, text: str) -> Element:  # noqa: N802
        """Make the element with its text as it is spoken."""
        return super().makeTag(href, title, spoken(text))


class Reference(Labelled):
    """[text][label], with nothing between the two pairs of brackets (CommonMark 0.31, section 6.3)."""

    def evalId(self, data: str, index: int, text: str) -> tuple[str | None, int, bool]:  # noqa: N802
        """Return the label, the text itself where it is empty."""
        return self.touching(data, index, text)


class ImageReference(LabelledImage):
    """![text][label]"""

    def evalId(self, data: str, index: int, text: str) -> tuple[str | None, int, bool]:  # noqa: N802
        """Return the label, the text itself where it is empty."""
        return self.touching(data, index, text)


class ShortReference(Labelled, inlinepatterns.ShortReferenceInlineProcessor):
    """[label]"""


class ShortImageReference(LabelledImage, inlinepatterns.ShortImageReferenceInlineProcessor):
    """![label]"""


class Ampersand(inlinepatterns.InlineProcessor):
    """\\&copy;, which shows the reference itself."""

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[str | None, int, int]:
        """Put the sign in the place of a backslash and an ampersand, if the backslash is none that is escaped."""
        is_escape = len(m[0]) % 2 == 0
        return (self.md.htmlStash.store("&amp;") if is_escape else None), m.end() - 2 * is_escape, m.end()


def register(md: Markdown) -> None:
    """Put these in the place of the library's own."""
    patterns: Any = md.inlinePatterns
    patterns.register(Ampersand(r"\\+&(?=#?\w{1,32};)", md), "ampersand", 185)
    patterns.register(Reference(inlinepatterns.REFERENCE_RE, md), "reference", 170)
    patterns.register(Link(inlinepatterns.LINK_RE, md), "link", 160)
    patterns.register(Image(inlinepatterns.IMAGE_LINK_RE, md), "image_link", 150)
    patterns.register(ImageReference(inlinepatterns.IMAGE_REFERENCE_RE, md), "image_reference", 140)
    patterns.register(ShortReference(inlinepatterns.REFERENCE_RE, md), "short_reference", 130)
    patterns.register(ShortImageReference(inlinepatterns.IMAGE_REFERENCE_RE, md), "short_image_ref", 125)
    patterns.register(Address(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}://[^<>\s]*)>", md), "autolink", 120)
    patterns.register(Mail(r"<([^<> !\x02\x03]{1,200}@[^@<> ]{1,200})>", md), "automail", 110)
    patterns.register(BareAddress(BARE, md), "bare_address", 95)
