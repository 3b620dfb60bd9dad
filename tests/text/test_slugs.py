import re
import unicodedata
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blog.text import slugify

SHAPE = re.compile(r"^\w([\w-]*\w)?$")


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Why --no-verify is a trap", "why-no-verify-is-a-trap"),
        ("Don't panic: it's “fine”", "dont-panic-its-fine"),
        ("今日の天気", "今日の天気"),
        ("مرحبا بالعالم", "مرحبا-بالعالم"),
        ("Привет, мир!", "привет-мир"),
        ("ex) 日本語 2", "ex-日本語-2"),
        ("Ærø & Ålesund", "ærø-ålesund"),
        ("ß", "ß"),
        ("Cafe\u0301", "café"),
        ("Nice trick 😀", "nice-trick"),
        ("C++ / C#", "c-c"),
        ("page/2", "page-2"),
        (".well-known", "well-known"),
        ("feed.xml", "feed-xml"),
        ("__init__", "init"),
        ("a\u200db", "a-b"),
        ("İstanbul", "istanbul"),
    ],
)
def test_a_slug_is_readable_in_any_script(title: str, slug: str) -> None:
    assert slugify(title) == slug


@pytest.mark.parametrize(
    "title", ["🐢", "👩\u200d👩\u200d👧", "???", "...", ".", "..", "/", "-- --", "  \u200d ", "", "_"]
)
def test_a_title_without_letters_has_no_slug(title: str) -> None:
    assert slugify(title) == ""


@pytest.mark.parametrize("title", ["word " * 60, "長い題名" * 80, "x" * 3000, "é" * 300, "😀a" * 300])
def test_a_long_title_has_a_short_slug_that_ends_with_a_whole_word(title: str) -> None:
    slug = slugify(title)
    assert SHAPE.match(slug)
    assert len(slug) <= 100
    assert len(quote(slug)) <= 240
    assert len(f"{slug}.md".encode()) < 255


def test_a_cut_falls_between_words() -> None:
    assert set(slugify("word " * 60).split("-")) == {"word"}


def test_both_forms_of_an_accent_make_one_slug() -> None:
    assert slugify(unicodedata.normalize("NFD", "Über Café")) == slugify("Über Café") == "über-café"


@given(st.text(max_size=300))
def test_a_slug_has_its_shape_and_is_its_own_slug(title: str) -> None:
    slug = slugify(title)
    assert slug == "" or SHAPE.match(slug)
    assert "--" not in slug
    assert slugify(slug) == slug
    assert len(quote(slug)) <= 240


def test_what_comes_to_stand_together_is_composed() -> None:
    for between in ("'", "\u0301", "’"):
        assert slugify(f"\u1100{between}\u1161") == "\uac00"
