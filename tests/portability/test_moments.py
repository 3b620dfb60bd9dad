"""Dates as people write them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from blog.portability.moments import moment

LONDON = ZoneInfo("Europe/London")


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2024-01-01T13:30:45-08:00", datetime(2024, 1, 1, 21, 30, 45)),
        ("2024-01-02 03:04:05 +0530", datetime(2024, 1, 1, 21, 34, 5)),
        ("2024-01-01T00:00:00.123Z", datetime(2024, 1, 1)),
        ("2024-01-01 13:30", datetime(2024, 1, 1, 13, 30)),
        ("2024-07-01 13:30", datetime(2024, 7, 1, 12, 30)),
        ("2024-07-01", datetime(2024, 6, 30, 23)),
        ("2024-1-2", datetime(2024, 1, 2)),
        ("2024/01/02", datetime(2024, 1, 2)),
        ("Jan 02 2024", datetime(2024, 1, 2)),
        ("January 2, 2024", datetime(2024, 1, 2)),
        ("2 January 2024 5:03 pm", datetime(2024, 1, 2, 17, 3)),
        ("Tue, 02 Jan 2024 03:04:05 GMT", datetime(2024, 1, 2, 3, 4, 5)),
        ("2024-01-02 10:00:00 UTC", datetime(2024, 1, 2, 10)),
        ("Tue, 02 Jan 2024 03:04:05 EST", datetime(2024, 1, 2, 8, 4, 5)),
        ("2024-07-02 03:04 pdt", datetime(2024, 7, 2, 10, 4)),
        ("2024-07-02T03:04z", datetime(2024, 7, 2, 3, 4)),
        ("2024-01-02T10:00+02", datetime(2024, 1, 2, 8)),
        ("2024-01-01T12:00 AM", datetime(2024, 1, 1)),
    ],
)
def test_a_date_is_the_instant_that_it_names(text: str, instant: datetime) -> None:
    assert moment(text, LONDON) == instant.replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["", "soon", "2024-02-30", "2024-13-01", "24:00", "2024-01-01 25:00", "3 Foo 2024", "2024-01-01 10:00 XST"]
)
def test_what_is_no_date_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"no date|can be read"):
        moment(text, LONDON)
