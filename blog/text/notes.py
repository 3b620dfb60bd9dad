"""Definitions that show nothing where they stand: link targets, footnotes, abbreviations."""

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from markdown.extensions.abbr import AbbrExtension
from markdown.extensions.footnotes import FootnoteExtension
from markdown.treeprocessors import Treeprocessor

from blog.text.containers import gather
from blog.text.flow import NOTE
from blog.text.layout import Layout
from blog.text.lines import trim
from blog.text.links import label_of

LINE_END = r"\n(?![ \t]*(?:\n|$))"
REFERENCE = re.compile(
    rf" {{0,3}}\[(?!\^)((?:[^\[\]\\\n]|\\[^\n]|{LINE_END}){{1,999}})\]:"
    r"[ \t]*+(?:\n[ \t]*+(?=<|[^\s<]*[/.:#]))?(?:<([^<>\n]*)>|([^\s<]\S*))"
    r"(?:(?:[ \t]++|[ \t]*+\n[ \t]*+)"
    rf"(\"(?:\\.|[^\"\\\n]|{LINE_END})*+\"|'(?:\\.|[^'\\\n]|{LINE_END})*+'|\((?:\\.|[^()\\\n]|{LINE_END})*+\)))?"
    r"[ \t]*+(?=\n|$)"
)
"""The target of links of one name; target and title may each stand on the next line, name and title on several."""

REACH = 12
"""Lines that such a definition may go on over."""

ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
ARROW = "^"
"""What the link back from a note shows: every face has it, so that no browser has to look for one that does."""

PARTS = 3
"""What a note counts besides its paragraphs: its item, its reference, its way back."""

ABBREVIATION = re.compile(r" {0,3}\*\[([^\[\]]{1,99})\]:[ \t]*(\S.*)$")


def references(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """[label]: target "title" """
    match = REFERENCE.match("\n".join(lines[at : at + REACH])) if lines[at].lstrip(" ").startswith("[") else None
    if match is None or not match[1].strip():
        return at
    label = label_of(match[1])
    target, title = (ESCAPED.sub(r"\1", text) for text in (match[2] or match[3] or "", (match[4] or "")[1:-1]))
    layout.md.references.setdefault(label, (target, title))
    return at + 1 + match[0].count("\n")


class Footnotes(FootnoteExtension):
    """Python-Markdown's footnotes, with ids that carry the key of the piece: pieces can share a page."""

    def __init__(self, key: str) -> None:
        super().__init__(
            PLACE_MARKER="\0",
            SEPARATOR=f"-{key}-" if key else "-",
            USE_DEFINITION_ORDER=False,
            BACKLINK_TEXT=ARROW,
            BACKLINK_TITLE="Back to reference %d",
        )

    def unique_ref(self, reference: str, found: bool = False) -> str:
        """Return the id of the next reference to a note: fnref-…, then fnref2-… and so on."""
        if not found:
            return reference
        count = self.found_refs[reference] = self.found_refs.get(reference, 0) + 1
        return reference if count == 1 else reference.replace("fnref", f"fnref{count}", 1)

    def rule(self, layout: Layout, parent: Element, lines: list[str], at: int) -> int:
        """[^label]: text, with more paragraphs below it indented."""
        match = NOTE.match(lines[at])
        if match is None:
            return at
        content, end = gather(lines, at, lines[at][match.end() :], (2, 4), lambda line: bool(NOTE.match(line)))
        if match[1] not in self.footnotes:
            layout.count(PARTS)
            self.setFootnote(match[1], "\n".join(trim(content)))
        return end


class InOrder(Treeprocessor):
    """Numbers notes as a reader meets them; Python-Markdown marks up lists and tables after what follows them."""

    def __init__(self, notes: Footnotes) -> None:
        super().__init__()
        self.notes = notes

    def run(self, root: Element) -> None:
        """Go through the text, then through each note in its order, then through notes that nothing refers to."""
        labels = {self.notes.makeFootnoteId(label): label for label in self.notes.footnotes}
        at_end = [item for div in root if div.get("class") == "footnote" for item in div.iterfind("ol/li")]
        items = {item.get("id", ""): item for item in at_end if item.get("id") in labels}
        self.notes.footnote_order, self.notes.found_refs = [], {}
        for element in [child for child in root if child.get("class") != "footnote"]:
            self.number(element, labels)
        at = 0
        while items:
            met = at < len(self.notes.footnote_order)
            name = self.notes.makeFootnoteId(self.notes.footnote_order[at]) if met else next(iter(items))
            at += met
            if name in items:
                self.number(items.pop(name), labels)

    def number(self, element: Element, labels: Mapping[str, str]) -> None:
        """Number the references within an element."""
        for sup in element.iter("sup"):
            link = sup.find("a[@class='footnote-ref']")
            label = labels.get(link.get("href", "#")[1:]) if link is not None else None
            if link is not None and label is not None:
                self.notes.addFootnoteRef(label)
                sup.set("id", self.notes.makeFootnoteRefId(label, found=True))
                link.text = str(self.notes.footnote_order.index(label) + 1)


class Abbreviations(AbbrExtension):
    """Python-Markdown's abbreviations."""

    abbrs: dict[str, str]

    def rule(self, layout: Layout, parent: Element, lines: list[str], at: int) -> int:
        """*[HTML]: what it stands for"""
        match = ABBREVIATION.match(lines[at])
        if match is None:
            return at
        self.abbrs[match[1].strip()] = match[2].strip()
        return at + 1
