"""What a cache in front of the site (a CDN, Varnish) needs to hold pages: keys to forget them by, and for how long.

Only where BLOG_PURGE_URL says how such a cache is told of a new edition; without that, pages in it could be old.
Browsers ask each time all the same. No answer may be held beyond the moment of the next scheduled piece.
"""

from datetime import datetime

from flask import Flask, Response, g, request

from blog.models import Piece
from blog.state.purging import EVERYTHING, NotPurged, forget, purge_due
from blog.web.addresses import settings
from blog.web.moment import now

DAY, MARGIN = 86_400, 60
PICTURES = "media"
LISTS = frozenset(("home", "notebook", "dispatch", "projects"))
CHANGES = frozenset(("POST", "PUT", "PATCH", "DELETE"))


def init_shared_cache(app: Flask) -> None:
    """Have the cache in front be told of what a request has changed, before its sender gets the answer."""
    app.after_request(told)


def told(response: Response) -> Response:
    """The same answer, after the cache in front was told. It waits for that a second or two at most."""
    if request.method in CHANGES and response.status_code < 400:
        purge_due(now())
    return response


def is_there() -> bool:
    """Whether there is a cache in front that can be told."""
    return bool(settings().purge_url)


def forget_pictures() -> str:
    """Have the cache in front forget every picture; returns what is wrong, or ""."""
    try:
        if is_there():
            forget(settings(), PICTURES)
    except NotPurged as error:
        return f"The picture is deleted here, but the cache in front may still show it. {error}"
    return ""


def about(piece: Piece) -> None:
    """Have the answer carry the key of this piece."""
    g.about = piece.uid


def key(response: Response, *keys: str) -> None:
    """Give an answer its keys, where there is a cache in front."""
    if is_there():
        response.headers["Surrogate-Key"] = " ".join(keys)


def hold(response: Response, ends: datetime | None) -> float:
    """Let the cache in front hold a public answer; returns for how many seconds at most, 0 for not at all.

    An answer says the same for as long as the door keeps it, so the door must let it go that much before `ends`.
    """
    if not is_there():
        return 0
    key(response, *keys_of_request())
    seconds = DAY if ends is None else int(min(DAY, (ends - now()).total_seconds() - MARGIN))
    if seconds <= 0 or "Cache-Control" in response.headers:
        return 0
    response.headers["Cache-Control"] = f"public, max-age=0, s-maxage={seconds}"
    return seconds


def keys_of_request() -> list[str]:
    """The keys of the present answer: everything's own, and what sort of page it is or which piece's."""
    if "about" in g:
        return [EVERYTHING, f"piece-{g.about}"]
    if request.blueprint == "feeds":
        return [EVERYTHING, "feed"]
    return [EVERYTHING, "list"] if request.blueprint in LISTS else [EVERYTHING]
