"""The picture that stands for a page where its address is shared: its title on paper, under a soft edge of colour.

Pure: the same words and fonts give the same bytes. The colours are the light ones of `static/site.css`.
"""

from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageDraw

from blog.state.fonts import Fonts, face
from blog.state.line_breaking import Block, fit, leading
from blog.state.typesetting import REFERENCE, Setting, setting

# Goes up whenever the same words are drawn otherwise than before.
VERSION = "1"
WIDTH, HEIGHT = 1200, 630
PAPER, INK, SOFT, ACCENT, SKY = "#f8f4ea", "#231f19", "#615849", "#24487a", "#224268"
MARGIN = 88
INSIDE = WIDTH - 2 * MARGIN
EDGE, EDGE_INK = 132, 245
ABOVE_BASE, TITLE_TOP, RULE_TOP, BELOW_BASE = 174, 186, 524, 580
TITLE_HEIGHT = 290
RULE_WIDTH, RULE_HEIGHT = 72, 4
SMALL = 30
TITLE_SIZES = (84, 74, 65, 57, 50, 44, 36)


@dataclass(frozen=True, slots=True)
class Words:
    """What stands on a picture; each may be empty."""

    title: str
    above: str
    below: str


def draw(words: Words, fonts: Fonts) -> bytes:
    """The picture as a PNG file. A title that the fonts cannot draw right gives its place to what stands below."""
    title, above, below = (setting(text, fonts) for text in (words.title, words.above, words.below))
    if title is None:
        title, below = below, None
    at_right = title is not None and title.is_rtl
    sheet = paper()
    pen = ImageDraw.Draw(sheet)
    if above:
        write(pen, above, one_line(above), ABOVE_BASE, ACCENT, at_right)
    if title:
        block = fit(title, TITLE_SIZES, INSIDE, TITLE_HEIGHT)
        write(pen, title, block, TITLE_TOP + block.leading, INK, at_right)
    if below:
        rule = WIDTH - MARGIN - RULE_WIDTH if at_right else MARGIN
        pen.rectangle((rule, RULE_TOP, rule + RULE_WIDTH - 1, RULE_TOP + RULE_HEIGHT - 1), fill=ACCENT)
        write(pen, below, one_line(below), BELOW_BASE, SOFT, at_right)
    return encoded(sheet)


def one_line(text: Setting) -> Block:
    """A text in the small size."""
    return fit(text, (SMALL,), INSIDE, leading(SMALL))


def paper() -> Image.Image:
    """The empty sheet: colour wiped along its upper edge, fading into the paper."""
    sheet = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    fading = bytes(round(EDGE_INK * (1 - row / EDGE) ** 2) for row in range(EDGE))
    mask = Image.frombytes("L", (1, EDGE), fading).resize((WIDTH, EDGE))
    sheet.paste(SKY, (0, 0), mask)
    return sheet


def write(pen: ImageDraw.ImageDraw, text: Setting, block: Block, base: int, ink: str, at_right: bool) -> None:
    """Put lines on the sheet, the first of them on the baseline `base`."""
    for number, line in enumerate(block.lines):
        x = WIDTH - MARGIN - text.width(line) * block.size / REFERENCE if at_right else float(MARGIN)
        for font, run in text.runs(line):
            drawn, place = face(font, block.size), (x, base + number * block.leading)
            pen.text(place, run, fill=ink, font=drawn, anchor="ls", direction=text.direction)
            x += drawn.getlength(run, direction=text.direction)


def encoded(sheet: Image.Image) -> bytes:
    """The sheet as a PNG file without metadata."""
    out = BytesIO()
    sheet.save(out, "PNG")
    return out.getvalue()
