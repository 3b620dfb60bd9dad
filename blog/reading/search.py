"""Search: words in the titles, summaries and texts of what is listed. One function, whatever is behind it."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, column, func, literal_column, or_, select, table
from sqlalchemy.orm import load_only

from blog.models import Piece
from blog.reading import gate
from blog.reading.lists import newest_first
from blog.state.database import reader

MOST_WORDS = 12
MOST_FOUND = 50
PASSAGE_WORDS = 24
# Around each word that matched: two characters that no stored text contains.
OPEN, CLOSE = "\x02", "\x03"

index = table("piece_search", column("rowid"))
shown = load_only(
    Piece.id,
    Piece.kind,
    Piece.slug,
    Piece.title,
    Piece.excerpt,
    Piece.published_at,
    Piece.language,
    raiseload=True,
)


@dataclass(frozen=True, slots=True)
class Found:
    """A piece that a search found, and the matching passage as runs of text, each with whether it matched."""

    piece: Piece
    passage: tuple[tuple[str, bool], ...]


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
    """Full-text search in SQLite's FTS5; words are quoted there, so no sign in them means anything."""
    if reader().get_bind().dialect.name != "sqlite":
        return []
    wanted = " ".join(f'"{word}"' for word in words) + " *"
    passage = func.snippet(literal_column("piece_search"), -1, OPEN, CLOSE, "…", PASSAGE_WORDS)
    rank = func.bm25(literal_column("piece_search"), 8.0, 4.0, 1.0)
    query = (
        select(Piece, passage)
        .join(index, index.c.rowid == Piece.id)
        .where(literal_column("piece_search").match(wanted), gate.listed(now))
        .order_by(rank, Piece.published_at.desc(), Piece.id.desc())
        .options(shown)
    )
    rows = reader().execute(query.limit(MOST_FOUND))
    return [Found(piece, tuple(runs(passage))) for piece, passage in rows]


def by_substring(words: list[str], now: datetime) -> list[Found]:
    """Search inside of words, for scripts that write none apart; only where such a script is asked for."""
    if all(word.isascii() for word in words):
        return []
    fields = (Piece.title, Piece.summary, Piece.source)
    each = (or_(*(field.contains(word, autoescape=True) for field in fields)) for word in words)
    query = newest_first(select(Piece).where(and_(*each), gate.listed(now)).options(shown))
    return [Found(piece, ((piece.excerpt, False),)) for piece in reader().scalars(query.limit(MOST_FOUND))]


def runs(marked: str) -> list[tuple[str, bool]]:
    """The runs of a passage in which matches stand between OPEN and CLOSE."""
    parts = re.split(f"{OPEN}(.*?){CLOSE}", marked, flags=re.DOTALL)
    return [(part, bool(place % 2)) for place, part in enumerate(parts) if part]
