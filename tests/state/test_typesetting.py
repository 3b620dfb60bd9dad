"""What of a text is set, and where its lines end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blog.state import typesetting
from blog.state.fonts import Fonts, system_fonts
from blog.state.line_breaking import fit, units
from blog.state.typesetting import REFERENCE, Setting, cleaned, setting, signs

WIDTH, HEIGHT, SIZES = 1000, 300, (80, 60, 40)
ARABIC = "كيف تعمل الذاكرة"


def set_text(text: str) -> Setting:
    found = setting(text, Fonts())
    assert found, text
    return found


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("🚀 Launch ✨ day 👩‍🚀", "Launch day"),
        ("Done ✔️ in 1️⃣ hour 🇨🇭", "Done in hour"),
        ("two\nlines\tand\u2029more", "two lines and more"),
        ("a\x00b\u202ec\ufeffd\ue000", "abcd"),
        ("Cafe\u0301", "Café"),
        ("  ", ""),
    ],
)
def test_emoji_and_what_has_no_look_are_left_out(text: str, shown: str) -> None:
    assert cleaned(text) == shown


def test_a_letter_keeps_its_marks_and_a_space_stands_alone() -> None:
    assert signs("a\u0323\u0302 \u0301b") == ["a\u0323\u0302", " ", "\u0301", "b"]


def test_a_sign_that_no_font_has_is_left_out_and_a_letter_never() -> None:
    assert set_text("Up ⇶ and away").text == "Up and away"
    assert setting("Up 漢 and away", Fonts()) is None


@pytest.mark.parametrize("text", ["", "🚀✨👩‍🚀", "⇶", "\u200d", " \u0301 "])
def test_where_nothing_is_left_nothing_is_set(text: str) -> None:
    assert setting(text, Fonts()) is None


def test_code_stays_as_it_was_typed() -> None:
    text = "error[E0308]: `Vec<T>` vs --kv-unified, __CUDA_ARCH__ && a|b"
    assert set_text(text).text == text


def test_a_text_from_right_to_left_is_in_one_font_and_begins_at_the_right() -> None:
    if not typesetting.CAN_SHAPE or not system_fonts().covering(ARABIC + "SQLite 3"):
        pytest.skip("no font or no Raqm for Arabic on this machine")
    found = setting(f"{ARABIC} SQLite 3", system_fonts())
    assert found
    assert found.is_rtl
    assert found.direction == "rtl"
    assert len(list(found.runs(found.text))) == 1


def test_without_raqm_what_needs_it_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "CAN_SHAPE", False)
    for text in (ARABIC, "नमस्ते", "x\u0323\u0302"):
        assert setting(text, system_fonts()) is None
    found = setting("Plain", system_fonts())
    assert found
    assert found.direction is None


def test_lines_end_between_words_or_where_a_script_has_no_spaces() -> None:
    assert units("one two-three") == ["one", " two-three"]
    assert units("名前で「SQLite」の、一つ") == ["名", "前", "で", "「SQLite」", "の、", "一", "つ"]
    assert units("キャッシュ") == ["キャッ", "シュ"]
    assert units("เกี่ยว") == ["เกี่", "ย", "ว"]
    assert units("한국어 제목") == ["한국어", " 제목"]


def test_a_short_title_is_set_large_on_one_line() -> None:
    block = fit(set_text("The page"), SIZES, WIDTH, HEIGHT)
    assert (block.size, block.lines) == (80, ["The page"])


def test_lines_are_of_about_the_same_width() -> None:
    text = set_text("One more word than fits into a single line of it")
    widths = [text.width(line) for line in fit(text, SIZES, WIDTH, HEIGHT).lines]
    assert len(widths) == 2
    assert min(widths) > 0.7 * max(widths)


def test_a_word_is_not_torn_where_a_smaller_size_helps() -> None:
    block = fit(set_text("std::collections::HashMap<String>"), SIZES, WIDTH, HEIGHT)
    assert len(block.lines) == 1
    assert block.size < 80


def test_a_word_wider_than_the_smallest_line_is_torn() -> None:
    block = fit(set_text("x" * 90), SIZES, WIDTH, HEIGHT)
    assert len(block.lines) > 1
    assert "".join(block.lines) == "x" * 90


def test_what_is_too_long_ends_with_an_ellipsis() -> None:
    block = fit(set_text("word, " * 100), SIZES, WIDTH, HEIGHT)
    assert block.size == 40
    assert block.lines[-1].endswith("word…")


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="abcWMil gq-_,.:'<>|1", min_size=1, max_size=300).filter(str.strip))
def test_every_line_fits_and_no_letter_is_lost_unseen(given_text: str) -> None:
    text = set_text(given_text)
    block = fit(text, SIZES, WIDTH, HEIGHT)
    limit = WIDTH * REFERENCE / block.size
    assert len(block.lines) * block.leading <= HEIGHT
    assert all(text.width(line) <= limit + 1 for line in block.lines)
    shown = "".join(block.lines).replace(" ", "")
    assert shown == text.text.replace(" ", "") or shown.endswith("…")
