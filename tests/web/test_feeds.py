"""The feeds: whole, stable, honest, and found."""

import json
import re
from email.utils import parsedate_to_datetime
from xml.etree import ElementTree

import feedparser
import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.models import Kind, Piece
from blog.state.database import transaction
from blog.writing import pieces
from blog.writing.fields import Fields
from tests.conftest import Clock, Write

FEEDS = ("rss.xml", "atom.xml", "feed.json")
ATOM = "{http://www.w3.org/2005/Atom}"
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"


def rss(client: FlaskClient, address: str = "/rss.xml") -> ElementTree.Element:
    channel = ElementTree.fromstring(client.get(address).data).find("channel")
    assert channel is not None
    return channel


def titles(client: FlaskClient, address: str = "/rss.xml") -> list[str | None]:
    return [item.findtext("title") for item in rss(client, address).iter("item")]


def edit(piece: Piece, time: Clock, matters: bool = False, **changes: object) -> None:
    values = {name: getattr(piece, name) for name in ("title", "summary", "source", "published_at")}
    values["topics"] = tuple(topic.name for topic in piece.topics)
    pieces.save(piece.id, Fields(kind=Kind(piece.kind), **{**values, **changes}), time.now, None, matters)


@pytest.mark.parametrize("name", FEEDS)
@pytest.mark.parametrize("path", ["/", "/notebook/", "/notebook/essays/", "/topics/sqlite/", "/topics/sqlite/essays/"])
def test_every_list_has_its_feed_in_three_formats(client: FlaskClient, write: Write, path: str, name: str) -> None:
    write("Locks", topics=("SQLite",))
    answer = client.get(path + name)
    assert answer.status_code == 200
    assert "Locks" in answer.text


def test_the_dispatch_has_the_feed_of_the_essays(client: FlaskClient, write: Write) -> None:
    write("Long", kind=Kind.ESSAY)
    write("Short", kind=Kind.FIELD_NOTE)
    assert titles(client, "/dispatch/rss.xml") == ["Long"]


def test_media_types_say_what_is_sent(client: FlaskClient, write: Write) -> None:
    write("Grüße, 概要, مرحبا 🐢")
    types = [client.get(f"/{name}").headers["Content-Type"] for name in FEEDS]
    assert types == [
        "application/rss+xml; charset=utf-8",
        "application/atom+xml; charset=utf-8",
        "application/feed+json",
    ]
    for name in FEEDS:
        answer = client.get(f"/{name}")
        assert "Grüße, 概要, مرحبا 🐢" in answer.data.decode("utf-8", "strict")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in answer.headers
    assert client.get("/rss.xml").data.startswith(b"<?xml")


@pytest.mark.parametrize("name", FEEDS)
def test_the_feed_of_an_unknown_topic_is_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/topics/nothing/{name}").status_code == 404


