"""What a picture's file says beside its pixels, taken out without touching them.

Each function keeps the parts of its container that are needed to show the picture as it is (colour profile
and animation among them) and drops the rest: position, serial numbers, thumbnails, comments, editing history.
What follows the picture's own end goes too. A container that breaks its own rules raises ValueError.
"""

import re
import struct
from collections.abc import Callable

Stripped = tuple[bytes, bytes]  # the file without metadata, and the EXIF block that was in it

PNG_KEPT = frozenset(
    b"IHDR PLTE tRNS IDAT IEND acTL fcTL fdAT gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs hIST mDCV cLLI".split()
)
WEBP_KEPT = frozenset((b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP"))
WEBP_METADATA_FLAGS = 0x0C
GIF_KEPT = frozenset((b"NETSCAPE2.0", b"ANIMEXTS1.0", b"ICCRGBG1012"))
JPEG_MARKER = re.compile(rb"\xff+([^\x00\xd0-\xd7\xff])")
STEP = 128 * 1024
START_OF_SCAN, END_OF_IMAGE, COMMENT = 0xDA, 0xD9, 0xFE


def strip_jpeg(data: bytes) -> Stripped:
    """Keep the segments that decode the picture, the JFIF and Adobe marks and the colour profile (T.81)."""
    kept, exif, place = [data[:2]], b"", 2
    while match := next_marker(data, place):
        kept.append(data[place : match.start()])
        if match[1][0] == END_OF_IMAGE:
            return b"".join((*kept, b"\xff\xd9")), exif
        place = match.end() + number(data, match.end(), ">H")
        segment = data[match.end() + 2 : place]
        if segment.startswith(b"Exif\0\0") and match[1][0] == 0xE1:
            exif = exif or segment
        if jpeg_keeps(match[1][0], segment):
            kept.append(b"\xff" + data[match.end() - 1 : place])
    raise ValueError("no end of image")


def next_marker(data: bytes, place: int) -> re.Match[bytes] | None:
    """The next marker of a JPEG file, looked for in steps: no other thread runs while one search does."""
    steps = range(place, len(data), STEP)
    return next(filter(None, (JPEG_MARKER.search(data, step, step + STEP + 1) for step in steps)), None)


def jpeg_keeps(marker: int, segment: bytes) -> bool:
    """Whether a segment of a JPEG file is needed to show the picture."""
    if marker == 0xE0:
        return segment.startswith(b"JFIF\0")
    if marker == 0xE2:
        return segment.startswith(b"ICC_PROFILE\0")
    return marker == 0xEE or not (0xE0 <= marker <= 0xEF or marker == COMMENT)


def strip_png(data: bytes) -> Stripped:
    """Keep the chunks that hold pixels, colours and animation (PNG, third edition)."""
    kept, exif, place = [data[:8]], b"", 8
    while True:
        name, end = data[place + 4 : place + 8], place + 12 + number(data, place, ">I")
        if end > len(data):
            raise ValueError("a chunk ends after the file")
        if name == b"eXIf":
            exif = data[place + 8 : end - 4]
        if name in PNG_KEPT:
            kept.append(data[place:end])
        if name == b"IEND":
            return b"".join(kept), exif
        place = end


def strip_webp(data: bytes) -> Stripped:
    """Keep the chunks that hold pixels, colours and animation, and say so in the header (RFC 9649)."""
    kept, exif, place = [], b"", 12
    end_of_file = min(len(data), 8 + number(data, 4, "<I"))
    while place + 8 <= end_of_file:
        name, size = data[place : place + 4], number(data, place + 4, "<I")
        end = place + 8 + size + size % 2
        if name == b"EXIF":
            exif = data[place + 8 : place + 8 + size]
        if name in WEBP_KEPT:
            kept.append(without_flags(data[place:end]) if name == b"VP8X" else data[place:end])
        place = end
    body = b"WEBP" + b"".join(kept)
    return b"RIFF" + struct.pack("<I", len(body)) + body, exif


def without_flags(header: bytes) -> bytes:
    """A WebP header that announces no metadata."""
    return header[:8] + bytes((header[8] & ~WEBP_METADATA_FLAGS,)) + header[9:]


def strip_gif(data: bytes) -> Stripped:
    """Keep the pictures, their timing, the loop and the colour profile (GIF89a)."""
    place = 13 + colours(data[10])
    kept = [data[:place]]
    while data[place] != 0x3B:
        end = gif_block_end(data, place)
        if gif_keeps(data, place):
            kept.append(data[place:end])
        place = end
    return b"".join((*kept, b";")), b""


def colours(flags: int) -> int:
    """The bytes of the colour table that a GIF descriptor announces."""
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0


def gif_block_end(data: bytes, place: int) -> int:
    """Where a block of a GIF file ends: after its empty sub-block."""
    if data[place] == 0x2C:
        place += 11 + colours(data[place + 9])
    elif data[place] == 0x21:
        place += 2
    else:
        raise ValueError("an unknown block")
    while data[place]:
        place += 1 + data[place]
    return place + 1


def gif_keeps(data: bytes, place: int) -> bool:
    """Whether a block of a GIF file is needed to show it."""
    if data[place] != 0x21 or data[place + 1] == 0xF9:
        return True
    return data[place + 1] == 0xFF and data[place + 3 : place + 14] in GIF_KEPT


def number(data: bytes, place: int, form: str) -> int:
    """The number at a place of a file. Raises ValueError after its end."""
    try:
        return int(struct.unpack_from(form, data, place)[0])
    except struct.error as error:
        raise ValueError("the file is cut short") from error


STRIP: dict[str, Callable[[bytes], Stripped]] = {
    "JPEG": strip_jpeg,
    "PNG": strip_png,
    "WEBP": strip_webp,
    "GIF": strip_gif,
}
