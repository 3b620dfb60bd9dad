"""Pictures for tests, made on the spot."""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image

SERIAL = "SN-4711-0815"
RED, BLUE = (255, 0, 0), (0, 0, 255)


def corner(width: int = 40, height: int = 20) -> Image.Image:
    """A blue picture whose upper left corner is red."""
    image = Image.new("RGB", (width, height), BLUE)
    image.paste(RED, (0, 0, width // 4, height // 4))
    return image


def exif(orientation: int = 1) -> bytes:
    """A camera's EXIF block: orientation, position, serial number."""
    block = Image.Exif()
    block[0x0112] = orientation
    block.get_ifd(0x8825)[1] = "N"
    block.get_ifd(0x8825)[2] = (51.0, 30.0, 26.0)
    block.get_ifd(0x8769)[0xA431] = SERIAL
    return block.tobytes()


def picture(form: str = "PNG", image: Image.Image | None = None, **options: Any) -> bytes:
    """The file of a picture."""
    out = BytesIO()
    (image or corner()).save(out, form, **options)
    return out.getvalue()


def animation(form: str) -> bytes:
    """Three frames with differing durations."""
    frames = [Image.new("RGB", (16, 16), (shade, 10, 255 - shade)) for shade in (0, 100, 200)]
    return picture(form, frames[0], save_all=True, append_images=frames[1:], duration=[100, 200, 300], loop=3)


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def huge_png(width: int, height: int) -> bytes:
    """A small file of a huge picture, one bit for each pixel."""
    packed = zlib.compressobj(9)
    rows = b"".join(packed.compress(b"\0" * (1 + width // 8)) for _ in range(height)) + packed.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HEIC = struct.pack(">I", 24) + b"ftypheic\0\0\0\0mif1heic" + b"\0" * 40
