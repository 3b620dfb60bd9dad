"""MDX as Markdown: module code, comments, components and expressions taken out, with a word about each.

What stands between the tags of a component stays. What would be lost (a component without content, the value of
an expression) is named, and `is_lossy` says that the text needs its author.
"""

import re
from dataclasses import dataclass, field
from textwrap import dedent

from blog.portability.masks import without_code

MODULE = re.compile(
    r"import\s*(?:[\"'{*]|\w+\s*(?:,|from\b))|export\s+(?:const|let|var|function|default|class|async|\{|\*)"
)
TOKEN = re.compile(r"\\[{<]|\{|</?(?P<name>[A-Za-z][\w.:-]*)?(?=[\s/>])")
# After so many braces that nothing closes, a text has braces and no expressions.
MOST_UNCLOSED = 50
Opened = tuple[str, int, str]  # a component's name, its place among the parts, its tag
QUOTES = "\"'`"
PAIRS = {"{": "}", "(": ")", "[": "]"}
JSX_ATTRIBUTE = re.compile(
    r"\s+(?:className|class|style|key|ref|on[A-Z]\w*|client:\w+)(?:=(?:\"[^\"]*\"|'[^']*'|(?=\{)))?"
)
BRACED = re.compile(r"\s+[\w:-]+=(?=\{)|\s+(?=\{)")


@dataclass
class Plain:
    """A text without MDX, and what was taken out of it."""

    text: str = ""
    modules: int = 0
    components: set[str] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)
    expressions: int = 0
    unclosed: int = 0

    @property
    def is_lossy(self) -> bool:
        return bool(self.lost or self.expressions)

    def sentences(self) -> list[str]:
        """What was taken out, for the report."""
        said = {
            f"Module code (import, export) was removed: {counted(self.modules, 'line')}.": self.modules,
            f"Components whose content stays as text: {listed(self.components)}.": self.components,
            f"Components without content were removed: {listed(self.lost)}.": self.lost,
            f"Shown as code: {counted(self.expressions, 'expression')} in braces.": self.expressions,
        }
        return [sentence for sentence, reason in said.items() if reason]


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def listed(names: set[str]) -> str:
    return ", ".join(sorted(names))


def plain_markdown(source: str) -> Plain:
    """The Markdown of an MDX text."""
    result = Plain()
    without_modules = drop_modules(source, result)
    result.text = unwrapped(without_modules, result)
    return result


def drop_modules(source: str, result: Plain) -> str:
    """The text without its import and export statements, code blocks untouched."""
    masked, kept, place = without_code(source), [], 0
    for match in re.finditer(r"^(?:import|export)\b", masked, re.MULTILINE):
        if match.start() >= place and MODULE.match(masked, match.start()):
            end = statement_end(source, match.start())
            result.modules += source.count("\n", match.start(), end) + (not source[:end].endswith("\n"))
            kept.append(source[place : match.start()])
            place = end
    return "".join((*kept, source[place:]))


def statement_end(source: str, start: int) -> int:
    """Where a statement of module code ends: at the end of the first line with every bracket closed."""
    place = start
    while place < len(source):
        if source[place] == "\n" and not continues(source, place):
            return place + 1
        if source[place] in QUOTES:
            place = after_quote(source, place)
        elif source[place] in PAIRS:
            place = closing(source, place) or len(source)
        else:
            place += 1
    return len(source)


def continues(source: str, place: int) -> bool:
    """Whether the statement goes on after this line end."""
    before = source[max(0, place - 200) : place].rstrip()
    return before.endswith(("=", ",", "=>", "from", "(", "+", "?", ":", "&&", "||")) or bool(
        re.match(r"\s*[.?:]\S", source[place : place + 80])
    )


def after_quote(source: str, start: int) -> int:
    """The place after a string that begins at `start`; a plain one never spans lines."""
    quote, place = source[start], start + 1
    while place < len(source) and source[place] != quote:
        if source[place] == "\n" and quote != "`":
            return start + 1
        place += 2 if source[place] == "\\" else 1
    return place + 1


