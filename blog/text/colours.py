"""Colours code by class with Pygments, never by style, and only in the language that was named.

The time of a lexer cannot be bounded by length alone: many take the square of it for text that opens the same thing
again and again. So only what looks like code somebody reads is coloured, and of languages whose lexers were not
found to be steady on such text only a little.
"""

import html
import zlib
from collections.abc import Iterator

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

from blog.text.allowed import named
from blog.text.limits import MAX_CODE_LINE, MAX_COLOURED, MAX_COLOURED_BLOCK, SLOW_WEIGHT, UNSTEADY_WEIGHT

STEADY = named(
    "python bash sql json html css javascript typescript yaml toml ini diff go rust c cpp kotlin swift ruby php "
    "lua perl haskell elixir scala docker nginx make r xml scss console powershell jsx tsx postgresql clojure "
    "dart"
)
"""Languages whose lexers colour a block of the longest size in less than half a second, whatever opens in it."""

SLOW = named("aspx-cs aspx-vb cfm csharp duel fan genshi html+genshi antlr-csharp nemerle")
"""Languages whose lexers take the square or the cube of the time for what opens or begins again and again."""

ENDLESS = named("mcschema")
"""Languages whose lexers may never end; they stay plain."""

STRETCH = 500
"""Characters that are looked at together to find out whether they only repeat themselves."""

REPETITION = 20
"""How many times shorter code that only repeats itself becomes when it is compressed."""

TONES = {
    Token.Comment: "c",
    Token.Generic.Prompt: "c",
    Token.Generic.Output: "c",
    Token.Generic.Subheading: "c",
    Token.Keyword: "k",
    Token.Operator.Word: "k",
    Token.Name.Tag: "k",
    Token.Name.Decorator: "k",
    Token.Generic.Heading: "k",
    Token.Literal.String: "s",
    Token.Literal.Date: "s",
    Token.Generic.Inserted: "s",
    Token.Literal: "m",
    Token.Name.Attribute: "m",
    Token.Name.Builtin: "m",
    Token.Name.Constant: "m",
    Token.Name.Variable: "m",
    Token.Name.Class: "n",
    Token.Name.Exception: "n",
    Token.Name.Function: "n",
    Token.Name.Namespace: "n",
    Token.Generic.Strong: "n",
    Token.Error: "e",
    Token.Generic.Deleted: "e",
    Token.Generic.Error: "e",
    Token.Generic.Traceback: "e",
}
"""Kinds of tokens, with all their subtypes, to the class of their colour: comments, keywords, strings, other values,
names that are made, and what is wrong. A stylesheet has six rules for it, and a page little to carry."""

CODE_CLASSES = frozenset(TONES.values()) | {"hll"}
"""Every class that coloured code may have."""


class Colours:
    """Colours the code of one text as long as its allowance lasts; what comes after that is shown plain."""

    def __init__(self) -> None:
        self.left = MAX_COLOURED

    def colour(self, code: str, language: str) -> str | None:
        """Return the code with a class around each token that has a colour; None for what stays plain."""
        lexer = find_lexer(language)
        if lexer is None or len(code) > MAX_COLOURED_BLOCK or is_odd(code):
            return None
        cost = len(code) * weight(lexer)
        if cost > self.left:
            return None
        self.left -= cost
        return "".join(
            f'<span class="{css_class}">{text}</span>' if css_class else text for css_class, text in pieces(lexer, code)
        )


def weight(lexer: Lexer) -> int:
    """Say what a character counts in the language of a lexer."""
    if not SLOW.isdisjoint(lexer.aliases):
        return SLOW_WEIGHT
    return UNSTEADY_WEIGHT if STEADY.isdisjoint(lexer.aliases) else 1


def is_odd(code: str) -> bool:
    """Tell code that nobody reads in colours: with endless lines, or repeating itself over a long stretch."""
    if max(map(len, code.split("\n"))) > MAX_CODE_LINE:
        return True
    stretches = (code[at : at + STRETCH] for at in range(0, len(code) - STRETCH, STRETCH))
    return any(repeats(part) for part in (code, *stretches))


def repeats(part: str) -> bool:
    """Tell whether a text says hardly anything for its length."""
    return len(zlib.compress(part.encode(), 1)) * REPETITION < len(part)


def find_lexer(language: str) -> Lexer | None:
    """Find a lexer by its name; nothing is guessed, and none is shared, for some keep state."""
    try:
        return (
            get_lexer_by_name(language, stripnl=False, ensurenl=False) if language and language not in ENDLESS else None
        )
    except ClassNotFound:
        return None


def pieces(lexer: Lexer, code: str) -> Iterator[tuple[str, str]]:
    """Yield classes and escaped text, neighbours of one class together and no piece across a line end."""
    last, texts = "", list[str]()
    for kind, value in lexer.get_tokens(code):
        css_class = class_of(kind)
        if css_class != last:
            yield from split(last, "".join(texts))
            last, texts = css_class, []
        texts.append(value)
    yield from split(last, "".join(texts))


def split(css_class: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of a piece one by one, line ends outside of any class."""
    escaped = html.escape(text, quote=False)
    if not css_class:
        yield "", escaped
        return
    for number, line in enumerate(escaped.split("\n")):
        if number:
            yield "", "\n"
        if line:
            yield (css_class if line.strip() else ""), line


def class_of(kind: _TokenType) -> str:
    """Name the class of a token; none for what the reader sees in the colour of the text."""
    return next((TONES[each] for each in reversed(kind.split()) if each in TONES), "")
