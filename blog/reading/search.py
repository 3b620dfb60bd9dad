"""Search: words in the titles, summaries and texts of what is listed. One function, whatever is behind it."""

import re
import unicodedata
from datetime import datetime
from itertools import chain, islice

from sqlalchemy import ColumnElement, or_
from sqlalchemy.orm import InstrumentedAttribute

from blog.models import Piece, is_file
from blog.reading import gate, search_postgresql, search_sqlite
from blog.reading.cards import CARDS, cards, columns
from blog.reading.found import MOST_FOUND, Found
from blog.reading.lists import newest_first
from blog.state.database import reader
from blog.text.clean import whole_words
from blog.text.tokens import pairs

MOST_WORDS = 12
# Where more have any of the words, SQLite weighs nothing: it would read them all, and what is everywhere says little.
MOST_WEIGHED = 1_000
# Where whole words find so many, nobody looks for what only begins with the last; nor with fewer letters than three.
FEW = 10
LEAST_BEGINNING = 3
# Inside of words so many pairs of letters are looked for, and in so many of the newest pieces that have them all.
MOST_PAIRS = 24
MOST_LOOKED_INTO = 1_000


def search(query: str, now: datetime) -> list[Found]:
    """The listed pieces that hold every word of `query` (the last one may be unfinished), best first."""
    words = words_of(query)
    if not words:
        return []
    return by_index(words, now) or by_substring(words, now)


def words_of(query: str) -> list[str]:
    """The words of a query, at most twelve; signs between them do not matter."""
    found = re.findall(r"[^\W_]+", unicodedata.normalize("NFC", whole_words(query)))
    return [word for word in found if any(map(str.isalnum, word))][:MOST_WORDS]


def by_index(words: list[str], now: datetime) -> list[Found]:
    """Full-text search: what holds the words, then the last one as a beginning, then words with other accents."""
    index = search_sqlite if in_file() else search_postgresql
    found = index.of_words(words, now, MOST_WEIGHED)
    if len(found) < FEW and may_go_on(words[-1]):
        found |= {key: each for key, each in index.of_beginning(words, now).items() if key not in found}
    if len(found) < FEW and in_file():
        others = search_sqlite.of_bare_words(words, now, MOST_LOOKED_INTO)
        found |= {key: each for key, each in others.items() if key not in found}
    return list(found.values())[:MOST_FOUND]


def in_file() -> bool:
    """Whether the index is SQLite's."""
    return is_file(reader().get_bind().dialect)


def may_go_on(word: str) -> bool:
    """Whether a word may be the beginning of another; in scripts that write none apart, any may."""
    return len(word) >= LEAST_BEGINNING or not word.isascii()


def by_substring(words: list[str], now: datetime) -> list[Found]:
    """Search inside of words, for scripts that write none apart; only where more than ASCII is asked for."""
    wanted = list(islice(dict.fromkeys(chain.from_iterable(map(pairs, words))), MOST_PAIRS))
    index = search_sqlite if in_file() else search_postgresql
    ids = index.inside(wanted, now, MOST_LOOKED_INTO) if wanted else []
    if not ids:
        return []
    fields = (Piece.title, Piece.summary, Piece.source)
    each = (or_(*(within(field, word) for field in fields)) for word in words)
    query = newest_first(CARDS.where(columns.id.in_(ids), gate.listed(now), *each)).limit(MOST_FOUND)
    return [Found(card, ((card.excerpt, False),)) for card in cards(reader().execute(query))]


def within(field: InstrumentedAttribute[str], word: str) -> ColumnElement[bool]:
    """True where a field holds a word, in large or small letters; SQLite's LIKE makes no difference by itself."""
    return field.contains(word, autoescape=True) if in_file() else field.icontains(word, autoescape=True)
