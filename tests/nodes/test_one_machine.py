"""One machine: a node on SQLite behind nginx, as `deploy/README.md` has it first."""

from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.nodes.fronts import Front
from tests.servers.node import PASSWORD, Node
from tests.servers.people import Author, Person, Said
from tests.servers.service import HOST, free_port
from tests.servers.starting import Starter
from tests.web.forms import alerts, told, values_in


@pytest.fixture(scope="module")
def front(start_for_all: Starter) -> Front:
    """nginx before a node with an account."""
    port = free_port()
    front = start_for_all(Front, [port])
    node = start_for_all(Node, f"https://{HOST}:{front.port}", port, BLOG_TRUSTED_PROXIES="1")
    node.run("author", "create", "ada", "--password-stdin", given=PASSWORD)
    return front


def test_the_author_writes_and_readers_read_by_https(front: Front) -> None:
    author = Author(f"https://{HOST}:{front.port}")
    author.log_in("ada", PASSWORD)
    piece = author.write(title="Behind nginx", source="The first words.")
    reader = Person(author.address)
    page = reader.get("/notebook/behind-nginx/", Accept_Encoding="br")
    assert (page.status, page.headers["content-encoding"]) == (200, "br")
    assert (
        f'<link rel="canonical" href="{author.address}/notebook/behind-nginx/"'
        in reader.get("/notebook/behind-nginx/").text
    )
    assert not reader.cookies
    assert author.change(piece, source="Other words.").status == 303
    assert "Other words." in reader.get("/notebook/behind-nginx/").text
    assert reader.get("/notebook/behind-nginx/", Accept_Encoding="br", If_None_Match=page.headers["etag"]).status == 200


def test_fragments_conditions_and_ranges_pass_through(front: Front) -> None:
    reader = Person(f"https://{HOST}:{front.port}")
    whole, fragment = reader.get("/notebook/"), reader.get("/notebook/", HX_Request_Type="partial")
    assert whole.text.startswith("<!doctype html>")
    assert "<!doctype" not in fragment.text
    assert "HX-Request-Type" in whole.headers["vary"]
    assert reader.get("/notebook/", If_None_Match=whole.headers["etag"]).status == 304
    assert reader.get("/notebook/", Range="bytes=0-9").body == whole.body
    head = reader.ask("HEAD", "/notebook/")
    assert (head.body, head.headers["etag"]) == (b"", whole.headers["etag"])


def test_nobody_brings_along_an_address_or_a_host(front: Front) -> None:
    reader = Person(f"https://{HOST}:{front.port}")
    forged = reader.get("/notebook/", X_Forwarded_Host="evil.example", X_Forwarded_For="192.0.2.1")
    assert forged.status == 200
    assert "evil.example" not in forged.text
    assert reader.get("/notebook/", Host="evil.example").status == 400


def test_plain_http_leads_to_https(front: Front) -> None:
    connection = HTTPConnection(HOST, front.plain_port, timeout=10)
    connection.request("GET", "/notebook/?before=1-1")
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/notebook/?before=1-1")
    connection.close()


def test_a_page_larger_than_a_form_may_be_is_refused_with_words(front: Front, tmp_path: Path) -> None:
    reader = Person(f"https://{HOST}:{front.port}")
    said = reader.ask("POST", "/contact/", "x" * 300_000, {"Content-Type": "application/x-www-form-urlencoded"})
    assert said.status == 413


def test_many_pictures_pass_from_the_author_and_from_nobody_else(front: Front) -> None:
    author = Author(f"https://{HOST}:{front.port}")
    author.log_in("ada", PASSWORD)
    form = values_in(author.get("/desk/pictures"), "/desk/pictures")
    large = [FileStorage(BytesIO(bytes(21_000_000)), f"large-{number}.png") for number in range(2)]
    sent = encode_multipart({**form, "picture": [*large, FileStorage(BytesIO(drawn()), "good.png")]}, boundary="xx")[1]
    said = bring(author, sent)
    assert said.status == 413
    assert "large-0.png: it has 21 MB" in alerts(said) and told(said) == "Stored: good.png."
    beyond = bring(author, bytes(128 * 1024 * 1024 + 1))
    assert beyond.status == 413 and "128 MB together" in beyond.text
    assert bring(Person(author.address), sent).headers["location"].startswith("/login")


def drawn() -> bytes:
    """A small picture."""
    file = BytesIO()
    Image.new("RGB", (20, 20), "navy").save(file, "PNG")
    return file.getvalue()


def bring(person: Person, sent: bytes) -> Said:
    """What somebody gets who sends a form with pictures."""
    given = {"Content-Type": "multipart/form-data; boundary=xx", "Origin": person.address}
    return person.ask("POST", "/desk/pictures", sent, given)
