"""Share pictures: what stands for a page where somebody shares its address."""

import re

from flask import Blueprint, Response, abort, make_response, url_for
from werkzeug.wrappers import Response as BaseResponse

from blog.models import Kind, Piece
from blog.reading import pieces
from blog.reading.former import moved
from blog.state.share_cache import digest, share_picture
from blog.state.share_picture import Words
from blog.web.addresses import absolute, moved_permanently
from blog.web.moment import front, now
from blog.web.public.article import find
from blog.web.shared_cache import about
from blog.web.words import SINGULAR
from blog.writing.slugs import normal

share_pictures = Blueprint("share", __name__)
LOCALE = re.compile(r"([A-Za-z]{2,3})(?:-[A-Za-z]{4})?-([A-Za-z]{2})")


@share_pictures.get("/notebook/<slug>.png")
def of_piece(slug: str) -> BaseResponse:
    """The picture of a piece; where the piece has moved or is gone, so has its picture."""
    piece = pieces.public_piece(normal(slug), now())
    known = None if piece else moved(f"notebook/{slug}", now())
    there = piece or (known.piece if known else None)
    if there and there.slug != slug:
        return moved_permanently(url_for("share.of_piece", slug=there.slug))
    if known:
        abort(410)
    piece = piece or find(slug)
    about(piece)
    return answer(words_of(piece))


@share_pictures.get("/share.png")
def of_site() -> Response:
    """The picture of every page that has none of its own."""
    return answer(words_of())


def words_of(piece: Piece | None = None) -> Words:
    """What stands on the picture of a piece, or of the site."""
    site = front().site
    if piece is None:
        return Words(title=site.name, above=site.role, below=site.place)
    return Words(title=piece.label, above=SINGULAR[Kind(piece.kind)].capitalize(), below=site.name)


def share_url(piece: Piece | None = None) -> str:
    """The public address of a picture. Others keep pictures by address, so that another picture has another one."""
    version = digest(words_of(piece))[:8]
    path = url_for("share.of_piece", slug=piece.slug, v=version) if piece else url_for("share.of_site", v=version)
    return absolute(path)


def share_locale(piece: Piece | None = None) -> str:
    """The language of a piece, or of the site, in Open Graph's form ("de_CH"); "" where it names no country."""
    found = LOCALE.fullmatch((piece.language if piece else "") or front().site.language)
    return f"{found[1].lower()}_{found[2].upper()}" if found else ""


def answer(words: Words) -> Response:
    """A picture as an answer."""
    response = make_response(share_picture(words))
    response.mimetype = "image/png"
    return response
