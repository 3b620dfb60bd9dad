"""The ways from an address to where the thing is now: former ones, other spellings, a missing slash; in one hop."""

import re
import unicodedata
from urllib.parse import quote, unquote, urlsplit

from flask import current_app, request
from werkzeug.exceptions import Gone, HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from blog.reading.former import moved
from blog.web.addresses import AS_IN_URL_FOR, list_url, moved_permanently, piece_url
from blog.web.guard import AUTHORS
from blog.web.moment import now

READS = ("GET", "HEAD")
BELOW_TOPIC = re.compile(r"/(topics/[^/]+)/(.+)")


def lead_in_one_hop() -> Response | None:
    """Lead from a former address at once, before the router adds a slash to it, and nowhere where nothing is.

    Raises NotFound or Gone where nothing stands at the address with its slash.
    """
    there = request.routing_exception
    if not isinstance(there, RequestRedirect) or request.method not in READS:
        return None
    found = elsewhere() or standing(path_of(there))
    return None if isinstance(found, str) else found


def elsewhere() -> Response | None:
    """Where what stood at this address is now; None where nothing public ever stood there. Raises Gone.

    The Markdown and the picture of a piece move with it, the lists and feeds of a topic with that.
    """
    if request.method not in READS:
        return None
    path, dot, ending = request.path.rpartition(".")
    of_piece = f"{dot}{ending}" if request.path.startswith("/notebook/") and ending in ("md", "png") else ""
    known = moved(path if of_piece else request.path, now())
    if known is None:
        return below_topic()
    if known.piece:
        return moved_permanently(piece_url(known.piece).rstrip("/") + (of_piece or "/"))
    if known.topic:
        return moved_permanently(list_url(topic=known.topic))
    raise Gone


def below_topic() -> Response | None:
    """Where a list or feed of a topic is that has another address now; None for every other address."""
    found = BELOW_TOPIC.fullmatch(request.path)
    known = moved(found[1], now()) if found else None
    return led(f"/topics/{known.topic.slug}/{found[2]}") if found and known and known.topic else None


def in_usual_spelling() -> Response | None:
    """Where this address leads once it is written as all are, in composed lower-case letters; None for nowhere."""
    composed = unicodedata.normalize("NFC", request.path)
    usual = unicodedata.normalize("NFC", composed.lower())
    return led(usual) if usual != request.path and request.method in READS else None


def led(path: str) -> Response | None:
    """A redirect to what stands at a decoded path; None where nothing does."""
    try:
        found = standing(path)
    except HTTPException:
        return None
    return moved_permanently(quote(request.root_path + found, AS_IN_URL_FOR)) if isinstance(found, str) else found


def standing(path: str) -> str | Response:
    """What stands at a decoded path of the public site: the path itself, with its slash, or a redirect.

    What a path without a name in it leads to is always there. The author's pages tell nobody what there is.
    Raises NotFound or Gone.
    """
    router = current_app.url_map.bind("", script_name=request.root_path)
    try:
        rule, names = router.match(path, method="GET", return_rule=True)
    except RequestRedirect as there:
        return standing(path_of(there))
    is_named = names and rule.endpoint.partition(".")[0] not in AUTHORS
    answer = current_app.view_functions[rule.endpoint](**names) if is_named else None
    return answer if isinstance(answer, Response) and answer.status_code == 301 else path


def path_of(there: RequestRedirect) -> str:
    """The decoded path below the site's root to which the router would lead."""
    return unquote(urlsplit(there.new_url).path).removeprefix(request.root_path)
