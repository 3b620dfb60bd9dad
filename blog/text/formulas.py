"""What stays of a formula in MathML, which no list of ours lets through: what it says of itself, or its signs."""

import html
import re

from blog.text.entities import unescape

SPOKEN = re.compile(r"<math\s(?:[^<>]*\s)?alttext\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)')", re.IGNORECASE)
ANNOTATION = re.compile(r"<annotation\s([^<>]*)>([^<>]*)</annotation>", re.IGNORECASE)
TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
OTHERS = re.compile(r"<(?!/?(?:math|m[a-z]+|semantics|annotation)(?=[\s/>]))", re.IGNORECASE)


def formula(markup: str) -> str:
    """Return a formula as HTML: its TeX as code where it has some, else its signs; "" where other tags are in it."""
    if OTHERS.search(markup):
        return ""
    told = " ".join(unescape(told_by(markup)).split())
    signs = " ".join(unescape(TAG.sub(" ", markup)).split())
    return f"<code>{html.escape(told)}</code>" if told else html.escape(signs)


def told_by(markup: str) -> str:
    """Return the TeX, or whatever else is written for those who do not see the formula; "" for nothing."""
    if spoken := SPOKEN.match(markup):
        return spoken[1] or spoken[2] or ""
    notes = (note[2] for note in ANNOTATION.finditer(markup) if "application/x-tex" in note[1].lower())
    return next(notes, "")
