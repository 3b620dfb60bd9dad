"""No language that a fence may name holds a worker for long, whatever stands in the fence."""

import time
from collections.abc import Iterator

import pytest
from pygments.lexers import get_all_lexers

from blog.text.colours import ENDLESS, SLOW, STEADY, Colours, find_lexer, weight
from blog.text.limits import MAX_COLOURED, MAX_COLOURED_BLOCK

OPENINGS = ("<script>", "<style>", "<!--", "/*", "(", "a{", "a[", '"\\', "_", "__", "{{", "`")
SECONDS = 1.0
"""Of processor time; a fifth of it where this was measured."""


def hostile(opening: str, size: int) -> str:
    """Text that opens the same thing again and again, and is never the same."""
    parts, length = list[str](), 0
    while length < size:
        parts.append(f"{opening}{len(parts) ** 2 % 9973:x}" + ("\n" if len(parts) % 20 == 19 else ""))
        length += len(parts[-1])
    return "".join(parts)[:size]


def slowest(language: str, size: int) -> float:
    """The seconds of processor time that the slowest of all hostile texts takes."""
    return max(timed(text, language) for text in texts(size))


def texts(size: int) -> Iterator[str]:
    """Hostile texts of one size: every opening in long lines, and in lines of its own."""
    for opening in OPENINGS:
        yield hostile(opening, size)
        yield hostile(f"{opening}\n", size)


def timed(code: str, language: str) -> float:
    """Measure the colouring of one block."""
    start = time.process_time()
    Colours().colour(code, language)
    return time.process_time() - start


def test_every_language_is_quick_with_a_little_code() -> None:
    names = [aliases[0] for _, aliases, _, _ in get_all_lexers() if aliases]
    assert len(names) > 500
    code = "".join(hostile(opening, 60) for opening in OPENINGS)
    taken = {name: timed(code, name) for name in names}
    assert {name: seconds for name, seconds in taken.items() if seconds > SECONDS / 2} == {}


@pytest.mark.parametrize("language", sorted(SLOW))
def test_a_language_known_to_be_slow_is_bounded(language: str) -> None:
    lexer = find_lexer(language)
    assert lexer is not None
    assert slowest(language, min(MAX_COLOURED // weight(lexer), MAX_COLOURED_BLOCK)) < SECONDS


def test_every_language_is_in_one_list_and_known() -> None:
    assert not SLOW & STEADY and not ENDLESS & (SLOW | STEADY)
    assert all(find_lexer(name) for name in SLOW | STEADY)
