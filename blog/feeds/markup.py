"""XML, one element at a time. Text is escaped on its way in, so no element can be ill-formed."""

from collections.abc import Iterable
from typing import NewType
from xml.sax.saxutils import escape, quoteattr

Xml = NewType("Xml", str)
"""Finished markup: elements, or nothing."""


def leaf(name: str, text: str = "", /, **attributes: str) -> Xml:
    """An element with text. Never CDATA: it cannot hold its own terminator."""
    # A bare carriage return would reach the reader as a line feed (XML 1.0, section 2.11).
    return _element(name, escape(text, {"\r": "&#13;"}), attributes)


def optional(name: str, text: str) -> Xml:
    """The same, or nothing where there is no text."""
    return leaf(name, text) if text else Xml("")


def branch(name: str, children: Iterable[Xml], /, **attributes: str) -> Xml:
    """An element with elements in it."""
    return _element(name, "\n" + "".join(children), attributes)


def document(root: Xml) -> bytes:
    """The whole file: the declaration is its first byte, there is no byte order mark."""
    return f'<?xml version="1.0" encoding="utf-8"?>\n{root}'.encode()


def _element(name: str, content: str, attributes: dict[str, str]) -> Xml:
    """One element on a line of its own, without those attributes that have no value."""
    start = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items() if value)
    return Xml(f"<{name}{start}>{content}</{name}>\n" if content else f"<{name}{start}/>\n")
