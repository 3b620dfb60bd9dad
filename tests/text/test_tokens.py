"""Tokens: the words of a text as a search compares them, and the passages in which they stand."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blog.text.passages import passage
from blog.text.tokens import LONGEST, fold, tokens


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Café NAÏVE façade", ["cafe", "naive", "facade"]),
        (unicodedata.normalize("NFD", "Café"), ["cafe"]),
        ("x\u0302\u0323y", ["xy"]),
        (
            "--kv-unified foo.bar/baz __CUDA_ARCH__ C++ 3.14",
            ["kv", "unified", "foo", "bar", "baz", "cuda", "arch", "c", "3", "14"],
        ),
        ("ΛΌΓΟΣ λόγος", ["λογοσ", "λογοσ"]),
        ("Straße Ærø İ ſ", ["straße", "ærø", "i", "s"]),
        ("今日の天気は晴れです。明日も", ["今日の天気は晴れです", "明日も"]),
        ("한국어 が", ["한국어", "が"]),
        ("", []),
        ("_ — «» \x00", []),
        ("a" * 100, ["a" * LONGEST]),
    ],
)
def test_a_text_has_these_tokens(text: str, found: list[str]) -> None:
    assert list(tokens(text)) == found


@given(text=st.text(max_size=80))
def test_folding_moves_nothing_and_folds_once(text: str) -> None:
    assert len(fold(text)) == len(text)
    for token in tokens(text):
        assert token and len(token) <= LONGEST
        assert not set(token) & set("':=&|!()\\ \x00")


def test_a_passage_shows_whole_words_with_what_matched() -> None:
    assert passage("The café, and cafés.", ["cafe"]) == (("The ", False), ("café", True), (", and cafés.", False))
    assert passage("The café, and cafés.", ["cafe"], "cafe")[3] == ("cafés", True)
    assert passage("Nothing", ["cafe"]) == passage("", ["cafe"]) == ()


def test_a_passage_is_a_part_of_a_long_text_with_most_of_the_words() -> None:
    text = "one " + "filler " * 300 + "before one two after " + "filler " * 300
    found = passage(text, ["one", "two"])
    assert [part for part, matched in found if matched] == ["one", "two"]
    assert found[0][0].startswith("…filler") and found[-1][0].endswith("filler…")
    assert len("".join(part for part, _ in found).split()) <= 30


@given(text=st.text(alphabet="ab é\n.", max_size=600), wanted=st.sampled_from(["a", "b", "ab", "e"]))
def test_a_passage_is_what_stands_in_the_text(text: str, wanted: str) -> None:
    found = passage(text, [wanted])
    assert bool(found) == (wanted in tokens(text))
    assert "".join(part for part, _ in found).strip("…") in text
    assert all(list(tokens(part)) == [wanted] for part, matched in found if matched)
    assert all(left[1] or right[1] for left, right in pairwise(found))
