"""Reads front matter in TOML and JSON; dates and numbers come back as the strings that stand there."""

import json
import re
import tomllib
from datetime import date, datetime, time


class FrontMatterError(ValueError):
    """Front matter that cannot be read: str() is a sentence for a person, `line` counts from the first."""

    def __init__(self, sentence: str, line: int) -> None:
        super().__init__(sentence)
        self.line = line


def read_toml(header: str) -> tuple[dict[str, object], tuple[str, ...]]:
    """Read TOML."""
    try:
        return plain_mapping(tomllib.loads(header, parse_float=str)), ()
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else header.count("\n")
        raise FrontMatterError("The front matter is not valid TOML.", line) from error


def read_json(header: str) -> tuple[dict[str, object], tuple[str, ...]]:
    """Read JSON."""
    return plain_mapping(json.loads(header, parse_float=str, parse_int=str)), ()


def plain_mapping(data: dict[str, object]) -> dict[str, object]:
    """Return the data with nothing in it but strings, true and false, nothing, lists and mappings."""
    return {key: plain_value(value) for key, value in data.items()}


def plain_value(value: object) -> object:
    """Return one value as read from a file."""
    if isinstance(value, dict):
        return plain_mapping(value)
    if isinstance(value, list):
        return [plain_value(item) for item in value]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return value if value is None or isinstance(value, bool | str) else str(value)
