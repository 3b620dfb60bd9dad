"""What a file is by its first bytes, before anything of it is decoded, and whether it may be a picture here."""

import gzip
import re
from dataclasses import dataclass
from io import BytesIO
from math import ceil

MOST_BYTES = 20_000_000
FORMATS = {
    "PNG": ("png", "image/png"),
    "JPEG": ("jpg", "image/jpeg"),
    "GIF": ("gif", "image/gif"),
    "WEBP": ("webp", "image/webp"),
    "AVIF": ("avif", "image/avif"),
}
EXTENSIONS = tuple(extension for extension, _ in FORMATS.values())
HEIC_BRANDS = frozenset((b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"))
IS_BROKEN = "it is broken: it cannot be shown whole"
TAKES_MEMORY = "it takes too much memory: save it with fewer pixels or frames"
TAKES_TIME = "it takes too long to decode: save it with fewer pixels or frames"


class PictureRefused(ValueError):
    """A file that cannot be a picture here. Its text is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture as it may be shown: its bytes, and its size in pixels."""

    data: bytes
    width: int
    height: int


def format_of(data: bytes) -> str:
    """The format of a file by its size and its first bytes. Raises PictureRefused for all but five of them."""
    if len(data) > MOST_BYTES:
        raise PictureRefused(too_large(len(data)))
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


def too_large(size: int) -> str:
    """Why a file of so many bytes cannot be a picture here."""
    return f"it has {ceil(size / 1e5) / 10:,g} MB; {MOST_BYTES // 1_000_000} MB are the most"


def is_svg(data: bytes) -> bool:
    """Whether a file is an SVG drawing, packed or not."""
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.GzipFile(fileobj=BytesIO(data)).read(4096)
        except (OSError, EOFError, ValueError):
            return False
    return re.search(rb"<(?:\w+:)?svg\b", data[:4096].replace(b"\0", b"")) is not None
