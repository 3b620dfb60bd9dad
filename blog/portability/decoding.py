"""Files as text, whatever program wrote them."""

import codecs
import re
from pathlib import Path

MOST_BYTES = 8_000_000
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
MOST_CONTROLS = 0.1
"""The part of a text that control characters may be; what has more of them is no text."""


class NoteRefused(ValueError):
    """A file of which nothing can be imported: a sentence for a person, and the line it is about, or 0."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


def read_text(path: Path) -> tuple[str, str]:
    """A file's text and the encoding it was read in. Raises NoteRefused for what is no text."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise NoteRefused(f"the file has {size / 1e6:.0f} MB; {MOST_BYTES // 1_000_000} MB are the most.")
        return decoded(path.read_bytes())
    except OSError as error:
        raise NoteRefused(f"the file cannot be read ({error.strerror or error}).") from error


def decoded(data: bytes) -> tuple[str, str]:
    """Text by its byte order mark; without one UTF-8, else Windows-1252. Raises NoteRefused.

    Stray control characters are still in it: whoever reads it cleans it.
    """
    encodings = [(encoding, len(mark)) for mark, encoding in MARKS if data.startswith(mark)][:1]
    for encoding, start in encodings or [("utf-8", 0), ("cp1252", 0)]:
        try:
            text = data[start:].decode(encoding)
        except UnicodeDecodeError:
            continue
        if len(CONTROLS.findall(text)) <= MOST_CONTROLS * len(text):
            return text, encoding
    raise NoteRefused("this is no text in UTF-8, UTF-16 or Windows-1252.")


def has_controls(text: str) -> bool:
    """Tell whether a text holds control characters that nobody typed."""
    return CONTROLS.search(text) is not None
