"""Kept answers beside nginx with the same bytes, and beside what Flask-Caching does."""

import gzip
import os
from pathlib import Path

from bench.load import Compared, Place, compare
from bench.site import HOST, Server, get, on_granian

FRAGMENT = "HX-Request-Type: partial"
GZIP = "Accept-Encoding: gzip"
PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "home": ("/", ()),
    "notebook": ("/notebook/", ()),
    "filtered fragment": ("/notebook/field-notes/", (FRAGMENT,)),
    "article": ("", ()),
    "RSS": ("/rss.xml", ()),
}


class Beside:
    """The product and nginx, which serves the files in `www`."""

    def __init__(self, ours: Server, stick: Server, www: Path, rounds: int, seconds: int) -> None:
        self.ours, self.stick, self.www, self.rounds, self.seconds = ours, stick, www, rounds, seconds

    def page(self, name: str, path: str, headers: tuple[str, ...] = ()) -> Compared:
        """A kept page."""
        self.put(name, path, headers)
        return compare(self.place(path, *headers), self.file(name), self.rounds, self.seconds)

    def unchanged(self, name: str, path: str) -> Compared:
        """304 where the reader has the page already."""
        tag = self.put(name, path, ())
        there = get(self.stick.port, f"/{file_name(name)}", Accept_Encoding="gzip")[1]["etag"]
        page, file = self.place(path, f"If-None-Match: {tag}"), self.file(name, f"If-None-Match: {there}")
        return compare(page, file, self.rounds, self.seconds)

    def flask_caching(self, name: str, path: str) -> Compared:
        """A kept page beside a Flask application that keeps it with Flask-Caching, on the same server."""
        self.put(name, path, ())
        env = {**os.environ, "BENCH_PAGE": f"{self.www / file_name(name)}.gz"}
        with on_granian("bench.yardstick:app", env) as bare:
            theirs = Place(f"http://{HOST}:{bare.port}/page/", (GZIP,))
            return compare(self.place(path), theirs, self.rounds, self.seconds)

    def place(self, path: str, *headers: str) -> Place:
        return Place(f"http://{HOST}:{self.ours.port}{path}", (GZIP, *headers))

    def file(self, name: str, *headers: str) -> Place:
        return Place(f"http://{HOST}:{self.stick.port}/{file_name(name)}", (GZIP, *headers))

    def put(self, name: str, path: str, headers: tuple[str, ...]) -> str:
        """Give nginx the bytes that the door sends; the tag of them."""
        given = dict(header.split(": ") for header in headers)
        _, said, body = get(self.ours.port, path, **{"Accept-Encoding": "gzip", **given})
        (self.www / file_name(name)).write_bytes(gzip.decompress(body))
        (self.www / f"{file_name(name)}.gz").write_bytes(body)
        return said["etag"]


def file_name(name: str) -> str:
    return f"{name.replace(' ', '-')}.html"
