"""Share pictures, kept under names made of everything that goes into them, so that none can be stale.

A file that is broken or gone is drawn again, and a folder that cannot be written to costs time and nothing else.
"""

import hashlib
import json
import logging
from io import BytesIO
from pathlib import Path

import PIL
from flask import current_app
from PIL import Image

from blog.state.files import write_whole
from blog.state.fonts import Fonts, system_fonts
from blog.state.share_picture import VERSION, Words, draw

log = logging.getLogger(__name__)
MOST_PICTURES = 1000
BROKEN = (OSError, ValueError, SyntaxError, EOFError)


def share_picture(words: Words) -> bytes:
    """The picture with these words, as a PNG file."""
    fonts = system_fonts()
    path = folder() / f"{digest(words, PIL.__version__, *fonts.files)}.png"
    return kept(path) or drawn(words, fonts, path)


def drawn(words: Words, fonts: Fonts, path: Path) -> bytes:
    """A new picture, kept in a file; where a font turns out to be broken or gone, one in the bundled font."""
    try:
        data = draw(words, fonts)
    except OSError as error:
        log.warning("A font cannot be used: %s", error)
        return draw(words, Fonts())
    keep(path, data)
    return data


def digest(words: Words, *more: str) -> str:
    """A name for the picture with these words, in hex."""
    parts = json.dumps([VERSION, words.title, words.above, words.below, *more])
    return hashlib.sha256(parts.encode()).hexdigest()


def folder() -> Path:
    """Where the pictures of this site are kept."""
    instance: Path = current_app.extensions["settings"].instance
    return instance / "cache" / "share"


def kept(path: Path) -> bytes | None:
    """The picture in a file; None where there is none, or no whole one."""
    try:
        data = path.read_bytes()
        Image.open(BytesIO(data), formats=["PNG"]).verify()
    except BROKEN:
        return None
    return data


def keep(path: Path, data: bytes) -> None:
    """Keep a picture for the next time, in place of the oldest ones where there are many."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.parent.chmod(0o700)
        write_whole(path, data)
        files = sorted(path.parent.glob("*.png"), key=lambda file: file.stat().st_mtime)
        for old in files[:-MOST_PICTURES]:
            old.unlink(missing_ok=True)
    except OSError as error:
        log.warning("A share picture is not kept: %s", error)
