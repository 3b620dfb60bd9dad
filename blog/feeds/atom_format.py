"""The Atom Syndication Format, RFC 4287."""

from collections.abc import Iterator

from blog.feeds.entries import Entry, Feed
from blog.feeds.markup import Xml, branch, document, leaf, optional
from blog.feeds.moments import rfc3339

MEDIA_TYPE = "application/atom+xml"


def atom(feed: Feed) -> bytes:
    """The feed as an Atom document."""
    parts = [*_about(feed), *(_entry(entry, feed) for entry in feed.entries)]
    attributes = {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": feed.language}
    return document(branch("feed", parts, **attributes))


def _about(feed: Feed) -> Iterator[Xml]:
    yield leaf("id", feed.uid)
    yield leaf("title", feed.title, type="text")
    yield optional("subtitle", feed.subtitle)
    yield leaf("updated", rfc3339(feed.updated))
    yield leaf("link", rel="alternate", type="text/html", href=feed.home_url)
    yield leaf("link", rel="self", type=MEDIA_TYPE, href=feed.self_url)
    if feed.next_url:
        yield leaf("link", rel="next", type=MEDIA_TYPE, href=feed.next_url)
    yield optional("icon", feed.icon_url)
    yield _author(feed.author, feed)


def _author(name: str, feed: Feed) -> Xml:
    return branch("author", [leaf("name", name), optional("uri", feed.url_of(name))])


def _entry(entry: Entry, feed: Feed) -> Xml:
    return branch("entry", _parts(entry, feed), **{"xml:lang": entry.language})


def _parts(entry: Entry, feed: Feed) -> Iterator[Xml]:
    """An entry's elements. The title is mandatory, so a thought has an empty one."""
    yield leaf("id", entry.urn)
    yield leaf("title", entry.title, type="text")
    yield leaf("updated", rfc3339(entry.updated))
    yield leaf("published", rfc3339(entry.published))
    yield leaf("link", rel="alternate", type="text/html", href=entry.url)
    if entry.author:
        yield _author(entry.author, feed)
    yield from (leaf("category", term=topic) for topic in entry.topics)
    yield optional("summary", entry.summary)
    yield leaf("content", entry.html, type="html")
