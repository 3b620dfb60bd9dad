"""The fonts of this machine, best first, and which of them draws what.

They are looked for once, in the folders where systems keep them. Where there are none, Pillow's own font
draws Latin letters.
"""

import os
import re
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import ImageFont

from blog.state.font_coverage import Coverage

FOLDERS = (
    *("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
    *("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    *("C:/Windows/Fonts", "~/AppData/Local/Microsoft/Windows/Fonts"),
)
ENDINGS = (".ttf", ".otf", ".ttc", ".otc")
MOST_FONTS = 1000
BUNDLED = ""
# By file name, in small letters and digits only. Book faces first, in the order of the stylesheet's own taste.
PREFERRED = (
    *("sourceserif4regular", "sourceserifproregular", "notoserifregular", "iowanoldstyle", "palatino", "pala"),
    *("georgia", "liberationserifregular", "dejavuserif", "timesnewroman", "times", "notoserifcjkregular"),
)
BOOKISH = re.compile(r"serif|mincho|明朝|ming|song|batang|myungjo|myeongjo|naskh")
# Other cuts than the upright regular one, and fonts whose signs are no text.
UNWANTED = re.compile(
    r"bold|italic|oblique|light|thin|black|medium|heavy|condensed|narrow|mono|display|looped|unjoined|rashi|kufi"
    r"|nastaliq|emoji|symbol|lastresort|blank|math|music"
)


@dataclass(frozen=True, slots=True)
class Fonts:
    """Font files, best first. The bundled font comes after them all."""

    files: tuple[str, ...] = ()

    def covering(self, text: str) -> str | None:
        """The best font that draws all of a text by itself, None where there is none."""
        able = (font for font in (*self.files, BUNDLED) if draws(font, text) and is_sound(font))
        return next(able, None)


def draws(font: str, text: str) -> bool:
    """Whether a font has every character of a text."""
    return all(character in coverage(font) for character in text)


@lru_cache(maxsize=MOST_FONTS + 1)
def is_sound(font: str) -> bool:
    """Whether a font file can be opened."""
    try:
        return bool(face(font, 20))
    except OSError:
        return False


@lru_cache(maxsize=1)
def system_fonts() -> Fonts:
    """The fonts of this machine."""
    return fonts_in(FOLDERS)


def fonts_in(folders: tuple[str, ...]) -> Fonts:
    """The fonts that lie in some folders, at any depth."""
    found = {file for folder in folders for file in files_below(folder) if not UNWANTED.search(plain_name(file))}
    return Fonts(tuple(sorted(found, key=rank)[:MOST_FONTS]))


def files_below(folder: str) -> list[str]:
    """The font files below a folder; none where it is not there or may not be read."""
    try:
        start = Path(folder).expanduser()
    except RuntimeError:
        return []
    walk = os.walk(start)
    return [str(Path(place, name)) for place, _, names in walk for name in names if name.lower().endswith(ENDINGS)]


def plain_name(file: str) -> str:
    """The name of a font file in small letters and digits only."""
    return re.sub(r"[\W_]", "", Path(file).stem.lower())


def rank(file: str) -> tuple[int, str]:
    """What font files are sorted by: the preferred ones, other bookish ones, all others."""
    name = plain_name(file)
    if name in PREFERRED:
        return PREFERRED.index(name), file
    return len(PREFERRED) + (not BOOKISH.search(name)), file


@lru_cache(maxsize=MOST_FONTS + 1)
def coverage(font: str) -> Coverage:
    """The characters that a font draws."""
    try:
        with BytesIO(bundled_data()) if font == BUNDLED else Path(font).open("rb") as stream:
            return Coverage(stream)
    except OSError:
        return Coverage(BytesIO())


@lru_cache(maxsize=1)
def bundled_data() -> bytes:
    """The file of the bundled font."""
    path = getattr(ImageFont.load_default(20), "path", None)
    return path.getvalue() if isinstance(path, BytesIO) else b""


@lru_cache(maxsize=32)
def face(font: str, size: int) -> ImageFont.FreeTypeFont:
    """A font in a size, in pixels."""
    return ImageFont.truetype(font if font != BUNDLED else BytesIO(bundled_data()), size)
