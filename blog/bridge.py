"""The bridge from the server's event loop to Flask: one RSGI request as one WSGI call in a thread (PEP 3333)."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

Headers = list[tuple[str, str]]


class Scope(Protocol):
    """What RSGI says of a request. `path` is decoded, `query_string` is as it came."""

    proto: str
    http_version: str
    server: str
    client: str
    scheme: str
    method: str
    path: str
    query_string: str
    headers: Any


@dataclass(slots=True)
class Answer:
    """What the application answered: a body, or the path of a whole file in its place."""

    status: int
    headers: Headers
    body: bytes
    file: str = ""

    def header(self, name: str) -> str:
        """The first value of a header, by its lower-case name; "" where it is not there."""
        return next((value for key, value in self.headers if key == name), "")


class WholeFile:
    """What a file is wrapped in: the server sends a file that has a name by itself, else it is read here."""

    def __init__(self, file: BinaryIO, size: int = 65536) -> None:
        self.file, self.size = file, size

    def __iter__(self) -> "WholeFile":
        return self

    def __next__(self) -> bytes:
        return self.file.read(self.size) or self.end()

    def end(self) -> bytes:
        raise StopIteration

    def close(self) -> None:
        self.file.close()


def environ_of(scope: Scope, body: bytes, leave_out: Iterable[str] = ()) -> "WSGIEnvironment":
    """The environment of a request, without the headers (lower-case names) that the door answers itself."""
    host, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode("utf-8", "replace").decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host.strip("[]") or "localhost",
        "SERVER_PORT": port or "80",
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": WholeFile,
    }
    for name, value in scope.headers.items():
        if name not in leave_out:
            put_header(environ, name, value)
    return environ


def put_header(environ: "WSGIEnvironment", name: str, value: str) -> None:
    """Put a header into an environment; one that came twice is joined, cookies with a semicolon (RFC 6265)."""
    variable = name.upper().replace("-", "_")
    if variable not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        variable = f"HTTP_{variable}"
    between = "; " if variable == "HTTP_COOKIE" else ","
    environ[variable] = f"{environ[variable]}{between}{value}" if variable in environ else value


def ask(app: "WSGIApplication", environ: "WSGIEnvironment") -> Answer:
    """What a WSGI application answers."""
    answer = Answer(500, [], b"")

    def start_response(status: str, headers: Headers, _exc_info: Any = None, /) -> Any:
        answer.status = int(status[:3])
        answer.headers = [(name.lower(), value) for name, value in headers]
        return lambda data: None

    parts = app(environ, start_response)
    try:
        if isinstance(parts, WholeFile) and isinstance(name := getattr(parts.file, "name", None), str):
            answer.file = name
        else:
            answer.body = b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    return answer
