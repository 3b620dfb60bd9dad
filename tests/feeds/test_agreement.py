"""The three documents of one feed say the same to their readers, wherever and whenever they are written."""

import json
import locale
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blog.feeds import FORMATS, Entry, Feed, atom, json_feed, rss

ATOM = {"": "http://www.w3.org/2005/Atom"}
GERMAN = ("de_DE.UTF-8", "de_DE.utf8", "de_DE")

moments = st.datetimes(
    min_value=datetime(1900, 1, 2),
    max_value=datetime(2999, 12, 30),
    timezones=st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes))),
)


def parsed(document: bytes) -> Any:
    result = feedparser.parse(document)
    assert not result.bozo, result.bozo_exception
    return result


def written(feed: Feed) -> dict[str, bytes]:
    return {name: form.write(feed) for name, form in FORMATS.items()}


def told(entry: Any) -> dict[str, object]:
    """What feedparser makes of an entry, in the keys of JSON Feed."""
    return {
        "id": entry.id,
        "url": entry.link,
        "title": entry.get("title", ""),
        "content_html": entry.content[0].value,
        "tags": [tag.term for tag in entry.get("tags", [])],
        "author": entry.author,
        "published": tuple(entry.published_parsed),
        "updated": tuple(entry.updated_parsed),
    }


def told_by_json(item: dict[str, Any]) -> dict[str, object]:
    def moment(key: str) -> tuple[int, ...]:
        return tuple(datetime.fromisoformat(item[key]).utctimetuple())

    return {
        **{key: item[key] for key in ("id", "url", "content_html")},
        "title": item.get("title", ""),
        "tags": item.get("tags", []),
        "author": item["authors"][0]["name"],
        "published": moment("date_published"),
        "updated": moment("date_modified"),
    }


def test_a_reader_learns_the_same_of_each_entry_from_all_three(feed: Feed) -> None:
    by_rss = [told(entry) for entry in parsed(rss(feed)).entries]
    by_atom = [told(entry) for entry in parsed(atom(feed)).entries]
    by_json = [told_by_json(item) for item in json.loads(json_feed(feed))["items"]]
    assert len(by_rss) == 2
    assert by_rss == by_atom == by_json


def test_a_reader_learns_the_same_of_the_list_from_both_xml_documents(feed: Feed) -> None:
    both = [parsed(document).feed for document in (rss(feed), atom(feed))]
    for about in both:
        assert (about.title, about.link, about.language) == (feed.title, feed.home_url, "en")
        assert [link.href for link in about.links if link.rel == "self"] == [feed.self_url]
        assert tuple(about.updated_parsed) == tuple(feed.updated.utctimetuple())
    assert [parsed(document).version for document in (rss(feed), atom(feed))] == ["rss20", "atom10"]


@given(moment=moments)
def test_an_instant_is_the_same_in_all_three(feed: Feed, entry: Entry, moment: datetime) -> None:
    one = replace(feed, updated=moment, entries=(replace(entry, published=moment),))
    second = moment.replace(microsecond=0).astimezone(UTC)
    channel = ElementTree.fromstring(rss(one))[0]
    assert parsedate_to_datetime(channel.findtext("lastBuildDate", "")) == second
    assert parsedate_to_datetime(channel.findtext("item/pubDate", "")) == second
    published = ElementTree.fromstring(atom(one)).findtext("entry/published", "", ATOM)
    assert datetime.fromisoformat(published) == second
    assert datetime.fromisoformat(json.loads(json_feed(one))["items"][0]["date_published"]) == second


@pytest.mark.parametrize("write", [rss, atom, json_feed])
def test_a_moment_without_a_zone_is_refused(feed: Feed, entry: Entry, write: Any) -> None:
    naive = replace(entry, published=datetime(2026, 5, 1, 12, 0))
    with pytest.raises(ValueError, match="2026-05-01T12:00:00 does not say in which time zone"):
        write(replace(feed, entries=(naive,)))


def test_the_same_feed_gives_the_same_bytes(feed: Feed) -> None:
    assert written(feed) == written(replace(feed, entries=tuple(replace(e) for e in feed.entries)))


def test_an_edit_of_one_entry_leaves_the_others_as_they_were(feed: Feed, entry: Entry) -> None:
    mended = replace(entry, title="Caches that end, mended", updated=datetime(2026, 11, 1, tzinfo=UTC))
    before, after = (parsed(atom(f)).entries for f in (feed, replace(feed, entries=(mended, feed.entries[1]))))
    assert before[1] == after[1]
    assert (before[0].id, before[0].published) == (after[0].id, after[0].published)
    assert before[0].updated != after[0].updated


def test_the_id_stays_when_address_and_title_change(feed: Feed, entry: Entry) -> None:
    moved = replace(entry, url="http://other.example/n/renamed/", title="Renamed", html="<p>New</p>")
    documents = [f(replace(feed, entries=(moved,))) for f in (rss, atom)]
    ids = {parsed(document).entries[0].id for document in documents}
    ids.add(json.loads(json_feed(replace(feed, entries=(moved,))))["items"][0]["id"])
    assert ids == {f"urn:uuid:{entry.uid}"}


@pytest.fixture
def german() -> Iterator[None]:
    before = locale.setlocale(locale.LC_ALL)
    for name in GERMAN:
        try:
            locale.setlocale(locale.LC_ALL, name)
            break
        except locale.Error:
            continue
    else:
        pytest.skip("no German locale is installed")
    yield
    locale.setlocale(locale.LC_ALL, before)


@pytest.mark.usefixtures("german")
def test_the_locale_of_the_process_has_no_influence(feed: Feed) -> None:
    assert datetime(2026, 5, 1).strftime("%b") == "Mai"
    assert b"Fri, 01 May 2026 18:29:59 GMT" in rss(feed)


@pytest.fixture
def kolkata(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "IST-5:30")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_the_time_zone_of_the_process_has_no_influence(feed: Feed, request: pytest.FixtureRequest) -> None:
    before = written(feed)
    request.getfixturevalue("kolkata")
    assert time.localtime(0).tm_hour == 5
    assert written(feed) == before


def test_each_format_is_known_by_its_file_name_and_type() -> None:
    assert {name: (form.media_type, form.link_type) for name, form in FORMATS.items()} == {
        "rss.xml": ("application/rss+xml; charset=utf-8", "application/rss+xml"),
        "atom.xml": ("application/atom+xml; charset=utf-8", "application/atom+xml"),
        "feed.json": ("application/feed+json", "application/feed+json"),
    }
    assert [form.name for form in FORMATS.values()] == ["RSS", "Atom", "JSON Feed"]
