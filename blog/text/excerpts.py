"""Cuts plain text to a length: between words where it can, and never within what is seen as one sign."""

import unicodedata

JOINERS = "\u200d\ufe0e\ufe0f"


def excerpt(plain: str, limit: int = 200) -> str:
    """Return the text on one line, at most `limit` characters, ending with … when something was cut."""
    line = " ".join(plain.split())
    if len(line) <= limit:
        return line
    end = line.rfind(" ", limit // 2, limit)
    if end < 0:
        end = whole_signs(line, max(limit - 1, 0))
    return line[:end].rstrip(" ,;:–—-(") + "…"


def whole_signs(text: str, end: int) -> int:
    """Move a cut back to where no accent, joined emoji or flag is torn."""
    while 0 < end < len(text) and tears(text, end):
        end -= 1
    return end


def tears(text: str, at: int) -> bool:
    """Tell whether the characters on both sides of a cut belong together (Unicode Annex 29, simplified)."""
    before, after = text[at - 1], text[at]
    if before == "\u200d" or after in JOINERS or unicodedata.category(after)[0] == "M":
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= "\U000e007f":
        return True
    return is_regional(after) and is_regional(before) and regionals_before(text, at) % 2 == 1


def is_regional(char: str) -> bool:
    """Tell the letters that make flags in pairs."""
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def regionals_before(text: str, at: int) -> int:
    """Count the flag letters that end at a place."""
    start = at
    while start and is_regional(text[start - 1]):
        start -= 1
    return at - start
