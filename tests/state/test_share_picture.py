"""The picture of a title, and how it is kept."""

import logging
import os
import re
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from blog.state import share_cache, share_picture, typesetting
from blog.state.fonts import Fonts, bundled_data, face, system_fonts
from blog.state.share_picture import HEIGHT, MARGIN, WIDTH, Words, draw, paper

STYLESHEET = Path(__file__).resolve().parents[2] / "static" / "site.css"
WORDS = Words("The page is the interface", "Essay", "Ada’s notebook")
LONG = "A title of three hundred characters, " * 9

ODD = "aé \u0301\u200d\u200c\u202e\ud800ش؟3)「あの」\u1039កខ\u17d2…‘🚀\ufe0f\u20e3\n"


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data), formats=["PNG"])


def is_empty(data: bytes, left: int, top: int, right: int, bottom: int) -> bool:
    """Whether there is nothing but paper in a part of the picture."""
    box = (left, top, right, bottom)
    return opened(data).convert("RGB").crop(box).tobytes() == paper().crop(box).tobytes()


def test_it_is_a_png_of_the_size_that_others_show_with_nothing_else_in_it() -> None:
    image = opened(draw(WORDS, system_fonts()))
    image.load()
    assert (image.size, image.mode, image.info) == ((1200, 630), "RGB", {})


@pytest.mark.parametrize("name", ["paper", "ink", "soft", "accent", "sky"])
def test_its_colours_are_those_of_the_stylesheet(name: str) -> None:
    token = re.search(rf"--{name}: light-dark\((#[0-9a-f]{{6}})", STYLESHEET.read_text("utf-8"))
    assert token
    assert getattr(share_picture, name.upper()) == token[1]


def test_the_same_words_give_the_same_bytes() -> None:
    first = draw(WORDS, system_fonts())
    face.cache_clear()
    assert draw(WORDS, system_fonts()) == first


@pytest.mark.parametrize(
    "words",
    [
        Words("The page is an interface", WORDS.above, WORDS.below),
        Words(WORDS.title, "Field note", WORDS.below),
        Words(WORDS.title, WORDS.above, "Ada"),
    ],
)
def test_every_word_is_seen(words: Words) -> None:
    assert draw(words, system_fonts()) != draw(WORDS, system_fonts())


@pytest.mark.parametrize(
    "title", ["Short", LONG[:300], "x" * 300, "a " * 150, "Vec<T> --kv-unified && __CUDA_ARCH__ " * 3]
)
def test_nothing_stands_in_the_margins(title: str) -> None:
    data = draw(Words(title, LONG, LONG), system_fonts())
    assert is_empty(data, 0, 0, MARGIN - 8, HEIGHT)
    assert is_empty(data, WIDTH - MARGIN + 8, 0, WIDTH, HEIGHT)
    assert is_empty(data, 0, 600, WIDTH, HEIGHT)
    assert len(data) < 200_000


@pytest.mark.parametrize("title", ["漢字", "🚀✨", "", "한글 and more"])
def test_a_title_that_cannot_be_drawn_gives_its_place_to_the_sites_name(title: str) -> None:
    assert draw(Words(title, "Essay", "Ada"), Fonts()) == draw(Words("Ada", "Essay", ""), Fonts())


def test_without_any_word_that_can_be_drawn_the_sheet_is_empty() -> None:
    assert is_empty(draw(Words("漢字", "🚀", ""), Fonts()), 0, 0, WIDTH, HEIGHT)


def test_a_title_from_right_to_left_begins_at_the_right() -> None:
    title = "كيف"
    if not typesetting.CAN_SHAPE or not system_fonts().covering(title):
        pytest.skip("no font or no Raqm for Arabic on this machine")
    data = draw(Words(title, "Essay", "Ada"), system_fonts())
    assert is_empty(data, 0, 0, WIDTH // 2, HEIGHT)
    assert not is_empty(data, WIDTH - 2 * MARGIN, 0, WIDTH - MARGIN, HEIGHT)


@settings(max_examples=40, deadline=None)
@given(st.text(st.characters(), max_size=300), st.text(max_size=30), st.text(max_size=30))
def test_no_title_breaks_it(title: str, above: str, below: str) -> None:
    data = draw(Words(title, above, below), system_fonts())
    assert opened(data).size == (WIDTH, HEIGHT)


@settings(max_examples=40, deadline=None)
@given(
    st.text(
        st.sampled_from("aé \u0301\u200d\u200c\u202e\ud800ش3)「あの」\u1039កខ\u17d2…‘🚀\ufe0f\u20e3\n"), max_size=60
    )
)
def test_no_mixture_of_scripts_and_marks_breaks_it(title: str) -> None:
    assert opened(draw(Words(title, title, title), system_fonts())).size == (WIDTH, HEIGHT)


def test_a_picture_is_drawn_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    first = share_cache.share_picture(WORDS)
    monkeypatch.setattr(share_cache, "draw", lambda *_: pytest.fail("drawn again"))
    assert share_cache.share_picture(WORDS) == first
    assert share_cache.folder().stat().st_mode & 0o777 == 0o700


def test_other_words_fonts_and_versions_have_other_names(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {
        share_cache.digest(WORDS),
        share_cache.digest(WORDS, "a.ttf"),
        share_cache.digest(Words(WORDS.title, WORDS.below, WORDS.above)),
        share_cache.digest(Words(WORDS.title + WORDS.above, "", WORDS.below)),
    }
    monkeypatch.setattr(share_cache, "VERSION", "another")
    assert len(found | {share_cache.digest(WORDS)}) == 5


@pytest.mark.parametrize("harm", ["emptied", "cut", "one bit", "replaced"])
def test_a_broken_file_is_drawn_again(app: Flask, harm: str) -> None:
    whole = share_cache.share_picture(WORDS)
    (path,) = share_cache.folder().iterdir()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    path.write_bytes({"emptied": b"", "cut": whole[:middle], "one bit": flipped, "replaced": b"<svg/>"}[harm])
    assert share_cache.share_picture(WORDS) == whole
    assert path.read_bytes() == whole


def test_the_oldest_pictures_make_room(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share_cache, "MOST_PICTURES", 3)
    for number in range(5):
        share_cache.share_picture(Words(str(number), "", ""))
        for path in share_cache.folder().iterdir():
            os.utime(path, (path.stat().st_mtime - 60,) * 2)
    kept = {path.read_bytes() for path in share_cache.folder().iterdir()}
    assert kept == {draw(Words(str(number), "", ""), system_fonts()) for number in (2, 3, 4)}


def test_a_font_that_is_removed_meanwhile_is_done_without(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "georgia.ttf"
    file.write_bytes(bundled_data())
    fonts = Fonts((str(file),))
    assert fonts.covering(WORDS.title) == str(file)
    file.unlink()
    face.cache_clear()
    monkeypatch.setattr(share_cache, "system_fonts", lambda: fonts)
    with caplog.at_level(logging.WARNING):
        assert share_cache.share_picture(WORDS) == draw(WORDS, Fonts())
    assert "A font cannot be used" in caplog.text
    assert not share_cache.folder().exists()


def test_a_folder_that_cannot_be_made_costs_time_only(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    share_cache.folder().parent.mkdir(parents=True, exist_ok=True)
    share_cache.folder().write_bytes(b"in the way")
    with caplog.at_level(logging.WARNING):
        assert share_cache.share_picture(WORDS) == draw(WORDS, system_fonts())
    assert "not kept" in caplog.text
