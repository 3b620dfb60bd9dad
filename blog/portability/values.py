"""What stands in front matter, as the values that it means."""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import TypeVar

TRUE = frozenset(("true", "yes", "on", "1", "y"))
FALSE = frozenset(("false", "no", "off", "0", "n"))

MOST = 2**31 - 1

Data = Mapping[str, object]
Word = TypeVar("Word", bound=StrEnum)


class Wrong(ValueError):
    """What front matter holds under a key and cannot be. Its text is one sentence for a person."""

    def __init__(self, sentence: str, key: str, text: str = "") -> None:
        super().__init__(sentence)
        self.key, self.text = key, text


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


def word_of(data: Data, key: str, words: type[Word], default: Word) -> Word:
    """The one of some words that is written under a key, else the default. Raises Wrong."""
    text = text_of(data.get(key)).strip() or default.value
    if text not in tuple(words):
        listed = ", ".join(word.value for word in words)
        raise Wrong(f"“{text[:60]}” is no {key}: write one of {listed}.", key, text)
    return words(text)


def number_of(data: Data, key: str, default: int, least: int) -> int:
    """The whole number under a key, as large as a column takes it. Raises Wrong."""
    text = text_of(data.get(key)).strip()
    if not text:
        return default
    if not re.fullmatch(r"[+-]?[0-9]{1,10}", text) or not least <= int(text) <= MOST:
        raise Wrong(f"“{text[:60]}” is no {key}: write a whole number from {least} to {MOST:,}.", key, text)
    return int(text)


def yes_of(data: Data, key: str, default: bool) -> bool:
    """The yes or no under a key. Raises Wrong."""
    text = text_of(data.get(key)).strip()
    truth = truth_of(text) if text else default
    if truth is None:
        raise Wrong(f"“{text[:60]}” is no answer to {key}: write true or false.", key, text)
    return truth


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
