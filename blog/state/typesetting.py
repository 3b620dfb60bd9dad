"""What of a text can be drawn, and in which fonts.

Where the fonts at hand cannot draw a text right, nothing of it is: no empty boxes, no torn words.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from PIL import features

from blog.state.fonts import Fonts, draws, face

# Joining letters, and writing from right to left, needs Raqm, which not every Pillow has.
CAN_SHAPE = features.check("raqm")
MOST_CHARACTERS = 600
# Widths are measured once, in this size in pixels, and grow in proportion.
REFERENCE = 100
ELLIPSES = ("…", "...", "")
JOINERS = "\u200c\u200d"
# What Unicode shows as a picture by default (UTS #51), and any sign with the selector for one.
EMOJI = re.compile(
    "\u200d?(?:.\ufe0f\u20e3?|[\U0001f000-\U0001faff\U000e0000-\U000e007f\ufe00-\ufe0f"
    "\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab"
    "\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e"
    "\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55])"
)


@dataclass(frozen=True, slots=True)
class Setting:
    """A text that can be drawn: the font for each of its signs, and whether it begins at the right."""

    text: str
    fonts: dict[str, str]
    is_rtl: bool
    widths: dict[str, float] = field(default_factory=dict)

    @property
    def ellipsis(self) -> str:
        """What tells that the text goes on."""
        return next(each for each in ELLIPSES if all(sign in self.fonts for sign in each))

    @property
    def direction(self) -> str | None:
        """The direction of its lines, as Pillow takes it."""
        return ("rtl" if self.is_rtl else "ltr") if CAN_SHAPE else None

    def runs(self, text: str) -> Iterator[tuple[str, str]]:
        """A part of the text, cut where the font changes: each font with what it draws."""
        for font, run in groupby(signs(text), key=self.fonts.__getitem__):
            yield font, "".join(run)

    def width(self, text: str) -> float:
        """How wide a part of the text is in the reference size."""
        if text not in self.widths:
            self.widths[text] = sum(face(font, REFERENCE).getlength(run) for font, run in self.runs(text))
        return self.widths[text]


def setting(text: str, fonts: Fonts) -> Setting | None:
    """A text as it can be drawn; None where nothing of it can be, or not right.

    What runs from right to left is drawn by one font or not at all: its order is that of a whole line. Signs
    that no font has are left out, letters and numbers never.
    """
    text = cleaned(text)
    directions = [unicodedata.bidirectional(character) for character in text]
    has_rtl = "R" in directions or "AL" in directions
    if not CAN_SHAPE and (has_rtl or any(map(is_mark, text))):
        return None
    chosen = in_one_font(text, fonts) if has_rtl else sign_by_sign(text, fonts)
    shown = "".join(sign for sign in signs(text) if sign in chosen or is_needed(sign))
    shown = re.sub(" +", " ", shown).strip()
    if not shown.strip(JOINERS + " ") or any(sign not in chosen for sign in signs(shown)):
        return None
    strong = next((direction for direction in directions if direction in ("L", "R", "AL")), "L")
    return Setting(shown, chosen, strong != "L")


def cleaned(text: str) -> str:
    """A text on one line without emoji and without what has no look: controls and what Unicode does not know."""
    text = EMOJI.sub("", unicodedata.normalize("NFC", text[:MOST_CHARACTERS]))
    kept = (" " if c.isspace() else c for c in text if c.isspace() or c in JOINERS or not is_invisible(c))
    return re.sub(" +", " ", "".join(kept)).strip()


def is_invisible(character: str) -> bool:
    return unicodedata.category(character).startswith("C")


def is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def is_needed(sign: str) -> bool:
    """Whether a text without this sign would say something else: letters, marks and numbers."""
    return unicodedata.category(sign[0])[0] in "LMN"


def signs(text: str) -> list[str]:
    """What a reader sees as one character each: a letter with its marks. A space is always one alone."""
    found: list[str] = []
    for character in text:
        joins = is_mark(character) or character in JOINERS or (found and found[-1].endswith("\u200d"))
        if found and found[-1] != " " and character != " " and joins:
            found[-1] += character
        else:
            found.append(character)
    return found


def sign_by_sign(text: str, fonts: Fonts) -> dict[str, str]:
    """The best font for each sign of a text that any font draws."""
    found = {sign: fonts.covering(drawn(sign)) for sign in known_signs(text)}
    return {sign: font for sign, font in found.items() if font is not None}


def in_one_font(text: str, fonts: Fonts) -> dict[str, str]:
    """The best font that draws everything needed of a text, for each sign that it draws."""
    needed = "".join(drawn(sign) for sign in known_signs(text) if is_needed(sign))
    font = fonts.covering(needed + " ")
    if font is None:
        return {}
    return {sign: font for sign in known_signs(text) if draws(font, drawn(sign))}


def known_signs(text: str) -> set[str]:
    """The signs of a text, and those that stand at the end of one that is cut."""
    return {*signs(text), *"….", " "}


def drawn(sign: str) -> str:
    """A sign without its joiners, which are never drawn."""
    return sign.translate(dict.fromkeys(map(ord, JOINERS)))
