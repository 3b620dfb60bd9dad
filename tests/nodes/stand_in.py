"""A node in a few lines: what stands in front of nodes is tried with answers that the product gives rarely."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep

from tests.servers.service import HOST

PROBE = "/static/icon.svg"
PAGE = {"Cache-Control": "public, no-cache, s-maxage=600", "Surrogate-Key": "site piece-1", "ETag": '"1"'}


@dataclass
class StandIn:
    """What it answers with, and what it was asked: (method, path, headers). One that `breaks` says nothing.

    One that `hangs` keeps the connection and answers nothing until it no longer hangs.
    """

    port: int = 0
    status: int = 200
    body: bytes = b"a page"
    headers: dict[str, str] = field(default_factory=lambda: dict(PAGE))
    breaks: bool = False
    hangs: bool = False
    asked: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)


class Server(ThreadingHTTPServer):
    """Breaks what is open when it ends, as a killed node does."""

    daemon_threads = True

    def __init__(self, stand_in: StandIn) -> None:
        self.stand_in, self.open = stand_in, set[socket.socket]()
        super().__init__((HOST, stand_in.port), Handler)

    def break_all(self) -> None:
        self.shutdown()
        self.server_close()
        for connection in list(self.open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def setup(self) -> None:
        super().setup()
        self.server.open.add(self.connection)

    def answer(self) -> None:
        node = self.server.stand_in
        body, status, headers = node.body, node.status, node.headers
        if self.path == PROBE:
            body, status, headers = b"fine", 200, {}
        else:
            node.asked.append((self.command, self.path, {name.lower(): value for name, value in self.headers.items()}))
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        while node.hangs:
            sleep(0.05)
        if node.breaks and self.path != PROBE:
            self.close_connection = True
            return
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_HEAD = do_POST = answer  # noqa: N815 - the library's names

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def standing_in(port: int = 0, **answer: object) -> Iterator[tuple[StandIn, Server]]:
    """A stand-in that serves."""
    node = StandIn(port, **answer)  # type: ignore[arg-type]
    server = Server(node)
    node.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield node, server
    finally:
        server.break_all()
        thread.join()
