"""What SQLite weighs when it searches, and what it only takes from the newest."""

import pytest

from blog.reading import search as searching
from tests.conftest import Clock, Write
from tests.reading.test_search import titles


@pytest.mark.sqlite
def test_where_one_of_the_words_is_everywhere_nothing_is_weighed(
    write: Write, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "MOST_WEIGHED", 3)
    for number in (2, 1, 3):
        write(f"{number} times", source="needle " * number + "hay")
    assert titles("needle", time) == titles("needle hay", time) == ["3 times", "2 times", "1 times"]
    write("Only hay", source="hay")
    assert titles("needle hay", time) == ["3 times", "1 times", "2 times"]
    assert titles("needle", time) == ["3 times", "2 times", "1 times"]
