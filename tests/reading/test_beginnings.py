"""Words that are not finished yet, on SQLite: the same is found as by FTS5's own beginnings, and less of it is read."""

from collections.abc import Iterator

import pytest
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, text

from blog.models import Kind, Piece, Status
from blog.reading import search_sqlite
from blog.reading.found import MOST_FOUND
from blog.reading.search import may_go_on, search, words_of
from blog.state.database import db, reader, transaction
from blog.state.fts5 import terms
from blog.writing import index
from tests.conftest import NOON, Clock, Write
from tests.reading.test_search import titles

pytestmark = pytest.mark.sqlite

SYLLABLES = ("ma", "ni", "Ter", "é", "e\u0301", "й", "Ж", "日本", "ß", "ﬁ", "İ", "3", "हि", "ก", "ا", "_", "-", "̈", "𐐀")
WORD = st.lists(st.sampled_from(SYLLABLES), min_size=1, max_size=5).map("".join)
TEXT = st.lists(WORD, max_size=6).map(" ".join)
BEFORE = text("""
SELECT rowid FROM piece_search WHERE piece_search MATCH :title
UNION ALL SELECT rowid FROM (SELECT rowid FROM piece_search WHERE piece_search MATCH :wanted)
""")


@pytest.fixture
def notebook(app: Flask) -> Iterator[None]:
    """Twelve listed pieces."""
    dates = {"created_at": NOON, "saved_at": NOON, "published_at": NOON}
    each = {"kind": Kind.ESSAY, "source": "", "status": Status.PUBLISHED, **dates}
    with transaction() as session:
        session.execute(insert(Piece), [{"id": n, "uid": str(n), "slug": str(n), **each} for n in range(1, 13)])
    yield


def learn(texts: list[tuple[str, str]]) -> None:
    """Have the pieces have these titles and texts."""
    with transaction() as session:
        index.forget_all(session.connection())
        for piece_id, (title, body) in enumerate(texts, 1):
            session.execute(text("UPDATE piece SET title = :title WHERE id = :id"), {"id": piece_id, "title": title})
            index.put(session.connection(), piece_id, title, "", body)
    db.session.remove()


def before(words: list[str]) -> list[int]:
    """What FTS5 finds by itself: first where a title matches, then the others, the newest first."""
    wanted = f"{search_sqlite.quoted(terms(words))} *" if terms(words) else '""'
    query = text("SELECT rowid FROM piece_search WHERE piece_search MATCH :wanted ORDER BY rowid DESC")
    found = (reader().scalars(query, {"wanted": each}) for each in (f"{{title}} : ({wanted})", wanted))
    return list(dict.fromkeys(piece_id for ids in found for piece_id in ids))


@pytest.mark.usefixtures("notebook")
@given(
    st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=12), st.lists(WORD, min_size=1, max_size=2), st.integers(0, 9)
)
@example([("İmani", "ﬁnite ﬁ")], ["ﬁnit"], 0)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_is_found_as_before(texts: list[tuple[str, str]], asked: list[str], most: int) -> None:
    learn(texts)
    words = words_of(" ".join(asked))
    whole = words[:-1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_sqlite, "MOST_ENDINGS", most)
        for letters in range(1, len(words[-1]) + 1 if words else 0):
            typed = [*whole, words[-1][:letters]]
            if any(map(str.isalnum, typed[-1])):
                assert list(search_sqlite.of_beginning(typed, NOON)) == before(typed), typed


@pytest.mark.usefixtures("notebook")
@given(st.text(st.characters(categories=("L", "N", "M", "Pc")), max_size=8))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_word_is_known_by_its_term(word: str) -> None:
    learn([("", word)])
    known = reader().scalars(text("SELECT DISTINCT term FROM piece_search_words ORDER BY term")).all()
    assert sorted(set(terms([word]))) == known
    assert terms(terms([word])) == terms([word])


@pytest.mark.parametrize(
    ("word", "asked"),
    [
        ("let", '"let" *'),
        ("Lette", '"lette" *'),
        ("letter", '("letter" OR "letterpress" OR "letters")'),
        ("LETTERP", '("letterpress")'),
        ("letterq", ""),
        ("lettre", '("lettre")'),
        ("lettré", '("lettre")'),
        ("письмо", '("письмо" OR "письмом")'),
        ("п", '("письмо" OR "письмом")'),
        ("z", '"z" *'),
    ],
)
def test_what_is_asked_for_a_word_that_is_not_finished(write: Write, word: str, asked: str) -> None:
    write("Letters", source="letterpress letter lettré письмо письмом " + " ".join(f"z{n}" for n in range(65)))
    assert search_sqlite.begun(*terms([word])) == asked


def test_more_words_than_are_asked_for_are_all_found(write: Write, time: Clock) -> None:
    for number in range(search_sqlite.MOST_ENDINGS + 1):
        write(f"No {number}", source=f"letters{number}")
    db.session.remove()
    found = search("letters", time.now)
    assert len(found) == MOST_FOUND and found[0].passage == ((f"letters{search_sqlite.MOST_ENDINGS}", True),)


def test_a_title_that_an_older_version_saved_is_found_among_the_others(write: Write, time: Clock) -> None:
    piece = write("Needle")
    write("Another", source="A needle and a pin.")
    with transaction() as session:
        session.execute(text("DELETE FROM piece_search WHERE rowid = :id"), {"id": piece.id})
        session.execute(text("INSERT INTO piece_search (rowid, title, body) VALUES (:id, 'Pin', '')"), {"id": piece.id})
        session.execute(text("UPDATE piece SET title = 'Pin' WHERE id = :id"), {"id": piece.id})
    db.session.remove()
    assert (titles("pin", time), titles("needle", time)) == (["Pin", "Another"], ["Another"])
    assert (titles("pin", time), titles("needl", time)) == (["Pin", "Another"], ["Another"])


@pytest.mark.parametrize("word", ["a", "é", "日"])
def test_one_letter_goes_on_only_in_scripts_that_need_no_more(word: str) -> None:
    assert may_go_on(word) is not word.isascii()
