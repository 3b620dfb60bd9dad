import re
import unicodedata
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blog.text import slugify
from blog.text.slugs import hyphenated, is_sign

SHAPE = re.compile(r"^\w([\w-]*\w)?$")


def without_signs(slug: str) -> str:
    """A slug without the signs that stand with its letters."""
    assert not is_sign(slug[0]), slug
    return "".join(char for char in slug if not is_sign(char))


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
        ("हिन्दी में लिखना", "हिन्दी-में-लिखना"),
        ("क्\u200dष और श्\u200cर", "क्ष-और-श्र"),
        ("தமிழ் மொழி", "தமிழ்-மொழி"),
        ("สวัสดีชาวโลก", "สวัสดีชาวโลก"),
        ("ស្វាគមន៍", "ស្វាគមន៍"),
        ("བོད་སྐད", "བོད-སྐད"),
        ("שָׁלוֹם עולם", "שלום-עולם"),
        ("العَرَبِيَّة", "العربية"),
        ("Wait\ufe0f 1\ufe0f\u20e3 ❤\ufe0f", "wait-1"),
        ("\u093f x_\u093fy -\u093fz", "x_-y-z"),
    ],
)
def test_a_slug_is_readable_in_any_script(title: str, slug: str) -> None:
    assert slugify(title) == slug


@pytest.mark.parametrize(
    "title", ["🐢", "👩\u200d👩\u200d👧", "???", "...", ".", "..", "/", "-- --", "  \u200d ", "", "_"]
)
def test_a_title_without_letters_has_no_slug(title: str) -> None:
    assert slugify(title) == ""


@pytest.mark.parametrize("title", ["word " * 60, "長い題名" * 80, "x" * 3000, "é" * 300, "😀a" * 300, "हिन्दी" * 60])
def test_a_long_title_has_a_short_slug_that_ends_with_a_whole_word(title: str) -> None:
    slug = slugify(title)
    assert SHAPE.match(without_signs(slug))
    assert len(slug) <= 100
    assert len(quote(slug)) <= 240
    assert len(f"{slug}.md".encode()) < 255


@pytest.mark.parametrize("letter", ["कि", "กำ", "กั้", "র্"])
def test_a_cut_leaves_no_letter_without_its_signs(letter: str) -> None:
    for before in ("", "a", "ab"):
        slug = slugify(before + letter * 80)
        assert slug == before + letter * ((len(slug) - len(before)) // len(letter))


def test_a_cut_falls_between_words() -> None:
    assert set(slugify("word " * 60).split("-")) == {"word"}


def test_both_forms_of_an_accent_make_one_slug() -> None:
    assert slugify(unicodedata.normalize("NFD", "Über Café")) == slugify("Über Café") == "über-café"


@given(st.text(max_size=300))
def test_a_slug_has_its_shape_and_is_its_own_slug(title: str) -> None:
    slug = slugify(title)
    assert slug == "" or SHAPE.match(without_signs(slug))
    assert hyphenated(slug) == slug
    assert "--" not in slug
    assert slugify(slug) == slug
    assert len(quote(slug)) <= 240


def test_what_comes_to_stand_together_is_composed() -> None:
    for between in ("'", "\u0301", "’"):
        assert slugify(f"\u1100{between}\u1161") == "\uac00"
