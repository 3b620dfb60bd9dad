"""Slugs: the readable end of an address, made from a title in any script."""

import re
import unicodedata
from urllib.parse import quote

MAX_CHARACTERS = 100
MAX_ENCODED = 240
"""Characters of a slug once it is percent-encoded; a file name made from it stays under 255 bytes."""


def slugify(title: str) -> str:
    """Return lower-case words with hyphens between them, or "" for a title without any letter or digit.

    Letters keep their script and their composed accents, but lose signs that are characters of their own (as the
    vowel signs of Indian scripts are), for those are no `\\w`; what remains matches `\\w([\\w-]*\\w)?`.
    """
    lowered = unicodedata.normalize("NFC", unicodedata.normalize("NFC", title).lower())
    kept = "".join(char for char in lowered if char not in "'’" and unicodedata.category(char)[0] != "M")
    # What stood apart may compose now.
    words = re.sub(r"[^\w]+", "-", unicodedata.normalize("NFC", kept))
    return shortened(words.strip("-_"))


def shortened(slug: str) -> str:
    """Cut a slug at a word border where there is one in its later half, and never inside a character."""
    end = len(slug)
    while end > MAX_CHARACTERS or len(quote(slug[:end])) > MAX_ENCODED:
        end -= 1 if end <= MAX_CHARACTERS else end - MAX_CHARACTERS
    border = slug.rfind("-", end // 2, end + 1)
    return slug[: border if end < len(slug) and border > 0 else end].strip("-_")
