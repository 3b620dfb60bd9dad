"""Atom as a strict parser sees it, held against RFC 4287."""

from dataclasses import replace
from xml.etree import ElementTree

from blog.feeds import Entry, Feed, atom

NS = {"": "http://www.w3.org/2005/Atom"}
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def root_of(feed: Feed) -> ElementTree.Element:
    return ElementTree.fromstring(atom(feed))


def entries_of(feed: Feed) -> list[ElementTree.Element]:
    return root_of(feed).findall("entry", NS)


def links_of(element: ElementTree.Element) -> list[tuple[str | None, ...]]:
    return [(link.get("rel"), link.get("type"), link.get("href")) for link in element.findall("link", NS)]


def test_the_feed_has_every_mandatory_element_once(feed: Feed) -> None:
    root = root_of(feed)
    assert root.tag == "{http://www.w3.org/2005/Atom}feed"
    expected = {"id": feed.uid, "title": feed.title, "updated": "2026-10-12T08:00:01Z"}
    assert {name: [e.text for e in root.findall(name, NS)] for name in expected} == {
        name: [text] for name, text in expected.items()
    }


def test_the_feed_carries_subtitle_language_author_and_icon(feed: Feed) -> None:
    root = root_of(replace(feed, icon_url="https://ink.example/icon.png"))
    assert root.findtext("subtitle", namespaces=NS) == feed.subtitle
    assert root.get(LANG) == "en"
    assert root.findtext("author/name", namespaces=NS) == feed.author
    assert root.findtext("author/uri", namespaces=NS) == feed.author_url
    assert root.findtext("icon", namespaces=NS) == "https://ink.example/icon.png"


def test_the_links_name_the_page_and_the_address_served(feed: Feed) -> None:
    assert links_of(root_of(feed)) == [
        ("alternate", "text/html", feed.home_url),
        ("self", "application/atom+xml", feed.self_url),
    ]


def test_the_next_link_is_there_when_there_is_more(feed: Feed) -> None:
    older = "https://ink.example/atom.xml?before=x"
    assert ("next", "application/atom+xml", older) in links_of(root_of(replace(feed, next_url=older)))


def test_an_entry_holds_all_that_is_known_of_a_piece(feed: Feed, entry: Entry) -> None:
    first = entries_of(feed)[0]
    texts = {child.tag.partition("}")[2]: child.text for child in first}
    assert texts["id"] == f"urn:uuid:{entry.uid}"
    assert texts["title"] == entry.title
    assert texts["published"] == "2026-05-01T18:29:59Z"
    assert texts["updated"] == "2026-10-12T08:00:01Z"
    assert texts["summary"] == entry.summary
    assert links_of(first) == [("alternate", "text/html", entry.url)]
    assert [c.get("term") for c in first.findall("category", NS)] == ["Linux & hardware", "caching"]


def test_the_content_is_the_html_after_one_unescape(feed: Feed, entry: Entry) -> None:
    content = entries_of(feed)[0].find("content", NS)
    assert content is not None
    assert (content.get("type"), content.text) == ("html", entry.html)


def test_a_piece_without_title_and_summary_has_an_empty_title_and_no_summary(feed: Feed) -> None:
    second = entries_of(feed)[1]
    title = second.find("title", NS)
    assert title is not None
    assert (title.get("type"), title.text) == ("text", None)
    assert second.find("summary", NS) is None


def test_a_guest_author_is_named_without_the_address_of_the_feeds_author(feed: Feed, entry: Entry) -> None:
    (guest,) = entries_of(replace(feed, entries=(replace(entry, author="Grace"),)))
    assert guest.findtext("author/name", namespaces=NS) == "Grace"
    assert guest.find("author/uri", NS) is None


def test_an_entry_without_an_author_leaves_it_to_the_feed(feed: Feed, entry: Entry) -> None:
    (nobody,) = entries_of(replace(feed, entries=(replace(entry, author=""),)))
    assert nobody.find("author", NS) is None


def test_an_entry_names_its_language_only_when_it_is_another(feed: Feed, entry: Entry) -> None:
    german = replace(entry, language="de")
    assert [e.get(LANG) for e in entries_of(replace(feed, entries=(german, entry)))] == ["de", None]


def test_a_feed_without_a_language_claims_none(feed: Feed) -> None:
    assert LANG not in root_of(replace(feed, language="")).attrib
