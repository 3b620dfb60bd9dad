import html
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blog.text import excerpt, render

FAMILY = "👩\u200d👩\u200d👧"
FLAG = "🇩🇪"


def test_a_short_text_is_its_own_excerpt_on_one_line() -> None:
    assert excerpt(" Two\n lines\there ") == "Two lines here"


def test_a_long_text_is_cut_between_words() -> None:
    assert excerpt("one two three four five six", 18) == "one two three…"
    assert excerpt("word " * 100).endswith("word…")


@pytest.mark.parametrize("sign", [FAMILY, FLAG, "e\u0301", "👍🏽", "❤\ufe0f", "한", "நி"])
def test_no_sign_is_torn(sign: str) -> None:
    text = sign * 60
    for limit in range(5, 40):
        cut = excerpt(text, limit).removesuffix("…")
        assert cut == sign * (len(cut) // len(sign))
        assert len(cut) < limit


@given(st.text(max_size=60), st.integers(1, 30))
def test_an_excerpt_is_a_beginning_within_its_limit(text: str, limit: int) -> None:
    found = excerpt(text, limit)
    line = " ".join(text.split())
    assert found == line if len(line) <= limit else line.startswith(found.removesuffix("…"))
    assert len(found) <= limit


def test_it_is_prose_without_markup_or_half_entities() -> None:
    source = (
        "# Title\n\n" + "word " * 30 + "[a link](https://x.example) R&D AT&amp;T it&rsquo;s "
        f"{FAMILY}{FLAG} `code <b>` *more* and so on, on and on\n"
    )
    found = render(source).excerpt
    assert found.startswith("word word")
    assert "R&D AT&T it’s" in found
    assert not any(sign in found for sign in ("](", "*", "`", "&amp;", "&rsquo", "\ufffd"))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("```sh\nmake all\n```", "make all"),
        ("![Two words](a.png)", "Two words"),
        ("![Alt](a.png)\n\nThen prose.", "Then prose."),
        ("<img src=a.png alt='Raw &amp; alt'>", "Raw & alt"),
        ("# Only\n\n- items\n- here", "Only items here"),
        ("> Quoted first.\n\nThen more.", "Quoted first. Then more."),
        ("> [!NOTE]\n> Aside.\n\nThe text.", "The text."),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter.", "After."),
        ("```\ncode\n```\n\nProse.", "Prose."),
        ("", ""),
        ("<!-- nothing -->", ""),
        ("<style>p { x: y }</style><script>alert(1)</script>\n\nHello readers", "Hello readers"),
    ],
)
def test_it_begins_with_the_first_prose_or_the_next_best(source: str, expected: str) -> None:
    assert render(source).excerpt == expected


def test_every_cut_can_be_escaped_and_read_back() -> None:
    source = "x" * 150 + " a < b && c > d \" ' é " * 20
    for limit in range(100, 260):
        found = excerpt(source, limit)
        assert html.unescape(html.escape(found)) == found
        assert unicodedata.normalize("NFC", found) == found
