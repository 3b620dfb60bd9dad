"""Search on SQLite: FTS5, asked so that a word that is everywhere costs what a rare one does.

It reads whole words off its end as far as they are wanted. What begins with some letters it would gather from
everywhere first, so it is asked for the words that begin so; and titles have an index of their own.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnClause,
    CompoundSelect,
    Select,
    TableClause,
    bindparam,
    column,
    func,
    literal,
    literal_column,
    select,
    table,
    union_all,
)
from sqlalchemy import text as sql

from blog.models import Piece
from blog.reading import gate
from blog.reading.cards import CARDS, COLUMNS, cards, columns
from blog.reading.found import MOST_FOUND, Found
from blog.reading.lists import newest_first
from blog.state.database import reader
from blog.state.fts5 import terms
from blog.text.passages import Run
from blog.text.tokens import LONGEST, bare

PASSAGE_WORDS = 24
LARGEST_ID = 2**63 - 1
# Around each word that matched: two characters that no stored text contains.
OPEN, CLOSE = "\x02", "\x03"
MOST_TERMS = 24
# Letters that have accents in one text and none in another.
MAY_BE_ACCENTED = re.compile("[\u0370-\u03ff\u1f00-\u1fff\u0435]")
# So many letters are a word of its own to the index (see migrations/).
INDEXED = (3, 4, 5)
# Each word that is asked for costs a little; where more begin with the same letters, FTS5 gathers what begins so.
MOST_ENDINGS = 64
# From word to word, each time to the first that is greater.
ENDINGS = sql("""
WITH RECURSIVE ending (term) AS (
    SELECT (SELECT term FROM piece_search_words WHERE term >= :beginning ORDER BY term LIMIT 1)
    UNION ALL
    SELECT (SELECT term FROM piece_search_words WHERE term >= ending.term || char(1) ORDER BY term LIMIT 1)
    FROM ending WHERE term < :beyond LIMIT :most
)
SELECT term FROM ending WHERE term < :beyond
""")

letters_inside = table("piece_search_letters", column("rowid"))
texts, titles = table("piece_search", column("rowid")), table("piece_search_titles", column("rowid"), column("title"))


def in_index(index: TableClause) -> ColumnClause[str]:
    """A full-text index as what is asked."""
    return literal_column(index.name)


def matching(index: TableClause) -> Select[Any]:
    """The listed pieces in which a full-text index finds what is wanted, with passages."""
    passage = func.snippet(in_index(index), -1, OPEN, CLOSE, "…", PASSAGE_WORDS)
    return (
        select(*COLUMNS, passage)
        .join_from(index, Piece.__table__, index.c.rowid == columns.id)
        .where(in_index(index).match(bindparam("wanted")), gate.listed(gate.NOW))
        .limit(MOST_FOUND)
    )


# Read off both indexes from their ends, however many there are: first what has it in the title, then the others.
# A version before this one may have saved a title that the index of titles does not know yet.
TITLED = matching(titles).where(titles.c.title == columns.title).order_by(titles.c.rowid.desc())
NEWEST = union_all(*(each.subquery().select() for each in (TITLED, matching(texts).order_by(texts.c.rowid.desc()))))
# Nothing where more have any of the words: then no id is large enough, which the index is told before it reads.
has_any = in_index(texts).match(bindparam("any"))
too_many = select(literal(LARGEST_ID)).select_from(texts).where(has_any).offset(bindparam("weighed")).limit(1)
BEST = (
    matching(texts)
    .where(texts.c.rowid > func.coalesce(too_many.scalar_subquery(), 0))
    .order_by(func.bm25(in_index(texts), 8.0, 4.0, 1.0), columns.published_at.desc(), columns.id.desc())
)
INSIDE = (
    select(letters_inside.c.rowid)
    .where(in_index(letters_inside).match(bindparam("wanted")))
    .order_by(letters_inside.c.rowid.desc())
    .limit(bindparam("most"))
)


def of_words(words: list[str], now: datetime, weighed: int) -> dict[int, Found]:
    """What holds the words, by id: the best of few, the newest of many."""
    wanted = terms(words)[:MOST_TERMS]
    limits = {"weighed": weighed, "any": quoted(wanted, " OR ")}
    return found(BEST, quoted(wanted), now, **limits) or found(NEWEST, quoted(wanted), now)


def of_beginning(words: list[str], now: datetime) -> dict[int, Found]:
    """The newest of what holds the words, the last one as a beginning, by id: titles first."""
    *wanted, last = terms(words)[:MOST_TERMS] or [""]
    asked = begun(last)
    return found(NEWEST, " AND ".join((*map(quote, wanted), asked)), now) if asked else {}


def inside(letters: list[str], _now: datetime, most: int) -> list[int]:
    """The ids of the newest pieces, listed or not, that have these letters inside of words."""
    return list(reader().scalars(INSIDE, {"wanted": quoted(letters), "most": most}))


def of_bare_words(words: list[str], now: datetime, most: int) -> dict[int, Found]:
    """The newest of what holds the words in Greek or Russian letters, with other accents or none, by id."""
    plain = [bare(word)[:LONGEST] for word in words]
    if not any(map(MAY_BE_ACCENTED.search, plain)):
        return {}
    each = (columns.id.in_(with_word(place, most)) for place in range(len(words)))
    query = newest_first(CARDS.where(gate.listed(now), *each)).limit(MOST_FOUND)
    pairs = enumerate(zip(words, plain, strict=True))
    wanted = {f"word{place}": quoted(dict.fromkeys(both), " OR ") for place, both in pairs}
    rows = reader().execute(query, wanted | {f"bare{place}": quote(word) for place, word in enumerate(plain)})
    return {card.id: Found(card, ((card.excerpt, False),)) for card in cards(rows)}


def with_word(place: int, most: int) -> CompoundSelect[Any]:
    """The newest pieces with a word as it is asked for, without its accents, or with some that were not asked for."""
    asked = ((texts, f"word{place}"), (letters_inside, f"bare{place}"))
    each = (
        select(index.c.rowid)
        .where(in_index(index).match(bindparam(name)))
        .order_by(index.c.rowid.desc())
        .limit(most)
        .subquery()
        .select()
        for index, name in asked
    )
    return union_all(*each)


def found(query: Select[Any] | CompoundSelect[Any], wanted: str, now: datetime, **limits: object) -> dict[int, Found]:
    """What matches, by id, in the order of the query."""
    rows = reader().execute(query, {"wanted": wanted, "now": now, **limits}).all()
    return {card.id: Found(card, tuple(runs(row[-1]))) for card, row in zip(cards(rows), rows, strict=True)}


def begun(term: str) -> str:
    """What asks for the words that begin with one; "" where there are none."""
    if not term or len(term) in INDEXED:
        return f"{quote(term)} *" if term else ""
    limits = {"beginning": term, "beyond": f"{term}\U0010ffff", "most": MOST_ENDINGS + 1}
    endings = reader().scalars(ENDINGS, limits).all()
    if len(endings) > MOST_ENDINGS:
        return f"{quote(term)} *"
    return f"({quoted(endings, ' OR ')})" if endings else ""


def quoted(words: Iterable[str], between: str = " ") -> str:
    """The words in the index's language."""
    return between.join(map(quote, words))


def quote(word: str) -> str:
    """A word in the index's language; between quotation marks no sign in it means anything."""
    return f'"{word}"'


def runs(marked: str) -> list[Run]:
    """The runs of a passage in which matches stand between OPEN and CLOSE."""
    parts = re.split(f"{OPEN}(.*?){CLOSE}", marked, flags=re.DOTALL)
    return [(part, bool(place % 2)) for place, part in enumerate(parts) if part]
