"""Walks the tree that bleach's parser builds, each node once.

html5lib's own walker looks every node up among its siblings, which takes seconds for a few thousand of them.
"""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from blog.text.allowed import VOID


def walk(root: Element) -> Iterator[dict[str, Any]]:
    """Yield the tokens of a tree as html5lib's tree walkers do."""
    waiting: list[Element | dict[str, Any]] = [*reversed(list(contents(root)))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
        elif isinstance(node.tag, str):
            void = node.tag in VOID
            yield token("EmptyTag" if void else "StartTag", name=node.tag, data=attributes(node))
            if not void:
                waiting.append(token("EndTag", name=node.tag))
                waiting += reversed(list(contents(node)))


def contents(element: Element) -> Iterator[Element | dict[str, Any]]:
    """Yield what an element contains, text as tokens; `pre` begins with no blank line, as parsers drop one."""
    text = element.text or ""
    if text:
        yield characters(text.lstrip("\n") if element.tag == "pre" else text)
    for child in element:
        yield child
        if child.tail:
            yield characters(child.tail)


def attributes(element: Element) -> dict[tuple[str | None, str], str]:
    """Return an element's attributes by namespace, of which HTML has none, and name."""
    return {(None, name): value for name, value in element.items()}


def characters(text: str) -> dict[str, Any]:
    """Make a token for text."""
    return {"type": "Characters", "data": text}


def token(kind: str, **values: Any) -> dict[str, Any]:
    """Make a token for a tag."""
    return {"type": kind, "namespace": None, **values}
