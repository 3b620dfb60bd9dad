"""What stands for the cache in front of the site: it takes purges and remembers them."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread


class Front(ThreadingHTTPServer):
    """Takes purges. `told` are their keys, `asked` their methods, paths and headers; `status` is what it answers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.told: list[str] = []
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        self.status = 200
        self.goes_on = Event()
        self.goes_on.set()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    def handle_error(self, *_: object) -> None:
        """Somebody who does not wait for the answer is no fault."""


class Answers(BaseHTTPRequestHandler):
    """What it answers."""

    server: Front

    def do_POST(self) -> None:
        self.server.asked.append((self.command, self.path, dict(self.headers)))
        self.server.goes_on.wait()
        if self.server.status == 200:
            self.server.told.append(self.headers["Surrogate-Key"])
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def standing() -> Iterator[Front]:
    """A cache in front, for as long as it is needed."""
    front = Front()
    thread = Thread(target=front.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield front
    finally:
        front.goes_on.set()
        front.shutdown()
        front.server_close()
        thread.join()
