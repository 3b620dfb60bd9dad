"""Search: words in the titles, summaries and texts of what is listed. One function, whatever is behind it."""

import re
import unicodedata
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnClause,
    ColumnElement,
    Select,
    and_,
    bindparam,
    column,
    func,
    literal,
    literal_column,
    or_,
    select,
    table,
)
from sqlalchemy.orm import InstrumentedAttribute

from blog.models import Piece
from blog.reading import gate, search_postgresql
from blog.reading.cards import CARDS, COLUMNS, cards, columns
from blog.reading.found import MOST_FOUND, Found
from blog.reading.lists import newest_first
from blog.state.database import reader

MOST_WORDS = 12
# Where more have any of the words, SQLite weighs nothing: it would read them all, and what is everywhere says little.
MOST_WEIGHED = 1_000
# Where whole words find so many, nobody looks for what only begins with the last; nor with fewer letters than three.
FEW = 10
LEAST_BEGINNING = 3
PASSAGE_WORDS = 24
LARGEST_ID = 2**63 - 1
# Around each word that matched: two characters that no stored text contains.
OPEN, CLOSE = "\x02", "\x03"

index = table("piece_search", column("rowid"))
row: ColumnClause[str] = literal_column("piece_search")
is_wanted = row.match(bindparam("wanted"))
passage = func.snippet(row, -1, OPEN, CLOSE, "…", PASSAGE_WORDS)
THOSE = (
    select(*COLUMNS, passage)
    .join_from(index, Piece.__table__, index.c.rowid == columns.id)
    .where(is_wanted, gate.listed(gate.NOW))
    .limit(MOST_FOUND)
)
# Read off the index from its end, however many there are.
NEWEST = THOSE.order_by(index.c.rowid.desc())
# Nothing where more have any of the words: then no id is large enough, which the index is told before it reads.
has_any = row.match(bindparam("any"))
too_many = select(literal(LARGEST_ID)).select_from(index).where(has_any).offset(bindparam("weighed")).limit(1)
BEST = THOSE.where(index.c.rowid > func.coalesce(too_many.scalar_subquery(), 0)).order_by(
    func.bm25(row, 8.0, 4.0, 1.0), columns.published_at.desc(), columns.id.desc()
)


def search(query: str, now: datetime) -> list[Found]:
    """The listed pieces that hold every word of `query` (the last one may be unfinished), best first."""
    words = words_of(query)
    if not words:
        return []
    return by_index(words, now) or by_substring(words, now)


def words_of(query: str) -> list[str]:
    """The words of a query, at most twelve; signs between them do not matter."""
    found = re.findall(r"\w+", unicodedata.normalize("NFC", query))
    return [word for word in found if any(map(str.isalnum, word))][:MOST_WORDS]


def by_index(words: list[str], now: datetime) -> list[Found]:
    """Full-text search: what holds the words, then what holds the last one as a beginning."""
    whole, many = (of_words, of_many) if is_file() else (search_postgresql.of_words, search_postgresql.of_many)
    found = whole(words, now, MOST_WEIGHED)
    if len(found) < FEW and may_go_on(words[-1]):
        found |= {key: each for key, each in many(words, now, True).items() if key not in found}
    return list(found.values())[:MOST_FOUND]


def is_file() -> bool:
    """Whether the index is SQLite's FTS5."""
    return reader().get_bind().dialect.name == "sqlite"


def quoted(words: list[str], between: str = " ") -> str:
    """The words in the index's language; between quotation marks no sign in them means anything."""
    return between.join(f'"{word}"' for word in words)


def may_go_on(word: str) -> bool:
    """Whether a word may be the beginning of another; in scripts that write none apart, any may."""
    return len(word) >= LEAST_BEGINNING or not word.isascii()


def matching(query: Select[Any], wanted: str, now: datetime, **limit: object) -> dict[int, Found]:
    """What matches, by id, in the order of the query."""
    rows = reader().execute(query, {"wanted": wanted, "now": now, **limit}).all()
    return {card.id: Found(card, tuple(runs(row[-1]))) for card, row in zip(cards(rows), rows, strict=True)}


def best_of_few(words: list[str], now: datetime, weighed: int) -> dict[int, Found]:
    """What matches, by id, best first; nothing where more than `weighed` have any of the words."""
    return matching(BEST, quoted(words), now, weighed=weighed, any=quoted(words, " OR "))


def of_words(words: list[str], now: datetime, weighed: int) -> dict[int, Found]:
    """What holds the words, by id: the best of few, the newest of many."""
    return best_of_few(words, now, weighed) or of_many(words, now, False)


def of_many(words: list[str], now: datetime, unfinished: bool) -> dict[int, Found]:
    """The newest of what matches, by id: first where a title does, then the others."""
    wanted = f"{quoted(words)} *" if unfinished else quoted(words)
    newest = matching(NEWEST, wanted, now)
    return matching(NEWEST, f"{{title}} : ({wanted})", now) | newest if newest else {}


def by_substring(words: list[str], now: datetime) -> list[Found]:
    """Search inside of words, for scripts that write none apart; only where such a script is asked for."""
    if all(word.isascii() for word in words):
        return []
    fields = (Piece.title, Piece.summary, Piece.source)
    each = (or_(*(within(field, word) for field in fields)) for word in words)
    query = newest_first(CARDS.where(and_(*each), gate.listed(now))).limit(MOST_FOUND)
    return [Found(card, ((card.excerpt, False),)) for card in cards(reader().execute(query))]


def within(field: InstrumentedAttribute[str], word: str) -> ColumnElement[bool]:
    """True where a field holds a word, in large or small letters; SQLite's LIKE makes no difference by itself."""
    return field.contains(word, autoescape=True) if is_file() else field.icontains(word, autoescape=True)


def runs(marked: str) -> list[tuple[str, bool]]:
    """The runs of a passage in which matches stand between OPEN and CLOSE."""
    parts = re.split(f"{OPEN}(.*?){CLOSE}", marked, flags=re.DOTALL)
    return [(part, bool(place % 2)) for place, part in enumerate(parts) if part]
