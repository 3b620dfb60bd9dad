"""What a picture may be, and what is taken out of it before anybody sees it.

Its format is read off its bytes, never off its name. The size is checked in the header before anything is
decoded. It is turned upright, and position, serial numbers, thumbnails and comments are removed; the colour
profile and all frames of an animation stay. A picture that has nothing to remove keeps its bytes.
"""

import gzip
import re
import struct
import zlib
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image, ImageSequence

from blog.state.metadata import STRIP

MOST_BYTES = 20_000_000
MOST_PIXELS = 50_000_000
FORMATS = {
    "PNG": ("png", "image/png"),
    "JPEG": ("jpg", "image/jpeg"),
    "GIF": ("gif", "image/gif"),
    "WEBP": ("webp", "image/webp"),
    "AVIF": ("avif", "image/avif"),
}
EXTENSIONS = tuple(extension for extension, _ in FORMATS.values())
HEIC_BRANDS = frozenset((b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"))
ORIENTATION = 0x0112
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
QUALITY: dict[str, dict[str, Any]] = {
    "JPEG": {"quality": 92},
    "WEBP": {"quality": 92},
    "AVIF": {"quality": 85},
}
# What Pillow and our own readers raise for files that break their format's rules.
BROKEN = (
    OSError, ValueError, SyntaxError, EOFError, LookupError, TypeError, RuntimeError, ArithmeticError, MemoryError,
    struct.error, zlib.error,
)  # fmt: skip

# Pillow only warns below twice its own limit; ours is checked right after the header.
Image.MAX_IMAGE_PIXELS = None


class PictureRefused(ValueError):
    """A file that cannot be a picture here. Its text is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class Tidy:
    """A picture as it may be shown: its bytes, what they are, and its size in pixels."""

    data: bytes
    extension: str
    media_type: str
    width: int
    height: int


def tidy(data: bytes) -> Tidy:
    """The picture that `data` holds, upright and without metadata. Raises PictureRefused."""
    if len(data) > MOST_BYTES:
        raise PictureRefused(f"it has {len(data) / 1e6:.0f} MB; {MOST_BYTES // 1_000_000} MB are the most")
    form = format_of(data)
    try:
        shown, width, height = upright(data, form)
    except PictureRefused:
        raise
    except BROKEN as error:
        raise PictureRefused("it is broken: it cannot be shown whole") from error
    return Tidy(shown, *FORMATS[form], width, height)


def format_of(data: bytes) -> str:
    """The format of a file by its first bytes. Raises PictureRefused for all but five of them."""
    brands = frozenset(data[place : place + 4] for place in range(8, min(len(data), 64), 4))
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "PNG"
    if data[:3] == b"\xff\xd8\xff":
        return "JPEG"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "GIF"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp" and brands & {b"avif", b"avis"}:
        return "AVIF"
    if data[4:8] == b"ftyp" and brands & HEIC_BRANDS:
        raise PictureRefused("it is a HEIC photo, which browsers do not show: save it as JPEG first")
    if is_svg(data):
        raise PictureRefused("it is an SVG drawing, which can carry scripts: save it as PNG first")
    raise PictureRefused("it is none of PNG, JPEG, GIF, WebP and AVIF" if data else "it is empty")


def is_svg(data: bytes) -> bool:
    """Whether a file is an SVG drawing, packed or not."""
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.GzipFile(fileobj=BytesIO(data)).read(4096)
        except (OSError, EOFError, ValueError):
            return False
    return re.search(rb"<(?:\w+:)?svg\b", data[:4096].replace(b"\0", b"")) is not None


def upright(data: bytes, form: str) -> tuple[bytes, int, int]:
    """The bytes to show, with width and height."""
    stripped, exif = STRIP[form](data) if form in STRIP else (data, b"")
    image = Image.open(BytesIO(stripped), formats=[form])
    refuse_size(image)
    if form == "AVIF":
        stripped, exif = without_boxes(image, data)
    image.load()
    turn = TURNS.get(orientation(exif))
    if turn is None or getattr(image, "is_animated", False):
        return stripped, image.width, image.height
    turned = image.transpose(turn)
    return encoded(turned, form, image.info), turned.width, turned.height


def refuse_size(image: Image.Image) -> None:
    """Raise PictureRefused for a picture with too many pixels, before they are decoded."""
    pixels = image.width * image.height
    if pixels > MOST_PIXELS:
        raise PictureRefused(f"it has {pixels / 1e6:.0f} megapixels; {MOST_PIXELS // 1_000_000} are the most")


def orientation(exif: bytes) -> int:
    """The orientation that an EXIF block names, 1 where it names none."""
    found = Image.Exif()
    try:
        found.load(exif)
        return int(found.get(ORIENTATION, 1))
    except BROKEN:
        return 1


def encoded(image: Image.Image, form: str, info: dict[Any, Any]) -> bytes:
    """A picture's file, with its colour profile and nothing else beside the pixels."""
    out = BytesIO()
    image.save(out, form, icc_profile=info.get("icc_profile"), exif=b"", **QUALITY.get(form, {}))
    return out.getvalue()


def without_boxes(image: Image.Image, data: bytes) -> tuple[bytes, bytes]:
    """An AVIF file without metadata: written anew where it has any, for its parts point into one another."""
    exif = image.info.get("exif") or b""
    if not exif and not image.info.get("xmp"):
        return data, b""
    out = BytesIO()
    frames = [frame.copy() for frame in ImageSequence.Iterator(image)]
    profile = image.info.get("icc_profile")
    durations = [frame.info.get("duration", 0) for frame in frames]
    frames[0].save(
        out, "AVIF", save_all=len(frames) > 1, append_images=frames[1:], duration=durations,
        icc_profile=profile, exif=b"", xmp=b"", **QUALITY["AVIF"],
    )  # fmt: skip
    image.seek(0)
    return out.getvalue(), exif
