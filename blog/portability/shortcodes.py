"""What Hugo and Jekyll put into Markdown for themselves, as Markdown: code blocks, figures, addresses.

What has no counterpart stays as it was typed and is named, so that its author can decide.
"""

import re
from collections.abc import Callable
from textwrap import dedent

from blog.portability.masks import without_code

HIGHLIGHT = re.compile(
    r"^[ \t]*(?:\{% *highlight +(?P<liquid>[\w+#-]*)[^%\n]*%\}"
    r"|\{\{[<%] *highlight +\"?(?P<hugo>[\w+#-]*)[^\n]*?[>%]\}\})\n?(?P<code>.*?)\n?[ \t]*"
    r"(?:\{% *endhighlight *%\}|\{\{[<%] */ *highlight *[>%]\}\})",
    re.MULTILINE | re.DOTALL,
)
FIGURE = re.compile(r"\{\{[<%] *figure +(?P<words>[^\n]*?)/? *[>%]\}\}")
WORD = re.compile(r"(?P<name>\w+)=(?:\"(?P<double>[^\"\n]*)\"|'(?P<single>[^'\n]*)'|(?P<bare>\S+))")
BASE = re.compile(r"\{\{ *site\.(?:baseurl|url) *\}\}|\{% *(?:end)?raw *%\}")
FILTERED = re.compile(r"\{\{ *[\"'](?P<path>[^\"'\n]*)[\"'] *\| *(?:relative|absolute)_url *\}\}")
# The table of contents and the attributes that kramdown puts on a line of their own.
KRAMDOWN = re.compile(r"^(?:[*-] +\S[^\n]*\n)?\{:[ \t]*toc\}[ \t]*\n?|^[ \t]*\{:[^}\n]*\}[ \t]*\n?", re.MULTILINE)
LEFT = re.compile(r"\{\{[<%] */?(?P<hugo>[\w./-]+)|\{%-? *(?P<liquid>[a-z_]\w*)")
# Where one of these is the address of a link it is looked up there, and named there when it leads to nothing.
REFERENCES = frozenset(("ref", "relref", "post_url", "link"))
ADDRESSED = re.compile(r"(?:\]\(\s*<?|\]:[ \t]*<?|=[ \t]*[\"'])\Z")


def without_shortcodes(source: str) -> tuple[str, list[str]]:
    """The text as Markdown, and the names of what was left as it was typed."""
    if "{" not in source:
        return source, []
    for pattern, replacement in STEPS:
        source = outside_code(source, pattern, replacement)
    found = [match for match in LEFT.finditer(without_code(source)) if not is_address(source, match)]
    return source, sorted({match["hugo"] or match["liquid"] for match in found})


def is_address(source: str, match: re.Match[str]) -> bool:
    """Whether a reference to another note stands where a link has its address."""
    before = source[max(0, match.start() - 20) : match.start()]
    return (match["hugo"] or match["liquid"]) in REFERENCES and bool(ADDRESSED.search(before))


def outside_code(source: str, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str]) -> str:
    """A text in which what a pattern finds is replaced, unless it begins in code."""
    if not pattern.search(source):
        return source
    masked = without_code(source)

    def replace(match: re.Match[str]) -> str:
        start = match.end() - len(match[0].lstrip())
        return replacement(match) if masked[start] == source[start] else match[0]

    return pattern.sub(replace, source)


def fence(match: re.Match[str]) -> str:
    """A fenced code block; its fence is longer than any in the code."""
    code = dedent(match["code"]).strip("\n")
    longest = max((len(run) for run in re.findall("`+", code)), default=0)
    marks = "`" * max(3, longest + 1)
    return f"{marks}{match['liquid'] or match['hugo'] or ''}\n{code}\n{marks}"


def figure(match: re.Match[str]) -> str:
    """A picture, with its caption below."""
    words = {
        word["name"].lower(): next(filter(None, (word["double"], word["single"], word["bare"])), "")
        for word in WORD.finditer(match["words"])
    }
    caption = words.get("caption") or words.get("title") or ""
    alt = words.get("alt") or caption
    shown = f"![{alt}](<{words.get('src', '')}>)"
    return shown + (f"\n\n*{caption}*" if caption else "")


STEPS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (HIGHLIGHT, fence),
    (FIGURE, figure),
    (FILTERED, lambda match: match["path"]),
    (BASE, lambda _: ""),
    (KRAMDOWN, lambda _: ""),
)
