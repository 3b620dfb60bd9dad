"""Pictures on their way through the production server: many at once, too many, cut off, and from strangers."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import randbytes
from time import monotonic, sleep

import pytest
from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from blog.bridge import MOST_BODY
from blog.web.guard import MOST_PICTURES
from blog.writing import accounts
from tests.conftest import NOON, running
from tests.servers.people import Author
from tests.test_server import free_port, server
from tests.web.forms import alerts, parsed, told, values_in

HERE, PASSWORD = "/desk/pictures", "correct horse battery"


@dataclass
class Site:
    """A running site, its author, and where bodies wait."""

    author: Author
    media: Path
    waiting: Path

    def head(self, *headers: str, cookie: str = "") -> bytes:
        """The beginning of a request that brings pictures."""
        host = self.author.address.removeprefix("http://")
        jar = cookie or "; ".join(f"{name}={value}" for name, value in self.author.cookies.items())
        lines = (f"POST {HERE} HTTP/1.1", f"Host: {host}", f"Cookie: {jar}", "Connection: close", *headers)
        return "\r\n".join((*lines, "Content-Type: multipart/form-data; boundary=xx", "", "")).encode()

    def form(self, *files: tuple[str, bytes]) -> bytes:
        """The body of the form, with files."""
        chosen = [FileStorage(BytesIO(data), name) for name, data in files]
        return encode_multipart({**values_in(self.author.get(HERE), HERE), "picture": chosen}, boundary="xx")[1]

    def stored(self) -> list[str]:
        return sorted(path.name for path in self.media.iterdir()) if self.media.is_dir() else []

    def held(self) -> list[str]:
        """What waits on disk, under a name or without one."""
        links = []
        for link in Path("/proc").glob("[0-9]*/fd/*"):
            try:
                links.append(str(link.readlink()))
            except OSError:
                continue
        return [*map(str, self.waiting.iterdir()), *(link for link in links if link.startswith(str(self.waiting)))]


@dataclass
class Said:
    """An answer as it came."""

    status: int
    text: str


@pytest.fixture(scope="module")
def running_site(empty_instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder, port = tmp_path_factory.mktemp("uploads"), free_port()
    (folder / "waiting").mkdir()
    with running(empty_instance, folder / "instance", site_url=f"http://127.0.0.1:{port}"):
        accounts.create_account("ada", PASSWORD, NOON)
    with server(folder / "instance", port, TMPDIR=str(folder / "waiting")):
        author = Author(f"http://127.0.0.1:{port}")
        author.log_in("ada", PASSWORD)
        yield Site(author, folder / "instance" / "media", folder / "waiting")


@pytest.fixture
def site(running_site: Site) -> Site:
    """The site without a picture."""
    for name in running_site.stored():
        (running_site.media / name).unlink()
    return running_site


def noise(width: int, height: int = 1000) -> bytes:
    """A picture with a byte for each pixel."""
    drawn = BytesIO()
    Image.frombytes("L", (width, height), randbytes(width * height)).save(drawn, "PNG", compress_level=0)
    return drawn.getvalue()


def send(site: Site, request: bytes) -> Said:
    """The answer to a whole request."""
    with socket.create_connection(("127.0.0.1", int(site.author.address.rpartition(":")[2])), timeout=60) as connection:
        connection.sendall(request)
        return heard(connection)


def heard(connection: socket.socket) -> Said:
    parts = []
    while part := connection.recv(65536):
        parts.append(part)
    head, _, body = b"".join(parts).partition(b"\r\n\r\n")
    return Said(int(head.split()[1]), body.decode())


def chunked(body: bytes, size: int = 1_000_000) -> bytes:
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (*parts, b""))


def sized(body: bytes) -> str:
    return f"Content-Length: {len(body)}"


def soon(site: Site) -> list[str]:
    """What still waits on disk once there was time to take it away."""
    end = monotonic() + 10
    while (held := site.held()) and monotonic() < end:
        sleep(0.1)
    return held


@pytest.mark.parametrize("way", ["with its length", "in chunks"])
def test_one_file_that_is_too_large_holds_up_no_other(site: Site, way: str) -> None:
    good = [(f"good{number}.png", noise(2000 + number)) for number in range(11)]
    body = site.form(*good[:5], ("big.png", noise(30_000)), *good[5:])
    assert len(body) > 3 * MOST_BODY
    if way == "in chunks":
        said = send(site, site.head("Transfer-Encoding: chunked") + chunked(body))
    else:
        said = send(site, site.head(sized(body)) + body)
    assert said.status == 413
    assert alerts(said) == "big.png: it has 30.1 MB; 20 MB are the most."
    assert told(said) == "Stored: {}.".format(", ".join(name for name, _ in good))
    assert len(site.stored()) == 11 and not any("big" in name for name in site.stored())
    assert soon(site) == []


def test_who_asks_for_a_fragment_gets_one(site: Site) -> None:
    body = site.form(("big.png", bytes(30_000_000)), ("good.png", noise(50)))
    said = send(site, site.head(sized(body), "HX-Request: true", "HX-Request-Type: partial") + body)
    assert said.status == 413 and "<html" not in said.text
    assert alerts(said) == "Too large. big.png: it has 30 MB; 20 MB are the most. Stored: good.png."
    assert [name[:5] for name in site.stored()] == ["good-"]


@pytest.mark.parametrize("way", ["promised", "in chunks"])
def test_more_than_is_taken_together_is_refused_with_words(site: Site, way: str) -> None:
    if way == "promised":
        said = send(site, site.head(f"Content-Length: {MOST_PICTURES + 1}", "Expect: 100-continue"))
    else:
        said = send(site, site.head("Transfer-Encoding: chunked") + chunked(bytes(MOST_PICTURES + 1)))
    assert said.status == 413 and "128 MB together" in said.text and "send fewer pictures" in said.text
    assert (site.stored(), soon(site)) == ([], [])


@pytest.mark.parametrize("way", ["with its length", "in chunks"])
def test_what_is_cut_off_leaves_nothing(site: Site, way: str) -> None:
    body = site.form(*((f"good{number}.png", noise(4000 + number)) for number in range(10)))
    with socket.create_connection(("127.0.0.1", int(site.author.address.rpartition(":")[2])), timeout=60) as connection:
        length, sent = ("Transfer-Encoding: chunked", chunked(body)) if way == "in chunks" else (sized(body), body)
        connection.sendall(site.head(length) + sent[: len(sent) // 2])
        end = monotonic() + 10
        while not site.held() and monotonic() < end:
            sleep(0.05)
        assert site.held()
    assert (soon(site), site.stored()) == ([], [])
    assert site.author.get(HERE).status == 200


@pytest.mark.parametrize("whose", ["nobody's", "forged", "ended"])
def test_of_strangers_nothing_is_read(site: Site, whose: str) -> None:
    other = Author(site.author.address)
    other.log_in("ada", PASSWORD)
    cookie = {
        "nobody's": "a=b",
        "forged": "bokashi=eyJsb2dpbiI6IngifQ.aa.bb",
        "ended": f"bokashi={other.cookies['bokashi']}",
    }
    other.post("/logout", {"csrf_token": next(iter(values_in(other.get("/desk/password"), "/logout").values()))})
    length = f"Content-Length: {MOST_BODY + 1}"
    said = send(site, site.head(length, "Expect: 100-continue", cookie=cookie[whose]))
    assert said.status == 303
    assert (site.stored(), soon(site)) == ([], [])


def test_the_form_says_what_it_takes(site: Site) -> None:
    hints = [
        "".join(each.itertext()) for each in parsed(site.author.get(HERE)).iter("span") if each.get("class") == "hint"
    ]
    assert any("at most 20 at once: 20 MB each, 128 MB together" in hint for hint in hints)
