"""Dates as readers see them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from blog.state.clock import written
from blog.web.moment import tag

LATE = datetime(2026, 5, 3, 23, 30, tzinfo=UTC)


def test_an_instant_has_the_day_of_the_zone_in_which_it_is_told() -> None:
    assert tag(LATE, ZoneInfo("UTC")) == '<time datetime="2026-05-03T23:30:00+00:00">3 May 2026</time>'
    assert tag(LATE, ZoneInfo("Europe/Berlin")) == '<time datetime="2026-05-04T01:30:00+02:00">4 May 2026</time>'
    assert tag(LATE.astimezone(ZoneInfo("Asia/Tokyo")), ZoneInfo("UTC")) == tag(LATE, ZoneInfo("UTC"))


def test_an_offset_with_seconds_is_not_written() -> None:
    long_ago = datetime(1971, 6, 1, 12, tzinfo=UTC)
    assert written(long_ago, ZoneInfo("Africa/Monrovia")) == "1971-06-01T12:00:00+00:00"  # 11:15:30 there
    assert 'datetime="1971-06-01T12:00:00+00:00"' in tag(long_ago, ZoneInfo("Africa/Monrovia"))
    assert written(long_ago, ZoneInfo("Asia/Kathmandu")) == "1971-06-01T17:30:00+05:30"
    assert written(LATE, ZoneInfo("America/St_Johns")) == "2026-05-03T21:00:00-02:30"
