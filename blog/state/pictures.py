"""What a picture may be, and what is taken out of it before anybody sees it.

Its format is read off its bytes, never off its name. The size is checked in the header before anything is
decoded. It is turned upright, and position, serial numbers, thumbnails and comments are removed; the colour
profile and all frames of an animation stay. A picture that has nothing to remove keeps its bytes.
"""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image, ImageSequence

from blog.state.metadata import STRIP
from blog.state.picture_formats import IS_BROKEN, TAKES_MEMORY, PictureRefused, Shown, format_of

MOST_PIXELS = 50_000_000
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


def tidy(data: bytes) -> Shown:
    """The picture that `data` holds, upright and without metadata. Raises PictureRefused."""
    form = format_of(data)
    try:
        return upright(data, form)
    except PictureRefused:
        raise
    except MemoryError as error:
        raise PictureRefused(TAKES_MEMORY) from error
    except BROKEN as error:
        raise PictureRefused(IS_BROKEN) from error


def upright(data: bytes, form: str) -> Shown:
    """The picture to show."""
    stripped, exif = STRIP[form](data) if form in STRIP else (data, b"")
    image = Image.open(BytesIO(stripped), formats=[form])
    refuse_size(image)
    if form == "AVIF":
        stripped, exif = without_boxes(image, data)
    image.load()
    turn = TURNS.get(orientation(exif))
    if turn is None or getattr(image, "is_animated", False):
        return Shown(stripped, image.width, image.height)
    turned = image.transpose(turn)
    return Shown(encoded(turned, form, image.info), turned.width, turned.height)


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
