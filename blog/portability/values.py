"""What stands in front matter, as the values that it means."""

import re
from collections.abc import Iterable, Iterator, Mapping

TRUE = frozenset(("true", "yes", "on", "1", "y"))
FALSE = frozenset(("false", "no", "off", "0", "n"))

Data = Mapping[str, object]


def lowered(data: Data) -> dict[str, object]:
    """Front matter with its keys in lower case: pubDate and pubdate are one, and the first of two wins."""
    found: dict[str, object] = {}
    for key, value in data.items():
        found.setdefault(key.strip().lower(), value)
    return found


def text_of(value: object) -> str:
    """A value as the text that was typed; a list is its first item, nothing is ""."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return text_of(value[0]) if value else ""
    if value is None or isinstance(value, Mapping):
        return ""
    return str(value)


def first_text(data: Data, keys: Iterable[str]) -> str:
    """The first of these keys that holds anything, as text."""
    return next(filter(None, (text_of(data.get(key)).strip() for key in keys)), "")


def truth_of(value: object) -> bool | None:
    """A yes or no in any spelling; None for anything else."""
    word = text_of(value).strip().lower()
    return True if word in TRUE else False if word in FALSE else None


def names_of(value: object) -> list[str]:
    """The names in a list, however deep, or in a text with commas between them."""
    if isinstance(value, str):
        return [name.strip() for name in re.split(r"[,\n]", value.strip().strip("[]")) if name.strip()]
    return [name for name in leaves(value) if name]


def leaves(value: object) -> Iterator[str]:
    """The texts in a value, however deep; of a mapping its keys."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from leaves(item)
    elif isinstance(value, Mapping):
        yield from (str(key).strip() for key in value)
    elif value is not None:
        yield text_of(value).strip()


def mappings_of(value: object) -> list[dict[str, object]]:
    """The mappings in a list of them; anything else is left out."""
    if not isinstance(value, (list, tuple)):
        return []
    return [{str(key): inner for key, inner in item.items()} for item in value if isinstance(item, Mapping)]
