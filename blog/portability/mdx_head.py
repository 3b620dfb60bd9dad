"""What MDX files export about themselves: an object of simple values, read as front matter."""

import re

from blog.portability.mdx import closing

EXPORT = re.compile(
    r"^export\s+const\s+(?:metadata|meta|frontmatter|frontMatter)\s*(?::\s*[\w.<>]+\s*)?=\s*(?=\{)", re.MULTILINE
)
STRING = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`"
SIMPLE = rf"(?:{STRING}|true|false|null|-?\d+(?:\.\d+)?)"
LIST = rf"\[\s*(?:{SIMPLE}\s*(?:,\s*|(?=\])))*\]"
PAIR = re.compile(rf"\s*(?P<key>[\w$]+|{STRING})\s*:\s*(?P<value>{SIMPLE}|{LIST})\s*(?:,\s*|\Z)")
ESCAPES = {"n": "\n", "t": "\t", "\n": ""}


def exported(masked: str, source: str) -> tuple[dict[str, object], bool]:
    """What a text exports about itself, and whether all of it could be read. `masked` is it without code."""
    data: dict[str, object] = {}
    whole = True
    for export in EXPORT.finditer(masked):
        end = closing(source, export.end())
        inner = source[export.end() + 1 : end - 1] if end else ""
        place = 0
        while pair := PAIR.match(inner, place):
            data.setdefault(str(value_of(pair["key"])), value_of(pair["value"]))
            place = pair.end()
        whole = whole and end is not None and not inner[place:].strip()
    return data, whole


def value_of(text: str) -> object:
    """The value that a simple expression has, as text; a list as a list of them."""
    if text.startswith("["):
        return [value_of(item) for item in re.findall(SIMPLE, text)]
    if text[0] in "\"'`":
        return re.sub(r"\\(.)", lambda escape: ESCAPES.get(escape[1], escape[1]), text[1:-1], flags=re.DOTALL)
    return "" if text == "null" else text
