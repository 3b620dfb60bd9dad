"""Validators: a strong ETag from the bytes and Last-Modified from the edition, and 304 where they match.

RFC 9110, sections 8.8 and 13. Set on every public answer that is the same for everybody.
"""

import hashlib
from datetime import datetime

from flask import Flask, Response, request

from blog.reading.site import next_change
from blog.state.edition_reader import name_of
from blog.state.kept import TERM, Term
from blog.web import shared_cache
from blog.web.guard import RULES
from blog.web.moment import front, now

KEEP = "public, no-cache"


def init_conditional(app: Flask) -> None:
    """Have every public answer carry validators."""
    app.after_request(validate)


def validate(response: Response) -> Response:
    """Give a public answer its validators, and answer 304 where the reader has it already."""
    if request.method not in ("GET", "HEAD") or response.status_code not in (200, 301) or not is_public(response):
        return response
    ends = end()
    tell_door(ends, held=shared_cache.hold(response, ends))
    if response.status_code == 301:
        return response
    response.headers.setdefault("Cache-Control", KEEP)
    response.set_etag(hashlib.sha256(RULES + response.get_data()).hexdigest()[:20])
    if front().settled <= now():
        response.last_modified = front().modified
    response.make_conditional(request)
    return response


def end() -> datetime | None:
    """The moment at which what is public changes by itself, None where nobody asks or it does not."""
    is_asked = TERM in request.environ or shared_cache.is_there()
    return next_change(now()) if is_asked else None


def tell_door(ends: datetime | None, held: float) -> None:
    """Tell the door, where there is one, which edition this answer was read from and when it ends.

    A cache in front may hold it for `held` seconds more. One without Last-Modified ends when it can have it.
    """
    term: Term | None = request.environ.get(TERM)
    if term is None:
        return
    number, turned_at, _ = front().state
    term.edition = name_of(number, turned_at)
    if ends:
        term.until = ends.timestamp() - held
    if front().settled > now():
        term.until = min(term.until, front().settled.timestamp())


def allow_compression() -> None:
    """Have this answer compressed though it is for one reader: what is secret in it is new in every answer."""
    term: Term | None = request.environ.get(TERM)
    if term is not None:
        term.may_be_compressed = True


def is_public(response: Response) -> bool:
    """Whether an answer is the same for everybody: nothing personal in it, and not a file of its own."""
    private = response.headers.get("Cache-Control", "")
    return not ("no-store" in private or response.direct_passthrough or "Set-Cookie" in response.headers)
