"""The rules for what is typed in, each with its sentence; and what is cleaned rather than refused."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from blog.models import Kind
from blog.writing.fields import Fields, checked, token
from blog.writing.refusals import Refused

GOOD = Fields(kind=Kind.ESSAY, title="A title", source="Words.")
NASTY = "a\x00b\ud800c\x1fd\ufeffe"


def good(**changes: object) -> Fields:
    """Good fields with some of them changed."""
    return checked(replace(GOOD, **changes))  # type: ignore[arg-type]


def refusal(**changes: object) -> dict[str, str]:
    """The sentences for good fields with some of them changed."""
    with pytest.raises(Refused) as caught:
        good(**changes)
    return caught.value.fields


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("title", "", "Give it a title; only a thought may go without."),
        ("title", "\u200b \u00ad", "Give it a title; only a thought may go without."),
        ("title", "x" * 301, "The title has 301 characters; 300 are the most."),
        ("summary", "x" * 1001, "The summary has 1,001 characters; 1,000 are the most."),
        ("language", "english please", "A language is written like en, de or pt-BR."),
        ("language", "e", "A language is written like en, de or pt-BR."),
        ("canonical", "example.org/a", "Write a whole address, like https://example.org/article."),
        ("canonical", "javascript:alert(1)", "Write a whole address, like https://example.org/article."),
        ("canonical", "https://example.org/" + "x" * 2000, "Write a whole address, like https://example.org/article."),
        ("canonical", "http://[::1", "This is no address."),
        ("standing", "perhaps", "There is no standing “perhaps”."),
        ("checked_against", "x" * 501, "This has 501 characters; 500 are the most."),
        ("published_at", datetime(1, 1, 1, tzinfo=UTC), "A date lies between the years 1900 and 2999."),
        ("published_at", datetime(9999, 12, 31, tzinfo=UTC), "A date lies between the years 1900 and 2999."),
    ],
)
def test_a_broken_rule_is_a_sentence_beside_its_field(name: str, value: object, sentence: str) -> None:
    assert refusal(**{name: value}) == {name: sentence}


def test_every_broken_rule_is_named_at_once() -> None:
    assert set(refusal(title="", language="?", canonical="x")) == {"title", "language", "canonical"}


def test_a_thought_needs_a_title_or_a_text() -> None:
    assert good(kind=Kind.THOUGHT, title="").title == ""
    assert refusal(kind=Kind.THOUGHT, title=" ", source=" \n") == {"source": "There is neither a title nor a text."}


def test_the_longest_of_everything_is_taken() -> None:
    at_most = {"title": "x" * 300, "summary": "x" * 1000, "checked_against": "x" * 500}
    assert good(**at_most).title == "x" * 300


@pytest.mark.parametrize("language", ["en", "de-AT", "zh-Hant-TW", "sr-Latn"])
def test_a_language_may_have_parts(language: str) -> None:
    assert good(language=f" {language} ").language == language


@pytest.mark.parametrize("standing", ["", "holds", "partly", "no longer", "untested"])
def test_a_standing_is_one_of_the_words(standing: str) -> None:
    assert good(standing=standing).standing == standing


@pytest.mark.parametrize("name", ["title", "summary", "source", "checked_against", "symptom"])
def test_what_no_database_or_feed_takes_is_taken_out(name: str) -> None:
    assert getattr(good(**{name: NASTY}), name) == "abcde"


def test_an_address_loses_what_cannot_stand_in_one() -> None:
    canonical = good(canonical="https://example.org/a\x00b\ud800").canonical
    assert canonical == "https://example.org/ab"


def test_line_ends_are_one_kind_and_the_text_is_the_authors_own() -> None:
    assert good(source="\n\n  a \r\nb\r\tc\n\n\n").source == "\n\n  a \nb\n\tc\n\n\n"


def test_a_title_is_one_composed_line() -> None:
    assert good(title="  Cafe\u0301\n au \t lait ").title == "Café au lait"


def test_a_date_has_no_fractions_of_a_second() -> None:
    given = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)
    assert good(published_at=given).published_at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_a_token_fits_its_column() -> None:
    assert token(None) is None and token("") is None and token("\x00\ud800") is None
    assert token("a\ud800b" + "x" * 100) == "ab" + "x" * 62
