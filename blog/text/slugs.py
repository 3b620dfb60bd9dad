"""Slugs: the readable end of an address, made from a title in any script."""

import re
import unicodedata
from urllib.parse import quote

MAX_CHARACTERS = 100
MAX_ENCODED = 240
"""Characters of a slug once it is percent-encoded; a file name made from it stays under 255 bytes."""

JOINERS = "\u200c\u200d"
NO_WORDS = re.compile(r"[^\w]+")
IS_SELECTOR = re.compile("[\u034f\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def slugify(title: str) -> str:
    """Return lower-case words with hyphens between them, or "" for a title without any letter or digit.

    Letters keep their script, their composed accents, and the vowels and other signs that some scripts write around
    them (see `is_sign`). Without those signs, what remains matches `\\w([\\w-]*\\w)?`.
    """
    kept = "".join(filter(is_kept, lowered(title)))
    # What stood apart may compose now.
    return shortened(hyphenated(unicodedata.normalize("NFC", kept)).strip("-_"))


def lowered(text: str) -> str:
    """Return a text in small composed letters (NFC); of the large Turkish i, no dot remains beside the small one."""
    small = unicodedata.normalize("NFC", text).lower().replace("i\u0307", "i")
    return unicodedata.normalize("NFC", small)


def is_kept(char: str) -> bool:
    """Tell what a slug keeps: all but apostrophes, and marks that are neither part of a letter nor a sign."""
    return char not in "'’" and (unicodedata.category(char)[0] != "M" or is_sign(char))


def hyphenated(text: str) -> str:
    """Return a text with one hyphen for all that stands between two words; a slug in the form of one is itself."""
    return NO_WORDS.sub(between, text)


def between(found: re.Match[str]) -> str:
    """Return what a slug has for a run of characters that are neither letters nor digits: signs stay with a letter."""
    run, before = found[0], found.string[: found.start()][-1:]
    rest = run if before in ("", "_") else run.lstrip("".join(filter(is_sign, run)))
    signs = run.removesuffix(rest)
    return signs if signs and not rest.strip(JOINERS) else f"{signs}-"


def is_sign(char: str) -> bool:
    """Tell the marks without which words of a script cannot be read, as the vowels of Indian and Thai ones.

    Accents, and the points of Hebrew and Arabic, are none: there are words without them (Unicode, combining classes).
    """
    known = unicodedata.category(char) in ("Mn", "Mc") and not IS_SELECTOR.match(char)
    return known and (unicodedata.combining(char) < 10 or 84 <= unicodedata.combining(char) <= 132)


def shortened(slug: str) -> str:
    """Cut a slug at a word border where there is one in its later half, and never inside a character."""
    end = len(slug)
    while end > MAX_CHARACTERS or len(quote(slug[:end])) > MAX_ENCODED or is_sign(slug[end : end + 1] or "-"):
        end -= 1 if end <= MAX_CHARACTERS else end - MAX_CHARACTERS
    border = slug.rfind("-", end // 2, end + 1)
    return slug[: border if end < len(slug) and border > 0 else end].strip("-_")
