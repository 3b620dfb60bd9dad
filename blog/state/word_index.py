"""The search index on PostgreSQL: how a piece's words are kept, and how they are asked for.

A word that is everywhere must not cost more with every piece that has it. So each word is kept under the span of
ids that its piece falls in, and a search asks for the newest spans first.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from blog.text.tokens import letters_of, tokens

SPAN = 2048
ANYWHERE, IN_TITLE, INSIDE = ":", "=", "~"
"""What stands between the number of a span and a word, or what is inside of words: letters and digits only."""

# What a vector of PostgreSQL can hold: places up to a number, some of them for each word, and a megabyte in all.
LAST_PLACE = 16_383
MOST_PLACES = 16
MOST_BYTES = 900_000
BYTES_OF_ENTRY = 10


def vector(piece_id: int, title: str, summary: str, body: str) -> str:
    """The words of a piece as a literal of a text search vector; of a text without end its beginning."""
    span, size = piece_id // SPAN, 0
    entries: defaultdict[str, list[str]] = defaultdict(list)
    for place, (token, weight) in enumerate(weighed(title, summary, body), 1):
        places = entries[f"{span:x}{ANYWHERE}{token}"]
        size += 2 if places else len(token.encode()) + BYTES_OF_ENTRY
        if size < MOST_BYTES and len(places) < MOST_PLACES:
            places.append(f"{min(place, LAST_PLACE)}{weight}")
    entries.update({f"{span:x}{IN_TITLE}{token}": ["1"] for token in tokens(title)})
    for letters in letters_of("\n".join((title, summary, body))):
        size += len(letters.encode()) + BYTES_OF_ENTRY
        if size < MOST_BYTES:
            entries[f"{span:x}{INSIDE}{letters}"] = ["1"]
    return " ".join(f"'{entry}':{','.join(places)}" for entry, places in entries.items() if places)


def weighed(title: str, summary: str, body: str) -> Iterator[tuple[str, str]]:
    """Each token of a piece with the letter of its weight."""
    for weight, text in (("A", title), ("B", summary), ("D", body)):
        yield from ((token, weight) for token in tokens(text))


def question(span: int, where: str, wanted: Sequence[str], unfinished: bool) -> str:
    """What asks for pieces of a span that hold all the wanted tokens; the last may be a word's beginning."""
    ends = [""] * (len(wanted) - 1) + [":*" if unfinished else ""]
    return " & ".join(f"'{span:x}{where}{token}'{end}" for token, end in zip(wanted, ends, strict=True))
