"""What a first view of each page fetches in all, as a browser counts it: headers, page, scripts and rules."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from blog.door import Door
from blog.portability.samples import load_sample
from blog.state.kept import Entry
from blog.state.presser import can_be_pressed, pressed
from tests.conftest import Clock, running
from tests.door.asking import visit

KIBIBYTE = 1024
ARTICLE, HOME, LIST = 12 * KIBIBYTE, 14 * KIBIBYTE, 28 * KIBIBYTE
FETCHED = re.compile(r'<script src="([^"]+)"')
ADDRESS = re.compile("<loc>https?://[^/]+([^<]+)</loc>")

# What the server adds to each answer.
STATUS, MORE = "HTTP/1.1 200 OK\r\n", "server: granian\r\ndate: Tue, 01 Dec 2026 00:00:00 GMT\r\n\r\n"


@pytest.fixture
def sample(empty_instance: Path, tmp_path: Path, time: Clock) -> Iterator[Door]:
    """A door before the sample notebook."""
    time.now = datetime(2026, 12, 1, tzinfo=UTC)
    with running(empty_instance, tmp_path / "sample", site_url="http://127.0.0.1:8000") as app:
        load_sample(time.now)
        door = Door(app)
        yield door
        door.close()


class Scales:
    """Weighs pages of a door."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.of_file = cache(self.of)

    def page(self, path: str) -> int:
        """The bytes of a first view of a page, its pictures left out."""
        sent = visit(self.door, path)
        assert sent.status == 200
        files = set(FETCHED.findall(sent.text))
        files.add(sent.headers["speculation-rules"].strip('"'))
        assert len(files) >= 2
        return self.of(path) + sum(map(self.of_file, files))

    def of(self, path: str) -> int:
        """The bytes of an answer, as those get it who come after it was pressed."""
        sent = visit(self.door, path)
        entry = Entry(sent.status, sent.pairs, sent.raw, "", "", 1, 0)
        body = pressed(entry).body if can_be_pressed(entry) else sent.raw
        headers = sum(len(f"{name}: {value}\r\n") for name, value in sent.pairs)
        return len(STATUS) + headers + len(MORE) + len(body)


def most(path: str) -> int:
    """How much a page may weigh."""
    if path == "/":
        return HOME
    is_list = path in ("/notebook/", "/notebook/essays/", "/notebook/field-notes/", "/notebook/thoughts/")
    return LIST if is_list or path.startswith("/topics/") else ARTICLE


def test_a_first_view_of_any_page_of_the_sample_is_light(sample: Door) -> None:
    paths = ADDRESS.findall(visit(sample, "/sitemap.xml").text)
    assert len(paths) > 50
    scales = Scales(sample)
    weights = {path: scales.page(path) for path in paths}
    assert {path: weight for path, weight in weights.items() if weight > most(path)} == {}
    assert min(weights.values()) > 5 * KIBIBYTE


def test_a_second_view_is_one_answer_without_a_body(door: Door) -> None:
    first = visit(door, "/")
    again = visit(door, "/", if_none_match=first.headers["etag"])
    assert (again.status, again.raw) == (304, b"")
    for script in FETCHED.findall(first.text):
        assert "immutable" in visit(door, script).headers["cache-control"]
