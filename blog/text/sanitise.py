"""The one place where HTML becomes safe: bleach, after rendering, once, by an explicit allow-list."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from bleach.sanitizer import Cleaner

from blog.text.addresses import candidates
from blog.text.allowed import ATTRIBUTES, SCHEMES, TAGS, URL_ATTRIBUTES, named
from blog.text.callouts import KINDS
from blog.text.colours import CODE_CLASSES
from blog.text.entities import unescape
from blog.text.nodes import remembering
from blog.text.walker import walk

CLASSES = (
    named("callout callout-title code footnote footnote-ref footnote-backref task-list task left center right")
    | frozenset(KINDS.values())
    | CODE_CLASSES
)
LANGUAGE_CLASS = re.compile(r"language-[\w+#.-]+")
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*(?=:)")
IGNORED = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]+")
ROUNDS = 4
SRCSET = (None, "srcset")


def sanitise(source: str) -> str:
    """Return balanced HTML with nothing in it but what the allow-list names.

    What the parser had to repair (content of tables outside of cells, tags that overlap) it reads once more, for
    a browser may read the repaired form in yet another way. Text without such faults is read once.
    """
    for _ in range(ROUNDS):
        cleaner = new_cleaner()
        source = cleaner.clean(source)
        if not cleaner.parser.errors:
            break
    return source


def new_cleaner() -> Cleaner:
    """Make a cleaner for one text: bleach's keeps the state of its parser, and threads must not share it."""
    cleaner = Cleaner(tags=TAGS, attributes=allows, protocols=SCHEMES)
    cleaner.walker = lambda root: with_safe_sets(walk(root))  # type: ignore[assignment]
    tree = cleaner.parser.tree
    tree.elementClass = remembering(tree.elementClass)
    return cleaner


def with_safe_sets(tokens: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Leave out of each srcset the candidates whose address may not stay; the others remain."""
    for token in tokens:
        attributes = token.get("data")
        if isinstance(attributes, dict) and SRCSET in attributes:
            each = (" ".join(words) for words in candidates(attributes[SRCSET]))
            attributes[SRCSET] = ", ".join(filter(is_safe_set, each))
        yield token


def is_safe_set(srcset: str) -> bool:
    """Tell whether every address in a srcset, or in one candidate of it, may stay."""
    return all(is_safe(word) for word in srcset.replace(",", " ").split())


def allows(tag: str, name: str, value: str) -> bool:
    """Tell whether an attribute may stay as it is."""
    if name not in ATTRIBUTES["*"] and name not in ATTRIBUTES.get(tag, ()):
        return False
    if name == "class":
        return all(css_class in CLASSES or LANGUAGE_CLASS.fullmatch(css_class) for css_class in value.split())
    if name == "srcset":
        return bool(value) and is_safe_set(value)
    if name in URL_ATTRIBUTES:
        return is_safe(value)
    if name == "role":
        return value == "note"
    return (tag, name) != ("input", "type") or value.lower() == "checkbox"


def is_safe(address: str) -> bool:
    """Tell whether an address is relative or has a scheme of our list, read as browsers do (WHATWG URL).

    They decode entities (here twice, to be on the safe side), drop tabs and line ends anywhere, and control
    characters and blanks in front.
    """
    plain = IGNORED.sub("", unescape(unescape(address))).lower()
    scheme = SCHEME.match(plain)
    return scheme is None or scheme[0] in SCHEMES
