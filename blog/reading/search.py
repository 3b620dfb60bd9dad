"""Search: words in the titles, summaries and texts of what is listed. One function, whatever is behind it."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnClause, and_, bindparam, column, func, literal_column, or_, select, table

from blog.models import Piece
from blog.reading import gate
from blog.reading.lists import named, newest_first
from blog.state.database import reader

MOST_WORDS = 12
MOST_FOUND = 50
# So many matches are weighed, the newest: a word that is everywhere costs no more with every piece that has it.
MOST_WEIGHED = 1_000
# Where whole words find so many, nobody looks for what only begins with the last; nor with fewer letters than three.
FEW = 10
LEAST_BEGINNING = 3
PASSAGE_WORDS = 24
# Around each word that matched: two characters that no stored text contains.
OPEN, CLOSE = "\x02", "\x03"

index = table("piece_search", column("rowid"))
row: ColumnClause[str] = literal_column("piece_search")
is_wanted = row.match(bindparam("wanted"))
passage = func.snippet(row, -1, OPEN, CLOSE, "…", PASSAGE_WORDS)
THOSE = (
    select(Piece, passage)
    .join(index, index.c.rowid == Piece.id)
    .where(is_wanted, gate.listed(gate.NOW))
    .options(named)
    .limit(MOST_FOUND)
)
newest = select(index.c.rowid).where(is_wanted).order_by(index.c.rowid.desc())
last = func.coalesce(newest.offset(bindparam("weighed")).limit(1).scalar_subquery(), 0)
# The third column is the id up to which matches are not weighed, 0 where all are.
BEST = (
    THOSE.add_columns(last)
    .where(index.c.rowid > last)
    .order_by(func.bm25(row, 8.0, 4.0, 1.0), Piece.published_at.desc(), Piece.id.desc())
)
TITLES = THOSE.order_by(index.c.rowid.desc())


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
    """Full-text search in SQLite's FTS5: what holds the words, then what holds the last one as a beginning."""
    if reader().get_bind().dialect.name != "sqlite":
        return []
    wanted = quoted(words)
    found = matching(wanted, now)
    if len(found) < FEW and may_go_on(words[-1]):
        found |= {key: each for key, each in matching(f"{wanted} *", now).items() if key not in found}
    return list(found.values())[:MOST_FOUND]


def quoted(words: list[str]) -> str:
    """The words in the index's language; between quotation marks no sign in them means anything."""
    return " ".join(f'"{word}"' for word in words)


def may_go_on(word: str) -> bool:
    """Whether a word may be the beginning of another; in scripts that write none apart, any may."""
    return len(word) >= LEAST_BEGINNING or not word.isascii()


def matching(wanted: str, now: datetime) -> dict[int, Found]:
    """What matches, by id, best first: of more than can be weighed the newest titles, then the best of the newest."""
    rows = reader().execute(BEST, {"wanted": wanted, "now": now, "weighed": MOST_WEIGHED}).all()
    found = {piece.id: Found(piece, tuple(runs(passage))) for piece, passage, _ in rows}
    return titles(wanted, now) | found if rows and rows[0][2] else found


def titles(wanted: str, now: datetime) -> dict[int, Found]:
    """The newest pieces whose titles match, by id."""
    rows = reader().execute(TITLES, {"wanted": f"{{title}} : ({wanted})", "now": now})
    return {piece.id: Found(piece, tuple(runs(passage))) for piece, passage in rows}


def by_substring(words: list[str], now: datetime) -> list[Found]:
    """Search inside of words, for scripts that write none apart; only where such a script is asked for."""
    if all(word.isascii() for word in words):
        return []
    fields = (Piece.title, Piece.summary, Piece.source)
    each = (or_(*(field.contains(word, autoescape=True) for field in fields)) for word in words)
    query = newest_first(select(Piece).where(and_(*each), gate.listed(now)).options(named))
    return [Found(piece, ((piece.excerpt, False),)) for piece in reader().scalars(query.limit(MOST_FOUND))]


def runs(marked: str) -> list[tuple[str, bool]]:
    """The runs of a passage in which matches stand between OPEN and CLOSE."""
    parts = re.split(f"{OPEN}(.*?){CLOSE}", marked, flags=re.DOTALL)
    return [(part, bool(place % 2)) for place, part in enumerate(parts) if part]
