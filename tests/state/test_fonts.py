"""Which font draws what."""

from itertools import permutations
from pathlib import Path

import pytest
from PIL import ImageFont

from blog.state.fonts import BUNDLED, Fonts, bundled_data, fonts_in, rank, system_fonts
from tests.state.test_font_coverage import first_plane_list, font


def put(folder: Path, *names: str) -> tuple[str, ...]:
    """Font files with these names below a folder."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bundled_data())
    return (str(folder),)


def names(fonts: Fonts) -> list[str]:
    return [Path(file).name for file in fonts.files]


def test_fonts_are_found_at_any_depth_book_faces_first(tmp_path: Path) -> None:
    folders = put(tmp_path, "z/Whatever.ttf", "a/b/NotoSerif-Regular.ttf", "IPAexMincho.ttc", "DejaVuSerif.TTF")
    assert names(fonts_in(folders)) == ["NotoSerif-Regular.ttf", "DejaVuSerif.TTF", "IPAexMincho.ttc", "Whatever.ttf"]


def test_other_cuts_and_what_is_no_font_are_passed_over(tmp_path: Path) -> None:
    folders = put(tmp_path, "A-Bold.ttf", "A-Italic.otf", "NotoColorEmoji.ttf", "LastResort.otf", "fonts.dir", "A.pfb")
    assert fonts_in((*folders, str(tmp_path / "missing"))) == Fonts()


def test_a_home_that_nobody_knows_is_passed_over() -> None:
    assert fonts_in(("~no-such-person-here/fonts",)) == Fonts()


def test_the_order_depends_on_names_alone() -> None:
    files = ["/a/Georgia.ttf", "/a/Zeta Serif.ttf", "/a/Alpha.ttf"]
    for order in permutations(files):
        assert sorted(order, key=rank) == files


def test_without_fonts_the_bundled_one_draws_latin() -> None:
    assert Fonts().covering("Plain words, 12 of them: a <b> & c.") == BUNDLED
    assert Fonts().covering("漢") is None


def test_a_file_that_cannot_be_opened_draws_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.ttf").write_bytes(font(first_plane_list()))
    fonts = Fonts((str(tmp_path / "a.ttf"), str(tmp_path / "gone.ttf")))
    assert fonts.covering("AB") == BUNDLED


def test_coverage_agrees_with_what_is_drawn() -> None:
    for file in system_fonts().files[:12]:
        face = ImageFont.truetype(file, 20, layout_engine=ImageFont.Layout.BASIC)
        missing = face.getmask("\U0010fffe")
        for character in "aé→жβعあ中ก":
            mask = face.getmask(character)
            is_drawn = (bytes(mask), mask.size) != (bytes(missing), missing.size)
            assert (Fonts((file,)).covering(character) == file) is is_drawn, (file, character)


@pytest.mark.parametrize("character", ["e", "7", "&"])
def test_the_best_font_comes_before_the_others(character: str, tmp_path: Path) -> None:
    folders = put(tmp_path, "Georgia.ttf", "Other.ttf")
    assert fonts_in(folders).covering(character) == str(tmp_path / "Georgia.ttf")
