"""The stylesheet: small, its colours readable by day and by night, and no rule or class without the other."""

import gzip
import re
from functools import cache
from pathlib import Path

import pytest

from blog.text.colours import CODE_CLASSES

ROOT = Path(__file__).parents[2]
MOST_BYTES = 12 * 1024
SCHEMES = ("light", "dark")
DYNAMIC = {"essay", "field-note", "thought", "holds", "partly", "no-longer", "newer", "level-3", "htmx-request"}
"""Classes that templates and htmx put together from values."""

RULE = re.compile(r"([^{};@]+)\{([^{}]*)\}")
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
BOTH = re.compile(r"light-dark\((#\w+), (#\w+)\)")
ATTRIBUTE = re.compile(r'class="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)"')
EXPRESSION = re.compile(r"\{[{%].*?[%}]\}")


@cache
def stylesheet() -> str:
    """The readers' stylesheet without comments and strings."""
    text = (ROOT / "static" / "site.css").read_text(encoding="utf-8")
    return re.sub(r'/\*.*?\*/|"[^"]*"', "", text, flags=re.DOTALL)


@cache
def tones() -> dict[str, tuple[str, str]]:
    """The tones by name: the one by day, the one by night."""
    found = re.findall(r"--(\w+): light-dark\((#\w+), (#\w+)\)", stylesheet())
    return {name: (day, night) for name, day, night in found}


def tone(value: str, scheme: str) -> str:
    """The colour that a value of the stylesheet has in a scheme."""
    named = re.fullmatch(r"var\(--(\w+)\)", value)
    both = BOTH.fullmatch(value)
    pair = tones()[named[1]] if named else (both[1], both[2]) if both else (value, value)
    return pair[SCHEMES.index(scheme)]


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio (WCAG 2.2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def code_colours() -> list[tuple[str, str]]:
    """The classes of coloured code with the value of their colour."""
    rules = ((set(CLASS.findall(selector)), body) for selector, body in RULE.findall(stylesheet()))
    coloured = ((names & CODE_CLASSES, re.search(r"(?<![\w-])color: ([^;]+);", body)) for names, body in rules)
    return [(name, found[1]) for names, found in coloured if found for name in sorted(names)]


def test_contrast_is_counted_as_the_guidelines_count_it() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_the_stylesheet_is_small() -> None:
    assert len(gzip.compress((ROOT / "static" / "site.css").read_bytes(), 9)) <= MOST_BYTES


@pytest.mark.parametrize(("name", "most"), [("read.js", 2048), ("site.js", 2496), ("wake.js", 896)])
def test_the_scripts_of_readers_are_small(name: str, most: int) -> None:
    """That of the lists may have more: it mends what htmx forgets, and finds the way back in a list that was left."""
    assert len(gzip.compress((ROOT / "static" / name).read_bytes(), 9)) <= most


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("ground", ["paper", "sheet"])
@pytest.mark.parametrize("text", ["ink", "soft", "accent", "fault"])
def test_text_can_be_read_on_paper_and_sheet(text: str, ground: str, scheme: str) -> None:
    assert contrast(tone(f"var(--{text})", scheme), tone(f"var(--{ground})", scheme)) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_marked_text_and_buttons_can_be_read(scheme: str) -> None:
    for text, ground in (("ink", "mark"), ("paper", "ink"), ("paper", "accent"), ("paper", "fault")):
        assert contrast(tone(f"var(--{text})", scheme), tone(f"var(--{ground})", scheme)) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_ring_of_the_focus_and_the_edge_of_a_field_stand_out(scheme: str) -> None:
    for edge in ("accent", "soft"):
        for ground in ("paper", "sheet"):
            assert contrast(tone(f"var(--{edge})", scheme), tone(f"var(--{ground})", scheme)) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
def test_coloured_code_can_be_read_also_in_a_marked_line(scheme: str) -> None:
    marked = re.search(r"\.hll \{ background: ([^;]+);", stylesheet())
    assert marked
    assert {name for name, _ in code_colours()} == CODE_CLASSES - {"hll"}
    for name, value in code_colours():
        for ground in ("var(--sheet)", marked[1]):
            assert contrast(tone(value, scheme), tone(ground, scheme)) >= 4.5, name


def test_the_browsers_frame_has_the_colour_in_which_the_page_begins() -> None:
    base = (ROOT / "templates" / "base.html").read_text(encoding="utf-8")
    found = re.findall(r'name="theme-color" media="\(prefers-color-scheme: (\w+)\)" content="(#\w+)"', base)
    assert found == list(zip(SCHEMES, tones()["sky"], strict=True))


def classes_in(*patterns: str) -> set[str]:
    """The classes that templates write out."""
    texts = (path.read_text(encoding="utf-8") for pattern in patterns for path in (ROOT / "templates").glob(pattern))
    values = (EXPRESSION.sub(" ", value) for text in texts for value in ATTRIBUTE.findall(text))
    return {name for value in values for name in value.split() if not name.endswith("-")}


def styled() -> set[str]:
    """The classes that the stylesheet knows."""
    return {name for selector, _ in RULE.findall(stylesheet()) for name in CLASS.findall(selector)}


def test_every_class_in_a_public_template_has_a_rule() -> None:
    desk = classes_in("desk/*.html", "login/*.html")
    assert classes_in("**/*.html") - desk - styled() == set()


def test_every_rule_has_a_class_that_something_writes() -> None:
    sources = [*(ROOT / "static").glob("*.js"), *(ROOT / "blog" / "text").glob("*.py")]
    words = {word for path in sources for word in re.findall(r"[a-z][\w-]*", path.read_text(encoding="utf-8"))}
    assert styled() - classes_in("**/*.html") - DYNAMIC - CODE_CLASSES - words == set()
