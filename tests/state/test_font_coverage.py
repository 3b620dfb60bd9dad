"""What a font file says it can draw."""

import struct
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blog.state.font_coverage import Coverage

SEGMENTS = ((0x41, 0x43, 0), (0x61, 0x63, 1), (0xFFFF, 0xFFFF, 0))


def first_plane_list(
    segments: tuple[tuple[int, int, int], ...] = SEGMENTS, glyphs: tuple[int, ...] = (7, 0, 9)
) -> bytes:
    """A format 4 list; a segment with a third number of 1 takes its glyphs from `glyphs`."""
    count = len(segments)
    numbers = [
        *(last for _, last, _ in segments), 0, *(first for first, _, _ in segments), *[0] * count,
        *(2 * (count - place) if listed else 0 for place, (_, _, listed) in enumerate(segments)), *glyphs,
    ]  # fmt: skip
    return struct.pack(f">7H{len(numbers)}H", 4, 0, 0, 2 * count, 0, 0, 0, *numbers)


def all_planes_list(*groups: tuple[int, int]) -> bytes:
    """A format 12 list."""
    rows = b"".join(struct.pack(">III", first, last, 5) for first, last in groups)
    return struct.pack(">HHIII", 12, 0, 16 + len(rows), 0, len(groups)) + rows


def font(
    character_list: bytes, encoding: tuple[int, int] = (3, 1), outlines: bytes = b"glyf", lead: bytes = b""
) -> bytes:
    """A font file with one list of characters and without any outline in it."""
    table = struct.pack(">HHHHI", 0, 1, *encoding, 12) + character_list
    offset = len(lead) + 12 + 2 * 16
    entries = struct.pack(">4sIII4sIII", outlines, 0, offset, 0, b"cmap", 0, offset, len(table))
    return lead + struct.pack(">IHHHH", 0x00010000, 2, 0, 0, 0) + entries + table


def drawn_by(data: bytes, asked: str) -> str:
    coverage = Coverage(BytesIO(data))
    return "".join(character for character in asked if character in coverage)


def test_a_font_draws_the_segments_of_its_list_and_nothing_else() -> None:
    assert drawn_by(font(first_plane_list()), "@ABCD\uffff") == "ABC"


def test_a_character_without_a_glyph_is_not_drawn() -> None:
    assert drawn_by(font(first_plane_list()), "`abcd") == "ac"


def test_characters_beyond_the_first_plane_are_read() -> None:
    data = font(all_planes_list((0x41, 0x42), (0x1F600, 0x1F602)), (3, 10))
    assert drawn_by(data, "ABC😀😂😃") == "AB😀😂"


def test_the_first_font_of_a_collection_is_read() -> None:
    lead = struct.pack(">4sIII", b"ttcf", 0x00010000, 1, 16)
    assert drawn_by(font(all_planes_list((0x41, 0x42)), (3, 10), lead=lead), "ABC") == "AB"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no font at all, only words",
        font(first_plane_list(), outlines=b"CBDT"),
        font(first_plane_list(), encoding=(3, 0)),
        font(struct.pack(">HHH", 6, 10, 0)),
        font(first_plane_list())[:70],
        font(first_plane_list(glyphs=())),
    ],
    ids=["empty", "words", "bitmaps only", "symbols only", "unknown list", "cut", "glyphs missing"],
)
def test_what_cannot_be_read_draws_nothing(data: bytes) -> None:
    assert drawn_by(data, "ABCabc") == ""


@given(st.binary(max_size=200), st.integers(0, 120))
def test_no_file_breaks_the_reading(noise: bytes, place: int) -> None:
    whole = font(first_plane_list())
    assert len(drawn_by(noise, "ab")) <= 2
    assert len(drawn_by(whole[:place] + noise + whole[place:], "ab")) <= 2
