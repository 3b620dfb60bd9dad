"""Which characters a font file has outlines for, read off its `cmap` table (OpenType 1.9, "cmap")."""

import struct
from bisect import bisect_right
from collections.abc import Iterator
from typing import BinaryIO

OUTLINES = frozenset({b"glyf", b"CFF ", b"CFF2"})
# The tables of characters to read, best first: the whole of Unicode, then its first plane.
CHOICE = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3))
BROKEN = (OSError, ValueError, IndexError, KeyError, StopIteration, RuntimeError, struct.error)
NO_CHARACTER = 0xFFFF


class Coverage:
    """The characters that a font can draw. A file that is no font, or a broken one, draws none."""

    def __init__(self, stream: BinaryIO) -> None:
        try:
            spans = sorted(spans_of(stream))
        except BROKEN:
            spans = []
        self.firsts = [first for first, _ in spans]
        self.lasts = [last for _, last in spans]

    def __contains__(self, character: str) -> bool:
        place = bisect_right(self.firsts, ord(character)) - 1
        return place >= 0 and ord(character) <= self.lasts[place]


def spans_of(stream: BinaryIO) -> Iterator[tuple[int, int]]:
    """The first and the last of each span of characters that the font draws."""
    tables = directory(stream)
    if not OUTLINES & tables.keys():
        return iter(())
    table = piece(stream, *tables[b"cmap"])
    data = table[best_offset(table) :]
    kind = struct.unpack_from(">H", data)[0]
    return {4: first_plane, 12: all_planes}[kind](data)


def directory(stream: BinaryIO) -> dict[bytes, tuple[int, int]]:
    """Where each table of the (first) font in a file begins, and how long it is."""
    start = struct.unpack(">I", piece(stream, 12, 4))[0] if piece(stream, 0, 4) == b"ttcf" else 0
    (count,) = struct.unpack(">H", piece(stream, start + 4, 2))
    entries = struct.iter_unpack(">4sIII", piece(stream, start + 12, 16 * count))
    return {tag: (offset, length) for tag, _sum, offset, length in entries}


def piece(stream: BinaryIO, offset: int, length: int) -> bytes:
    """A part of a file."""
    stream.seek(offset)
    return stream.read(length)


def best_offset(table: bytes) -> int:
    """Where the best list of characters in a `cmap` table begins. Raises StopIteration for none in Unicode."""
    (count,) = struct.unpack_from(">H", table, 2)
    records = struct.iter_unpack(">HHI", table[4 : 4 + 8 * count])
    offsets: dict[tuple[int, int], int] = {(platform, encoding): offset for platform, encoding, offset in records}
    return next(offsets[each] for each in CHOICE if each in offsets)


def all_planes(data: bytes) -> Iterator[tuple[int, int]]:
    """The spans of format 12: groups of characters, whole."""
    (count,) = struct.unpack_from(">I", data, 12)
    for first, last, _glyph in struct.iter_unpack(">III", data[16 : 16 + 12 * count]):
        yield first, last


def first_plane(data: bytes) -> Iterator[tuple[int, int]]:
    """The spans of format 4: segments, in which single characters may be left out by having glyph 0."""
    count = struct.unpack_from(">H", data, 6)[0] // 2
    lasts, firsts, _deltas, offsets = (
        struct.unpack_from(f">{count}H", data, 14 + gap + 2 * count * part) for part, gap in enumerate((0, 2, 2, 2))
    )
    for index, (first, last, offset) in enumerate(zip(firsts, lasts, offsets, strict=True)):
        if first == NO_CHARACTER:
            continue
        if not offset:
            yield first, last
            continue
        glyphs = 16 + 6 * count + 2 * index + offset
        for character in range(first, last + 1):
            if struct.unpack_from(">H", data, glyphs + 2 * (character - first))[0]:
                yield character, character
