"""Addresses: inside the site as paths, outside of it always with the public address from the settings."""

from collections.abc import Callable, Hashable
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from flask import current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from blog.models import Kind, Piece, Topic
from blog.reading.cards import About, Card
from blog.state.settings import Settings

PLURAL = {Kind.ESSAY: "essays", Kind.FIELD_NOTE: "field-notes", Kind.THOUGHT: "thoughts"}
PIECE = "article.article"
AS_IN_URL_FOR = "!$&'()*+,/:;=@"
KINDS = {plural: kind for kind, plural in PLURAL.items()}


def settings() -> Settings:
    """The settings that this application was made with."""
    found: Settings = current_app.extensions["settings"]
    return found


def absolute(path: str) -> str:
    """The public address of a path that `url_for` made."""
    parts = urlsplit(settings().site_url)
    return f"{parts.scheme}://{parts.netloc}{path}"


def here() -> str:
    """The public address of the page that is asked for, without its query."""
    return absolute(quote(request.root_path.rstrip("/") + request.path, safe="/:@!$&'()*+,;=~-._"))


def piece_url(piece: Piece | Card) -> str:
    """The path of a piece: what `url_for` makes, which is slow for lists, begins and ends alike for all."""
    before, after = known_path(PIECE, lambda: url_for(PIECE, slug="-")).rsplit("-", 1)
    return f"{before}{quote(piece.slug, safe=AS_IN_URL_FOR)}{after}"


def list_url(kind: Kind | None = None, topic: Topic | About | None = None, **query: object) -> str:
    """The path of the notebook as a kind and a topic narrow it."""
    path = known_path((topic and topic.slug, kind), lambda: new_list_url(kind, topic))
    given = {name: str(value) for name, value in query.items() if value}
    return f"{path}?{urlencode(given)}" if given else path


def new_list_url(kind: Kind | None, topic: Topic | About | None) -> str:
    """`list_url` without a query, made by the router."""
    values = {"topic": topic and topic.slug, "kind": kind and PLURAL[kind]}
    given = {name: value for name, value in values.items() if value}
    return url_for(LIST_ENDPOINTS[bool(topic), bool(kind)], **given)  # type: ignore[arg-type]


def known_path(name: Hashable, make: Callable[[], str]) -> str:
    """The path that `make` gives, made once for each root of the site. `name` is one of few."""
    paths: dict[Hashable, str] = current_app.extensions.setdefault("paths", {})
    key = (request.root_path, name)
    path = paths.get(key)
    if path is None:
        path = paths[key] = make()
    return path


def path_to(endpoint: str, **values: Any) -> str:
    """What `url_for` gives; without values it is made once."""
    return url_for(endpoint, **values) if values else known_path(endpoint, lambda: url_for(endpoint))


def feed_url(name: str = "rss.xml", kind: Kind | None = None, topic: Topic | None = None) -> str:
    """The path of the feed of a list, by the name of its format."""
    if not kind and not topic:
        return url_for("feeds.site", name=name)
    return list_url(kind, topic) + name


def moved_permanently(path: str) -> Response:
    """A permanent redirect (301) inside the site that keeps the query as it came."""
    query = request.query_string.decode("latin-1")
    kept = quote(query, safe="%/:@!$&'()*+,;=~-._?")
    return redirect(f"{path}?{kept}" if kept else path, 301)


LIST_ENDPOINTS = {
    (False, False): "notebook.notebook",
    (False, True): "notebook.of_kind",
    (True, False): "notebook.about",
    (True, True): "notebook.about_of_kind",
}