def closing(source: str, start: int) -> int | None:
    """The place after the bracket that closes the one at `start`; strings and comments count for nothing."""
    awaited, place = [], start
    while place < len(source):
        char = source[place]
        if source.startswith("/*", place):
            end = source.find("*/", place + 2)
            place = len(source) if end < 0 else end + 2
            continue
        if char in QUOTES:
            place = after_quote(source, place)
            continue
        if char in PAIRS:
            awaited.append(PAIRS[char])
        elif awaited and char == awaited[-1]:
            awaited.pop()
        place += 1
        if not awaited:
            return place
    return None


def unwrapped(source: str, result: Plain) -> str:
    """The text without comments in braces, expressions, and the tags of components."""
    masked, place = without_code(source), 0
    parts: list[str] = []
    opened: list[Opened] = []
    while token := TOKEN.search(masked, place):
        parts.append(source[place : token.start()])
        if token[0].startswith("\\"):
            place, shown = token.end(), token[0]
        elif token[0] == "{":
            place, shown = braces(source, token.start(), result)
        else:
            place, shown = tag(source, token, result)
            nest(parts, opened, source[token.start() : place], shown, result)
        parts.append(shown)
    put_back(parts, opened)
    return "".join((*parts, source[place:])).lstrip("\n")


def nest(parts: list[str], opened: list[Opened], tag: str, shown: str, result: Plain) -> None:
    """Keep track of the components around; what stands between the tags of one loses its indentation."""
    if shown or (tag.endswith("/>") and not tag.startswith("</")):
        return
    name = re.sub(r"[\s>].*", "", tag.strip("</"), flags=re.DOTALL)
    if not tag.startswith("</"):
        opened.append((name, len(parts), tag))
        return
    places = [place for place, (other, *_) in enumerate(opened) if other == name]
    if places:
        _, start, _ = opened[places[-1]]
        put_back(parts, opened[places[-1] + 1 :])
        del opened[places[-1] :]
        parts[start:] = [dedent("".join(parts[start:]))]
        result.components |= {name} - {""}


def put_back(parts: list[str], opened: list[Opened]) -> None:
    """Show tags that nothing closes: they are no components but text such as Vec<T>."""
    for _, place, tag in opened:
        parts[place] = tag


def braces(source: str, start: int, result: Plain) -> tuple[int, str]:
    """What stands for a comment or an expression in braces, and where it ends."""
    end = closing(source, start) if result.unclosed < MOST_UNCLOSED else None
    if end is None:
        result.unclosed += 1
        return start + 1, "{"
    inner = source[start + 1 : end - 1].strip()
    if re.fullmatch(r"/\*.*?\*/", inner, re.DOTALL) or not inner:
        return end, ""
    if re.fullmatch(r"([\"'])[^\"'\n]*\1", inner):
        return end, inner[1:-1]
    result.expressions += 1
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", inner)), default=0))
    if "\n" in inner:
        return end, f"\n```{ticks[1:]}jsx\n{dedent(inner)}\n```{ticks[1:]}\n"
    return end, f"{ticks}{{{inner}}}{ticks}"


def tag(source: str, token: re.Match[str], result: Plain) -> tuple[int, str]:
    """What stands for a tag, and where it ends: nothing for a component's, the tag itself for HTML's."""
    name = token["name"] or ""
    end = tag_end(source, token.end()) if result.unclosed < MOST_UNCLOSED else None
    if end is None:
        result.unclosed += 1
        return token.end(), token[0]
    if name and name[0].islower() and "." not in name:
        return end, without_jsx(source[token.start() : end])
    if source[: end - 1].endswith("/") and not token[0].startswith("</"):
        result.lost.add(name)
    return end, ""


def tag_end(source: str, place: int) -> int | None:
    """The place after a tag; what is in quotes and braces does not end it."""
    while place < len(source) and source[place] != ">":
        if source[place] == "<":
            return None
        if source[place] in "\"'":
            place = after_quote(source, place)
        elif source[place] == "{":
            place = closing(source, place) or len(source)
        else:
            place += 1
    return place + 1 if place < len(source) else None


def without_jsx(text: str) -> str:
    """An HTML tag without what only a component reads: className, style, handlers, values in braces."""
    text = JSX_ATTRIBUTE.sub("", text)
    while match := BRACED.search(text):
        end = closing(text, match.end())
        text = text[: match.start()] + text[end or len(text) :]
    while (start := text.find("{")) >= 0 and (end := closing(text, start)):
        text = text[:start] + text[end:]
    return text
