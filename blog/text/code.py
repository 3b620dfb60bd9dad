"""Code blocks: coloured by class with Pygments, never by style, and only in the language that was named."""

import html
import re
from collections.abc import Iterator

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, Token, _TokenType
from pygments.util import ClassNotFound

from blog.text.limits import MAX_HIGHLIGHTED

LANGUAGE = re.compile(r"\{?[ \t]*\.?([\w+#.-]{1,40})(?=[\s,{}:]|$)")
TITLE = re.compile(r"""\btitle=(?:"([^"]*)"|'([^']*)')""")
LINES = re.compile(r"""(?:\bhl_lines=["']|\{)([0-9,\s-]{1,200})["'}]""")
PLAIN = (Token.Text, Token.Punctuation, Token.Operator, Token.Name)
"""Tokens that the reader sees in the colour of the text; only their subtypes get a class."""

CODE_CLASSES = frozenset(STANDARD_TYPES.values()) - {""} | {"hll"}
"""Every class that coloured code may have."""


def code_block(code: str, info: str, coloured: int) -> str:
    """Return a code block; `info` stands behind the fence, `coloured` counts the text's code so far."""
    language = language_of(info)
    shown = colour(code, language) if coloured <= MAX_HIGHLIGHTED else None
    body = mark_lines(html.escape(code, quote=False) if shown is None else shown, marked_lines(info))
    css_class = f' class="language-{html.escape(language)}"' if language else ""
    block = f'<pre tabindex="0"><code{css_class}>{body}</code></pre>'
    title = TITLE.search(info)
    if title is None:
        return block
    caption = html.escape(title[1] or title[2] or "")
    return f'<figure class="code"><figcaption>{caption}</figcaption>{block}</figure>'


def language_of(info: str) -> str:
    """Read the language of a fence: its first word, if that is a name (c++, objective-c, {python})."""
    match = LANGUAGE.match(info)
    return match[1].lower() if match else ""


def marked_lines(info: str) -> set[int]:
    """Read which lines to mark, written as {1,3-5} or hl_lines="1 3-5"."""
    marked: set[int] = set()
    match = LINES.search(info)
    for part in re.split(r"[,\s]+", match[1].strip()) if match else ():
        first, _, last = part.partition("-")
        if first.isdigit() and (last or first).isdigit():
            marked.update(range(int(first), min(int(last or first), int(first) + 999) + 1))
    return marked


def colour(code: str, language: str) -> str | None:
    """Return the code with a class around each token that has a colour; None for an unknown language."""
    lexer = find_lexer(language)
    if lexer is None:
        return None
    return "".join(
        f'<span class="{css_class}">{text}</span>' if css_class else text for css_class, text in pieces(lexer, code)
    )


def find_lexer(language: str) -> Lexer | None:
    """Find a lexer by its name; nothing is guessed, and none is shared, for some keep state."""
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False) if language else None
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
    """Name the class of a token: Pygments' short one, none for what has the colour of the text."""
    if kind in PLAIN or kind[:1] == ("Text",):
        return ""
    while kind not in STANDARD_TYPES and kind.parent:
        kind = kind.parent
    return STANDARD_TYPES.get(kind, "")


def mark_lines(body: str, marked: set[int]) -> str:
    """Mark whole lines; no element of the body reaches over a line end."""
    if not marked:
        return body
    return "\n".join(
        f'<span class="hll">{line}</span>' if number in marked else line
        for number, line in enumerate(body.split("\n"), 1)
    )
