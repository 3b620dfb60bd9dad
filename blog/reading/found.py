"""What a search gives, whatever is behind it."""

from dataclasses import dataclass

from blog.reading.cards import Card

MOST_FOUND = 30


@dataclass(frozen=True, slots=True)
class Found:
    """A piece that a search found, and the matching passage as runs of text, each with whether it matched."""

    piece: Card
    passage: tuple[tuple[str, bool], ...]
