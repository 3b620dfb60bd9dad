"""What machines ask for: sitemap, icons, robots, what language models and browsers want to know, and "is it up"."""

from flask import Blueprint, Response, abort, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from blog.models import Piece
from blog.reading import standing
from blog.reading.counts import counts
from blog.reading.lists import Filter, notebook
from blog.reading.sitemap import addresses
from blog.reading.sitemap import portions as find_portions
from blog.state.database import is_reachable
from blog.web import icons
from blog.web.moment import front, now

meta = Blueprint("meta", __name__)


@meta.get("/sitemap.xml")
def sitemap() -> Response:
    """Every public page with the date of its last change, or a list of such lists where there are many pieces.

    See sitemaps.org, protocol 0.9.
    """
    portions = find_portions(front(), now())
    if not portions:
        return everything_beside(addresses(now()))
    return typed(render_template("meta/sitemaps.xml", portions=portions), "application/xml")


@meta.get("/sitemap-pages.xml")
def sitemap_of_pages() -> Response:
    """Every public page that is no piece."""
    return everything_beside([])


@meta.get("/sitemap-<spelled>.xml")
def sitemap_of_pieces(spelled: str) -> Response:
    """One portion of the pieces. Its number has one spelling, so that nobody fills caches with the others."""
    numbers = {str(portion.number): portion.number for portion in find_portions(front(), now())}
    if spelled not in numbers:
        abort(404)
    page = render_template("meta/sitemap.xml", pieces=addresses(now(), numbers[spelled]), beside=False)
    return typed(page, "application/xml")


def everything_beside(pieces: list[Piece]) -> Response:
    """The sitemap of some pieces and of all that is no piece."""
    page = render_template(
        "meta/sitemap.xml",
        pieces=pieces,
        beside=True,
        topics=counts(front(), now()).by_topic(),
        kinds=[each.kind for each in counts(front(), now()).by_kind() if each.all],
        pages=standing.pages(),
        projects=standing.projects(),
    )
    return typed(page, "application/xml")


@meta.get("/robots.txt")
def robots() -> Response:
    """What crawlers may fetch (RFC 9309): everything but the desk."""
    return typed(render_template("meta/robots.txt"), "text/plain")


@meta.get("/llms.txt")
def llms() -> Response:
    """The site in Markdown for language models (llmstxt.org): what it is, and its newest pieces as Markdown."""
    page = render_template("meta/llms.txt", part=notebook(now(), Filter(), size=50), pages=standing.pages())
    return typed(page, "text/plain")


@meta.get("/opensearch.xml")
def opensearch() -> Response:
    """How a browser searches here (OpenSearch 1.1)."""
    return typed(render_template("meta/opensearch.xml"), "application/opensearchdescription+xml")


@meta.get("/favicon.ico")
def favicon() -> Response:
    """The icon, for those who ask without looking."""
    return pictured(icons.favicon(), "image/vnd.microsoft.icon")


@meta.get("/apple-touch-icon.png")
@meta.get("/apple-touch-icon-precomposed.png")
def touch_icon() -> Response:
    """The icon for home screens."""
    return pictured(icons.touch_icon(), "image/png")


@meta.get("/.well-known/change-password")
def change_password() -> BaseResponse:
    """Where a password manager finds the form for a new password (W3C, A Well-Known URL for Changing Passwords)."""
    return redirect(url_for("desk.password"), 302)


@meta.get("/up")
def up() -> Response:
    """Whether the site answers and its database does; 503 where that is gone."""
    fine = is_reachable()
    response = typed(f"up, edition {front().edition}\n" if fine else "the database is gone\n", "text/plain")
    response.status_code = 200 if fine else 503
    response.headers["Cache-Control"] = "no-store"
    return response


def pictured(picture: bytes, media_type: str) -> Response:
    """A picture as an answer."""
    response = make_response(picture)
    response.headers["Content-Type"] = media_type
    return kept_for_a_day(response)


def kept_for_a_day(response: Response) -> Response:
    """An answer that a browser may keep without asking: what the site publishes does not change it."""
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


def typed(text: str, media_type: str) -> Response:
    """A text as an answer of a media type, in UTF-8."""
    response = make_response(text)
    response.headers["Content-Type"] = f"{media_type}; charset=utf-8"
    return response
