"""The feeds of the whole site and of every list, and the addresses where feeds of other software were."""

from urllib.parse import quote
from uuid import UUID, uuid5

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from blog.feeds import FORMATS, Entry, Feed
from blog.models import Kind, Piece, Topic
from blog.reading import lists, topics
from blog.reading.former import moved
from blog.reading.lists import Filter
from blog.state.caches import rendered_for_feed
from blog.text import slugify
from blog.web.addresses import KINDS, absolute, feed_url, list_url, piece_url
from blog.web.moment import front, now
from blog.web.public.notebook import NO_PART, PLURAL_KIND, cursor, find_topic
from blog.web.words import list_title

feeds = Blueprint("feeds", __name__)
NAME = f"any({', '.join(repr(name) for name in FORMATS)})"
# Where WordPress and Jekyll, and Hugo, have what is about something.
OLD_LISTS = "any('category', 'tag', 'categories', 'tags')"


@feeds.get(f"/<{NAME}:name>")
def site(name: str) -> Response:
    """The whole notebook."""
    return feed(name)


@feeds.get(f"/notebook/<{NAME}:name>")
def notebook(name: str) -> Response:
    """The whole notebook, under the address of its list."""
    return feed(name)


@feeds.get(f"/dispatch/<{NAME}:name>")
def essays(name: str) -> Response:
    """The essays."""
    return feed(name, Kind.ESSAY)


@feeds.get(f"/notebook/<{PLURAL_KIND}:kind>/<{NAME}:name>")
def of_kind(kind: str, name: str) -> Response:
    """One kind."""
    return feed(name, KINDS[kind])


@feeds.get(f"/topics/<topic>/<{NAME}:name>")
def about(topic: str, name: str) -> Response:
    """One topic."""
    return feed(name, slug=topic)


@feeds.get(f"/topics/<topic>/<{PLURAL_KIND}:kind>/<{NAME}:name>")
def about_of_kind(topic: str, kind: str, name: str) -> Response:
    """One kind about one topic."""
    return feed(name, KINDS[kind], topic)


def feed(name: str, kind: Kind | None = None, slug: str = "") -> Response:
    """The feed of a list in the format that `name` says, or an earlier part of it (RFC 5005, section 3)."""
    topic = find_topic(slug, topics.public_topic(slug, now()) if slug else None)
    before = cursor()
    part = lists.for_feed(now(), Filter(kind, topic), before)
    if before and not part.pieces:
        abort(404, NO_PART)
    path = request.root_path.rstrip("/") + quote(request.path)
    written = Feed(
        uid=list_uid(kind, topic),
        title=feed_title(kind, topic),
        subtitle=front().site.tagline,
        language=front().site.language,
        home_url=absolute(list_url(kind, topic) if kind or topic else url_for("home.home")),
        self_url=absolute(f"{path}?before={before}" if before else path),
        author=front().site.name,
        author_url=absolute(url_for("home.home")),
        updated=max((piece.updated_at or front().modified for piece in part.pieces), default=front().modified),
        entries=tuple(map(entry, part.pieces)),
        next_url=absolute(f"{path}?before={part.following}") if part.following else "",
    )
    response = make_response(FORMATS[name].write(written))
    response.headers["Content-Type"] = FORMATS[name].media_type
    return response


def list_uid(kind: Kind | None, topic: Topic | None) -> str:
    """The permanent id of a list, whatever its address and the site's: made from the site's own id."""
    name = f"{kind or ''}/{topic.id if topic else ''}"
    return f"urn:uuid:{uuid5(UUID(front().site.uid), name)}"


def feed_title(kind: Kind | None, topic: Topic | None) -> str:
    """The site's name, and what the list is narrowed to."""
    name = front().site.name
    return f"{name}: {list_title(kind, topic.name if topic else '')}" if kind or topic else name


def entry(piece: Piece) -> Entry:
    """A piece as an entry: whole, with absolute links."""
    url = absolute(piece_url(piece))
    published = piece.published_at or front().modified
    return Entry(
        uid=piece.uid,
        url=url,
        title=piece.title,
        summary=piece.summary or piece.excerpt,
        html=rendered_for_feed(piece.source, key=piece.uid[:8], permalink=url),
        published=published,
        updated=piece.updated_at or published,
        author=piece.byline.name if piece.byline else "",
        topics=tuple(topic.name for topic in piece.topics),
        language=piece.language,
    )


def old_address(name: str) -> BaseResponse:
    """The feed of the whole site where other software had it."""
    return redirect(url_for("feeds.site", name=name), 301)


def lead(old: str, name: str) -> None:
    """Have an old feed address lead to the feed of the same kind."""
    endpoint = f"old {old}".replace(".", " ")
    feeds.add_url_rule(old, endpoint, old_address, defaults={"name": name}, strict_slashes=False)


@feeds.get(f"/<{OLD_LISTS}:under>/<topic>/feed/")
@feeds.get(f"/<{OLD_LISTS}:under>/<topic>/feed/<name>/")
@feeds.get(f"/<{OLD_LISTS}:under>/<topic>/<name>")
def old_topic(under: str, topic: str, name: str = "feed.xml") -> BaseResponse:
    """The feed of a category or tag where other software had it, by slug or by name, be it a former one."""
    kind, slug = OLD_NAMES.get(name) or abort(404), slugify(topic)
    known = moved(f"topics/{slug}", now())
    found = find_topic(topic, topics.public_topic(slug, now()) or (known.topic if known else None))
    return redirect(feed_url(kind, topic=found), 301)


OLD_NAMES = {
    **dict.fromkeys(("feed.xml", "rss.xml", "index.xml", "rss", "rss2"), "rss.xml"),
    **dict.fromkeys(("atom.xml", "atom"), "atom.xml"),
    **dict.fromkeys(("feed.json", "index.json", "json"), "feed.json"),
}
OLD_ADDRESSES = {
    "rss.xml": ("/feed/", "/feed.xml", "/rss/", "/index.xml", "/feed/rss/", "/feed/rss2/", "/posts/index.xml"),
    "atom.xml": ("/atom/", "/feed/atom/", "/feeds/all.atom.xml", "/feed.atom"),
    "feed.json": ("/feed/json/", "/json/", "/index.json"),
}
for name, addresses in OLD_ADDRESSES.items():
    for address in addresses:
        lead(address, name)
