"""One piece: its page, and its Markdown."""

from flask import Blueprint, abort, make_response, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from blog.models import Piece
from blog.portability.piece_file import piece_file
from blog.reading import pieces
from blog.state.caches import rendered
from blog.web.addresses import moved_permanently, piece_url
from blog.web.moment import front, now
from blog.web.shared_cache import about
from blog.writing.slugs import normal

article_pages = Blueprint("article", __name__)


@article_pages.get("/notebook/<slug>/")
def article(slug: str) -> str | BaseResponse:
    """A piece as a page; another spelling of its address leads to the one it has."""
    piece = find(slug)
    if piece.slug != slug:
        return moved_permanently(piece_url(piece))
    return render_template(
        "article/article.html",
        piece=piece,
        text=rendered(piece.source, key=piece.uid[:8]),
        links=pieces.links(piece, now()),
        neighbours=pieces.neighbours(piece, now()),
    )


@article_pages.get("/notebook/<slug>.md")
def markdown(slug: str) -> BaseResponse:
    """A piece as the author wrote it, with front matter: the file that an export writes."""
    piece = find(slug)
    if piece.slug != slug:
        return moved_permanently(url_for("article.markdown", slug=piece.slug))
    text = piece_file(piece, front().zone, links=pieces.links(piece, now()))
    response = make_response(text)
    response.mimetype = "text/markdown"
    return response


def find(slug: str) -> Piece:
    """The public piece with this slug in any spelling; the answer is 410 where it was withdrawn, else 404."""
    piece = pieces.public_piece(normal(slug), now())
    if piece is None:
        abort(410 if pieces.was_public(normal(slug), now()) else 404)
    about(piece)
    return piece
