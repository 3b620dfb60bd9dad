"""Pictures that belong to pieces."""

import logging
from pathlib import Path

from flask import Blueprint, Response, abort, send_file
from werkzeug.exceptions import ServiceUnavailable

from blog.reading import pictures
from blog.state import media as stored
from blog.state.media_folder import MediaUnreachable
from blog.web import shared_cache
from blog.web.addresses import settings

log = logging.getLogger(__name__)
media_files = Blueprint("media", __name__)
RETRY_SECONDS = 10


@media_files.get("/media/<name>")
def media(name: str) -> Response:
    """A picture. Its name says what is in it, so it is kept for ever."""
    path = found(name) or abort(404)
    response = send_file(path, conditional=True, max_age=31_536_000)
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    shared_cache.key(response, shared_cache.PICTURES)
    return response


def found(name: str) -> Path | None:
    """The file of a picture. One that is far away is asked for, and its copy shown, only while the site knows it."""
    if settings().media_url and not pictures.is_known(name):
        return None
    try:
        return stored.path_of(name)
    except MediaUnreachable as error:
        log.warning("%s", error)
        raise ServiceUnavailable("The picture cannot be had just now.", retry_after=RETRY_SECONDS) from error