@pytest.mark.parametrize("name", FEEDS)
def test_the_feed_of_an_empty_site_is_well_formed(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/{name}")
    assert answer.status_code == 200
    assert answer.data == client.get(f"/{name}").data


def test_ids_outlive_titles_slugs_hosts_and_schemes(client: FlaskClient, app: Flask, write: Write, time: Clock) -> None:
    kept = [write(f"Piece {number}") for number in range(3)]

    def ids() -> list[str | None]:
        return [item.findtext("guid") for item in rss(client).iter("item")]

    before = ids()
    edit(kept[0], time, title="Another title", slug="another-slug")
    assert ids() == before
    assert len(set(before)) == 3
    assert all(each and each.startswith("urn:uuid:") for each in before)
    atom = ElementTree.fromstring(client.get("/atom.xml").data)
    assert [entry.findtext(f"{ATOM}id") for entry in atom.iter(f"{ATOM}entry")] == before
    assert [item["id"] for item in json.loads(client.get("/feed.json").data)["items"]] == before


def test_a_fetch_a_minute_later_is_byte_equal(client: FlaskClient, write: Write, time: Clock) -> None:
    write("One", source="With a note[^1].\n\n[^1]: here")
    first = [client.get(f"/{name}") for name in FEEDS]
    time.forward(minutes=1)
    second = [client.get(f"/{name}") for name in FEEDS]
    assert [answer.data for answer in first] == [answer.data for answer in second]
    assert [answer.headers["ETag"] for answer in first] == [answer.headers["ETag"] for answer in second]


def test_updated_moves_only_when_the_author_says_so(client: FlaskClient, write: Write, time: Clock) -> None:
    first, second = write("First"), write("Second")

    def updated() -> dict[str, str]:
        items = json.loads(client.get("/feed.json").data)["items"]
        return {item["title"]: item["date_modified"] for item in items}

    before = updated()
    time.forward(hours=1)
    edit(second, time, source="A typo less.")
    assert updated() == before
    edit(first, time, source="A new finding.", matters=True)
    assert updated() == {**before, "First": time.now.isoformat().replace("+00:00", "Z")}
    assert titles(client) == ["Second", "First"]


def test_validators_answer_304_as_the_standard_says(client: FlaskClient, write: Write, time: Clock) -> None:
    write("One")
    answer = client.get("/rss.xml")
    tag, modified = answer.headers["ETag"], answer.headers["Last-Modified"]
    assert not tag.startswith("W/")
    hit = client.get("/rss.xml", headers={"If-None-Match": tag})
    assert hit.status_code == 304
    assert hit.data == b""
    assert hit.headers["ETag"] == tag
    assert hit.headers["Cache-Control"] == answer.headers["Cache-Control"]
    weak = {"If-None-Match": f'"other", W/{tag}'}
    assert client.get("/rss.xml", headers=weak).status_code == 304
    assert client.get("/rss.xml", headers={"If-Modified-Since": modified}).status_code == 304
    for stale in ("Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", "Fri, 20 Nov 2026 12:59:59 GMT"):
        assert client.get("/rss.xml", headers={"If-Modified-Since": stale}).status_code == 200
    both = {"If-None-Match": '"stale"', "If-Modified-Since": modified}
    assert client.get("/rss.xml", headers=both).status_code == 200
    head = client.head("/rss.xml")
    assert head.data == b""
    for name in ("ETag", "Last-Modified", "Content-Type", "Content-Length"):
        assert head.headers[name] == answer.headers[name]
    write("Two")
    fresh = client.get("/rss.xml", headers={"If-None-Match": tag, "If-Modified-Since": modified})
    assert fresh.status_code == 200
    assert fresh.headers["Last-Modified"] != modified
    assert "Two" in fresh.text


def test_a_withdrawn_piece_changes_both_validators(client: FlaskClient, write: Write, time: Clock) -> None:
    write("One")
    gone = write("Two")
    answer = client.get("/rss.xml")
    time.forward(hours=1)
    pieces.withdraw(gone.id, time.now)
    fresh = client.get("/rss.xml", headers={"If-Modified-Since": answer.headers["Last-Modified"]})
    assert fresh.status_code == 200
    assert "Two" not in fresh.text


def test_a_scheduled_piece_touches_nothing_until_its_moment(client: FlaskClient, write: Write, time: Clock) -> None:
    for number in range(3):
        write(f"Piece {number}")
    before = [client.get(f"/{name}") for name in FEEDS]
    write("Tomorrow", at=time.now.replace(day=22))
    after = [client.get(f"/{name}") for name in FEEDS]
    for old, new in zip(before, after, strict=True):
        assert old.data == new.data
        assert old.headers["ETag"] == new.headers["ETag"]
        assert old.headers["Last-Modified"] == new.headers["Last-Modified"]
    time.forward(days=3)
    fresh = client.get("/rss.xml", headers={"If-None-Match": before[0].headers["ETag"]})
    assert titles(client)[0] == "Tomorrow"
    assert parsedate_to_datetime(fresh.headers["Last-Modified"]).day == 22


def test_every_address_in_an_entry_is_absolute(client: FlaskClient, write: Write) -> None:
    source = (
        "![a](/media/a.png) ![b](a.png) [c](../b/) ![d](//cdn.example/c.png) [e](?x=1) [f](mailto:a@b.example)\n\n"
        '<img src="x.png" srcset="a.png 1x, /b.png 2x" alt="">\n\nA note[^1].\n\n[^1]: See [it](other/).\n'
    )
    piece = write("Links", source=source)
    html = rss(client).findtext(f"item/{CONTENT}") or ""
    found = re.findall(r'(?:href|src)="([^"]*)"', html)
    assert all(re.match(r"https?://|mailto:|#", address) for address in found), found
    assert f"https://blog.example/notebook/{piece.slug}/a.png" in found
    assert "https://cdn.example/c.png" in found
    assert "https://blog.example/notebook/b/" in found
    assert f"https://blog.example/notebook/{piece.slug}/a.png 1x, https://blog.example/b.png 2x" in html


def test_notes_and_headings_of_two_entries_never_share_an_id(client: FlaskClient, write: Write) -> None:
    for number in range(2):
        write(f"Piece {number}", source="## Same\n\nA claim[^1], [see](#same).\n\n[^1]: The note.")
    seen: list[str] = []
    for item in rss(client).iter("item"):
        html = item.findtext(CONTENT) or ""
        ids = re.findall(r' id="([^"]*)"', html)
        targets = re.findall(r'href="#([^"]*)"', html)
        assert set(targets) <= set(ids)
        assert "The note." in html
        seen += ids
    assert len(seen) == len(set(seen))


def test_control_characters_in_old_rows_kill_no_feed(client: FlaskClient, write: Write) -> None:
    broken = write("Broken")
    for number in range(9):
        write(f"Piece {number}")
    with transaction() as session:
        stored = session.get(Piece, broken.id)
        assert stored is not None
        stored.title, stored.source = "Bro\x0bken", "Bo\x08dy\x1f wor\ufffeds &#2; end"
    assert len(titles(client)) == 10
    assert len(ElementTree.fromstring(client.get("/atom.xml").data).findall(f"{ATOM}entry")) == 10
    assert len(json.loads(client.get("/feed.json").data)["items"]) == 10


def test_a_thought_without_title_has_none_in_the_feeds(client: FlaskClient, write: Write) -> None:
    write("", source="Just a thought about **rain**.", kind=Kind.THOUGHT)
    item = rss(client).find("item")
    assert item is not None
    assert item.find("title") is None
    assert item.findtext("description")
    assert "title" not in json.loads(client.get("/feed.json").data)["items"][0]
    entry = ElementTree.fromstring(client.get("/atom.xml").data).find(f"{ATOM}entry")
    assert entry is not None
    assert (entry.findtext(f"{ATOM}title") or "") == ""


def test_a_feed_is_a_part_and_leads_to_the_next(client: FlaskClient, write: Write) -> None:
    for number in range(35):
        write(f"Piece {number}")
    assert len(titles(client)) == 30
    following = json.loads(client.get("/feed.json").data)["next_url"]
    rest = json.loads(client.get(following.removeprefix("https://blog.example")).data)
    assert [item["title"] for item in rest["items"]] == [f"Piece {number}" for number in range(4, -1, -1)]
    assert rest["feed_url"] == following
    assert client.get("/rss.xml?before=nonsense").status_code == 404
    assert client.get("/rss.xml?limit=100000").data == client.get("/rss.xml").data


def test_pages_announce_the_feeds_that_they_have(client: FlaskClient, write: Write) -> None:
    piece = write("One", topics=("SQLite",))
    pattern = re.compile(r'<link rel="alternate" type="([^"]*)" href="https://blog.example([^"]*)" title="[^"]+"')
    pages = ["/", f"/notebook/{piece.slug}/", "/notebook/", "/topics/sqlite/", "/dispatch/", "/nothing/here/"]
    for page in pages:
        links = [link for link in pattern.findall(client.get(page).text) if link[0] != "text/markdown"]
        assert [path for _, path in links[:3]] == [f"/{name}" for name in FEEDS], page
        for media_type, path in links:
            assert client.get(path).headers["Content-Type"].partition(";")[0] == media_type
    assert "/topics/sqlite/atom.xml" in client.get("/topics/sqlite/").text


@pytest.mark.parametrize(
    ("old", "kind"),
    [
        *((path, "rss") for path in ("/feed", "/feed/", "/feed.xml", "/rss", "/rss/", "/index.xml")),
        *((path, "atom") for path in ("/atom", "/atom/", "/feed/atom/", "/feeds/all.atom.xml")),
        ("/category/SQLite/feed/", "rss"),
        *((path, "rss") for path in ("/category/sqlite/feed", "/category/sqlite/feed/rss2/", "/tag/sqlite/feed.xml")),
        *((path, "rss") for path in ("/tags/sqlite/index.xml", "/categories/SQLite/index.xml")),
        *((path, "atom") for path in ("/category/sqlite/feed/atom/", "/tag/sqlite/feed/atom", "/tag/sqlite/atom.xml")),
        ("/?feed=rss2", "rss"),
        ("/?feed=atom", "atom"),
    ],
)
def test_old_feed_addresses_lead_to_the_same_kind_of_feed(
    client: FlaskClient, write: Write, old: str, kind: str
) -> None:
    write("One", topics=("SQLite",))
    for method in ("get", "head"):
        answer = getattr(client, method)(old)
        assert answer.status_code == 301
        found = getattr(client, method)(answer.headers["Location"])
        assert found.status_code == 200
        assert kind in found.headers["Content-Type"]


def test_a_reader_understands_all_of_it(client: FlaskClient, write: Write) -> None:
    write("A [b[0]]]> & <c>", source="Ends ]]> here.\n\n```xml\n<![CDATA[ x ]]>\n```")
    for name in FEEDS[:2]:
        parsed = feedparser.parse(client.get(f"/{name}").data)
        assert not parsed.bozo
        assert "]]&gt;" in parsed.entries[0].content[0].value
