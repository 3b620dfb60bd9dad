"""From another spelling or a former address to the one that a thing has now: in one hop."""

import unicodedata
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from blog.writing import pieces, topics
from tests.conftest import Clock, Write

PLACES = ("/topics/café/", "/topics/café/essays/", "/topics/café/rss.xml", "/topics/café/essays/feed.json")


def leads(client: FlaskClient, path: str) -> tuple[int, str | None]:
    """Where a path leads, asked both ways."""
    first, second = client.get(quote(path, "/?=&%")), client.head(quote(path, "/?=&%"))
    assert (first.status_code, first.headers.get("Location")) == (second.status_code, second.headers.get("Location"))
    return first.status_code, first.headers.get("Location")


@pytest.mark.parametrize("path", PLACES)
def test_every_spelling_of_a_topic_reaches_it(client: FlaskClient, write: Write, path: str) -> None:
    write("One", topics=(unicodedata.normalize("NFD", "Café"),))
    assert leads(client, path) == (200, None)
    for spelled in (unicodedata.normalize("NFD", path), path.upper(), path.rstrip("/").title()):
        assert leads(client, f"{spelled}?a=%20") == (301, f"{quote(path)}?a=%20"), spelled


@pytest.mark.parametrize("path", ["/Notebook", "/NOTEBOOK/Essays/", "/RSS.xml", "/Search/", "/Topics"])
def test_capitals_lead_to_the_address_without_them(client: FlaskClient, write: Write, path: str) -> None:
    write("One")
    target = path.lower() if path.endswith((".xml", "/")) else f"{path.lower()}/"
    assert leads(client, path) == (301, target)


def test_another_spelling_tells_of_nothing_that_is_not_public(client: FlaskClient, write: Write, time: Clock) -> None:
    gone = write("Gone", topics=("Past",))
    pieces.withdraw(gone.id, time.now)
    write("Draft", publish=False, topics=("Hidden",))
    for path in (
        "/Notebook/draft/",
        "/Topics/hidden/",
        "/topics/Hidden/rss.xml",
        "/Nowhere/",
        "/LOGOUT",
        "/Topics/past/",
    ):
        assert leads(client, path) == (404, None), path
    assert client.post("/Contact/").status_code == 405


def test_a_slash_and_a_spelling_are_one_hop(client: FlaskClient, write: Write) -> None:
    write("Café", topics=("Café",))
    for path in ("/notebook/café", "/topics/café"):
        for spelled in (unicodedata.normalize("NFD", path), path.upper()):
            assert leads(client, spelled) == (301, f"{quote(path)}/")
    assert leads(client, "/category/café/feed") == (301, quote("/topics/café/rss.xml"))


def test_what_is_below_a_renamed_topic_moves_with_it(client: FlaskClient, write: Write, time: Clock) -> None:
    topic = write("One", topics=("Databases",)).topics[0]
    topics.rename(topic.id, "SQLite", time.now)
    for below in ("rss.xml", "atom.xml", "essays/", "essays/feed.json"):
        for old in ("databases", "Databases"):
            assert leads(client, f"/topics/{old}/{below}?x=1") == (301, f"/topics/sqlite/{below}?x=1"), below
    assert leads(client, "/topics/databases/essays") == (301, "/topics/sqlite/essays/")
    assert leads(client, "/category/databases/feed/") == (301, "/topics/sqlite/rss.xml")
    assert leads(client, "/topics/databases/nothing") == (404, None)
