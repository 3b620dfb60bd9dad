"""RSS 2.0, with the elements of Atom, Content and Dublin Core that feed readers know in it."""

from collections.abc import Iterator
from html import escape

from blog.feeds.entries import Entry, Feed
from blog.feeds.markup import Xml, branch, document, leaf, optional
from blog.feeds.moments import rfc822, rfc3339

MEDIA_TYPE = "application/rss+xml"
_SPECIFICATION = "https://www.rssboard.org/rss-specification"
_NAMESPACES = {
    "xmlns:atom": "http://www.w3.org/2005/Atom",
    "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
    "xmlns:dc": "http://purl.org/dc/elements/1.1/",
}


def rss(feed: Feed) -> bytes:
    """The feed as an RSS 2.0 document."""
    channel = branch("channel", [*_about(feed), *map(_item, feed.entries)])
    return document(branch("rss", [channel], version="2.0", **_NAMESPACES))


def _about(feed: Feed) -> Iterator[Xml]:
    yield leaf("title", feed.title)
    yield leaf("link", feed.home_url)
    yield leaf("description", escape(feed.subtitle or feed.title, quote=False))
    yield optional("language", feed.language)
    yield leaf("lastBuildDate", rfc822(feed.updated))
    yield leaf("docs", _SPECIFICATION)
    yield leaf("atom:link", rel="self", type=MEDIA_TYPE, href=feed.self_url)
    if feed.next_url:
        yield leaf("atom:link", rel="next", type=MEDIA_TYPE, href=feed.next_url)
    if feed.icon_url:
        yield _image(feed)


def _image(feed: Feed) -> Xml:
    parts = [leaf("url", feed.icon_url), leaf("title", feed.title), leaf("link", feed.home_url)]
    return branch("image", parts)


def _item(entry: Entry) -> Xml:
    return branch("item", _parts(entry))


def _parts(entry: Entry) -> Iterator[Xml]:
    """An item's elements. RSS reads a description as HTML, so a plain summary is escaped into it."""
    yield optional("title", entry.title)
    yield leaf("link", entry.url)
    yield leaf("guid", entry.urn, isPermaLink="false")
    yield leaf("pubDate", rfc822(entry.published))
    yield leaf("atom:updated", rfc3339(entry.updated))
    yield optional("dc:creator", entry.author)
    yield optional("dc:language", entry.language)
    yield from (leaf("category", topic) for topic in entry.topics)
    yield leaf("description", escape(entry.summary, quote=False) or entry.html)
    yield leaf("content:encoded", entry.html)
