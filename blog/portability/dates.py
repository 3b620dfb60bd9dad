"""When a note was written and last changed: front matter, dates.csv, its name, git, or the file's time."""

import csv
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cached_property

from blog.portability.decoding import NoteRefused, read_text
from blog.portability.moments import moment
from blog.portability.report import Report
from blog.portability.values import Data, Wrong, text_of, truth_of
from blog.portability.walk import Tree, normal

# In this order: the first that is there counts.
PUBLISHED = (
    "published_at", "date", "pubdate", "publishdate", "published_date", "publish_date", "published_on",
    "posted", "datetime", "created", "created_at", "date_created", "createdat", "published",
)  # fmt: skip
CHANGED = (
    "changed_at", "lastmod", "updated", "updateddate", "updated_at", "last_modified_at", "modified",
    "last_updated",
)  # fmt: skip
# One of these that lies ahead counts before an older date: Hugo shows nothing before its publishDate.
AHEAD = ("published_at", "publishdate", "publish_date", "published_date", "published_on", "pubdate")
# What Eleventy writes for dates that stand in git or with the file.
ELSEWHERE = frozenset(("created", "last modified", "git created", "git last modified"))
DATED_NAME = re.compile(r"(?P<date>\d{4}-\d{2}-\d{2})(?:[-_ ]+(?P<rest>.*))?")
DATED_FOLDERS = re.compile(r"(?:^|/)(?P<year>(?:19|20)\d{2})/(?P<month>\d{2})(?:/(?P<day>\d{2}))?/")
GIT = ("git", "log", "--format=%x01%aI", "--name-status", "-M", "-z", "--relative", "--", ".")
GIT_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Dated:
    """When something was first published and last changed, and where that was found."""

    published: datetime | None
    changed: datetime | None
    found_in: str = ""


@dataclass
class Dates:
    """The dates of a folder's notes. `zone` is that of dates without one."""

    tree: Tree
    zone: tzinfo
    report: Report
    now: datetime

    def of(self, path: str, data: Data) -> Dated:
        """The dates of one note. Raises Wrong for an impossible one in its front matter."""
        changed = self.written(data, CHANGED)
        published = self.written(data, PUBLISHED)
        if published:
            ahead = self.written(data, AHEAD)
            return Dated(ahead if ahead and ahead > self.now else published, changed, "front matter")
        sources: dict[str, Callable[[], Dated | None]] = {
            "dates.csv": lambda: self.listed.get(path),
            "name": lambda: dated_by_name(path, self.zone),
            "git": lambda: self.history.get(path),
        }
        for name, source in sources.items():
            found = source()
            if found:
                return Dated(found.published, changed or found.changed, name)
        return Dated(self.file_time(path), changed, "file time")

    def written(self, data: Data, keys: tuple[str, ...]) -> datetime | None:
        """The first of these keys that holds a date; published: true is none. Raises Wrong."""
        texts = ((key, text_of(data.get(key)).strip()) for key in keys)
        texts = ((key, text) for key, text in texts if text.lower() not in ELSEWHERE)
        key, text = next(((key, text) for key, text in texts if text and truth_of(text) is None), ("", ""))
        try:
            return moment(text, self.zone) if text else None
        except ValueError as error:
            raise Wrong(f"{error}.", key, text) from error

    def file_time(self, path: str) -> datetime:
        """When the file was last written; a clock that was wrong makes it neither older than clocks nor new."""
        written = self.tree.files[path].stat().st_mtime
        return datetime.fromtimestamp(int(min(max(written, 0), self.now.timestamp())), UTC)

    @cached_property
    def listed(self) -> dict[str, Dated]:
        """The rows of dates.csv: path, created, updated."""
        if "dates.csv" not in self.tree.files:
            return {}
        try:
            rows = csv.DictReader(read_text(self.tree.files["dates.csv"])[0].splitlines())
        except NoteRefused as error:
            self.report.say("dates.csv", f"Not used: {error}")
            return {}
        return dict(self.rows(rows))

    def rows(self, rows: "csv.DictReader[str]") -> Iterator[tuple[str, Dated]]:
        """The rows that name a path and a date; the others are reported."""
        for row in rows:
            try:
                created = moment(row.get("created") or "", self.zone)
                updated = moment(row["updated"], self.zone) if row.get("updated") else None
            except ValueError as error:
                self.report.say("dates.csv", f"A row is not used: {error}.", rows.line_num)
                continue
            yield normal(row.get("path") or ""), Dated(created, updated)

    @cached_property
    def history(self) -> dict[str, Dated]:
        """The first and the last commit of each file below the folder; empty outside of a git work tree."""
        try:
            done = subprocess.run(  # noqa: S603 - a fixed command
                GIT, cwd=self.tree.root, capture_output=True, timeout=GIT_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return {}
        return history_of(done.stdout.decode("utf-8", "replace")) if done.returncode == 0 else {}


def dated_by_name(path: str, zone: tzinfo) -> Dated | None:
    """The date in a file's or bundle's name, or in folders by year and month; one that cannot be is none."""
    name = DATED_NAME.match(stem_of(path))
    folders = DATED_FOLDERS.search(path)
    if name:
        text = name["date"]
    elif folders:
        text = f"{folders['year']}-{folders['month']}-{folders['day'] or '01'}"
    else:
        return None
    try:
        return Dated(moment(text, zone), None)
    except ValueError:
        return None


def stem_of(path: str) -> str:
    """The name of a note without its ending; of the index of a bundle the bundle's name."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    folder = path.rpartition("/")[0].rpartition("/")[2]
    return folder if stem in ("index", "_index") and folder else stem


def history_of(log: str) -> dict[str, Dated]:
    """What git's log says, newest commit first; a file that was renamed keeps its first date."""
    first: dict[str, datetime] = {}
    last: dict[str, datetime] = {}
    present: dict[str, str] = {}
    for commit in log.split("\x01")[1:]:
        date, *fields = [field.strip("\n") for field in commit.split("\0")]
        try:
            at = moment(date, UTC)
        except ValueError:
            continue
        for old, new in renames(fields):
            name = present.get(new, new)
            present[old] = name
            first[name] = at
            last.setdefault(name, at)
    return {normal(name): Dated(first[name], last[name]) for name in first}


def renames(fields: list[str]) -> Iterator[tuple[str, str]]:
    """The paths that a commit touched, each as it was called before and after."""
    words = iter([field for field in fields if field])
    for status in words:
        old = next(words, "")
        yield old, (next(words, "") if status[0] in "RC" else old)
