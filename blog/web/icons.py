"""The site's icon as pictures, for those who ask for one by its customary name: the bokashi of icon.svg."""

from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

INK, PAPER = (34, 66, 104), (248, 244, 234)
BEGINS = 0.3
"""How far down the colour begins to end."""

ICO_SIZES = [(16, 16), (32, 32), (48, 48)]
TOUCH_SIZE = 180


@cache
def favicon() -> bytes:
    """The icon as ICO in the three customary sizes, with round corners."""
    picture = gradation(192)
    corners = Image.new("L", picture.size)
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, 191, 191), radius=36, fill=255)
    picture.putalpha(corners)
    return written(picture, "ICO", sizes=ICO_SIZES)


@cache
def touch_icon() -> bytes:
    """The icon as PNG for home screens, which round the corners themselves."""
    return written(gradation(TOUCH_SIZE), "PNG", optimize=True)


def gradation(size: int) -> Image.Image:
    """A square in which the ink ends softly."""
    column = Image.new("RGB", (1, size))
    for line in range(size):
        share = max(0.0, (line / (size - 1) - BEGINS) / (1 - BEGINS))
        red, green, blue = (round(ink + (paper - ink) * share) for ink, paper in zip(INK, PAPER, strict=True))
        column.putpixel((0, line), (red, green, blue))
    return column.resize((size, size))


def written(picture: Image.Image, name: str, **options: object) -> bytes:
    """A picture in a file format."""
    file = BytesIO()
    picture.save(file, name, **options)
    return file.getvalue()
