"""Hundreds of notes that people wrote, beside the repository: nothing of them is lost, and they take little time."""

import html
import re
import time
from collections import Counter
from pathlib import Path

import pytest

from blog.text import Rendered, clean, render
from tests.text.tree import parse, serialise, shape

NOTES = Path(__file__).resolve().parents[3] / "shared" / "data" / "til"
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not NOTES.is_dir(), reason=f"THE FOLDER OF REAL WRITING IS MISSING: {NOTES}"),
]
WORD = re.compile(r"[^\W_]{2,}")


@pytest.fixture(scope="module")
def notes() -> dict[str, tuple[str, Rendered]]:
    """Every note as written and as rendered."""
    sources = {str(path.relative_to(NOTES)): path.read_text("utf-8") for path in sorted(NOTES.glob("*/*.md"))}
    assert sources
    return {name: (source, render(source, key="k")) for name, source in sources.items()}


def test_no_word_is_lost(notes: dict[str, tuple[str, Rendered]]) -> None:
    for name, (source, rendered) in notes.items():
        shown = (
            rendered.plain
            + " "
            + " ".join(value for element in parse(rendered.html).iter() for value in element.attrib.values())
        )
        written = re.sub(r"<!--.*?-->|<[a-z][^<>]*>|^ *(```|~~~).*$", " ", clean(source), flags=re.S | re.M)
        lost = Counter(WORD.findall(html.unescape(written))) - Counter(WORD.findall(shown))
        assert sum(lost.values()) <= 1 + len(written) // 500, (name, lost)


def test_no_html_that_was_meant_as_such_is_shown_as_text(notes: dict[str, tuple[str, Rendered]]) -> None:
    for name, (_, rendered) in notes.items():
        prose = re.sub(r"<(pre|code)\b.*?</\1>", "", rendered.html, flags=re.S)
        assert not re.search(r"&lt;/?(p|a|img|div|span|ul|li|table|details|summary|figure)\b", prose), name


def test_every_note_is_a_fixed_point_with_unique_ids(notes: dict[str, tuple[str, Rendered]]) -> None:
    for name, (_, rendered) in list(notes.items())[::5]:
        tree = parse(rendered.html)
        assert shape(parse(serialise(tree))) == shape(tree), name
        ids = [element.get("id") for element in tree.iter() if element.get("id")]
        assert len(ids) == len(set(ids)), name


def test_every_note_has_a_first_heading_an_excerpt_and_words(notes: dict[str, tuple[str, Rendered]]) -> None:
    for name, (_, rendered) in notes.items():
        assert rendered.contents, name
        assert rendered.excerpt, name
        assert rendered.words > 10, name


def test_all_of_them_take_seconds(notes: dict[str, tuple[str, Rendered]]) -> None:
    start = time.process_time()
    for source, _ in list(notes.values())[::10]:
        render(source)
    assert time.process_time() - start < 3
