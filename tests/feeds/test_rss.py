"""RSS 2.0 as a strict parser sees it."""

import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import pytest

from blog.feeds import Entry, Feed, rss

ATOM_LINK = "{http://www.w3.org/2005/Atom}link"
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
DC = "{http://purl.org/dc/elements/1.1/}"
RFC822 = (
    r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} "
    r"\d\d:\d\d:\d\d ([+-]\d{4}|GMT)"
)


def channel_of(feed: Feed) -> ElementTree.Element:
    root = ElementTree.fromstring(rss(feed))
    assert (root.tag, root.get("version"), len(root)) == ("rss", "2.0", 1)
    return root[0]


def items_of(feed: Feed) -> list[ElementTree.Element]:
    return channel_of(feed).findall("item")


def test_the_channel_says_what_the_list_is(feed: Feed) -> None:
    channel = channel_of(feed)
    assert channel.findtext("title") == "Ada Ink: essays"
    assert channel.findtext("link") == "https://ink.example/notebook/essays/"
    assert unescape(channel.findtext("description", "")) == "Notes on <paper> & ink"
    assert channel.findtext("language") == "en"
    assert channel.findtext("lastBuildDate") == "Mon, 12 Oct 2026 08:00:01 GMT"
    assert channel.findtext("docs") == "https://www.rssboard.org/rss-specification"


def test_the_self_link_is_the_address_served(feed: Feed) -> None:
    (link,) = channel_of(feed).findall(ATOM_LINK)
    assert link.attrib == {"rel": "self", "type": "application/rss+xml", "href": feed.self_url}


def test_the_next_link_is_there_when_there_is_more(feed: Feed) -> None:
    older = "https://ink.example/rss.xml?before=x"
    links = channel_of(replace(feed, next_url=older)).findall(ATOM_LINK)
    assert [(link.get("rel"), link.get("href")) for link in links] == [
        ("self", feed.self_url),
        ("next", older),
    ]


def test_the_icon_is_an_image_with_the_title_and_link_of_the_channel(feed: Feed) -> None:
    assert channel_of(feed).find("image") is None
    image = channel_of(replace(feed, icon_url="https://ink.example/icon.png")).find("image")
    assert image is not None
    assert [child.text for child in image] == ["https://ink.example/icon.png", feed.title, feed.home_url]


def test_a_feed_without_a_subtitle_is_described_by_its_title(feed: Feed) -> None:
    assert channel_of(replace(feed, subtitle="")).findtext("description") == feed.title


def test_an_item_holds_all_that_is_known_of_a_piece(feed: Feed, entry: Entry) -> None:
    item = items_of(feed)[0]
    assert item.findtext("title") == entry.title
    assert item.findtext("link") == entry.url
    assert item.findtext(CONTENT) == entry.html
    assert item.findtext("description") == entry.summary
    assert item.findtext(f"{DC}creator") == "Ada Ink"
    assert [category.text for category in item.findall("category")] == ["Linux & hardware", "caching"]


def test_the_guid_is_the_uid_and_no_address(feed: Feed, entry: Entry) -> None:
    guid = items_of(feed)[0].find("guid")
    assert guid is not None
    assert (guid.text, guid.get("isPermaLink")) == (f"urn:uuid:{entry.uid}", "false")


def test_a_piece_without_a_title_has_no_title_element_but_a_description(feed: Feed, thought: Entry) -> None:
    item = items_of(feed)[1]
    assert item.find("title") is None
    assert item.findtext("description") == item.findtext(CONTENT) == thought.html


@pytest.mark.parametrize("blank", ["   ", "\N{NO-BREAK SPACE}", "\x08", " \x0b\x00 "])
def test_a_title_that_nobody_can_see_is_no_title(feed: Feed, entry: Entry, blank: str) -> None:
    (item,) = items_of(replace(feed, entries=(replace(entry, title=blank),)))
    assert item.find("title") is None


def test_a_summary_is_escaped_because_descriptions_are_read_as_html(feed: Feed, entry: Entry) -> None:
    summary = "Vec<T> & Box<dyn Fn()> in <b>"
    (item,) = items_of(replace(feed, entries=(replace(entry, summary=summary),)))
    description = item.findtext("description", "")
    assert "<" not in description
    assert unescape(description) == summary


def test_dates_are_english_with_four_digit_years(feed: Feed) -> None:
    dates = [item.findtext("pubDate", "") for item in items_of(feed)]
    assert dates == ["Fri, 01 May 2026 18:29:59 GMT", "Tue, 03 Mar 2026 00:00:00 GMT"]
    assert all(re.fullmatch(RFC822, date) for date in dates)


def test_an_item_names_its_language_only_when_it_is_another(feed: Feed, entry: Entry) -> None:
    german = replace(entry, language="de")
    items = items_of(replace(feed, entries=(german, entry)))
    assert [item.findtext(f"{DC}language") for item in items] == ["de", None]
