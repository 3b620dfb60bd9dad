"""Where the date of a note comes from."""

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from blog.models import Status
from blog.portability.dates import history_of
from tests.portability.conftest import Import, put_files, sentences, stored


@pytest.mark.parametrize(
    ("lines", "hour"),
    [
        ("pubDate: 2024-01-01T01:00Z\ndate: 2024-01-01T02:00Z", 2),
        ("publishDate: 2024-01-01T03:00Z", 3),
        ("published_at: 2024-01-01T04:00Z\ndate: 2024-01-01T02:00Z", 4),
        ("created: 2024-01-01T05:00Z\npublished: true", 5),
        ("date: ''\ncreated: 2024-01-01T05:00Z", 5),
    ],
)
def test_the_first_date_key_in_the_documented_order_counts(take: Import, lines: str, hour: int) -> None:
    take({"a.md": f"---\ntitle: A\n{lines}\n---\ntext"})
    assert stored().published_at == datetime(2024, 1, 1, hour, tzinfo=UTC)


@pytest.mark.parametrize("key", ["lastmod", "updated", "updatedDate", "last_modified_at", "modified"])
def test_a_later_change_is_kept(take: Import, key: str) -> None:
    take({"a.md": f"---\ntitle: A\ndate: 2024-01-01\n{key}: 2024-02-01\n---\ntext"})
    assert stored().changed_at == datetime(2024, 2, 1, tzinfo=UTC)


@pytest.mark.parametrize("date", ["2023-12-31", "2024-01-01", "2199-01-01"])
def test_a_change_before_the_publication_or_after_today_is_none(take: Import, date: str) -> None:
    take({"a.md": f"---\ntitle: A\ndate: 2024-01-01\nupdated: {date}\n---\ntext"})
    assert stored().changed_at is None


def test_dates_without_a_zone_are_in_the_zone_that_is_given(take: Import) -> None:
    take({"a.md": "---\ntitle: A\ndate: 2024-07-01 12:00\n---\ntext"}, zone=ZoneInfo("Asia/Tokyo"))
    assert stored().published_at == datetime(2024, 7, 1, 3, tzinfo=UTC)


def test_a_local_date_in_toml_is_in_that_zone_too(take: Import) -> None:
    take({"a.md": "+++\ntitle = 'A'\ndate = 2024-07-01T12:00:00\n+++\ntext"}, zone=ZoneInfo("Asia/Tokyo"))
    assert stored().published_at == datetime(2024, 7, 1, 3, tzinfo=UTC)


def test_an_impossible_date_is_named_with_its_line_and_the_others_come_in(take: Import) -> None:
    report = take({"a.md": "---\ntitle: A\ndate: 2024-02-30\n---\ntext", "b.md": "# B\n\ntext"})
    assert "a.md:3: Not imported: there is no date 2024-02-30." in sentences(report)
    assert (report.refused, report.added) == (1, 1)


def test_a_future_date_is_scheduled(take: Import) -> None:
    take({"a.md": "---\ntitle: A\ndate: 2199-01-01\n---\ntext"})
    assert stored().status == Status.PUBLISHED
    assert stored().published_at == datetime(2199, 1, 1, tzinfo=UTC)


def test_dates_csv_comes_before_the_name(take: Import) -> None:
    rows = "path,created,updated\nx/2020-01-01-a.md,2021-02-03T04:05:06-08:00,2021-03-01T00:00:00Z\n"
    take({"x/2020-01-01-a.md": "# A\n\ntext", "dates.csv": rows})
    assert stored().published_at == datetime(2021, 2, 3, 12, 5, 6, tzinfo=UTC)
    assert stored().changed_at == datetime(2021, 3, 1, tzinfo=UTC)


def test_front_matter_comes_before_dates_csv(take: Import) -> None:
    take({"a.md": "---\ntitle: A\ndate: 2024-01-01\n---\n", "dates.csv": "path,created,updated\na.md,2021-02-03,\n"})
    assert stored().published_at == datetime(2024, 1, 1, tzinfo=UTC)


def test_a_broken_row_of_dates_csv_is_named(take: Import) -> None:
    report = take({"2020-01-01-a.md": "# A\n\ntext", "dates.csv": "path,created,updated\n2020-01-01-a.md,soon,\n"})
    assert "dates.csv:2: A row is not used" in sentences(report)
    assert stored().published_at == datetime(2020, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("2023-05-06-some-title.md", datetime(2023, 5, 6)),
        ("posts/2023-05-06-some-title/index.md", datetime(2023, 5, 6)),
        ("2023/05/06/some-title.md", datetime(2023, 5, 6)),
        ("2023/05/some-title.md", datetime(2023, 5, 1)),
    ],
)
def test_a_name_may_hold_the_date(take: Import, path: str, day: datetime) -> None:
    take({path: "text"})
    assert stored().published_at == day.replace(tzinfo=UTC)
    assert (stored().slug, stored().title) == ("some-title", "Some title")


