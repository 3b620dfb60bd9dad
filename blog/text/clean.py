"""What is done to every text on its way in, and nothing more: the author's characters stay as they are."""

import re
import unicodedata

UNWANTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufeff\ufffe\uffff\ufdd0-\ufdef]")
LINE_ENDS = re.compile(r"\r\n?")
INVISIBLE = re.compile(r"[\s\u200b]+")
HYPHENATION = re.compile("[\u00ad\u2060]+")


def clean(source: str) -> str:
    """Return a text with line ends as LF and without what no database, feed or browser takes.

    Gone are byte order marks, control characters but tab and line end, lone surrogates and noncharacters.
    """
    return UNWANTED.sub("", LINE_ENDS.sub("\n", source))


def whole_words(text: str) -> str:
    """Return a text without what says where a word may be broken and where not (soft hyphens, word joiners)."""
    return HYPHENATION.sub("", text)


def clean_line(text: str) -> str:
    """Return a text fit for one line, such as a title: composed letters (NFC), whole words, single blanks between.

    What is only joiners and other invisible signs is empty.
    """
    line = INVISIBLE.sub(" ", whole_words(clean(text))).strip()
    return unicodedata.normalize("NFC", line) if any(is_visible(char) for char in line) else ""


def is_visible(char: str) -> bool:
    """Tell whether a character shows anything by itself."""
    return unicodedata.category(char) not in {"Cf", "Cc", "Zs", "Zl", "Zp", "Mn", "Me"}
