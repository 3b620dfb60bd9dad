"""What others show of a page whose address is shared: its picture and its tags."""

from datetime import timedelta
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from blog.models import Kind, Site
from blog.state.database import transaction
from blog.web.public.share import share_locale
from blog.writing import pieces
from tests.conftest import Clock, Write, reader_of, running
from tests.writing.edits import edit


class Tags(HTMLParser):
    """The tags of a page's head that begin with "og:", "article:" or "twitter:", decoded."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("property") or given.get("name") or ""
        if tag == "meta" and name.startswith(("og:", "article:", "twitter:")):
            self.found.setdefault(name, []).append(given["content"] or "")


def tags(client: FlaskClient, path: str) -> dict[str, list[str]]:
    return Tags(client.get(path).text).found


def path_of(address: str) -> str:
    """The path and query of an address of the site."""
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc) == ("https", "blog.example")
    return f"{parts.path}?{parts.query}"


def set_site(**changes: object) -> None:
    with transaction() as session:
        site = session.get_one(Site, 1)
        for name, value in changes.items():
            setattr(site, name, value)


def kept(app: Flask) -> list[Path]:
    return list((app.extensions["settings"].instance / "cache" / "share").glob("*"))


def test_a_piece_says_what_it_is(client: FlaskClient, write: Write) -> None:
    piece = write('Tags & <b> "here"', topics=("SQLite", "C & D"), summary="Short & good.", kind=Kind.FIELD_NOTE)
    found = tags(client, f"/notebook/{piece.slug}/")
    picture = found.pop("og:image")[0]
    assert picture.startswith(f"https://blog.example/notebook/{piece.slug}.png?v=")
    assert found == {
        "og:type": ["article"],
        "og:site_name": ["A Bokashi notebook"],
        "og:title": ['Tags & <b> "here"'],
        "og:description": ["Short & good."],
        "og:url": [f"https://blog.example/notebook/{piece.slug}/"],
        "og:image:type": ["image/png"],
        "og:image:width": ["1200"],
        "og:image:height": ["630"],
        "og:image:alt": ['Field note: Tags & <b> "here"'],
        "article:published_time": ["2026-11-20T13:00:00+00:00"],
        "article:tag": ["SQLite", "C & D"],
        "twitter:card": ["summary_large_image"],
    }


def test_a_change_that_matters_is_told(client: FlaskClient, write: Write, time: Clock) -> None:
    piece = write("One")
    edit(piece, time, source="Mended.", matters=True)
    assert tags(client, f"/notebook/{piece.slug}/")["article:modified_time"] == ["2026-11-20T13:01:00+00:00"]


def test_a_piece_that_stands_elsewhere_names_that_address(client: FlaskClient, write: Write) -> None:
    piece = write("One", canonical="https://other.example/one")
    assert tags(client, f"/notebook/{piece.slug}/")["og:url"] == ["https://other.example/one"]


def test_every_other_page_is_a_website_with_the_sites_picture(client: FlaskClient, write: Write) -> None:
    write("One", topics=("Shared",))
    set_site(name="Ann & Co")
    titles = {
        "/": "Ann & Co",
        "/notebook/": "Writing",
        "/notebook/essays/": "Essays",
        "/topics/shared/": "Writing about Shared",
        "/dispatch/": "Dispatch",
        "/projects/": "Projects",
    }
    for path, title in titles.items():
        found = tags(client, path)
        assert (found["og:type"], found["og:title"], found["og:site_name"]) == (["website"], [title], ["Ann & Co"])
        assert found["og:image"][0].startswith("https://blog.example/share.png?v=")
        assert found["og:url"] == [f"https://blog.example{path}"]
        assert not [name for name in found if name.startswith("article:")]


@pytest.mark.parametrize("path", ["/nothing/", "/search/?q=one", "/contact/thanks/", "/login", "/notebook/hidden/"])
def test_pages_that_nobody_shares_have_no_tags(client: FlaskClient, write: Write, path: str) -> None:
    write("Hidden", publish=False)
    assert tags(client, path) == {}


def test_the_desk_has_no_tags(author: FlaskClient, write: Write) -> None:
    draft = write("Hidden", publish=False)
    for path in ("/desk/", f"/desk/pieces/{draft.id}"):
        assert author.get(path).status_code == 200
        assert tags(author, path) == {}


def test_the_address_of_a_picture_leads_to_it(client: FlaskClient, write: Write) -> None:
    for path in (f"/notebook/{write('One').slug}/", "/"):
        answer = client.get(path_of(tags(client, path)["og:image"][0]))
        assert answer.status_code == 200
        assert answer.mimetype == "image/png"
        assert Image.open(BytesIO(answer.data)).size == (1200, 630)


def test_another_picture_has_another_address_and_only_then(client: FlaskClient, write: Write, time: Clock) -> None:
    piece = write("One")
    path = f"/notebook/{piece.slug}/"
    first = tags(client, path)["og:image"]
    edit(piece, time, source="Other words.")
    assert tags(client, path)["og:image"] == first
    edit(piece, time, title="Two", slug=piece.slug)
    second = tags(client, path)["og:image"]
    set_site(name="Another name")
    assert len({*first, *second, *tags(client, path)["og:image"]}) == 3


def test_a_picture_is_validated_and_opened_alone_does_nothing(client: FlaskClient, write: Write) -> None:
    path = f"/notebook/{write('One').slug}.png"
    answer = client.get(path)
    assert answer.headers["Cache-Control"] == "public, no-cache"
    assert answer.headers["Last-Modified"] == "Fri, 20 Nov 2026 13:00:00 GMT"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in answer.headers
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    head = client.head(path)
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", answer.headers["ETag"])


def test_what_is_not_public_has_no_picture_and_leaves_none(
    app: Flask, client: FlaskClient, write: Write, time: Clock
) -> None:
    write("Draft", publish=False)
    write("Scheduled", at=time.now + timedelta(days=2))
    nothing = client.get("/notebook/never-written.png")
    for slug in ("draft", "scheduled"):
        answer = client.get(f"/notebook/{slug}.png")
        assert answer.status_code == 404
        assert answer.text.replace(slug, "never-written") == nothing.text
    assert kept(app) == []
    time.forward(days=3)
    assert client.get("/notebook/scheduled.png").status_code == 200


def test_a_withdrawn_or_deleted_piece_takes_its_picture_along(client: FlaskClient, write: Write, time: Clock) -> None:
    one, two = write("One"), write("Two")
    assert client.get("/notebook/one.png").status_code == 200
    pieces.withdraw(one.id, time.now)
    pieces.delete(two.id, time.now)
    for slug in ("one", "two"):
        assert client.get(f"/notebook/{slug}.png").status_code == client.get(f"/notebook/{slug}/").status_code == 410


def test_an_unlisted_piece_has_a_picture(client: FlaskClient, write: Write) -> None:
    assert client.get(f"/notebook/{write('One', listed=False).slug}.png").status_code == 200


def test_a_former_address_of_a_picture_leads_to_it(client: FlaskClient, write: Write, time: Clock) -> None:
    edit(write("Old name"), time, slug="new-name")
    answer = client.get("/notebook/old-name.png")
    assert answer.status_code == 301
    assert answer.headers["Location"] == "/notebook/new-name.png"


def test_a_thought_without_title_is_known_by_its_beginning(client: FlaskClient, write: Write) -> None:
    piece = write(kind=Kind.THOUGHT, source="A link can be sent.")
    assert tags(client, f"/notebook/{piece.slug}/")["og:image:alt"] == ["Thought: A link can be sent."]
    assert client.get(f"/notebook/{piece.slug}.png").status_code == 200


def test_a_piece_in_any_script_has_a_picture(client: FlaskClient, write: Write) -> None:
    for title in ("今日の天気", "مرحبا بالعالم", "🐢", "/", "x" * 300, "a\u0301" * 150):
        piece = write(title, summary="s")
        assert client.get(path_of(tags(client, f"/notebook/{piece.slug}/")["og:image"][0])).status_code == 200, title


def test_below_a_path_the_addresses_have_it(empty_instance: Path, tmp_path: Path, time: Clock) -> None:
    with running(empty_instance, tmp_path / "below", site_url="https://blog.example/~ann/blog") as app:
        client = reader_of(app)
        found = tags(client, "/~ann/blog/")
        assert found["og:url"] == ["https://blog.example/~ann/blog/"]
        assert found["og:image"][0].startswith("https://blog.example/~ann/blog/share.png?v=")
        assert client.get(path_of(found["og:image"][0])).status_code == 200


@pytest.mark.parametrize(
    ("language", "locale"),
    [("de-CH", "de_CH"), ("en", ""), ("zh-Hant-tw", "zh_TW"), ("EN-gb", "en_GB"), ("de-1996", ""), ("es-419", "")],
)
def test_the_language_is_told_where_it_names_a_country(
    client: FlaskClient, write: Write, language: str, locale: str
) -> None:
    piece = write("One", language=language)
    assert tags(client, f"/notebook/{piece.slug}/").get("og:locale", [""]) == [locale]


def test_a_piece_without_language_has_the_sites(app: Flask) -> None:
    set_site(language="fr-CA")
    with app.test_request_context():
        assert share_locale() == "fr_CA"
