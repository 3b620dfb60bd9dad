"""The door: whole public answers, kept in the worker's memory and handed out before anything has to wait.

What is not kept goes to Flask in a thread. An entry belongs to the edition that its answer was read from, and
ends at the next scheduled piece's moment. A hit costs one look at the counter that every writer moves; only
where it has moved is the database asked, so no reader gets a page from before the last change.
"""

import asyncio
import gc
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, TypeVar

from flask import Flask

from blog.bridge import MOST_BODY, Answer, Body, Scope, ask, begin_at_once, environ_of, host_of, read_body, the_loop
from blog.state.database import db
from blog.state.edition import present_edition
from blog.state.encodings import COMPRESS, COMPRESS_FOR_EVER, LEAST, is_compressible, preferred
from blog.state.hosts import is_ours
from blog.state.kept import EVER, TERM, UNMET, Entry, Key, Store, Term
from blog.state.pace import Pace
from blog.state.parent import end_with_parent
from blog.state.patience import serve_readers
from blog.state.presser import Presser
from blog.state.priority import give_way
from blog.state.purging import Watch
from blog.state.sandbox import SANDBOX
from blog.state.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

T = TypeVar("T")
MEBIBYTE = 1024 * 1024
MOST_PAGES = 56 * MEBIBYTE
# What strangers can spell in endless ways: redirects and parts of lists. They can only push out one another.
MOST_ASIDE = 8 * MEBIBYTE
MOST_OF_ONE = 4 * MEBIBYTE
# Threads for what is kept, and for what is not, so that slow searches and uploads keep no page waiting. The others
# give way to everything else, and have a pace: where a machine is busy, readers of pages come first.
PAGE_THREADS = 3
OTHER_THREADS = 3
SWITCH_SECONDS = 0.0001
READS = ("GET", "HEAD")
FRAGMENT = "partial"
PART = re.compile(r"before=-?[0-9]{1,12}-[0-9]{1,18}", re.ASCII)
# What the door answers itself, or nobody: ranges are not offered.
ANSWERED_HERE = frozenset(
    ("accept-encoding", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "range")
)
# All that Flask is told of a request whose answer others get too, beside what its key says.
SHARED = frozenset(("host", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"))
IN_THE_KEY = frozenset(("", "accept-encoding", "hx-request-type"))
# The door's own, and what belongs to one connection (RFC 9110, section 7.6.1).
NOT_PASSED_ON = frozenset(
    ("accept-ranges", "connection", "content-length", "date", "etag", "keep-alive", "transfer-encoding", "vary")
)
STALE = ("bokashi-stale", "the database is unreachable")
ASK_EACH_TIME = ("cache-control", "public, no-cache")


class Door:
    """An RSGI application in front of a Flask application."""

    def __init__(self, app: Flask) -> None:
        settings: Settings = app.extensions["settings"]
        self.app, self.site_host, self.proxies = app, settings.site_host, settings.trusted_proxies
        self.has_front = bool(settings.purge_url)
        self.cookie = f"{app.config['SESSION_COOKIE_NAME']}="
        self.pages, self.aside = Store(MOST_PAGES), Store(MOST_ASIDE)
        self.page_threads = ThreadPoolExecutor(PAGE_THREADS, thread_name_prefix="page")
        self.other_threads = ThreadPoolExecutor(OTHER_THREADS, thread_name_prefix="other", initializer=give_way)
        self.pace = Pace(self.other_threads, OTHER_THREADS)
        self.rendering: dict[Key, asyncio.Future[Entry | None]] = {}
        with app.app_context():
            self.present = present_edition(db.engine, app.extensions["turns"], settings.secret_key)
        self.watch, self.presser = Watch(app), Presser()
        self.most_body: Callable[[WSGIEnvironment], int] = app.extensions["most_body"]
        self.far = f"{settings.root}/media/" if settings.media_url else ""

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Have a worker wait little: for its event loop, for other threads, and for the collector of garbage."""
        begin_at_once(loop)
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.freeze()
        with self.app.app_context():
            serve_readers(db.engine)
        self.present.begin()
        self.watch.start()
        self.presser.start(self.app.extensions["ahead"])
        end_with_parent()

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        """Have a worker end cleanly."""
        self.close()

    def close(self) -> None:
        """Let threads, the connection and the process for pictures go."""
        self.page_threads.shutdown()
        self.other_threads.shutdown()
        self.present.end()
        self.watch.stop()
        self.presser.stop()
        SANDBOX.close()

    async def __rsgi__(self, scope: Scope, protocol: Any) -> None:
        """Answer one request: at once what is kept and known to be current, in the event loop everything else."""
        key = self.key(scope)
        entry, is_held = self.kept(key) if key else None, True
        if entry is None or not self.is_known_current(entry):
            await the_loop()
            if key is None:
                entry = await self.pass_on(scope, protocol)
            elif entry is None or not await self.is_current(entry):
                entry = await self.fill(key, scope)
            is_held = await self.may_be_held(entry)
        self.hand_out(entry, scope, protocol, is_held)

    def key(self, scope: Scope) -> Key | None:
        """The key of a request that may be answered by what others got, None for every other request."""
        headers, query = scope.headers, scope.query_string
        if scope.method not in READS or (query and not PART.fullmatch(query)):
            return None
        if not is_ours(host_of(scope, self.proxies), self.site_host) or self.has_login(headers):
            return None
        fragment = headers.get("hx-request-type") == FRAGMENT
        return scope.path, query, fragment, preferred(headers.get("accept-encoding"))

    def has_login(self, headers: Any) -> bool:
        """Whether the author may be asking."""
        return "cookie" in headers and any(self.cookie in value for name, value in headers.items() if name == "cookie")

    def kept(self, key: Key) -> Entry | None:
        """What is kept under a key, current or not."""
        return self.pages.get(key) or self.aside.get(key)

    def is_known_current(self, entry: Entry) -> bool:
        """Whether an entry is current, as far as that is known without asking the database."""
        now, present = time(), self.present
        return entry.edition == EVER or (present.is_known(now) and self.is_of(entry, present.edition, now))

    async def is_current(self, entry: Entry) -> bool:
        """Whether an entry is current, asking the database where that has to be."""
        if entry.edition == EVER:
            return True
        now, present = time(), self.present
        edition = present.edition if present.is_known(now) else await present.ask(now)
        return self.is_of(entry, edition, now)

    def is_of(self, entry: Entry, edition: int, now: float) -> bool:
        """Whether an entry is of an edition and its time has not come; without a database time stands still."""
        return entry.edition == edition and (now < entry.until or self.present.is_stale)

    async def fill(self, key: Key, scope: Scope) -> Entry:
        """An entry for a key. Of many who ask at once, one has it made; what may not be kept, each has made."""
        while (under_way := self.rendering.get(key)) is not None:
            await asyncio.wait([under_way])
            made = under_way.result()
            if made is not None and made.edition is None:
                return await self.make(key, scope)
            if made is not None and await self.is_current(made):
                return made
        self.rendering[key] = done = asyncio.get_running_loop().create_future()
        entry = None
        try:
            entry = await self.make(key, scope)
            return entry
        finally:
            del self.rendering[key]
            done.set_result(entry)

    async def make(self, key: Key, scope: Scope) -> Entry:
        """Ask Flask, and keep the answer where it may be kept."""
        environ = environ_of(scope, Body(), SHARED.__contains__)
        if key[2]:
            environ["HTTP_HX_REQUEST_TYPE"] = FRAGMENT
        is_far = self.far and key[0].startswith(self.far)
        threads = self.other_threads if is_far else self.page_threads
        entry = await in_thread(threads, self.answer, environ, key[3])
        if entry.status in (200, 301) and entry.edition is not None and entry.size <= MOST_OF_ONE:
            has_endless_spellings = key[1] or "//" in key[0] or entry.status == 301
            store = self.aside if has_endless_spellings else self.pages
            store.put(key, entry)
            self.present.see(entry.edition)
            self.press(store, key, entry)
        elif entry.status >= 500 and (last := self.kept(key)) is not None:
            edition = await self.present.ask(self.present.look_again)
            return last if self.present.is_stale and last.edition == edition else entry
        return entry

    def press(self, store: Store, key: Key, entry: Entry) -> None:
        """Have a smaller form of a kept entry take its place, when nobody waits."""
        loop = asyncio.get_running_loop()

        def take(smaller: Entry) -> None:
            with suppress(RuntimeError):  # the loop has ended meanwhile, and with it what was kept
                loop.call_soon_threadsafe(store.exchange, key, entry, smaller)

        self.presser.press(entry, is_wanted=lambda: store.entries.get(key) is entry, take=take)

    async def pass_on(self, scope: Scope, protocol: Any) -> Entry:
        """Flask's answer to a request that is nobody else's."""
        body = await read_body(scope, protocol, await self.most(scope))
        environ = environ_of(scope, body, lambda name: name not in ANSWERED_HERE)
        encoding = preferred(scope.headers.get("accept-encoding"))
        try:
            return await self.pace.do(self.answer, environ, encoding, first=self.has_login(scope.headers))
        finally:
            body.stream.close()

    async def most(self, scope: Scope) -> int:
        """The most bytes that a request may bring. Where they may be many, Flask says, before any of them is read."""
        headers = scope.headers
        is_usual = int(headers.get("content-length") or 0) <= MOST_BODY and "transfer-encoding" not in headers
        if is_usual or not self.has_login(headers):
            return MOST_BODY
        environ = environ_of(scope, Body(), lambda name: name not in ANSWERED_HERE)
        return max(MOST_BODY, await in_thread(self.other_threads, self.most_body, environ))

    def answer(self, environ: "WSGIEnvironment", encoding: str) -> Entry:
        """Flask's answer as an entry."""
        environ[TERM] = term = Term()
        return entry_of(ask(self.app, environ), term, encoding)

    async def may_be_held(self, entry: Entry) -> bool:
        """Whether a cache in front may hold what was just made: not where the site has changed meanwhile, as the cache
        may have been told of that already.
        """
        return not self.has_front or entry.edition is None or await self.is_current(entry)

    def hand_out(self, entry: Entry, scope: Scope, protocol: Any, is_held: bool) -> None:
        """Send an entry, or 304 where the reader has it already; what is not to be held says so."""
        self.pace.pages += 1
        given, is_read = scope.headers, entry.status == 200 and scope.method in READS
        if is_read and entry.is_refused_by(given):
            protocol.response_empty(412, UNMET)
            return
        held = entry.held_by(given) if is_read else None
        headers = held.unchanged if held else entry.headers
        is_stale = self.present.is_stale and entry.edition not in (None, EVER)
        if is_stale or not is_held:
            said = (ASK_EACH_TIME, STALE) if is_stale else (ASK_EACH_TIME,)
            headers = [*(pair for pair in headers if pair[0] != "cache-control"), *said]
        if held:
            protocol.response_empty(304, headers)
        elif entry.file and scope.method == "GET":
            protocol.response_file(entry.status, headers, entry.file)
        else:
            protocol.response_bytes(entry.status, headers, entry.body)


async def in_thread(threads: ThreadPoolExecutor, work: Callable[..., T], *arguments: object) -> T:
    """What some work gives that is done in one of `threads`."""
    return await asyncio.get_running_loop().run_in_executor(threads, work, *arguments)


def entry_of(answer: Answer, term: Term, encoding: str) -> Entry:
    """The entry for an answer, compressed once. A representation in another encoding has a tag of its own."""
    for_all, tag = is_same_for_all(answer), answer.header("etag")
    vary, body = answer.header("vary"), answer.body
    headers = [shared(pair) if for_all else pair for pair in answer.headers if pair[0] not in NOT_PASSED_ON]
    if answer.file and term.edition is not None:
        answer.file, body = "", Path(answer.file).read_bytes()
    if not answer.file and is_compressible(answer.header("content-type")) and not answer.header("content-encoding"):
        vary = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
        if encoding != "identity" and len(body) >= LEAST and (for_all or term.may_be_compressed):
            compress = COMPRESS_FOR_EVER if term.edition == EVER else COMPRESS
            body, tag = compress[encoding](body), tag and f'{tag[:-1]}-{encoding}"'
            headers.append(("content-encoding", encoding))
    length = answer.header("content-length") if answer.file else str(len(body))
    headers += [pair for pair in (("etag", tag), ("vary", vary), ("content-length", length)) if pair[1]]
    edition = term.edition if for_all else None
    return Entry(answer.status, headers, body, tag, answer.header("last-modified"), edition, term.until, answer.file)


@lru_cache(maxsize=1024)
def shared(header: tuple[str, str]) -> tuple[str, str]:
    """The header itself or one that is alike and was here before: thousands of kept answers have most in common."""
    return header


def is_same_for_all(answer: Answer) -> bool:
    """Whether an answer holds nothing for one reader only: what does is not kept, and hardly ever compressed."""
    control = answer.header("cache-control")
    varies = {name.strip().lower() for name in answer.header("vary").split(",")}
    return (
        not answer.header("set-cookie") and not ({"no-store", "private"} & directives(control)) and varies <= IN_THE_KEY
    )


def directives(control: str) -> set[str]:
    """The directives of a Cache-Control, without their arguments."""
    return {part.partition("=")[0].strip().lower() for part in control.split(",")}
