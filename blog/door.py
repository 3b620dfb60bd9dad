"""The door: whole public answers, kept in the worker's memory and handed out in the server's event loop.

What is not kept goes to Flask in a thread. An entry belongs to the edition that its answer was read from, or
ends at the next scheduled piece's moment. A hit costs one look at the counter that every writer moves; only
where it moved is the database asked, so no reader gets a page from before the last change.
"""

import asyncio
import re
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.http import parse_date

from blog.bridge import Answer, Headers, Scope, ask, environ_of
from blog.state.database import db
from blog.state.edition import EditionReader, Unreachable
from blog.state.encodings import COMPRESS, LEAST, is_compressible, preferred
from blog.state.settings import Settings
from blog.state.turns import Turns

MOST_BYTES = 64 * 1024 * 1024
MOST_OF_ONE = 4 * 1024 * 1024
MOST_BODY = 13 * 1024 * 1024
THREADS = 4
PART = re.compile(r"before=-?[0-9]{1,12}-[0-9]{1,18}", re.ASCII)
LOOPBACK = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?", re.ASCII)
LOOK_EVERY = 1.0
# What the door sees to itself, so that Flask must not (the answer is for everybody).
ANSWERED_HERE = ("if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "accept-encoding")


class Key(NamedTuple):
    """What an answer depends on."""

    path: str
    query: str
    fragment: bool
    encoding: str


KEPT_IN_304 = ("content-security-policy", "content-location")


@dataclass(slots=True)
class Entry:
    """A kept answer. Without an edition it is a file whose name says what is in it, and never ends."""

    status: int
    headers: Headers
    body: bytes
    tag: str
    modified: str
    edition: int | None
    until: float
    size: int = field(init=False)
    unchanged: Headers = field(init=False)

    def __post_init__(self) -> None:
        self.size = len(self.body) + sum(len(name) + len(value) for name, value in self.headers) + 1000
        self.unchanged = [pair for pair in self.headers if not pair[0].startswith("content-") or pair[0] in KEPT_IN_304]


class Store:
    """Entries by key, bounded in bytes; the least recently used one leaves first."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.entries: OrderedDict[Key, Entry] = OrderedDict()
        self.most, self.size = most, 0

    def get(self, key: Key) -> Entry | None:
        """The entry under a key, which then counts as just used."""
        entry = self.entries.get(key)
        if entry is not None:
            self.entries.move_to_end(key)
        return entry

    def put(self, key: Key, entry: Entry) -> None:
        """Keep an entry in place of the one that was there, and let others go until all fit."""
        old = self.entries.pop(key, None)
        self.size += entry.size - (old.size if old else 0)
        self.entries[key] = entry
        while self.size > self.most:
            _, gone = self.entries.popitem(last=False)
            self.size -= gone.size


class Door:
    """An RSGI application in front of a Flask application."""

    def __init__(self, app: Flask) -> None:
        settings: Settings = app.extensions["settings"]
        self.app, self.host = app, settings.site_host
        self.static = f"{settings.root}/static/"
        self.store = Store()
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="flask")
        self.rendering: dict[Key, asyncio.Future[None]] = {}
        self.turns: Turns | None = app.extensions["turns"]
        with app.app_context():
            self.reader = EditionReader(db.engine)
        self.turn, self.edition, self.is_stale, self.look_again = -1, -1, False, 0.0

    async def __rsgi__(self, scope: Scope, protocol: Any) -> None:
        """Answer one request."""
        if scope.proto != "http":
            protocol.close(403)
            return
        key = self.key(scope)
        if key is None:
            send(protocol, await self.pass_on(scope, protocol))
            return
        entry = self.store.get(key)
        if entry is None or not self.is_current(entry):
            entry = await self.fill(key, scope)
        self.hand_out(entry, scope, protocol)

    def key(self, scope: Scope) -> Key | None:
        """The key of a request that may be answered by what others got, None for every other request."""
        headers = scope.headers
        if scope.method not in ("GET", "HEAD") or "bokashi=" in headers.get("cookie", ""):
            return None
        host = headers.get("host") or ""
        if host != self.host and not LOOPBACK.fullmatch(host):
            return None
        if "authorization" in headers or "range" in headers:
            return None
        fragment = headers.get("hx-request-type") == "partial"
        return Key(scope.path, scope.query_string, fragment, preferred(headers.get("accept-encoding")))

    def is_current(self, entry: Entry) -> bool:
        """Whether an entry is of the present edition, and its time has not come."""
        if entry.edition is None:
            return True
        now, turn = time.time(), self.turns.present() if self.turns else 1
        if turn != self.turn or turn & 1 or now > self.look_again:
            self.look_up(turn, now)
        return entry.edition == self.edition and (now < entry.until or self.is_stale)

    def look_up(self, turn: int, now: float) -> None:
        """Ask the database for the present edition; where it is gone, the last one known stands."""
        try:
            self.edition = self.reader.number(anew=now > self.look_again)
            self.turn, self.is_stale = turn, False
        except Unreachable:
            self.is_stale = True
        self.look_again = now + LOOK_EVERY

    async def fill(self, key: Key, scope: Scope) -> Entry:
        """The entry for a key, made by one of those who ask for it at once."""
        while (under_way := self.rendering.get(key)) is not None:
            await asyncio.wait([under_way])
            entry = self.store.get(key)
            if entry is not None and self.is_current(entry):
                return entry
        self.rendering[key] = done = asyncio.get_running_loop().create_future()
        try:
            return await self.make(key, scope)
        finally:
            del self.rendering[key]
            done.set_result(None)

    async def make(self, key: Key, scope: Scope) -> Entry:
        """Ask Flask, and keep the answer where it may be kept."""
        environ = environ_of(scope, b"", leave_out=ANSWERED_HERE)
        environ |= {"REQUEST_METHOD": "GET", "bokashi.door": (marks := dict[str, Any]())}
        answer = await self.in_thread(self.whole, environ)
        entry: Entry = await self.in_thread(entry_of, answer, marks, key.encoding)
        if self.may_keep(key, entry, marks):
            self.store.put(key, entry)
        elif entry.status >= 500 and (last := self.store.get(key)) is not None:
            self.look_up(1, self.look_again + 1)
            return last if self.is_stale else entry
        return entry

    def may_keep(self, key: Key, entry: Entry, marks: dict[str, Any]) -> bool:
        """Whether others may get this answer: public, permanent, under an address of ours, and not too large."""
        known = not key.query or PART.fullmatch(key.query)
        public = marks or (
            key.path.startswith(self.static) and "immutable" in dict(entry.headers).get("cache-control", "")
        )
        return bool(known and public) and entry.status in (200, 301) and entry.size <= MOST_OF_ONE

    def whole(self, environ: Any) -> Answer:
        """Flask's answer with its body, also where that is a file."""
        answer = ask(self.app, environ)
        if answer.file:
            answer.body = Path(answer.file).read_bytes()
        return answer

    async def pass_on(self, scope: Scope, protocol: Any) -> Answer:
        """Flask's answer to a request that is nobody else's."""
        body, size = await read_body(scope, protocol)
        environ = environ_of(scope, body)
        if size > len(body):
            environ["CONTENT_LENGTH"] = str(size)
        answer: Answer = await self.in_thread(ask, self.app, environ)
        return answer

    def in_thread(self, work: Any, *arguments: Any) -> Any:
        """Run something in one of Flask's threads."""
        return asyncio.get_running_loop().run_in_executor(self.threads, work, *arguments)

    def hand_out(self, entry: Entry, scope: Scope, protocol: Any) -> None:
        """Send an entry, or 304 where the reader has it already."""
        unchanged = entry.status == 200 and has_it(entry, scope.headers)
        headers = entry.unchanged if unchanged else entry.headers
        if self.is_stale and entry.edition is not None:
            headers = [*headers, ("bokashi-stale", "the database is unreachable")]
        if unchanged:
            protocol.response_empty(304, headers)
        else:
            protocol.response_bytes(entry.status, headers, entry.body)


def entry_of(answer: Answer, marks: dict[str, Any], encoding: str) -> Entry:
    """The entry for an answer, compressed once. A representation in another encoding has a tag of its own."""
    headers = [(name, value) for name, value in answer.headers if name not in ("content-length", "etag", "vary")]
    tag, vary, body = answer.header("etag"), answer.header("vary"), answer.body
    if is_compressible(answer.header("content-type")) and not answer.header("content-encoding"):
        vary = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
        if encoding != "identity" and len(body) >= LEAST and is_same_for_all(answer):
            body = COMPRESS[encoding](body)
            tag = tag and f'{tag[:-1]}-{encoding}"'
            headers.append(("content-encoding", encoding))
    headers += [(name, value) for name, value in (("etag", tag), ("vary", vary)) if value]
    headers.append(("content-length", str(len(body))))
    until = marks.get("until", float("inf"))
    return Entry(answer.status, headers, body, tag, answer.header("last-modified"), marks.get("edition"), until)


def is_same_for_all(answer: Answer) -> bool:
    """Whether an answer holds nothing secret: what does is never compressed (BREACH)."""
    return not answer.header("set-cookie") and "no-store" not in answer.header("cache-control")


def has_it(entry: Entry, headers: Any) -> bool:
    """Whether a conditional request's reader has the entry already (RFC 9110, section 13.2.2)."""
    tags = headers.get("if-none-match")
    if tags is not None:
        return bool(entry.tag) and (tags.strip() == "*" or entry.tag in tags)
    since = headers.get("if-modified-since")
    if since is None or not entry.modified:
        return False
    moment, modified = parse_date(since), parse_date(entry.modified)
    return since == entry.modified or (moment is not None and modified is not None and modified <= moment)


async def read_body(scope: Scope, protocol: Any) -> tuple[bytes, int]:
    """The body of a request and its size; one that is larger than any form may be is not read to its end."""
    promised = int(scope.headers.get("content-length") or 0)
    if promised > MOST_BODY:
        return b"", promised
    parts, size = [], 0
    async for part in protocol:
        size += len(part)
        if size > MOST_BODY:
            return b"", size
        parts.append(bytes(part))
    return b"".join(parts), size


def send(protocol: Any, answer: Answer) -> None:
    """Send an answer as it is."""
    if answer.file:
        protocol.response_file(answer.status, answer.headers, answer.file)
    else:
        protocol.response_bytes(answer.status, answer.headers, answer.body)
