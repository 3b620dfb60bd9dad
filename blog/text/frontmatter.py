"""Front matter: what a file says about its text at the head of it, in YAML, TOML or JSON."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from blog.text.header import FrontMatterError, read_json, read_toml
from blog.text.yaml_header import read_yaml, write_yaml

MAX_HEADER = 32_000
END = r"(?:\r\n|\r|\n)"
OPENING = re.compile(rf"(?:[ \t]*+{END})*+(---|\+\+\+)[ \t]*(?:(?<=[ \t])#[^\r\n]*)?(?={END})")
CLOSINGS = {
    "---": re.compile(rf"{END}(?:---|\.\.\.)[ \t]*(?:{END}|$)"),
    "+++": re.compile(rf"{END}\+\+\+[ \t]*(?:{END}|$)"),
}
BLANK = re.compile(rf"[ \t]*{END}")

__all__ = ["FrontMatter", "FrontMatterError", "join_front_matter", "split_front_matter"]


@dataclass(frozen=True)
class FrontMatter:
    """What a file says about its text, the text, the dialect, and what had to be repaired to read it."""

    data: dict[str, object]
    body: str
    dialect: str
    problems: tuple[str, ...] = ()


def split_front_matter(text: str) -> FrontMatter:
    """Split a file into its front matter and its body, which keeps its own line ends and lines of dashes.

    Blank lines may come before it.
    Scalars of YAML are the characters as written; TOML and JSON give truth values, and strings for the rest.
    Raises FrontMatterError, with the line, for front matter that cannot be read.
    """
    text = text.removeprefix("\ufeff")
    opening = OPENING.match(text)
    if opening is None:
        return split_json(text)
    closing = CLOSINGS[opening[1]].search(text, opening.end())
    if closing is None:
        return FrontMatter({}, text, "none")
    read, dialect = (read_yaml, "yaml") if opening[1] == "---" else (read_toml, "toml")
    before = "\n" * len(re.findall(END, text[: opening.start(1)]))
    header = before + re.sub(END, "\n", text[opening.end() : closing.start()]) + "\n"
    return assemble(read, bounded(header), text, closing.end(), dialect)


def split_json(text: str) -> FrontMatter:
    """Split off an object in JSON, if the text begins with one."""
    end = json_end(text)
    if end is None:
        return FrontMatter({}, text, "none")
    line_end = BLANK.match(text, end)
    return assemble(read_json, bounded(text[:end]), text, line_end.end() if line_end else end, "json")


def json_end(text: str) -> int | None:
    """Find where an object at the start ends that at least looks like JSON; a template's braces do not."""
    if re.match(r'\{\s*"[^"\n]*"\s*:', text) is None:
        return None
    try:
        return json.JSONDecoder().raw_decode(text)[1]
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise FrontMatterError("The front matter is not valid JSON.", line) from error


def assemble(
    read: Callable[[str], tuple[dict[str, object] | None, tuple[str, ...]]],
    header: str,
    text: str,
    end: int,
    dialect: str,
) -> FrontMatter:
    """Read the header; the one blank line that parts it from the body belongs to neither."""
    data, problems = read(header)
    if data is None:
        return FrontMatter({}, text, "none")
    blank = BLANK.match(text, end)
    return FrontMatter(data, text[blank.end() if blank else end :], dialect, problems)


def bounded(header: str) -> str:
    """Refuse front matter that no author writes."""
    if len(header) > MAX_HEADER:
        raise FrontMatterError(f"The front matter has more than {MAX_HEADER:,} characters.", 1)
    return header


def join_front_matter(data: Mapping[str, object], body: str) -> str:
    """Write a file that split_front_matter reads back: same keys, same order, the body byte for byte."""
    return f"---\n{write_yaml(data)}---\n\n{body}"
