"""What makes a page fast: little to fetch, links fetched ahead, icons that are there."""

import io
import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from PIL import Image

from tests.conftest import Clock, Write, reader_of, running

SCRIPT = re.compile(
    r'<script src="[^"]*/([\w.]+?)\.[0-9a-f]{12}\.js"(?: data-draw="[^"]*")?(?: data-read="([^"]*)")?( defer)?'
)


def test_public_pages_name_the_speculation_rules_and_the_authors_do_not(client: FlaskClient) -> None:
    assert client.get("/").headers["Speculation-Rules"] == '"/speculation-rules.json"'
    assert client.get("/notebook/").headers["Speculation-Rules"] == '"/speculation-rules.json"'
    for path in ("/login", "/desk/", "/rss.xml", "/static/site.css"):
        assert "Speculation-Rules" not in client.get(path).headers


def test_the_rules_are_under_the_sites_path(empty_instance: Path, tmp_path: Path, time: Clock) -> None:
    with running(empty_instance, tmp_path / "below", site_url="https://blog.example/notes") as app:
        client = reader_of(app)
        assert client.get("/notes/").headers["Speculation-Rules"] == '"/notes/speculation-rules.json"'
        answer = client.get("/notes/speculation-rules.json")
        assert answer.headers["Content-Type"] == "application/speculationrules+json"
        (rule,) = json.loads(answer.text)["prefetch"]
        assert rule["eagerness"] == "moderate"
        assert rule["where"]["and"][0] == {"href_matches": ["/notes/", "/notes/*/"]}
        assert {"/notes/desk/*", "/notes/login", "/notes/logout"} <= set(rule["where"]["and"][1]["not"]["href_matches"])


def test_the_icon_is_there_for_those_who_ask_without_looking(client: FlaskClient) -> None:
    answer = client.get("/favicon.ico")
    assert answer.headers["Content-Type"] == "image/vnd.microsoft.icon"
    picture = Image.open(io.BytesIO(answer.data))
    assert picture.format == "ICO"
    assert picture.info["sizes"] == {(16, 16), (32, 32), (48, 48)}


@pytest.mark.parametrize("path", ["/apple-touch-icon.png", "/apple-touch-icon-precomposed.png"])
def test_the_icon_for_home_screens_is_a_picture(client: FlaskClient, path: str) -> None:
    picture = Image.open(io.BytesIO(client.get(path).data))
    assert (picture.format, picture.size) == ("PNG", (180, 180))


def test_a_page_loads_only_the_scripts_that_it_uses_and_none_holds_it_up(client: FlaskClient, write: Write) -> None:
    plain, code, note = write("Plain"), write("Code", "```\nls\n```"), write("Note", "One.[^1]\n\n[^1]: Two.")
    wanted = {
        "/": {"wake"},
        "/dispatch/": {"wake"},
        f"/notebook/{plain.slug}/": {"wake"},
        f"/notebook/{code.slug}/": {"wake", "read"},
        f"/notebook/{note.slug}/": {"wake", "read"},
        "/notebook/": {"wake", "htmx", "site"},
    }
    for path, names in wanted.items():
        found = SCRIPT.findall(client.get(path).text)
        assert {name for name, _, _ in found} | {"read" for _, read, _ in found if read} == names
        assert all(deferred for _, _, deferred in found)


def test_nothing_but_itself_holds_a_page_up(client: FlaskClient, write: Write) -> None:
    piece = write("A piece")
    for path in ("/", "/notebook/", f"/notebook/{piece.slug}/"):
        page = client.get(path).text
        assert 'rel="stylesheet"' not in page and "@import" not in page
        assert not re.search(r"<script(?![^>]* defer)", page)
