"""Styles: a reader's page carries the layers of the stylesheet that it shows, so that nothing else holds it up.

The stylesheet is written in cascade layers (CSS Cascading and Inheritance Level 5, "Cascade Layers"): which of them
there are, and in what order, is its first statement. A page says in its policy which text of styles it brings along,
and a browser takes no other (Content Security Policy Level 3, "hash-source"). The author's pages are for one reader and
therefore never compressed: they link the whole stylesheet, which a browser keeps.
"""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, g
from markupsafe import Markup

from blog.web.pressing import press

FILE = "site.css"
EVERYWHERE = frozenset(("base", "page", "print", "breath"))
ORDER = re.compile(r"^@layer (\w+(?:, \w+)*);\n", re.MULTILINE)
LAYER = re.compile(r"^@layer (\w+) \{\n.*?^\}\n", re.MULTILINE | re.DOTALL)


class Stylesheet:
    """The layers of a stylesheet, by name and in order.

    Raises ValueError where a rule stands outside of a layer, or the order names other layers than there are.
    """

    def __init__(self, text: str) -> None:
        order = ORDER.search(text)
        self.order = order[1].split(", ") if order else []
        self.layers = {layer[1]: layer[0] for layer in LAYER.finditer(text)}
        outside = press(LAYER.sub("", ORDER.sub("", text)), ".css").strip()
        if outside or sorted(self.order) != sorted(self.layers):
            raise ValueError(f"A stylesheet is its layers and nothing else: {outside or self.order}")

    def chosen(self, names: frozenset[str]) -> str:
        """Some layers, in their order.

        Raises KeyError for a layer that is not there.
        """
        if unknown := names - set(self.order):
            raise KeyError(f"no layer {', '.join(sorted(unknown))} in the stylesheet")
        mine = [name for name in self.order if name in names]
        return press(f"@layer {', '.join(mine)};\n" + "".join(self.layers[name] for name in mine), ".css")


def init_styles(app: Flask) -> None:
    """Let templates ask for the layers that they show."""
    sheet = Stylesheet((Path(app.static_folder or "static") / FILE).read_text(encoding="utf-8"))

    @cache
    def element(names: str) -> tuple[Markup, str]:
        """The element with some layers, and how a policy names it."""
        text = sheet.chosen(EVERYWHERE | frozenset(names.split()))
        return Markup(f"<style>{text}</style>"), source(text)  # noqa: S704 - our own files

    def styles(names: str) -> Markup:
        """The element with the layers everywhere and those named, which the policy of this answer allows."""
        found, g.style_source = element(str(names))
        return found

    app.jinja_env.globals["styles"] = styles


def source(text: str) -> str:
    """How a policy names a text of styles that it allows."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def style_source() -> str:
    """What the policy of this answer allows as styles: those that were put into its page, or else our files."""
    return str(g.get("style_source", "'self'"))
