"""Addresses: one for everything, kept when it changes, the same behind every proxy."""

import re
import unicodedata
from pathlib import Path
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from blog.models import Kind, Piece
from blog.writing import pieces, topics
from blog.writing.fields import Fields
from tests.conftest import Clock, Write, reader_of, running

TITLES = (
    *(
        "今日の天気",
        "مرحبا بالعالم",
        "Привет, мир!",
        "ex) 日本語 2",
        "Ærø & Ålesund",
        "ß",
        "🐢",
        "👩‍👩‍👧",
        "???",
        "...",
        "/",
        "-- --",
    ),
    *(
        "Nice trick 😀",
        "admin",
        "login",
        "feed.xml",
        "rss",
        "static",
        "media",
        "essays",
        "field-notes",
        "page/2",
        ".well-known",
    ),
    *("robots.txt", "Weekly notes", "Weekly notes", "weekly-Notes", "x" * 290, "日本" * 140),
)


def test_every_title_gets_an_address_that_answers(client: FlaskClient, write: Write) -> None:
    for title in TITLES:
        piece = write(title)
        answer = client.get(f"/notebook/{quote(piece.slug)}/")
        assert answer.status_code == 200, title
        assert re.fullmatch(r"\w([\w-]*\w)?", piece.slug), piece.slug
        assert len(quote(f"/notebook/{piece.slug}/")) < 2000
    pages = [client.get("/notebook/").text, client.get("/rss.xml").text]
    for link in re.findall(r"<link>([^<]*)</link>", pages[1]):
        assert re.fullmatch(r"[!-~]+", link)
    for address in re.findall(r'<h3><a href="([^"]+)"', pages[0]):
        assert client.get(address).status_code == 200
    assert client.get("/notebook/essays/").status_code == 200


def test_both_forms_of_an_accent_reach_the_piece(client: FlaskClient, write: Write) -> None:
    piece = write(unicodedata.normalize("NFD", "Café"))
    assert piece.slug == "café"
    for form in ("NFC", "NFD"):
        answer = client.get(f"/notebook/{quote(unicodedata.normalize(form, 'café'))}/", follow_redirects=True)
        assert answer.status_code == 200
        assert answer.request.path == "/notebook/café/"


def rename(piece: Piece, slug: str, time: Clock) -> None:
    fields = Fields(Kind(piece.kind), piece.title, slug, source=piece.source, published_at=piece.published_at)
    pieces.save(piece.id, fields, time.now, None)


def test_a_former_address_leads_to_the_newest_in_one_hop(client: FlaskClient, write: Write, time: Clock) -> None:
    piece = write("Typo in the slgu")
    for slug in ("second", "third"):
        rename(piece, slug, time)
    for old in ("typo-in-the-slgu", "second"):
        answer = client.get(f"/notebook/{old}/?utm=a%20b&x=%C3%A9")
        assert answer.status_code == 301
        assert answer.headers["Location"] == "/notebook/third/?utm=a%20b&x=%C3%A9"
    assert "https://blog.example/notebook/third/" in client.get("/notebook/third/").text
    rename(piece, "typo-in-the-slgu", time)
    assert client.get("/notebook/typo-in-the-slgu/").status_code == 200
    assert client.get("/notebook/third/").headers["Location"] == "/notebook/typo-in-the-slgu/"
    pieces.withdraw(piece.id, time.now)
    assert client.get("/notebook/third/").status_code == 410


def test_a_renamed_topic_keeps_its_address(client: FlaskClient, write: Write, time: Clock) -> None:
    piece = write("One", topics=("Databases",))
    topics.rename(piece.topics[0].id, "SQLite", time.now)
    answer = client.get("/topics/databases/")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/topics/sqlite/")
    assert client.get("/topics/sqlite/").status_code == 200


@pytest.mark.parametrize(
    "path", ["/notebook", "/topics", "/dispatch", "/projects", "/contact", "/search", "/topics/sqlite"]
)
def test_a_missing_slash_is_added_and_the_query_kept(client: FlaskClient, write: Write, path: str) -> None:
    write("One", topics=("SQLite",))
    answer = client.get(f"{path}?q=caf%C3%A9&page=2")
    assert answer.status_code in (301, 308)
    assert answer.headers["Location"] == f"{path}/?q=caf%C3%A9&page=2"


@pytest.mark.parametrize(
    "path",
    [
        *("/nowhere", "/notebook/nothing", "/topics/nothing", "/topics/nothing/essays", "/topics/sqlite/nothing"),
        *("/projects/nothing", "/paths/nothing", "/notebook//nothing", "//nowhere"),
    ],
)
def test_where_nothing_ever_was_no_slash_is_added(client: FlaskClient, write: Write, path: str) -> None:
    write("One", topics=("SQLite",))
    # A client of a test would take two slashes at the beginning for a host.
    assert client.get(environ_overrides={"PATH_INFO": path}).status_code == 404
    assert client.head(environ_overrides={"PATH_INFO": path}).status_code == 404


def test_a_piece_without_its_slash_is_led_to(client: FlaskClient, write: Write, time: Clock) -> None:
    write("Draft", publish=False)
    piece = write("One", topics=("SQLite",))
    assert client.get("/notebook/draft").status_code == 404
    for path in ("/notebook/one", "/topics/sqlite/essays"):
        assert (client.get(path).status_code, client.get(path).headers["Location"]) == (308, f"{path}/")
    pieces.withdraw(piece.id, time.now)
    assert client.get("/notebook/one").status_code == 410


