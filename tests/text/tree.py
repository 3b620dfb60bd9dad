"""Rendered HTML as a tree, read by a parser that is not the one the renderer uses."""

from collections.abc import Iterator
from typing import cast
from xml.etree.ElementTree import Element

import html5lib

from blog.text import render


def parse(html: str) -> Element:
    """Parse a fragment as a browser does."""
    fragment = html5lib.parseFragment(html, treebuilder="etree", namespaceHTMLElements=False)
    return cast(Element, fragment)


def tree_of(source: str, key: str = "k") -> Element:
    """Render a text and parse the result."""
    return parse(render(source, key=key).html)


def serialise(tree: Element) -> str:
    """Write a tree as HTML."""
    return html5lib.serialize(tree, tree="etree", omit_optional_tags=False, quote_attr_values="always")


def shape(tree: Element) -> object:
    """Return a tree as nested values that can be compared."""
    return (str(tree.tag), sorted(tree.items()), tree.text or "", [(shape(e), e.tail or "") for e in tree])


def text_of(element: Element | None) -> str:
    """Return all text of an element."""
    assert element is not None
    return "".join(element.itertext())


def texts(tree: Element, path: str) -> list[str]:
    """Return the text of each element that a path finds."""
    return [text_of(element) for element in tree.findall(path)]


def tags(tree: Element) -> Iterator[str]:
    """Yield the name of every element."""
    return (str(element.tag) for element in tree.iter())
