"""Addresses of what is written at the desk: readable, unique, never one that the site needs, never broken."""

import re
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient

from tests.conftest import Write
from tests.web.forms import faults, parsed, send, values_in

NEW = "/desk/pieces/new"
PUBLISH = f"{NEW}/publication"
SLUG = re.compile(r"\w(?:[\w-]*\w)?")
TITLES = [
    "今日の天気", "مرحبا بالعالم", "Привет, мир!", "ex) 日本語 2", "Ærø & Ålesund", "ß", "🐢", "👩‍👩‍👧", "???", "...",
    "/", "-- --", "Nice trick 😀", "a \u200d", "x" * 300, "日" * 300, "word " * 59, "page/2", ".well-known",
]  # fmt: skip
SYSTEM = [
    "admin", "login", "logout", "setup", "desk", "feed", "feed.xml", "rss", "rss.xml", "atom.xml", "feed.json",
    "static", "media", "uploads", "category", "tag", "page", "preview", "search", "robots.txt", "favicon.ico",
    "sitemap.xml", "essays", "field-notes", "thoughts", "notebook", "topics", "up",
]  # fmt: skip


def slug_of(author: FlaskClient, number: int) -> str:
    place = f"/desk/pieces/{number}"
    return values_in(author.get(place), place)["slug"]


def view(author: FlaskClient, number: int) -> str:
    """The address that the desk shows for a public piece."""
    links = parsed(author.get(f"/desk/pieces/{number}")).iter("a")
    return next(link.get("href") or "" for link in links if link.text == "View")


def publish(author: FlaskClient, title: str, **typed: str) -> int:
    answer = send(author, NEW, NEW, to=PUBLISH, title=title, source="Words.", **typed)
    assert answer.status_code == 303, answer.text
    return int(answer.headers["Location"].rpartition("/")[2])


def heading(client: FlaskClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join("".join(next(parsed(answer).iter("h1")).itertext()).split())


@pytest.mark.parametrize("title", TITLES)
def test_a_title_in_any_script_gets_an_address_that_leads_to_it(
    author: FlaskClient, client: FlaskClient, title: str
) -> None:
    numbers = [publish(author, title), publish(author, title)]
    for number in numbers:
        slug = slug_of(author, number)
        assert SLUG.fullmatch(slug) and "--" not in slug
        address = view(author, number)
        assert re.fullmatch("[!-~]{1,2000}", address)
        assert heading(client, address) == " ".join(title.split())
        assert client.get(unquote(address)).status_code == 200
    assert len({slug_of(author, number) for number in numbers}) == 2


@pytest.mark.parametrize("title", ["x" * 301, "日" * 3000])
def test_a_title_that_is_too_long_is_said_so(author: FlaskClient, title: str) -> None:
    answer = send(author, NEW, NEW, to=PUBLISH, title=title, source="Words.")
    assert answer.status_code == 422
    assert values_in(answer, NEW)["title"] == title


def test_the_same_title_three_times_is_three_addresses(author: FlaskClient, client: FlaskClient, write: Write) -> None:
    write("Weekly notes", publish=False)
    numbers = [publish(author, "Weekly notes") for _ in range(3)]
    assert [slug_of(author, number) for number in (1, *numbers)] == [
        "weekly-notes", "weekly-notes-2", "weekly-notes-3", "weekly-notes-4",
    ]  # fmt: skip
    send(author, "/desk/pieces/1", "/desk/pieces/1", to="/desk/pieces/1/publication")
    assert all(client.get(view(author, number)).status_code == 200 for number in (1, *numbers))


@pytest.mark.parametrize("typed", ["weekly-notes", "weekly-Notes", " Weekly-notes "])
def test_a_typed_address_that_is_taken_is_refused(author: FlaskClient, write: Write, typed: str) -> None:
    write("Weekly notes")
    answer = send(author, NEW, NEW, title="Another", source="Words.", slug=typed)
    assert (answer.status_code, list(faults(answer))) == (422, ["slug"])
    assert values_in(answer, NEW)["slug"] == typed
    assert "open" in next(parsed(answer).iter("details")).attrib


@pytest.mark.parametrize("name", SYSTEM)
def test_what_the_site_needs_stays_what_it_is(author: FlaskClient, client: FlaskClient, name: str) -> None:
    before = client.get(f"/{name}").status_code, client.get(f"/notebook/{name}/").status_code
    number = publish(author, name)
    assert heading(client, view(author, number)) == name
    assert view(author, number) != f"/{name}/"
    if before[1] == 200:
        assert slug_of(author, number) != name
    assert client.get(f"/{name}").status_code == before[0]


@pytest.mark.parametrize("typed", ["essays", "field-notes", "thoughts", "page", "page/2", ".well-known", "feed.xml"])
def test_an_address_that_the_notebook_needs_cannot_be_typed(author: FlaskClient, typed: str) -> None:
    answer = send(author, NEW, NEW, title="Another", source="Words.", slug=typed)
    assert (answer.status_code, list(faults(answer))) == (422, ["slug"])


def test_another_title_leaves_the_address_and_another_address_leaves_the_old_one(
    author: FlaskClient, client: FlaskClient
) -> None:
    place = f"/desk/pieces/{publish(author, 'Teh tides')}"
    uid = client.get("/feed.json").json["items"][0]["id"]  # type: ignore[index]
    send(author, place, place, title="The tides", slug="")
    assert slug_of(author, 1) == "teh-tides"
    send(author, place, place, slug="the-tides")
    answer = client.get("/notebook/teh-tides/?from=feed")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/notebook/the-tides/?from=feed")
    assert client.get("/feed.json").json["items"][0]["id"] == uid  # type: ignore[index]


def test_the_address_of_a_draft_leaves_nothing_behind(author: FlaskClient, client: FlaskClient, write: Write) -> None:
    write("Teh tides", publish=False)
    send(author, "/desk/pieces/1", "/desk/pieces/1", slug="the-tides")
    assert client.get("/notebook/teh-tides/").status_code == 404