def test_without_anything_else_the_time_of_the_file_counts(take: Import, notes: Path) -> None:
    put_files(notes, {"a.md": "# A\n\ntext"})
    os.utime(notes / "a.md", (1_600_000_000, 1_600_000_000))
    take()
    assert stored().published_at == datetime.fromtimestamp(1_600_000_000, UTC)


def git(folder: Path, *words: str, date: str = "2022-01-02T03:04:05+00:00") -> None:
    author = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b.example", "GIT_AUTHOR_DATE": date}
    committer = {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b.example", "GIT_COMMITTER_DATE": date}
    environ = {**os.environ, **author, **committer, "GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(("git", *words), cwd=folder, env=environ, check=True, capture_output=True)


def test_git_knows_the_first_and_the_last_commit_of_a_file_that_was_renamed(take: Import, notes: Path) -> None:
    put_files(notes, {"sub/old.md": "# A note\n\nwith enough words to be known again\n", "sub/other.md": "# B\n\nb"})
    git(notes, "init", "-q")
    git(notes, "add", ".")
    git(notes, "commit", "-qm", "first")
    git(notes, "mv", "sub/old.md", "sub/für.md")
    git(notes, "commit", "-qm", "second", date="2023-01-02T03:04:05+00:00")
    take()
    assert stored("für").published_at == datetime(2022, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert stored("für").changed_at == datetime(2023, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert stored("other").changed_at is None


def test_a_copied_file_keeps_the_dates_of_both_names() -> None:
    log = "\x012023-01-01T00:00:00+00:00\0\nC100\0a.md\0b.md\0\x012022-01-01T00:00:00+00:00\0\nA\0a.md\0"
    assert history_of(log)["b.md"].published is not None


def test_git_is_asked_once_for_all_files(take: Import, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    run = subprocess.run

    def counted(*words: Any, **rest: Any) -> Any:
        asked.append(words)
        return run(*words, **rest)

    monkeypatch.setattr(subprocess, "run", counted)
    take({f"{number}.md": f"# Note {number}\n\ntext" for number in range(5)})
    assert len(asked) == 1


def test_a_draft_has_a_date_only_where_its_author_wrote_one(take: Import) -> None:
    take(
        {
            "2020-01-01-a.md": "---\ntitle: A\ndraft: true\n---\n",
            "b.md": "---\ntitle: B\ndraft: yes\ndate: 2020-01-02\n---\n",
        }
    )
    assert stored("a").published_at is None
    assert stored("a").created_at == datetime(2020, 1, 1, tzinfo=UTC)
    assert stored("b").published_at == datetime(2020, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize("date", ["0001-01-01", "1899-12-31", "3000-01-01", "9999-12-31 23:59"])
def test_a_year_that_cannot_be_is_named_with_its_line(take: Import, date: str) -> None:
    report = take({"a.md": f"---\ntitle: A\ndate: {date}\n---\ntext", "b.md": "# B\n\ntext"}, dry_run=True)
    assert f"a.md:3: Not imported: {date} lies in no year that can be here." in sentences(report)
    assert (report.refused, report.added) == (1, 1)


def test_the_line_is_the_one_of_the_date_that_is_wrong(take: Import) -> None:
    report = take({"a.md": "---\ntitle: A\ndate: 2024-01-01\nlastmod: soon\n---\ndate: x", "b.md": "# B\n\ntext"})
    assert "a.md:4: Not imported: “soon” is no date that can be read." in sentences(report)


@pytest.mark.parametrize("seconds", [-9_000_000_000, 200_000_000_000, 4_000_000_000_000])
def test_the_time_of_a_file_from_a_broken_clock_stops_nothing(take: Import, notes: Path, seconds: int) -> None:
    put_files(notes, {"a.md": "# A\n\ntext"})
    try:
        os.utime(notes / "a.md", (seconds, seconds))
    except (OSError, OverflowError):
        pytest.skip("this file system has no such time")
    assert take().added == 1
    at = stored().published_at
    assert at is not None and 1970 <= at.year <= 2026


def test_a_commit_from_a_broken_clock_stops_nothing() -> None:
    log = "\x019999999-01-01T00:00:00Z\0\0\nM\0a.md\0\x012022-01-02T03:04:05Z\0\0\nA\0a.md\0"
    assert history_of(log)["a.md"].published == datetime(2022, 1, 2, 3, 4, 5, tzinfo=UTC)
