"""Queries: as many for a large notebook as for a small one, and every list read off an index."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import event, insert, select, text

from blog.models import Kind, Piece, Topic, piece_topic
from blog.reading import desk, lists, paths, pieces, search, site, topics
from blog.reading.counts import counted
from blog.reading.cursor import Cursor
from blog.reading.former import moved
from blog.reading.lists import Filter
from blog.state.database import db, reader, transaction
from blog.writing.topics import follow
from tests.conftest import NOON, Clock
from tests.statements import statements

Read = Callable[[], object]


def fill(number: int) -> None:
    """Put many public pieces in, about three topics."""
    rows = [
        {
            "uid": str(index), "kind": list(Kind)[index % 3], "slug": f"piece-{index}", "title": f"Piece {index}",
            "status": "published", "published_at": NOON - timedelta(hours=index), "created_at": NOON, "saved_at": NOON,
            "source": "Words.", "listed": index % 10 != 9, "excerpt": "Words.",
        }
        for index in range(number)
    ]  # fmt: skip
    with transaction() as session:
        session.execute(insert(Topic), [{"slug": name, "name": name} for name in ("one", "two", "three")])
        session.execute(insert(Piece), rows)
        ids = session.scalars(select(Piece.id)).all()
        about = [{"piece_id": each, "topic_id": each % 3 + 1} for each in ids]
        session.execute(insert(piece_topic), about)
        for piece in session.scalars(select(Piece)):
            follow(session, piece)
        session.execute(text("INSERT INTO piece_search (rowid, title, body) SELECT id, title, source FROM piece"))
        session.execute(text("ANALYZE"))
    db.session.remove()


def reads() -> dict[str, Read]:
    """Everything that a public page, a feed or the desk reads, by name."""
    now = NOON
    topic = topics.public_topic("one", now)
    piece = pieces.public_piece("piece-20", now)
    assert topic and piece
    here = Cursor.of(piece)
    return {
        "front": lambda: site.front(now),
        "next change": lambda: site.next_change(now),
        "notebook": lambda: lists.notebook(now, Filter()),
        "second part": lambda: lists.notebook(now, Filter(), here),
        "kind": lambda: lists.notebook(now, Filter(Kind.ESSAY), here),
        "topic": lambda: lists.notebook(now, Filter(None, topic), here),
        "kind and topic": lambda: lists.notebook(now, Filter(Kind.ESSAY, topic), here),
        "dispatch": lambda: lists.dispatch(now),
        "feed": lambda: [each.topics for each in lists.for_feed(now, Filter()).pieces],
        "latest": lambda: lists.latest(now, Kind.THOUGHT, 1),
        "addresses": lambda: pieces.addresses(now),
        "article": lambda: pieces.public_piece("piece-20", now),
        "neighbours": lambda: pieces.neighbours(piece, now),
        "links": lambda: pieces.links(piece, now),
        "corrections": lambda: pieces.corrections(now),
        "gone": lambda: pieces.was_public("piece-20", now),
        "former": lambda: moved("notebook/old", now),
        "topic by slug": lambda: topics.public_topic("two", now),
        "counts": lambda: counted(now),
        "path": lambda: paths.walk("start", now),
        "search": lambda: search.search("Piece", now),
        "shelf": lambda: desk.shelf(now),
    }


def cost(read: Read) -> int:
    """How many queries something takes in a session that knows nothing yet."""
    db.session.remove()
    with statements() as sent:
        read()
    return len([statement for statement in sent if statement.startswith("SELECT")])


def test_a_large_notebook_takes_no_more_queries_than_a_small_one(app: Flask, time: Clock) -> None:
    fill(30)
    small = {name: cost(read) for name, read in reads().items()}
    with transaction() as session:
        session.execute(text("DELETE FROM piece_search"))
        session.execute(text("DELETE FROM piece"))
        session.execute(text("DELETE FROM topic"))
    fill(530)
    assert {name: cost(read) for name, read in reads().items()} == small
    assert max(small.values()) <= 3
    one = ("front", "latest", "addresses", "neighbours", "links", "corrections", "counts")
    assert {small[name] for name in one} == {1}


LISTS = ("notebook", "second part", "kind", "topic", "kind and topic", "dispatch", "feed", "latest")
ALONE = ("article", "neighbours", "links", "gone", "former", "topic by slug", "front", "next change", "addresses")


@pytest.mark.parametrize("name", [*LISTS, *ALONE, "corrections", "counts", "path", "search"])
def test_pieces_are_read_off_an_index(app: Flask, time: Clock, name: str) -> None:
    fill(530)
    for step in plan(reads()[name]):
        assert not step.startswith("SCAN piece") or "INDEX" in step, step
        assert name not in LISTS or "TEMP B-TREE FOR ORDER BY" not in step, step


def plan(read: Read) -> list[str]:
    """The steps in which SQLite answers the first query of something."""
    db.session.remove()
    kept: list[tuple[str, object]] = []

    def keep(_connection: object, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        kept.append((statement, parameters))

    event.listen(db.engine, "before_cursor_execute", keep)
    try:
        read()
    finally:
        event.remove(db.engine, "before_cursor_execute", keep)
    statement, parameters = next(each for each in kept if each[0].startswith("SELECT"))
    connection = reader().connection()
    rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)  # type: ignore[arg-type]
    return [row[3] for row in rows]
