"""Words and numbers of the interface that depend on one another."""

from functools import lru_cache

from markupsafe import Markup

from blog.models import Kind
from blog.writing.fields import LANGUAGE

SINGULAR = {Kind.ESSAY: "essay", Kind.FIELD_NOTE: "field note", Kind.THOUGHT: "thought"}
PLURAL = {Kind.ESSAY: "essays", Kind.FIELD_NOTE: "field notes", Kind.THOUGHT: "thoughts"}

# Written from right to left.
LEFTWARD = frozenset(("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"))


@lru_cache(maxsize=256)
def tongue(language: str) -> Markup:
    """The attributes that say in which language a text is and which way it runs; none where that is not said."""
    if not LANGUAGE.fullmatch(language):
        return Markup()
    way = "rtl" if language.split("-")[0].lower() in LEFTWARD else "ltr"
    return Markup(' lang="{}" dir="{}"').format(language, way)


def is_ours(language: str) -> bool:
    """Whether a language is the one in which the interface speaks: English."""
    return language.split("-")[0].lower() == "en"


def counted(number: int, kind: Kind | None = None) -> str:
    """The number of pieces with the word for them: "30 pieces", "1 field note"."""
    one, many = (SINGULAR[kind], PLURAL[kind]) if kind else ("piece", "pieces")
    return f"{number:,} {one if number == 1 else many}"


def count_sentence(number: int, kind: Kind | None = None, topic: str = "") -> str:
    """What a list says of itself: "5 pieces about Linux & hardware", "No essays yet"."""
    about = f" about {topic}" if topic else ""
    if number == 0:
        return f"No {PLURAL[kind] if kind else 'pieces'}{about} yet"
    return f"{counted(number, kind)}{about}"


def list_title(kind: Kind | None = None, topic: str = "") -> str:
    """The title of a list: "Writing", "Essays", "Field notes about Typography"."""
    if not kind and not topic:
        return "Writing"
    word = PLURAL[kind].capitalize() if kind else "Writing"
    return f"{word} about {topic}" if topic else word
