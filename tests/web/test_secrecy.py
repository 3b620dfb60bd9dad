"""What the public may not see is nowhere: a crawl of everything public, for each state that is not."""

import re
from datetime import timedelta
from urllib.parse import urldefrag, urljoin

import pytest
from flask.testing import FlaskClient

from blog.models import Kind
from blog.writing import pieces
from tests.conftest import Clock, Write

SECRET = "Zanzibarkatze"
DOORS = (
    *(
        "/",
        "/notebook/",
        "/topics/",
        "/dispatch/",
        "/projects/",
        "/changes/",
        "/sitemap.xml",
        "/llms.txt",
        "/robots.txt",
    ),
    *("/rss.xml", "/atom.xml", "/feed.json", f"/search/?q={SECRET}", "/search/?q=zanzibar", "/search/?q=words"),
    *("/topics/geheim/", "/topics/shared/", "/topics/geheim/rss.xml", "/notebook/zanzibarkatze.md"),
    *("/notebook/essays/", "/notebook/field-notes/", "/notebook/thoughts/", "/paths/start/", "/opensearch.xml"),
)


def crawl(client: FlaskClient) -> dict[str, str]:
    """Every public address that can be reached, with what it answers."""
    waiting, seen = list(DOORS), dict[str, str]()
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        answer = client.get(address)
        assert answer.status_code < 500, address
        seen[address] = answer.text + str(answer.headers)
        for found in re.findall(r'(?:href|src|hx-get|action)="([^"]+)"', answer.text):
            path = urldefrag(urljoin(f"https://blog.example{address}", found.replace("&amp;", "&")))[0]
            if path.startswith("https://blog.example/") and "/static/" not in path:
                waiting.append(path.removeprefix("https://blog.example"))
    return seen


@pytest.mark.parametrize("state", ["draft", "scheduled", "withdrawn", "unlisted", "deleted"])
def test_a_piece_that_is_not_public_is_nowhere(client: FlaskClient, write: Write, time: Clock, state: str) -> None:
    write("Before", topics=("Shared",))
    at = time.now + timedelta(days=2) if state == "scheduled" else None
    secret = write(
        SECRET,
        source=f"{SECRET} words [^1]\n\n[^1]: {SECRET}",
        kind=Kind.FIELD_NOTE,
        topics=("Shared", "Geheim"),
        symptom=f"error: {SECRET}",
        publish=state != "draft",
        listed=state != "unlisted",
        at=at,
    )
    write("After", topics=("Shared",))
    if state == "withdrawn":
        pieces.withdraw(secret.id, time.now)
    if state == "deleted":
        pieces.delete(secret.id, time.now)
    found = crawl(client)
    assert len(found) > 30
    for address, answer in found.items():
        shown = answer.replace("/search/?q=Zanzibarkatze", "")
        echo = re.sub(r'value="[^"]*"|“[^”]*”|<title>[^<]*</title>', "", shown) if "/search/" in address else shown
        if address not in ("/topics/geheim/", "/topics/geheim/rss.xml", "/notebook/zanzibarkatze.md"):
            assert SECRET.lower() not in echo.lower(), f"{address} tells of a {state} piece"
            assert "geheim" not in echo.lower(), f"{address} tells of the topic of a {state} piece"
    assert "2 pieces about Shared" in found["/topics/shared/"]
    assert client.get("/topics/geheim/").status_code == 404


def test_a_draft_answers_like_an_address_that_never_was(client: FlaskClient, write: Write) -> None:
    write(SECRET, publish=False)
    draft, nothing = client.get("/notebook/zanzibarkatze/"), client.get("/notebook/never-written/")
    assert draft.status_code == nothing.status_code == 404
    assert draft.text.replace("zanzibarkatze", "never-written") == nothing.text


def test_a_scheduled_piece_answers_like_one_that_never_was(client: FlaskClient, write: Write, time: Clock) -> None:
    write(SECRET, at=time.now + timedelta(days=1))
    assert client.get("/notebook/zanzibarkatze/").status_code == 404
    assert client.get("/notebook/zanzibarkatze.md").status_code == 404


def test_a_withdrawn_piece_is_gone_and_comes_back(client: FlaskClient, write: Write, time: Clock) -> None:
    piece = write(SECRET)
    assert client.get("/notebook/zanzibarkatze/").status_code == 200
    pieces.withdraw(piece.id, time.now)
    answer = client.get("/notebook/zanzibarkatze/")
    assert answer.status_code == 410
    assert SECRET not in answer.text
    pieces.publish(piece.id, time.now)
    assert client.get("/notebook/zanzibarkatze/").status_code == 200


def test_an_unlisted_piece_is_read_by_address_and_found_by_none(client: FlaskClient, write: Write) -> None:
    write(SECRET, listed=False)
    answer = client.get("/notebook/zanzibarkatze/")
    assert answer.status_code == 200
    assert 'content="noindex"' in answer.text


def test_a_stale_cookie_changes_nothing(client: FlaskClient, write: Write) -> None:
    write(SECRET, publish=False)
    client.set_cookie("bokashi", "eyJsb2dpbiI6Im5vIn0.aaaa.bbbb", domain="blog.example")
    assert client.get("/notebook/zanzibarkatze/").status_code == 404
    assert SECRET not in client.get("/notebook/").text
