"""Search: whatever is typed is safe, and what is there is found."""

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blog.models import Kind
from blog.reading import search as searching
from blog.reading.found import MOST_FOUND
from blog.reading.search import FEW, search, words_of
from blog.writing import pieces
from tests.conftest import Clock, Write
from tests.writing.edits import edit


def titles(query: str, time: Clock) -> list[str]:
    return [found.piece.title for found in search(query, time.now)]


@pytest.fixture
def notebook(write: Write) -> None:
    """A few pieces to find."""
    write("Locked database", source="The error says `database is locked` and goes away.", symptom="OperationalError: x")
    write("Café notes", source="Crème brûlée, naïve façade, Ærø.", summary="About sugar")
    write("天気", source="今日の天気は晴れです。明日も晴れ。")
    write("हिन्दी", source="हिन्दी में लिखा हुआ।")
    write("Options", source="Run `tool --kv-unified foo.bar/baz __CUDA_ARCH__ C++ 3.14 don't`.")


@pytest.mark.usefixtures("notebook")
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("da", []),
        ("database", ["Locked database"]),
        ("DATABASE LOCKED", ["Locked database"]),
        ("lock", ["Locked database"]),
        ("goes awa", ["Locked database"]),
        ("awa goes", []),
        ("database nonsense", []),
        ("OperationalError", ["Locked database"]),
        ("OperationalError: x", ["Locked database"]),
        ("cafe", ["Café notes"]),
        ("cafe\u0301 NAIVE facade", ["Café notes"]),
        ("brulee", ["Café notes"]),
        ("ærø", ["Café notes"]),
        ("sugar", ["Café notes"]),
        ("晴れ", ["天気"]),
        ("明日も", ["天気"]),
        ("今日の天気は晴れです", ["天気"]),
        ("हिन्दी", ["हिन्दी"]),
        ("kv-unified", ["Options"]),
        ("--kv-unified", ["Options"]),
        ("foo.bar/baz", ["Options"]),
        ("__CUDA_ARCH__", ["Options"]),
        ("3.14", ["Options"]),
        ("don't", ["Options"]),
        ("", []),
        (" \t", []),
        ('"*-:()^', []),
        ("___", []),
    ],
)
def test_what_is_there_is_found(time: Clock, query: str, found: list[str]) -> None:
    assert titles(query, time) == found


@pytest.mark.parametrize("query", ["Donaudampfschiff", "Donau\u00addampf\u00adschiff", "Donaudampf"])
def test_a_word_is_found_however_it_may_be_broken(write: Write, time: Clock, query: str) -> None:
    write("Wide", source="Ein Donau&shy;dampf\u2060schiff.")
    write("Donau\u00addampf\u00adschiff")
    assert titles(query, time) == ["Donaudampfschiff", "Wide"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Σίσυφος", ["Σίσυφος", "ΣΙΣΥΦΟΣ"]),
        ("σισυφος", ["ΣΙΣΥΦΟΣ", "Σίσυφος"]),
        ("ΣΙΣΥΦΟΣ", ["ΣΙΣΥΦΟΣ", "Σίσυφος"]),
        ("αρχη", ["Σίσυφος"]),
        ("ёлка", ["Ёлка", "Елка"]),
        ("елка", ["Елка", "Ёлка"]),
        ("ЕЛКА стоит paper", ["Елка", "Ёлка"]),
        ("елка падает", ["Ёлка"]),
        ("елка и палка", []),
        ("елка nonsense", []),
    ],
)
def test_accents_of_no_latin_letters_matter_either(write: Write, time: Clock, query: str, found: list[str]) -> None:
    write("ΣΙΣΥΦΟΣ", source="Paper.")
    write("Σίσυφος", source="Ἐν ἀρχῇ ἦν ὁ λόγος.")
    write("Елка", source="Стоит на paper.")
    write("Ёлка", source="Стоит на paper, падает.")
    write("Ёлка hidden", source="Ёлка стоит, падает.", listed=False)
    assert sorted(titles(query, time)) == sorted(found)


HOSTILE = [
    '"', '""', '"database', "*", "data*", "* *", "^database", "NEAR", "NEAR(database locked)", "a NEAR/2 b", "AND",
    "database AND", "OR", "NOT", "NOT database", "title:database", ":", "-database", "+database", "{title}: x", "(",
    ")", "database)", "a\x00b", "\x00", "\ud800", "database\ud800", "'; DROP TABLE piece; --", "%", "_", "\\",
    "\x02\x03", "x" * 100_000, "word " * 10_000, "🐢", "\u200d", "\ufeff", "data\nbase", "rowid", "日\x00本",
    "NEAR(a b, 2)", "a + b", "{title body} : a", "- {title} : a", "^ a *", "é" * 100_000, "日" * 100_000,
    "日 " * 10_000, "\u202eكتاب\u202c", "שָׁלוֹם", "🐢日🐢", "é_ö", "_é_", "\u0301", "é\x00é", "ﬁ", "\U0010ffff",
    "α" * 100_000, "ἀε " * 10_000, "ё_α", "ε\x00α", "日本*", '日"本', "a\U00011f04b", "paper_" * 500,
]  # fmt: skip


