"""Search on PostgreSQL: a vector of words for each piece, asked span by span (see state/word_index.py)."""

from collections.abc import Iterator
from datetime import datetime
from itertools import chain, islice
from typing import Any

from sqlalchemy import ARRAY, REAL, Integer, Select, Text, bindparam, cast, column, func, literal, select, table
from sqlalchemy.types import UserDefinedType

from blog.models import Piece
from blog.reading import gate
from blog.reading.cards import COLUMNS, Card, cards, columns
from blog.reading.found import MOST_FOUND, Found
from blog.state.database import reader
from blog.state.word_index import ANYWHERE, IN_TITLE, INSIDE, SPAN, question
from blog.text.passages import Run, passage
from blog.text.tokens import tokens

MOST_TOKENS = 24
# So many times as many as are shown are looked at, for those among them that the public may not see.
SOME = 4
# So many times more spans are asked with each question.
MORE = 5
# What a word counts in a text, (nothing), a summary and a title; and that a long text counts a little less.
WEIGHTS = [0.125, 0.125, 0.5, 1.0]
LONG_TEXTS_LESS = 1


class Question(UserDefinedType[str]):
    """PostgreSQL's type of a question. SQLAlchemy's own comes with all of a dialect, which SQLite does without."""

    cache_ok = True

    def get_col_spec(self, **_said: Any) -> str:
        return "TSQUERY"


index = table("piece_search", column("piece_id"), column("body"), column("words"))
LAST_ID = select(func.coalesce(func.max(Piece.id), 0))
# Each span's question is asked by itself, so that the index answers it whatever the planner thinks of its length.
questions = func.unnest(cast(bindparam("questions", type_=ARRAY(Text)), ARRAY(Question)))
each = questions.table_valued("asked", name="questions").render_derived()
matched = select(index.c.piece_id).select_from(each).join(index, index.c.words.op("@@")(each.c.asked))
those = matched.cte("those").prefix_with("MATERIALIZED", dialect="postgresql")
NEWEST = select(those.c.piece_id).order_by(those.c.piece_id.desc()).limit(bindparam("most"))

THESE = (
    select(*COLUMNS, index.c.body)
    .join_from(index, Piece.__table__, index.c.piece_id == columns.id)
    .where(index.c.piece_id == func.any(bindparam("ids", type_=ARRAY(Integer))), gate.listed(gate.NOW))
    .limit(MOST_FOUND)
)
LATEST = THESE.order_by(columns.id.desc())
asked = cast(bindparam("asked", type_=Text), Question)
rank = func.ts_rank(literal(WEIGHTS, ARRAY(REAL)), index.c.words, asked, LONG_TEXTS_LESS)
BEST = THESE.order_by(rank.desc(), columns.published_at.desc(), columns.id.desc())


def of_words(words: list[str], now: datetime, weighed: int) -> dict[int, Found]:
    """What holds the words, by id: the best of few, the newest of more than can be `weighed`."""
    asking = Asking(words, now, unfinished=False)
    ids = asking.newest(ANYWHERE, weighed + 1)
    return asking.found(BEST, ids) if len(ids) <= weighed else of_many(asking)


def of_beginning(words: list[str], now: datetime) -> dict[int, Found]:
    """The newest of what holds the words, the last one as a beginning, by id: titles first."""
    return of_many(Asking(words, now, unfinished=True))


def of_many(asking: "Asking") -> dict[int, Found]:
    """The newest of what matches, by id: first where a title does, then the others."""
    others = asking.newest(ANYWHERE, SOME * MOST_FOUND)
    titles = asking.newest(IN_TITLE, SOME * MOST_FOUND) if others else []
    return asking.found(LATEST, titles) | asking.found(LATEST, others)


def inside(letters: list[str], now: datetime, most: int) -> list[int]:
    """The ids of the newest pieces, listed or not, that have these letters inside of words."""
    asking = Asking([], now, unfinished=False)
    asking.wanted = letters
    return asking.newest(INSIDE, most)


class Asking:
    """One search: the tokens that are wanted, and when."""

    def __init__(self, words: list[str], now: datetime, unfinished: bool) -> None:
        self.wanted = list(islice(chain.from_iterable(map(tokens, words)), MOST_TOKENS))
        self.now, self.unfinished = now, unfinished
        self.last = reader().scalar(LAST_ID) or 0

    def newest(self, where: str, most: int) -> list[int]:
        """The ids of the newest pieces that match, listed or not, from span to span until there are enough."""
        found: list[int] = []
        for spans in self.parts():
            questions = [self.question(span, where) for span in spans]
            found += reader().scalars(NEWEST, {"questions": questions, "most": most - len(found)})
            if len(found) >= most:
                break
        return found

    def parts(self) -> Iterator[range]:
        """All spans, the newest first: one, then some, then many, so that few questions are enough."""
        last, size = self.last // SPAN, 1
        while last >= 0:
            yield range(last, max(last - size, -1), -1)
            last, size = last - size, size * MORE

    def question(self, span: int, where: str = ANYWHERE) -> str:
        """What asks one span."""
        return question(span, where, self.wanted, self.unfinished)

    def found(self, query: Select[Any], ids: list[int]) -> dict[int, Found]:
        """Those of some pieces that are listed, by id and in the order of the query, with their passages."""
        if not ids:
            return {}
        asked = " | ".join(self.question(span) for span in sorted({piece_id // SPAN for piece_id in ids}))
        given = {"ids": ids, "now": self.now, "asked": asked}
        rows = reader().execute(query, given).all()
        return {card.id: Found(card, self.passage(card, row.body)) for card, row in zip(cards(rows), rows, strict=True)}

    def passage(self, card: Card, body: str) -> tuple[Run, ...]:
        """The matching passage of a piece: of its text, else of its summary or title."""
        last = self.wanted[-1] if self.unfinished else ""
        found = (passage(text, self.wanted, last) for text in (body, card.summary, card.title))
        return next(filter(None, found), ((card.excerpt, False),))
