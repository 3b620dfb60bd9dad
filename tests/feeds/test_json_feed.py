"""JSON Feed 1.1 as a JSON parser sees it."""

import json
from dataclasses import replace
from typing import Any

from blog.feeds import Entry, Feed, json_feed


def read(feed: Feed) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json_feed(feed))
    return document


def test_the_feed_says_what_the_list_is(feed: Feed) -> None:
    about = read(feed)
    del about["items"]
    assert about == {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": feed.home_url,
        "feed_url": feed.self_url,
        "description": feed.subtitle,
        "authors": [{"name": "Ada Ink", "url": "https://ink.example/about/"}],
        "language": "en",
    }


def test_next_address_and_icon_are_there_when_given(feed: Feed) -> None:
    about = read(replace(feed, next_url="https://ink.example/n", icon_url="https://ink.example/i.png"))
    assert (about["next_url"], about["icon"]) == ("https://ink.example/n", "https://ink.example/i.png")


def test_an_item_holds_all_that_is_known_of_a_piece(feed: Feed, entry: Entry) -> None:
    assert read(feed)["items"][0] == {
        "id": f"urn:uuid:{entry.uid}",
        "url": entry.url,
        "title": entry.title,
        "summary": entry.summary,
        "content_html": entry.html,
        "date_published": "2026-05-01T18:29:59Z",
        "date_modified": "2026-10-12T08:00:01Z",
        "authors": [{"name": "Ada Ink", "url": "https://ink.example/about/"}],
        "tags": ["Linux & hardware", "caching"],
    }


def test_a_piece_without_title_summary_and_topics_has_no_such_keys(feed: Feed) -> None:
    assert read(feed)["items"][1].keys().isdisjoint({"title", "summary", "tags", "language"})


def test_an_item_always_has_content(feed: Feed, entry: Entry) -> None:
    (empty,) = read(replace(feed, entries=(replace(entry, html=""),)))["items"]
    assert empty["content_html"] == ""


def test_a_guest_author_is_named_without_the_address_of_the_feeds_author(feed: Feed, entry: Entry) -> None:
    (guest,) = read(replace(feed, entries=(replace(entry, author="Grace"),)))["items"]
    assert guest["authors"] == [{"name": "Grace"}]


def test_an_item_names_its_language_only_when_it_is_another(feed: Feed, entry: Entry) -> None:
    german = replace(entry, language="de")
    items = read(replace(feed, entries=(german, entry)))["items"]
    assert [item.get("language") for item in items] == ["de", None]


def test_a_feed_without_entries_still_has_a_list_of_them(feed: Feed) -> None:
    assert read(replace(feed, entries=()))["items"] == []