@pytest.mark.usefixtures("notebook")
def test_no_sign_means_anything(time: Clock) -> None:
    for query in HOSTILE:
        search(query, time.now)
    assert titles("database", time) == ["Locked database"]


@given(query=st.text(max_size=60) | st.text(alphabet="\"'*-:^(){}ANDORTNEAR \x00日本é", max_size=60))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_may_be_searched_for(app: Flask, time: Clock, query: str) -> None:
    assert search(query, time.now) == []


def test_only_so_many_words_count() -> None:
    assert words_of("a b " * 20) == ["a", "b"] * 6
    assert words_of("e\u0301 — «one», two_three") == ["é", "one", "two", "three"]


@pytest.mark.usefixtures("notebook")
def test_the_matching_passage_is_shown_with_what_matched(time: Clock) -> None:
    (found,) = search("database goes", time.now)
    assert [text.lower() for text, matched in found.passage if matched] == ["database", "goes"]
    assert (
        "".join(text for text, _ in found.passage)
        == "The error says database is locked and goes away.\nOperationalError: x"
    )
    assert "`" not in str(found.passage)


def test_a_long_text_is_shown_from_where_it_matches(write: Write, time: Clock) -> None:
    write("Long", source="filler " * 500 + "needle " + "filler " * 500)
    (found,) = search("needle", time.now)
    text = "".join(text for text, _ in found.passage)
    assert ("needle", True) in found.passage and text.startswith("…") and len(text) < 300


def test_a_text_cannot_forge_what_matched(write: Write, time: Clock) -> None:
    write("Forged", source="a \x02needle\x03 b needle")
    (found,) = search("needle", time.now)
    assert found.passage == (("a ", False), ("needle", True), (" b ", False), ("needle", True))


def test_html_in_a_text_stays_text(write: Write, time: Clock) -> None:
    write("Angles", source="`<b>needle</b>`")
    (found,) = search("needle", time.now)
    assert ("<b>", False) in found.passage


def test_a_title_counts_more_than_a_summary_and_a_summary_more_than_a_text(write: Write, time: Clock) -> None:
    write("Needle")
    write("In the summary", summary="A needle.")
    write("In the text", source="A needle, a needle, a needle.")
    assert titles("needle", time) == ["Needle", "In the summary", "In the text"]


def test_equals_stand_with_the_newest_first(write: Write, time: Clock) -> None:
    for _ in range(3):
        write("Needle")
    assert [found.piece.slug for found in search("needle", time.now)] == ["needle-3", "needle-2", "needle"]


def test_a_search_finds_so_many_and_no_more(write: Write, time: Clock) -> None:
    for index in range(MOST_FOUND + 1):
        write(f"針 needle {index}")
    assert len(search("needle", time.now)) == len(search("針", time.now)) == MOST_FOUND


def test_a_search_follows_every_change(write: Write, time: Clock) -> None:
    piece = write("First", source="one", kind=Kind.THOUGHT)
    edit(piece, time, title="Second", source="two")
    assert (titles("first", time), titles("one", time)) == ([], [])
    assert titles("second", time) == titles("two", time) == ["Second"]
    pieces.withdraw(piece.id, time.now)
    assert titles("two", time) == []
    pieces.publish(piece.id, time.now)
    assert titles("two", time) == ["Second"]
    pieces.delete(piece.id, time.now)
    assert titles("two", time) == []


def test_a_search_for_a_script_without_blanks_shows_the_beginning(write: Write, time: Clock) -> None:
    write("天気", source="今日の天気は晴れです。")
    (found,) = search("天気は", time.now)
    assert found.passage == (("今日の天気は晴れです。", False),)


def test_whole_words_come_before_beginnings(write: Write, time: Clock) -> None:
    write("Needle", source="What is searched for.")
    write("Needles", source="needles " * 9)
    assert titles("needle", time) == ["Needle", "Needles"]
    for _ in range(FEW):
        write("Another needle")
    assert "Needles" not in titles("needle", time)


def test_of_more_than_can_be_weighed_titles_come_first_and_then_the_newest(
    write: Write, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("Needle", source="The oldest.")
    write("Often, but long ago", source="needle " * 9)
    for number in (2, 1, 3):
        write(f"{number} times", source="needle " * number + "and much else, so that the texts are long " * 3)
    best = ["Needle", "Often, but long ago", "3 times", "2 times", "1 times"]
    newest = ["Needle", "3 times", "1 times", "2 times", "Often, but long ago"]
    for most, order in ((5, best), (4, newest)):
        monkeypatch.setattr(searching, "MOST_WEIGHED", most)
        assert titles("needle", time) == order


def test_a_title_that_the_public_may_not_see_comes_from_no_depth(
    write: Write, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "MOST_WEIGHED", 1)
    write("Needle in a draft", publish=False)
    write("Needle in no list", listed=False)
    for _ in range(3):
        write("Shown", source="needle")
    assert titles("needle", time) == ["Shown"] * 3
