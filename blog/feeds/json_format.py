"""JSON Feed 1.1, as described at https://www.jsonfeed.org/version/1.1/."""

import json
from collections.abc import Mapping

from blog.feeds.entries import Entry, Feed
from blog.feeds.moments import rfc3339

MEDIA_TYPE = "application/feed+json"
_VERSION = "https://jsonfeed.org/version/1.1"


def json_feed(feed: Feed) -> bytes:
    """The feed as a JSON Feed document."""
    about = {
        "version": _VERSION,
        "title": feed.title,
        "home_page_url": feed.home_url,
        "feed_url": feed.self_url,
        "description": feed.subtitle,
        "next_url": feed.next_url,
        "icon": feed.icon_url,
        "authors": _authors(feed.author, feed),
        "language": feed.language,
    }
    items = [_item(entry, feed) for entry in feed.entries]
    return json.dumps(_present(about) | {"items": items}, ensure_ascii=False, indent=1).encode()


def _item(entry: Entry, feed: Feed) -> dict[str, object]:
    about = {
        "id": entry.urn,
        "url": entry.url,
        "title": entry.title,
        "summary": entry.summary,
        "date_published": rfc3339(entry.published),
        "date_modified": rfc3339(entry.updated),
        "authors": _authors(entry.author, feed),
        "tags": entry.topics,
        "language": entry.language,
    }
    return _present(about) | {"content_html": entry.html}


def _authors(name: str, feed: Feed) -> list[dict[str, object]]:
    return [_present({"name": name, "url": feed.url_of(name)})] if name else []


def _present(values: Mapping[str, object]) -> dict[str, object]:
    """Only what has a value: an absent key is how JSON Feed says that there is none."""
    return {key: value for key, value in values.items() if value}
