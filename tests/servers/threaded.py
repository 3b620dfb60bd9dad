"""Small servers that stand for others, in a thread of the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import TypeVar


class Threaded(ThreadingHTTPServer):
    """A server on a free port. While `goes_on` is not set, its answers may wait for it."""

    daemon_threads = True

    def __init__(self, answers: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", 0), answers)
        self.goes_on = Event()
        self.goes_on.set()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    def handle_error(self, *_: object) -> None:
        """A client that hung up is no fault."""


class Answers(BaseHTTPRequestHandler):
    """What such a server answers."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


Server = TypeVar("Server", bound=Threaded)


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    """The server at work, for as long as it is needed."""
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.goes_on.set()
        server.shutdown()
        server.server_close()
        thread.join()
