"""The door in the production server, two workers: what goes over the wire, and that no worker is ever behind."""

import io
import re
import shutil
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image

from blog.models import Kind, Piece
from blog.state.media import store
from blog.writing import pieces
from blog.writing.fields import Fields
from tests.conftest import NOON, running
from tests.test_server import free_port, server
from tests.writing.edits import typed

PUBLISHES, READERS = 50, 4


@dataclass
class Site:
    """A running site, and the application of somebody who writes into it from another process."""

    port: int
    app: Flask
    piece: Piece
    picture: str
    server: int


@dataclass
class Answer:
    """An answer as it came."""

    status: int
    headers: dict[str, str]
    body: bytes


@pytest.fixture(scope="module")
def site(empty_instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site, with one piece and one picture."""
    instance, port = tmp_path_factory.mktemp("wire") / "instance", free_port()
    with running(empty_instance, instance, site_url=f"http://127.0.0.1:{port}") as app:
        fields = Fields(title="Number 0.", source="Some words.", kind=Kind.ESSAY, slug="one", published_at=NOON)
        piece = pieces.publish(pieces.create(fields, NOON).id, NOON)
        drawn = io.BytesIO()
        Image.effect_noise((300, 300), 90).save(drawn, "PNG")
        picture = store(drawn.getvalue(), "noise.png").name
        with server(instance, port, WEB_CONCURRENCY="2") as process:
            assert piece
            yield Site(port, app, piece, picture, process.pid)


@dataclass
class Alone:
    """A running site with one worker, which nobody but a few tests writes to."""

    port: int


@pytest.fixture(scope="module")
def alone(empty_instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alone]:
    """A site for what is sent to it: one worker takes as many messages as all together may take."""
    instance, port = tmp_path_factory.mktemp("alone") / "instance", free_port()
    shutil.copytree(empty_instance, instance)
    with server(instance, port):
        yield Alone(port)


def send(site: Site | Alone, request: bytes) -> bytes:
    """Everything that comes back for some bytes, until the server closes."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as connection:
        connection.sendall(request)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def ask(site: Site | Alone, line: str, *headers: str, body: bytes = b"", host: str = "") -> Answer:
    """The answer to a request, asked on a connection of its own."""
    given = (f"Host: {host or f'127.0.0.1:{site.port}'}", "Connection: close", *headers)
    head, _, rest = send(site, "\r\n".join((f"{line} HTTP/1.1", *given, "", "")).encode() + body).partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    pairs = [each.partition(": ")[::2] for each in lines[1:]]
    assert len({name for name, _ in pairs}) == len(pairs)
    return Answer(int(lines[0].split()[1]), dict(pairs), rest)


@pytest.mark.parametrize("path", ["/", "/notebook/", "/nothing/", "/rss.xml", "/static/site.css", "/up"])
def test_head_has_the_headers_of_get_and_no_body(site: Site, path: str) -> None:
    whole, head = ask(site, f"GET {path}"), ask(site, f"HEAD {path}")
    assert (head.status, head.body) == (whole.status, b"")
    assert head.headers["content-length"] == str(len(whole.body)) == whole.headers["content-length"]
    assert {**head.headers, "date": ""} == {**whole.headers, "date": ""}


def test_a_304_has_no_body_and_the_connection_goes_on(site: Site) -> None:
    tag = ask(site, "GET /").headers["etag"]
    head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nIf-None-Match: {tag}\r\n"
    answers = send(site, (f"{head}\r\n" * 2 + f"{head}Connection: close\r\n\r\n").encode())
    assert answers.count(b"HTTP/1.1 304 ") == 3
    assert answers.endswith(b"\r\n\r\n")


def test_a_picture_is_sent_whole_conditionally_and_without_ranges(site: Site) -> None:
    line = f"/media/{site.picture}"
    whole = ask(site, f"GET {line}", "Range: bytes=0-9")
    assert (whole.status, whole.headers["content-length"]) == (200, str(len(whole.body)))
    assert whole.body.startswith(b"\x89PNG")
    assert "accept-ranges" not in whole.headers
    assert ask(site, f"HEAD {line}").headers["content-length"] == whole.headers["content-length"]
    unchanged = ask(site, f"GET {line}", f"If-None-Match: {whole.headers['etag']}")
    assert (unchanged.status, unchanged.body) == (304, b"")


@pytest.mark.parametrize(
    "path", ["/caf%ff/", "/caf%00/", "/%0d%0aX:y/", "/日本/", "/search/?q=日本", "/search/?q=%ff", "/%"]
)
def test_odd_addresses_are_answered(site: Site, path: str) -> None:
    assert ask(site, f"GET {path}").status in (200, 308, 400, 404)


@pytest.mark.parametrize(
    "line", ["X-Odd: caf\xe9", "Cookie: bokashi=日本", "If-None-Match: é", "If-Modified-Since: é", "User-Agent: 日"]
)
def test_odd_headers_are_answered(site: Site, line: str) -> None:
    assert ask(site, "GET /", line).status == 200


def test_another_host_gets_nothing_whatever_is_kept(site: Site) -> None:
    ask(site, "GET /")
    assert ask(site, "GET /", host="evil.example").status == 400
    assert b"evil.example" not in ask(site, "GET /", "X-Forwarded-Host: evil.example").body


FORM = "Content-Type: application/x-www-form-urlencoded"


def test_a_body_may_come_in_pieces(alone: Alone) -> None:
    chunked = ask(alone, "POST /contact/", FORM, "Transfer-Encoding: chunked", body=b"8\r\ntext=Hey\r\n0\r\n\r\n")
    assert chunked.status == 422
    assert b"Hey</textarea>" in chunked.body


def test_a_body_that_ends_too_early_is_no_form(alone: Alone) -> None:
    head = f"POST /contact/ HTTP/1.1\r\nHost: 127.0.0.1:{alone.port}\r\n{FORM}\r\nContent-Length: 99\r\n\r\n"
    with socket.create_connection(("127.0.0.1", alone.port), timeout=20) as connection:
        connection.sendall(f"{head}text=Half of".encode())
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(65536).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("method", ["get", "Get", "head", "post"])
@pytest.mark.parametrize("path", ["/", "/contact/"])
def test_a_method_in_small_letters_is_none_of_ours(alone: Alone, path: str, method: str) -> None:
    answer = ask(alone, f"{method} {path}")
    assert answer.status == 405
    assert {"GET", "HEAD"} <= set(answer.headers["allow"].split(", "))


@pytest.mark.parametrize(("path", "size"), [("/contact/", 300_000), ("/login", 13_700_000)])
def test_a_body_that_is_too_large_is_refused_however_it_comes(alone: Alone, path: str, size: int) -> None:
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (size, b"x" * size)
    assert ask(alone, f"POST {path}", FORM, "Transfer-Encoding: chunked", body=chunked).status == 413
    assert ask(alone, f"POST {path}", FORM, f"Content-Length: {size}", body=b"x" * 300_000).status == 413


@pytest.mark.parametrize("length", ["Content-Length: 30000000", "Transfer-Encoding: chunked"])
def test_who_sends_far_too_much_reads_why_it_is_refused(alone: Alone, length: str) -> None:
    body = bytes(30_000_000) if "Content" in length else b"%x\r\n%s\r\n0\r\n\r\n" % (30_000_000, bytes(30_000_000))
    head = f"POST /login HTTP/1.1\r\nHost: 127.0.0.1:{alone.port}\r\n{FORM}\r\nConnection: close\r\n{length}\r\n\r\n"
    assert send(alone, head.encode() + body).startswith(b"HTTP/1.1 413 ")


def test_who_waits_for_leave_to_send_gets_it_only_for_what_may_be_sent(alone: Alone) -> None:
    expecting = ("POST /login HTTP/1.1", f"Host: 127.0.0.1:{alone.port}", FORM, "Expect: 100-continue")
    large = send(alone, "\r\n".join((*expecting, "Connection: close", "Content-Length: 20000000", "", "")).encode())
    assert large.startswith(b"HTTP/1.1 413 ")
    with socket.create_connection(("127.0.0.1", alone.port), timeout=20) as connection:
        connection.sendall("\r\n".join((*expecting, "Content-Length: 8", "", "")).encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 100 ")


def test_no_reader_of_any_worker_is_behind(site: Site) -> None:
    answered, stale, read, done = [0], [], [0], threading.Event()

    def reader() -> None:
        while not done.is_set():
            at_least = answered[0]
            found = re.search(rb"Number (\d+)\.", ask(site, "GET /notebook/one/").body)
            read[0] += 1
            if not found or int(found[1]) < at_least:
                stale.append((found, at_least))

    readers = [threading.Thread(target=reader) for _ in range(READERS)]
    for each in readers:
        each.start()
    for number in range(1, PUBLISHES + 1):
        fields = typed(site.piece, title=f"Number {number}.")
        assert pieces.save(site.piece.id, fields, NOON, None)
        answered[0] = number
        assert f"Number {number}.".encode() in ask(site, "GET /notebook/one/").body
    done.set()
    for each in readers:
        each.join()
    assert not stale
    assert read[0] >= READERS


def test_the_process_that_started_the_workers_holds_no_database(site: Site) -> None:
    opened = [str(link.readlink()) for link in Path(f"/proc/{site.server}/fd").iterdir() if link.exists()]
    assert not [name for name in opened if name.endswith((".db", ".db-wal", ".db-shm"))]
