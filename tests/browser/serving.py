"""The site on a port of its own, for browsers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.conftest import running


class Quiet(WSGIRequestHandler):
    """Answers one request for each connection, so that none is left open, and logs nothing."""

    protocol_version = "HTTP/1.0"

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - the library's name
        pass


@contextmanager
def served(empty: Path, instance: Path) -> Iterator[Flask]:
    """An application on a copy of the empty instance, served in threads under its own public address.

    The port is taken before the application is made: its settings name it. Faults become our own error pages.
    """
    server = make_server("127.0.0.1", 0, Flask("empty"), threaded=True, request_handler=Quiet)
    with running(empty, instance, site_url=f"http://127.0.0.1:{server.port}", testing=False) as app:
        server.app = app
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield app
        finally:
            server.shutdown()
            thread.join()
