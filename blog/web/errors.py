"""What a reader sees when something is not there, not allowed or broken: a page of ours, or a fragment."""

from flask import Flask, Response, make_response, render_template, request
from werkzeug.exceptions import Gone, HTTPException
from werkzeug.wrappers import Response as BaseResponse

from blog.state.database import is_away, leave, sentence_for
from blog.web import htmx
from blog.web.again import again
from blog.web.guard import AUTHORS
from blog.web.leading import elsewhere, in_usual_spelling, lead_in_one_hop
from blog.web.session import present_login

SENTENCES = {
    400: ("That request makes no sense", "Something in the address or the form is not as it should be."),
    403: ("Not allowed", "This is not yours to see or to change."),
    404: ("Nothing here", "There is no page at this address. It may have been mistyped."),
    405: ("Not that way", "This address does not take that kind of request."),
    410: ("Gone", "There was something here once, and the author has withdrawn it."),
    413: ("Too large", "What you sent is larger than this site takes."),
    422: ("Not quite", "Something in the form needs another look."),
    429: ("Too many tries", "Wait a little, then try again."),
    500: ("Something broke", "The fault is on our side and has been noted. Try again in a moment."),
    503: ("Not now", "Something that this page needs does not answer. Try again in a moment."),
}
AGAIN_SECONDS = "5"
UNSAVED = "The database does not answer, so nothing was saved. Your text is still here: send it again in a moment."


def init_errors(app: Flask) -> None:
    """Answer errors in the site's own look."""
    app.register_error_handler(404, not_found)
    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(500, broken)
    app.before_request(lead_in_one_hop)


def not_found(error: HTTPException) -> BaseResponse:
    """Somewhere else, where it stood at this address once or is spelled otherwise; else "gone" or "nothing here"."""
    try:
        return elsewhere() or in_usual_spelling() or answer(404, own_sentence(error))
    except Gone as gone:
        return refused(gone)


def refused(error: HTTPException) -> BaseResponse:
    """An error that has a status of its own; a redirect of the router's goes its way."""
    if error.code is None or error.code < 400:
        return error.get_response()
    response = answer(error.code, own_sentence(error))
    for name, value in error.get_headers():
        if name.lower() in ("allow", "retry-after"):
            response.headers[name] = value
    return response


def broken(error: Exception) -> BaseResponse:
    """A fault of ours, which Flask has logged, or a database that is gone. The page needs none.

    What the author typed is shown once more, where the database can still be read.
    """
    cause = getattr(error, "original_exception", None)
    if not is_away(cause):
        return answer(500, "")
    leave()
    response = typed_again(sentence_for(cause) or UNSAVED) or answer(503, sentence_for(cause))
    response.headers["Retry-After"] = AGAIN_SECONDS
    return response


def typed_again(sentence: str) -> Response | None:
    """The author's form with what was typed; None for everybody else, and where the form cannot be made either."""
    if request.method != "POST" or request.blueprint not in AUTHORS or htmx.wants_fragment():
        return None
    try:
        arguments = request.view_args or {}
        return again(request.endpoint or "", arguments, request.form, sentence, 503) if present_login() else None
    except Exception as error:
        if is_away(error):
            return None
        raise


def own_sentence(error: HTTPException) -> str:
    """The sentence that we gave the error; "" where it only has the library's."""
    return "" if error.description == type(error).description else str(error.description)


def answer(status: int, sentence: str) -> Response:
    """The error as a page, or as a fragment that says it where the reader is."""
    title, usual = SENTENCES.get(status, SENTENCES[400] if status < 500 else SENTENCES[500])
    known = {"status": status, "title": title, "sentence": sentence or usual}
    template = "errors/_error.html" if htmx.wants_fragment() else page_for(status)
    response = make_response(render_template(template, **known), status)
    response.headers["Cache-Control"] = "no-store" if status >= 500 else "no-cache"
    return htmx.stay(htmx.vary(response))


def page_for(status: int) -> str:
    """The template of an error page: the bare one where the site itself may be unreadable."""
    return "errors/bare.html" if status >= 500 else "errors/error.html"
