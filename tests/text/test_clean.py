import pytest
from hypothesis import given
from hypothesis import strategies as st

from blog.text import clean, clean_line, render


@pytest.mark.parametrize(
    ("source", "cleaned"),
    [
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("\ufeff# Title", "# Title"),
        ("a\x00b\x08c\x1fd\x7fe\tf", "abcde\tf"),
        ("a\ud800b\ufffec\uffffd\ufdd0e", "abcde"),
        ("  trailing  \n\n\n", "  trailing  \n\n\n"),
        ("e\u0301 \u200d \u00ad \u2028", "e\u0301 \u200d \u00ad \u2028"),
        (" \U0001f600 漢", " \U0001f600 漢"),
    ],
)
def test_a_text_is_cleaned_of_what_nobody_can_take_and_of_nothing_else(source: str, cleaned: str) -> None:
    assert clean(source) == cleaned


@given(st.text(alphabet=st.characters(codec=None), max_size=50))
def test_a_cleaned_text_is_clean_and_can_be_stored(source: str) -> None:
    cleaned = clean(source)
    assert clean(cleaned) == cleaned
    cleaned.encode("utf-8")
    assert "\x00" not in cleaned
    assert "\r" not in cleaned


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("  a\n\tb  c ", "a b c"),
        ("Cafe\u0301", "Café"),
        ("a\u200bb", "a b"),
        ("Donau\u00addampf\u2060schiff", "Donaudampfschiff"),
        ("\u00ad \u2060", ""),
        ("\u200b \u200d\u2060", ""),
        (" \u200d ", ""),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("a\x00\x07b", "ab"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\u0301", ""),
        ("😀", "😀"),
        ("...", "..."),
    ],
)
def test_a_line_is_one_composed_line_or_nothing(source: str, line: str) -> None:
    assert clean_line(source) == line


@pytest.mark.parametrize("encoded", ["a\r\n\r\n- b\r\n- c\r\n", "\ufeffa\n\n- b\n- c\n", "a\r\r- b\r- c\r"])
def test_every_form_of_line_end_renders_alike(encoded: str) -> None:
    assert render(encoded) == render("a\n\n- b\n- c\n")
