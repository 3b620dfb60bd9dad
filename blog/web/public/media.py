"""Pictures that belong to pieces."""

from flask import Blueprint, Response, abort, send_file

from blog.state.media import path_of

media_files = Blueprint("media", __name__)


@media_files.get("/media/<name>")
def media(name: str) -> Response:
    """A picture. Its name says what is in it, so it is kept for ever."""
    path = path_of(name) or abort(404)
    response = send_file(path, conditional=True, max_age=31_536_000)
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
