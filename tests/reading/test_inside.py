"""What is inside of words, for scripts that write none apart: found as if every text were read, and few are."""

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, text

from blog.models import Piece
from blog.reading import search as searching
from blog.reading.search import by_substring, search, within, words_of
from blog.state.database import db, reader, transaction
from blog.text.tokens import letters_of, pairs
from blog.writing import index
from tests.conftest import Clock, Write
from tests.reading.test_search import titles
from tests.statements import statements

LETTERS = st.text(alphabet="日本語の天気öÖßΣσςİıéКк한ก a-_", max_size=12)
WHOLE = st.text(st.characters(codec="utf-8"), max_size=30)


@pytest.fixture
def six(write: Write) -> list[int]:
    """Six pieces to give texts to."""
    return [write(f"No {number}").id for number in range(6)]


@given(st.lists(LETTERS, min_size=6, max_size=6), LETTERS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_is_found_as_in_every_text(time: Clock, six: list[int], texts: list[str], asked: str) -> None:
    with transaction() as session:
        for piece_id, source in zip(six, texts, strict=True):
            session.execute(
                text("UPDATE piece SET source = :source WHERE id = :id"), {"id": piece_id, "source": source}
            )
            index.put(session.connection(), piece_id, "", "", source)
    db.session.remove()
    words = words_of(asked)
    every = reader().scalars(select(Piece.id).where(*(within(Piece.source, word) for word in words))).all()
    expected = set(every) if any(map(letters_of, words)) else set()
    assert {each.piece.id for each in by_substring(words, time.now)} == expected


@given(WHOLE, WHOLE, WHOLE)
def test_a_text_has_the_pairs_of_all_that_is_in_it(before: str, word: str, after: str) -> None:
    (*_, part) = words_of(word) or [""]
    assert set(pairs(part)) <= letters_of(before + part + after)


def test_what_nobody_wrote_is_looked_for_in_no_text(write: Write, time: Clock) -> None:
    write("天気", source="今日の天気は晴れです。")
    with statements() as sent:
        assert search("größer", time.now) == search("晴天", time.now) == []
    assert [statement for statement in sent if "LIKE" in statement] == []
    assert titles("の天", time) == ["天気"]


def test_it_is_looked_for_in_the_newest_texts(write: Write, time: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    for source in ("今日は天気", "今日の天気", "天と今日の気"):
        write(source, source=source)
    assert titles("日の天気", time) == ["今日の天気"]
    monkeypatch.setattr(searching, "MOST_LOOKED_INTO", 1)
    assert titles("日は", time) == ["今日は天気"]
    assert titles("日", time) == ["天と今日の気"]


def test_what_is_inside_follows_every_change(app: Flask, write: Write, time: Clock) -> None:
    piece = write("A", source="今日の天気")
    with transaction() as session:
        index.put(session.connection(), piece.id, "A", "", "plain")
    db.session.remove()
    assert titles("の天気", time) == []
    with transaction() as session:
        index.put(session.connection(), piece.id, "A", "", "今日の天気")
        index.put(session.connection(), piece.id, "A", "", "今日の天気")
    db.session.remove()
    assert titles("の天気", time) == ["A"]
    with transaction() as session:
        index.forget_all(session.connection())
    db.session.remove()
    assert titles("の天気", time) == []
