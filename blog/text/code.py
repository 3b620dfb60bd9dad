"""Code blocks: their language, title and marked lines, read from behind the fence."""

import html
import re

from blog.text.colours import Colours

LANGUAGE = re.compile(r"\{?[ \t]*\.?([\w+#.-]{1,40})(?=[\s,{}:]|$)")
TITLE = re.compile(r"""\btitle=(?:"([^"]*)"|'([^']*)')""")
LINES = re.compile(r"""(?:\bhl_lines=["']|\{)([0-9,\s-]{1,200})["'}]""")


def code_block(code: str, info: str, colours: Colours) -> str:
    """Return a code block; `info` stands behind the fence."""
    language = language_of(info)
    shown = colours.colour(code, language)
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


def mark_lines(body: str, marked: set[int]) -> str:
    """Mark whole lines; no element of the body reaches over a line end."""
    if not marked:
        return body
    return "\n".join(
        f'<span class="hll">{line}</span>' if number in marked else line
        for number, line in enumerate(body.split("\n"), 1)
    )