def test_the_desk_tells_nobody_what_is_there(client: FlaskClient) -> None:
    assert {client.get(path).status_code for path in ("/desk", "/desk/nothing")} <= {302, 303, 308, 404}


@pytest.mark.parametrize(
    "path", ["/notebook//", "/NOTEBOOK/", "/notebook/%00/", "/%00", "/notebook/%ff/", "/a\\b", "/~"]
)
def test_odd_addresses_are_answered_calmly(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (301, 308, 404)
    location = answer.headers.get("Location", "/")
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))


def absolute_addresses(client: FlaskClient, base: str) -> set[str]:
    pages = ("/", "/notebook/", "/rss.xml", "/atom.xml", "/feed.json", "/sitemap.xml", "/robots.txt", "/opensearch.xml")
    text = "".join(client.get(f"{base}{page}").text for page in pages)
    return set(re.findall(r"https?://[^/\"'<\s]+", text))


def test_absolute_addresses_come_from_the_setting_alone(client: FlaskClient, write: Write) -> None:
    write("One", topics=("SQLite",))
    client.environ_base["HTTP_HOST"] = "127.0.0.1:9001"
    client.environ_base["HTTP_X_FORWARDED_HOST"] = "evil.example"
    client.environ_base["HTTP_X_FORWARDED_PROTO"] = "http"
    foreign = {"http://www.w3.org", "http://www.sitemaps.org", "http://purl.org", "http://a9.com"}
    found = absolute_addresses(client, "")
    assert {address for address in found if "example" in address or "127" in address} == {"https://blog.example"}
    assert found - foreign - {"https://blog.example", "https://jsonfeed.org", "https://www.rssboard.org"} == set()
    assert client.get("/notebook").headers["Location"] == "/notebook/"


def test_a_forged_host_is_refused_with_a_sentence(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "BLOG_SITE_URL" in answer.text
    assert "evil" not in answer.text


@pytest.mark.parametrize(
    "host", ["a..b", ".", "..", "a..b:80", ":", "", "a" * 64, f"{'a' * 64}.example", "ü..b", "[", "a b"]
)
@pytest.mark.parametrize("proxies", [0, 1])
def test_a_host_that_can_be_none_is_refused_as_another_one_is(
    empty_instance: Path, tmp_path: Path, time: Clock, host: str, proxies: int
) -> None:
    with running(empty_instance, tmp_path / "site", trusted_proxies=proxies) as app:
        name = "X-Forwarded-Host" if proxies else "Host"
        answer = reader_of(app).get("/nothing/", headers={name: host.encode().decode("latin-1")})
        is_named = host or not proxies  # an empty list of hosts names none
        assert answer.status_code == (400 if is_named else 404)
        assert ("BLOG_SITE_URL" in answer.text) == bool(is_named)
        assert reader_of(app).get("/up", headers={name: host.encode().decode("latin-1")}).status_code == 200


@pytest.mark.parametrize("stripped", [True, False])
def test_the_site_runs_under_a_sub_path(empty_instance: Path, tmp_path: Path, time: Clock, stripped: bool) -> None:
    address = "https://example.org/~me/blog"
    with running(empty_instance, tmp_path / "sub", site_url=address) as app:
        piece = pieces.create(
            Fields(Kind.ESSAY, "One", source="[a](/notebook/) ![p](/media/x.png)", topics=("T",)), time.now
        )
        pieces.publish(piece.id, time.now)
        client = reader_of(app)
        prefix = "" if stripped else "/~me/blog"
        for path in ("/", "/notebook/", "/notebook/one/", "/dispatch/", "/contact/", "/search/?q=one", "/nothing/"):
            page = client.get(prefix + path).text
            for link in re.findall(r'(?:href|src|action|hx-get)="(/[^"]*)"', page):
                assert link.startswith("/~me/blog/"), (path, link)
                assert "/~me/blog/~me" not in link
        assert client.get(f"{prefix}/notebook").headers["Location"] == "/~me/blog/notebook/"
        assert "https://example.org/~me/blog/notebook/one/" in client.get(f"{prefix}/rss.xml").text
        assert "https://example.org/~me/blog/media/x.png" in client.get(f"{prefix}/rss.xml").text
        script = re.search(r'src="([^"]+\.js)"', client.get(f"{prefix}/").text)
        assert script
        assert client.get(script[1].removeprefix("/~me/blog") if stripped else script[1]).status_code == 200


def test_a_former_address_without_slash_or_in_upper_case_needs_one_hop(
    client: FlaskClient, write: Write, time: Clock
) -> None:
    piece = write("Typo in the slgu")
    rename(piece, "second", time)
    for old in ("/notebook/typo-in-the-slgu", "/notebook/Typo-In-The-Slgu/", "/notebook/TYPO-in-the-slgu"):
        answer = client.get(old)
        assert (answer.status_code, answer.headers["Location"]) == (301, "/notebook/second/"), old
    assert client.get("/notebook/typo-in-the-slgu.md").headers["Location"] == "/notebook/second.md"
    pieces.delete(piece.id, time.now)
    for gone in ("/notebook/second/", "/notebook/second.md", "/notebook/second.png"):
        assert client.get(gone).status_code == 410
