"""Queries: as many for a large notebook as for a small one, and every list read off an index."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import event, insert, select, text

from blog.models import Kind, Piece, Topic, piece_topic
from blog.reading import desk, lists, paths, pieces, search, site, sitemap, topics
from blog.reading.counts import counted
from blog.reading.cursor import Cursor
from blog.reading.former import moved
from blog.reading.lists import Filter
from blog.state.database import db, reader, transaction
from blog.state.edition import turn
from blog.writing import index
from blog.writing.topics import follow
from tests.conftest import NOON, Clock
from tests.statements import statements

Read = Callable[[], object]


def fill(number: int, analysed: bool = True) -> None:
    """Put many public pieces in, about three topics; `analysed` lets the database count what its indexes hold."""
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
        topic_ids = session.scalars(select(Topic.id).order_by(Topic.id)).all()
        about = [{"piece_id": each, "topic_id": topic_ids[each % 3]} for each in ids]
        session.execute(insert(piece_topic), about)
        for piece in session.scalars(select(Piece)):
            follow(session, piece)
        for piece in session.scalars(select(Piece)):
            index.put(session.connection(), piece.id, piece.title, "", piece.source)
        turn(session, NOON)
        if analysed:
            session.execute(text("ANALYZE"))
    db.session.remove()


def reads() -> dict[str, Read]:
    """Everything that a public page, a feed or the desk reads, by name."""
    now = NOON
    topic = topics.public_topic("one", now)
    piece = pieces.public_piece("piece-20", now)
    assert topic and piece
    here, shown = Cursor.of(piece), site.front(now)
    return {
        "front": lambda: site.front(now),
        "next change": lambda: site.next_change(now),
        "notebook": lambda: lists.notebook(now, Filter()),
        "second part": lambda: lists.notebook(now, Filter(), here),
        "kind": lambda: lists.notebook(now, Filter(Kind.ESSAY)),
        "second part of a kind": lambda: lists.notebook(now, Filter(Kind.ESSAY), here),
        "topic": lambda: lists.notebook(now, Filter(None, topic)),
        "second part of a topic": lambda: lists.notebook(now, Filter(None, topic), here),
        "kind and topic": lambda: lists.notebook(now, Filter(Kind.ESSAY, topic), here),
        "dispatch": lambda: lists.dispatch(now, here),
        "feed": lambda: [each.topics for each in lists.for_feed(now, Filter()).pieces],
        "feed of a topic": lambda: lists.for_feed(now, Filter(None, topic)),
        "latest": lambda: lists.latest(now, Kind.THOUGHT, 1),
        "corrections": lambda: pieces.corrections(now),
        "desk": lambda: desk.shelf(shown, now),
        "drafts": lambda: desk.shelf(shown, now, "drafts", here),
        "published": lambda: desk.shelf(shown, now, "published", here),
        "withdrawn": lambda: desk.shelf(shown, now, "withdrawn"),
        "scheduled": lambda: desk.shelf(shown, now, "scheduled"),
        "addresses": lambda: sitemap.addresses(now),
        "addresses of a portion": lambda: sitemap.addresses(now, 0),
        "portions": lambda: sitemap.read_portions(now),
        "article": lambda: pieces.public_piece("piece-20", now),
        "neighbours": lambda: pieces.neighbours(piece, now),
        "links": lambda: pieces.links(piece, now),
        "gone": lambda: pieces.was_public("piece-20", now),
        "former": lambda: moved("notebook/old", now),
        "topic by slug": lambda: topics.public_topic("two", now),
        "counts": lambda: counted(now),
        "path": lambda: paths.walk("start", now),
        "search": lambda: search.search("Piece", now),
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
    assert max(small.values()) <= 4
    one = ("front", "latest", "addresses", "neighbours", "links", "corrections", "counts", "portions")
    assert {small[name] for name in one} == {1}


IN_ORDER = {
    "front", "next change", "notebook", "second part", "kind", "second part of a kind", "topic",
    "second part of a topic", "kind and topic", "dispatch", "feed", "feed of a topic", "latest", "corrections",
    "desk", "drafts", "published", "withdrawn", "addresses", "neighbours",
}  # fmt: skip


@pytest.mark.sqlite
@pytest.mark.parametrize("analysed", [False, True])
@pytest.mark.parametrize("number", [30, 530])
def test_everything_is_read_off_an_index_in_its_order(app: Flask, time: Clock, number: int, analysed: bool) -> None:
    fill(number, analysed)
    for name, read in reads().items():
        for step in plan(read):
            assert not re.match(r"SCAN piece(_topic)?\b(?!.*INDEX)", step), f"{name}: {step}"
            assert name not in IN_ORDER or "TEMP B-TREE FOR ORDER BY" not in step, f"{name}: {step}"


BY_ITSELF = {
    "second part": "ix_piece_list (status=? AND listed=? AND published_at<?)",
    "second part of a kind": "ix_piece_kind_list (kind=? AND status=? AND listed=? AND published_at<?)",
    "second part of a topic": "ix_piece_topic_list (topic_id=? AND listed_at<?)",
    "kind and topic": "ix_piece_topic_kind_list (topic_id=? AND kind=? AND listed_at<?)",
    "drafts": "ix_piece_shelf (status=? AND saved_at<?)",
    "published": "ix_piece_shelf (status=? AND saved_at<?)",
    "links": "ix_link_to_id (to_id=?)",
    "path": "ix_stop_path_id (path_id=?)",
}


@pytest.mark.sqlite
@pytest.mark.parametrize("name", BY_ITSELF)
def test_a_list_begins_at_its_own_place_in_its_own_index(app: Flask, time: Clock, name: str) -> None:
    fill(530, analysed=False)
    assert any(BY_ITSELF[name] in step for step in plan(reads()[name]))


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
