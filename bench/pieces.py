"""Generated pieces, put in by the thousand: the same ones every time.

The texts are words of a vocabulary in which some are frequent and most are rare, as in real writing. Of a hundred
pieces 94 are public and listed; the rest are drafts, scheduled, withdrawn or in no list.
"""

from bisect import bisect
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Any
from uuid import UUID

from sqlalchemy import func, insert, select, text
from sqlalchemy.orm import Session

from blog.models import Kind, Piece, Status, Topic, piece_topic
from blog.state import clock
from blog.state.database import db, transaction
from blog.state.edition import turn

NEWEST = datetime(2026, 1, 1, tzinfo=UTC)
AHEAD = datetime(2126, 1, 1, tzinfo=UTC)
EVERY = timedelta(minutes=37)
BATCH = 2_000
TOPICS = 24
# Two words are in every text, one in every second, and one in the oldest ten, however many there are.
FREQUENT, LONG, HALF, RARE = "paper", "bookbinding", "watermark", "quoin"
SYLLABLES = ("ba", "con", "de", "fi", "gra", "her", "in", "ka", "lo", "mi", "no", "or", "pre", "sta", "ter", "un")
LEARN = text("INSERT INTO piece_search (rowid, title, summary, body) VALUES (:id, :title, :summary, :source)")
LEARN_TITLE = text("INSERT INTO piece_search_titles (rowid, title) VALUES (:id, :title)")
Row = dict[str, Any]

dice = Random(9)  # noqa: S311 - the same pieces every time
VOCABULARY = sorted({"".join(dice.choices(SYLLABLES, k=dice.randint(1, 4))) for _ in range(40_000)}, key=len)
WEIGHTS = list(accumulate(1 / (rank + 8) for rank in range(len(VOCABULARY))))


def words(number: int) -> str:
    """Some words, the short ones more often."""
    return " ".join(VOCABULARY[bisect(WEIGHTS, dice.random() * WEIGHTS[-1])] for _ in range(number))


def source(index: int) -> str:
    """A text of a few paragraphs."""
    paragraphs = [words(dice.randint(20, 60)) for _ in range(dice.randint(2, 5))]
    end = f"{LONG} {HALF if index % 2 else ''} {RARE if index < 10 else 'end'}"
    return f"{FREQUENT} {paragraphs[0]}\n\n" + "\n\n".join([*paragraphs[1:], end])


def row(index: int, number: int, first: int) -> Row:
    """The row of one piece of `number`, whose ids begin with `first`: the last is the newest."""
    place, body = index % 100, source(index)
    status = {3: Status.DRAFT, 23: Status.DRAFT, 43: Status.WITHDRAWN}.get(place, Status.PUBLISHED)
    date = NEWEST - EVERY * (number - index)
    return {
        "id": first + index, "uid": str(UUID(int=dice.getrandbits(128))), "kind": list(Kind)[(index % 10) // 4],
        "slug": f"piece-{first + index}", "title": words(4).capitalize(), "summary": words(12), "source": body,
        "excerpt": body[:200].replace("\n\n", " "), "words": 200, "minutes": 1, "status": status, "listed": place != 83,
        "published_at": {Status.DRAFT: None}.get(status, AHEAD if place == 63 else date),
        "created_at": date, "saved_at": date,
    }  # fmt: skip


def topics_of(index: int) -> list[int]:
    """The numbers of a piece's topics: the first topic has a third of all pieces, the last the oldest five."""
    if index < 5:
        return [TOPICS - 1]
    return [each for each in range(TOPICS - 1) if (index * 7 + each) % (3 * each + 3) == 0][:4]


def about(piece: Row, index: int, topics: list[int]) -> list[Row]:
    """The rows that say what a piece is about."""
    listed = piece["published_at"] if piece["status"] == Status.PUBLISHED and piece["listed"] else None
    same = {"piece_id": piece["id"], "kind": piece["kind"], "listed_at": listed}
    return [{**same, "topic_id": topics[each], "position": at} for at, each in enumerate(topics_of(index))]


def batches(number: int, first: int) -> Iterator[list[Row]]:
    """The rows of all pieces, some thousands at a time."""
    for start in range(0, number, BATCH):
        yield [row(index, number, first) for index in range(start, min(start + BATCH, number))]


def generate(number: int) -> None:
    """Put `number` pieces into the notebook of the application that runs, beside what is there."""
    with transaction() as session:
        first = (session.scalar(select(func.max(Piece.id))) or 0) + 1
        made = [Topic(name=f"Topic {each}", slug=f"topic-{each}") for each in range(1, TOPICS + 1)]
        session.add_all(made)
        session.flush()
        for rows in batches(number, first):
            put(session, rows, first, [topic.id for topic in made])
        for index in ("piece_search", "piece_search_titles"):
            session.execute(text(f"INSERT INTO {index} ({index}) VALUES ('optimize')"))  # noqa: S608
        turn(session, clock.now())
    db.session.remove()


def put(session: Session, rows: list[Row], first: int, topics: list[int]) -> None:
    """Put some pieces in, with their topics and what search knows of them."""
    session.execute(insert(Piece), rows)
    session.execute(insert(piece_topic), [each for piece in rows for each in about(piece, piece["id"] - first, topics)])
    known = [{name: piece[name] for name in ("id", "title", "summary", "source")} for piece in rows]
    session.execute(LEARN, known)
    session.execute(LEARN_TITLE, known)
