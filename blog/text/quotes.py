"""Quotes, and the call-outs that are written as quotes or as admonitions."""

import html
import re
from xml.etree.ElementTree import Element, SubElement

from blog.text.callouts import KINDS
from blog.text.containers import gather
from blog.text.flow import ADMONITION, Flow, as_prose
from blog.text.layout import Layout
from blog.text.lines import shifted

MARK = re.compile(r" {0,3}> ?")
CALLOUT = re.compile(r"\[!([A-Za-z]+)\][+-]?[ \t]*(.*)$")


def quotes(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """Lines behind angle brackets, and the lazy ones that continue their last paragraph."""
    flow, content = Flow(), list[str]()
    while at < len(lines):
        if mark := MARK.match(lines[at]):
            content.append(lines[at][mark.end() :] if flow.fence else behind(mark, lines[at]))
        elif flow.takes_lazily(lines[at]):
            content.append(as_prose(lines[at]))
        else:
            break
        flow.feed(content[-1])
        at += 1
    if content:
        add_quote(layout, parent, content)
    return at


def behind(mark: re.Match[str], line: str) -> str:
    """Return what stands behind a quote's sign, and behind the blank or the column of a tab that belongs to it."""
    rest = " " * mark.end() + line[mark.end() :]
    return shifted(rest, mark.end() + (mark[0][-1] == ">" and line[mark.end() :].startswith("\t")))


def add_quote(layout: Layout, parent: Element, content: list[str]) -> None:
    """Add a quote, or a call-out when its first line names a kind of it."""
    callout = CALLOUT.match(content[0])
    if callout and callout[1].lower() in KINDS:
        add_callout(layout, parent, callout[1].lower(), callout[2].strip(), content[1:])
    else:
        layout.nest(parent, "blockquote", content)


def admonitions(layout: Layout, parent: Element, lines: list[str], at: int) -> int:
    """!!! note "Title" with indented text below it; question marks instead make it collapsible."""
    head = ADMONITION.match(lines[at])
    if head is None:
        return at
    content, end = gather(lines, at, "", (4, 4), lambda line: False)
    kind, title = head[2].lower(), (head[3] or "").strip()
    if head[1] == "!!!":
        add_callout(layout, parent, kind, title, content)
    else:
        layout.raw(parent, f"<details{' open' if head[1].endswith('+') else ''}>")
        layout.leaf(SubElement(parent, "summary"), "span", title or kind.capitalize())
        layout.nest(parent, "div", content)
        layout.raw(parent, "</details>")
    return end


def add_callout(layout: Layout, parent: Element, kind: str, title: str, content: list[str]) -> None:
    """Add a call-out of one of the five kinds with its title."""
    aside = SubElement(parent, "aside", {"class": f"callout {KINDS.get(kind, 'note')}", "role": "note"})
    head = layout.leaf(aside, "p", title or html.escape(kind.capitalize()))
    head.set("class", "callout-title")
    if not title:
        head.set("lang", "en")
    with layout.inside():
        layout.lay(aside, content)
