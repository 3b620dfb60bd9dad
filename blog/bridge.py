"""The bridge from the server to Flask: one RSGI request as one WSGI call in a thread (PEP 3333).

A request comes in the server's own thread, goes on in the event loop where it has to wait for something, and from
there to Flask in a thread.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from tempfile import SpooledTemporaryFile
from types import CoroutineType, coroutine
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from blog.state.kept import Headers

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

MOST_BODY = 13 * 1024 * 1024
MOST_IN_MEMORY = 512 * 1024
MOST_PASSED_OVER, SILENCE_SECONDS = 256 * 1024 * 1024, 1.0


class Scope(Protocol):
    """What RSGI says of a request. `path` is decoded, `query_string` is as it came, `authority` is HTTP/2's host."""

    http_version: str
    authority: str | None
    server: str
    client: str
    scheme: str
    method: str
    path: str
    query_string: str
    headers: Any


@dataclass(slots=True)
class Body:
    """The body of a request, and the size that it has or would have had."""

    stream: Any = field(default_factory=BytesIO)
    size: int = 0


@dataclass(slots=True)
class Answer:
    """What the application answered, header names in lower case: a body, or the path of a whole file in its place."""

    status: int = 500
    headers: Headers = field(default_factory=list)
    body: bytes = b""
    file: str = ""

    def header(self, name: str) -> str:
        """The value of a header, joined where it came more than once; "" where it is not there."""
        return ", ".join(value for key, value in self.headers if key == name)


class WholeFile:
    """What a file is wrapped in: the server sends a file that has a name by itself, else it is read here."""

    def __init__(self, file: BinaryIO, size: int = 65536) -> None:
        self.file, self.size = file, size

    def __iter__(self) -> "WholeFile":
        return self

    def __next__(self) -> bytes:
        part = self.file.read(self.size)
        if not part:
            raise StopIteration
        return part

    def close(self) -> None:
        self.file.close()


ALWAYS = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.file_wrapper": WholeFile,
}


@coroutine
def the_loop() -> Generator[None, None, None]:
    """Go on in the event loop: nothing that waits may be awaited before this."""
    yield


def begin_at_once(loop: asyncio.AbstractEventLoop) -> None:
    """Have the server's own thread begin the coroutine of each request, instead of only handing it to the loop.

    The server hands over by `call_soon_threadsafe(run, coroutine, …)`. What is answered without waiting is then
    answered there and then: no other thread is woken, which costs more than the answer. What comes to `the_loop`
    is handed over as it was meant to be, and goes on from there as after `asyncio.sleep(0)`. A loop that takes no
    attribute stays as it is.
    """
    hand_over = loop.call_soon_threadsafe

    def call_soon_threadsafe(callback: Callable[..., object], *given: Any, context: Any = None) -> Any:
        if given and type(given[0]) is CoroutineType:
            try:
                given[0].send(None)
            except StopIteration:
                return None
        return hand_over(callback, *given, context=context)

    with suppress(AttributeError):
        loop.call_soon_threadsafe = call_soon_threadsafe  # type: ignore[method-assign, assignment]


async def read_body(scope: Scope, protocol: Any, most: int = MOST_BODY) -> Body:
    """The body of a request, a large one on disk; of one that has more than `most` bytes, no more is kept.

    One that ended before its length keeps that as its size: whoever reads it finds that something is missing.
    """
    body = Body(size=int(scope.headers.get("content-length") or 0))
    if body.size or "transfer-encoding" in scope.headers:
        body.stream = SpooledTemporaryFile(MOST_IN_MEMORY)  # noqa: SIM115 - who asked for it closes it
    parts = (part async for part in protocol)
    try:
        if body.size <= most:
            body.size = max(body.size, await keep(parts, body.stream, most))
        if body.size > most and "expect" not in scope.headers:
            await pass_over(parts)
    except BaseException:
        body.stream.close()
        raise
    return body


async def keep(parts: AsyncIterator[bytes], stream: Any, most: int) -> int:
    """Write parts to a stream, `most` bytes and no further; returns how many came, more than `most` for too many."""
    size = 0
    async for part in parts:
        size += len(part)
        if size > most:
            break
        stream.write(part)
    stream.seek(0)
    return size


async def pass_over(parts: AsyncIterator[bytes]) -> None:
    """Read on, for as long as something comes: who is cut off while sending does not read why it was too much."""
    left = MOST_PASSED_OVER
    with suppress(StopAsyncIteration, TimeoutError):
        while left > 0:
            left -= len(await asyncio.wait_for(anext(parts), SILENCE_SECONDS))


def environ_of(scope: Scope, body: Body, passes: Callable[[str], bool]) -> "WSGIEnvironment":
    """The environment of a request, with those headers whose (lower-case) names pass. HEAD is asked as GET.

    The body is there already, so its size is known however it came.
    """
    host, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        **ALWAYS,
        "REQUEST_METHOD": "GET" if scope.method == "HEAD" else scope.method,
        "PATH_INFO": as_latin(scope.path),
        "QUERY_STRING": as_latin(scope.query_string),
        "SERVER_NAME": host.strip("[]") or "localhost",
        "SERVER_PORT": port or "80",
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": body.stream,
    }
    put_headers(environ, scope.headers.items(), passes)
    environ.setdefault("HTTP_HOST", host_of(scope))
    if body.size:
        environ["CONTENT_LENGTH"] = str(body.size)
    return environ


def host_of(scope: Scope, proxies: int = 0) -> str:
    """The host that was asked for, as the last trusted proxy says, "" where none is named.

    HTTP/2 has it beside the headers (RFC 9113, section 8.3.1).
    """
    forwarded: str | None = scope.headers.get("x-forwarded-host") if proxies else None
    hosts = forwarded.split(",") if forwarded else []
    if len(hosts) >= proxies > 0:
        return hosts[-proxies].strip()
    return str(scope.headers.get("host") or scope.authority or "")


def as_latin(text: str) -> str:
    """A text as WSGI wants it: each of its bytes in UTF-8 as one character."""
    return text.encode().decode("latin-1")


def put_headers(environ: "WSGIEnvironment", headers: Headers, passes: Callable[[str], bool]) -> None:
    """Put those headers into an environment whose names pass; one that came twice is joined (RFC 9110; RFC 6265).

    A name with an underscore is left out: as a variable it could not be told from the one with a hyphen (RFC 3875,
    section 4.1.18), which proxies and the door have looked at.
    """
    for name, value in headers:
        if not passes(name) or "_" in name or name in ("content-length", "transfer-encoding"):
            continue
        variable = "CONTENT_TYPE" if name == "content-type" else f"HTTP_{name.upper().replace('-', '_')}"
        between = "; " if name == "cookie" else ","
        environ[variable] = f"{environ[variable]}{between}{value}" if variable in environ else value


def ask(app: "WSGIApplication", environ: "WSGIEnvironment") -> Answer:
    """What a WSGI application answers."""
    answer = Answer()
    written: list[bytes] = []

    def start_response(status: str, headers: Headers, _exc_info: Any = None, /) -> Any:
        answer.status = int(status[:3])
        answer.headers = [(name.lower(), value) for name, value in headers]
        return written.append

    parts = app(environ, start_response)
    try:
        if isinstance(parts, WholeFile) and isinstance(name := getattr(parts.file, "name", None), str):
            answer.file = name
        else:
            answer.body = b"".join((*written, *parts))
    finally:
        if hasattr(parts, "close"):
            parts.close()
    return answer
