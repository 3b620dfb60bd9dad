"""Reads and writes front matter in YAML, every scalar as the characters written: no, 1.10, 007, 12:30."""

import re
from collections.abc import Callable, Mapping

import yaml

from blog.text.header import FrontMatterError

KEY = re.compile(r"[^\s#:,\[\]{}&*!|>'\"%@`-][^:\n]*:(?=\s|$)")
SIMPLE = re.compile(r"([A-Za-z_][\w -]*):[ \t]+(\S.*?)[ \t]*$")
# An anchor before a plain value, or before nothing.
ANCHOR = re.compile(r"&(\S+)(?:[ \t]+[^\s\[{\"'|>&*!].*)?\Z")
MAX_VALUES = 5_000


class Reader(yaml.BaseLoader):
    """Makes strings, lists and mappings and nothing else; a tag of its own makes a value text, not of a type."""

    def construct_scalar(self, node: yaml.ScalarNode) -> str:
        """Return the characters, escaped halves of one (JSON's surrogate pairs) joined; refuse a tag."""
        if str(node.tag).startswith("!"):
            raise yaml.constructor.ConstructorError(None, None, "a tag", node.start_mark)
        return str(node.value).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


class Writer(yaml.SafeDumper):
    """Writes no anchors, and text of several lines as a block."""

    def ignore_aliases(self, data: object) -> bool:
        """Write everything out."""
        return True


def write_text(writer: Writer, text: str) -> yaml.ScalarNode:
    """Write a string, in quotes where another reader would take it for a number, a date or a truth value."""
    if re.search("[\x85\u2028\u2029]", text):
        style = '"'
    else:
        style = "|" if "\n" in text.strip() and not text.endswith("\n\n") else ""
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style=style or None)


Writer.add_representer(str, write_text)


def write_yaml(data: Mapping[str, object]) -> str:
    """Write a mapping, in its order; an empty one is nothing at all."""
    if not data:
        return ""
    return yaml.dump(dict(data), Dumper=Writer, allow_unicode=True, sort_keys=False, width=10**6)


def read_yaml(header: str) -> tuple[dict[str, object] | None, tuple[str, ...]]:
    """Read YAML, after quoting simple values that are not valid; None if this is no mapping at all."""
    lines = [line for line in header.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        return {}, ()
    if not KEY.match(lines[0]) and not SIMPLE.match(lines[0]) and lines[0][0] not in "\"'{":
        return None, ()
    header, anchored = quoted(header, lambda line, value: is_no_anchor(value, header))
    try:
        return checked(load(header)), anchored
    except yaml.YAMLError:
        repaired, problems = quoted(header, lambda line, _value: not is_valid(line))
    try:
        return checked(load(repaired)), anchored + problems
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise FrontMatterError("The front matter is not valid YAML.", (mark.line if mark else 0) + 1) from error


def load(header: str) -> object:
    """Load YAML."""
    try:
        return yaml.load(header, Loader=Reader)  # noqa: S506
    except (RecursionError, ValueError) as error:
        raise FrontMatterError("The front matter is nested too deeply or holds what YAML forbids.", 1) from error


def checked(value: object) -> dict[str, object] | None:
    """Return a mapping whose size, with all aliases written out, stays within bounds."""
    waiting, count = [value], 0
    while waiting:
        item = waiting.pop()
        count += 1
        if count > MAX_VALUES:
            raise FrontMatterError(f"The front matter holds more than {MAX_VALUES:,} values.", 1)
        waiting += item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
    return {str(key): entry for key, entry in value.items()} if isinstance(value, dict) else None


def quoted(header: str, is_wrong: Callable[[str, str], bool]) -> tuple[str, tuple[str, ...]]:
    """Quote the rest of each line `key: rest` that is wrong by itself and goes on in no other line."""
    lines, problems = header.split("\n"), list[str]()
    for number, line in enumerate(lines):
        simple = SIMPLE.match(line)
        continued = number + 1 < len(lines) and lines[number + 1][:1] in (" ", "\t", "-")
        if simple and not continued and is_wrong(line, simple[2]):
            value = simple[2].replace("'", "''")
            lines[number] = f"{simple[1]}: '{value}'"
            problems.append(f"Line {number + 1}: the value of {simple[1]} was taken as it stands.")
    return "\n".join(lines), tuple(problems)


def is_no_anchor(value: str, header: str) -> bool:
    """Tell whether a value begins with what YAML takes for an anchor, though nothing ever refers to it."""
    anchor = ANCHOR.match(value)
    return bool(anchor and f"*{anchor[1]}" not in header)


def is_valid(line: str) -> bool:
    """Tell whether a line is YAML by itself."""
    try:
        return isinstance(load(line), dict)
    except yaml.YAMLError:
        return False
