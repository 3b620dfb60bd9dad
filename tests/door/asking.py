"""The door without a server: requests as RSGI would bring them, and what would be sent."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import brotli
import zstandard

from blog.door import Door

T = TypeVar("T")
BROWSER = "gzip, deflate, br, zstd"
OPEN = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    "zstd": lambda body: zstandard.ZstdDecompressor().decompress(body),
    "": bytes,
}


class Fields:
    """The headers of a request, some of them more than once."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self.pairs = pairs

    def get(self, name: str, default: Any = None) -> Any:
        return next((value for key, value in self.pairs if key == name), default)

    def get_all(self, name: str) -> list[str]:
        return [value for key, value in self.pairs if key == name]

    def items(self) -> list[tuple[str, str]]:
        return self.pairs

    def __contains__(self, name: str) -> bool:
        return any(key == name for key, _ in self.pairs)


@dataclass
class Request:
    """What the server says of a request."""

    path: str
    query_string: str
    headers: Fields
    method: str = "GET"
    http_version: str = "1.1"
    scheme: str = "http"
    server: str = "127.0.0.1:8000"
    client: str = "192.0.2.7:4321"
    authority: str | None = None


@dataclass
class Sent:
    """What was sent for one request."""

    body_in: bytes = b""
    status: int = 0
    pairs: list[tuple[str, str]] = field(default_factory=list)
    raw: bytes = b""
    file: str = ""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for start in range(0, len(self.body_in), 65536):
            yield self.body_in[start : start + 65536]

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status, self.pairs, self.raw = status, headers, body

    def response_empty(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.response_bytes(status, headers, b"")

    def response_file(self, status: int, headers: list[tuple[str, str]], file: str) -> None:
        self.response_bytes(status, headers, Path(file).read_bytes())
        self.file = file

    @property
    def headers(self) -> dict[str, str]:
        """The headers; none may be there twice."""
        assert len(dict(self.pairs)) == len(self.pairs)
        return dict(self.pairs)

    @property
    def text(self) -> str:
        return bytes(OPEN[self.headers.get("content-encoding", "")](self.raw)).decode()


async def ask(
    door: Door,
    address: str,
    method: str = "GET",
    body: bytes = b"",
    more: list[tuple[str, str]] | None = None,
    authority: str | None = None,
    **headers: str,
) -> Sent:
    """The door's answer. Header names are written with underscores; `more` may repeat them; HTTP/2 has an authority."""
    path, _, query = address.partition("?")
    given = {"host": door.site_host, "accept_encoding": BROWSER, **headers}
    if body:
        given["content_length"] = str(len(body))
    pairs = [(name.replace("_", "-"), value) for name, value in given.items() if value]
    sent = Sent(body)
    await door.__rsgi__(Request(path, query, Fields(pairs + (more or [])), method, authority=authority), sent)
    return sent


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run something in an event loop of its own; the tests in a browser leave one marked as running in this thread."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return asyncio.run(work)
    finally:
        asyncio._set_running_loop(running)


def visit(door: Door, address: str, method: str = "GET", **given: Any) -> Sent:
    """One visit, with an event loop of its own."""
    return run(ask(door, address, method, **given))
