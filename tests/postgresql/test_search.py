"""Search on PostgreSQL finds what it finds on SQLite: the same tests on the other database, and its own limits."""

import random

import pytest
from flask import Flask
from sqlalchemy import text

from blog.reading import search_postgresql
from blog.reading.search import search
from blog.state import word_index
from blog.state.database import db, reader, transaction
from blog.text import MAX_SOURCE
from blog.writing import index
from tests.conftest import Clock, Write
from tests.reading.test_search import *  # noqa: F403
from tests.reading.test_search import titles


def known() -> list[int]:
    return list(reader().scalars(text("SELECT piece_id FROM piece_search ORDER BY piece_id")))


def test_spans_of_ids_are_asked_from_the_newest_to_the_oldest(
    write: Write, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(word_index, "SPAN", 2)
    monkeypatch.setattr(search_postgresql, "SPAN", 2)
    for number in range(11):
        write(f"Number {number}", source="needle and rare" if number in (0, 5) else "needle")
    assert titles("rare", time) == ["Number 5", "Number 0"]
    assert set(titles("needl", time)) == set(titles("needle", time))
    assert len(titles("needle", time)) == 11


def test_two_spans_never_share_a_word(write: Write, time: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_index, "SPAN", 1)
    monkeypatch.setattr(search_postgresql, "SPAN", 1)
    for number in range(17):
        write(f"Number {number}", source="1needle" if number == 0 else "needle")
    assert titles("1needle", time) == ["Number 0"]
    assert "Number 0" not in titles("needle", time)


@pytest.mark.parametrize(
    "body",
    [
        "word " * 200_000,
        " ".join(f"word{number}" for number in range(100_000)),
        "x" * MAX_SOURCE,
        " ".join("".join(random.Random(n).choices("äöüß日本", k=90)) for n in range(5_000)),
        "\x00 a\x00b '\\' ':1A' ''' \\",
        "",
    ],
    ids=["often", "many", "endless", "long", "odd", "empty"],
)
def test_no_text_is_too_much(app: Flask, write: Write, time: Clock, body: str) -> None:
    piece = write("Needle", summary="A summary")
    with transaction() as session:
        index.put(session.connection(), piece.id, "Needle", "A summary", body)
    db.session.remove()
    assert titles("needle summary", time) == ["Needle"]
    search(body[:300], time.now)


def test_the_index_forgets_what_goes(app: Flask, write: Write, time: Clock) -> None:
    write("A")
    piece = write("B")
    with transaction() as session:
        session.execute(text("DELETE FROM piece_topic"))
        session.execute(text("DELETE FROM revision"))
        session.execute(text("DELETE FROM piece WHERE id = :id"), {"id": piece.id})
    assert known() == [1]


def test_letters_are_large_or_small_also_beside_a_script_without_blanks(write: Write, time: Clock) -> None:
    write("天気", source="今日のLinuxの天気は晴れです。")
    assert titles("linuxの天気", time) == ["天気"]
