"""The way to the desk: nobody passes without a login, and no change without the token of that login."""

from typing import TYPE_CHECKING

from flask import Blueprint, Flask, Response, abort, flash, make_response, redirect, render_template, request, url_for
from flask.globals import request_ctx
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from blog.state.database import is_away
from blog.text import MAX_SOURCE
from blog.web import htmx
from blog.web.again import SHOWN, again, to_keep
from blog.web.guard import MOST_BODY, MOST_PICTURES
from blog.web.login import login_form
from blog.web.session import keep_private, present_login, token_fault, without_text

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

desk = Blueprint("desk", __name__, url_prefix="/desk")
desk.after_request(keep_private)

# Numbers in addresses: what every database can look up.
NUMBER = "int(max=2147483647)"
PICTURES = "desk.add_pictures"
MOST_AT_ONCE = 20
# Small files are in memory, some 500 KB of each: so there may not be many more than are taken.
MOST_PARTS = 3 * MOST_AT_ONCE
TOO_LARGE = (
    f"The desk takes {MOST_BODY // 1024 // 1024} MB at once, and this was more, so nothing was saved. "
    f"Go back in the browser, and divide the text, which may have {MAX_SOURCE:,} characters, "
    "or keep it elsewhere first."
)
TOO_MANY = (
    f"The desk takes {MOST_AT_ONCE} pictures at once, {MOST_PICTURES // 1024 // 1024} MB together, and this was more, "
    "so none was stored. Go back in the browser, and send fewer pictures at once or smaller ones."
)
UNDONE = "Your login has ended, so nothing was changed. Log in, then do it once more."
ENDED = "Your login has ended. Log in, and you get back what you typed. Nothing was saved or published meanwhile."


@desk.before_request
def check() -> BaseResponse | None:
    """Turn away who is not logged in, and a form that does not belong to this login."""
    if present_login() is None:
        return turned_away()
    bound_form()
    try:
        fault = token_fault()
    except RequestEntityTooLarge:
        abort(413, TOO_MANY if request.endpoint == PICTURES else TOO_LARGE)
    return refuse_form(fault) if fault else None


def bound_form() -> None:
    """Take much from the author: of pictures, which wait on disk, the most.

    What is too long for a piece is shown again with a sentence, as long as it can be taken in at all.
    """
    if brings_pictures():
        request.max_content_length, request.max_form_parts = MOST_PICTURES, MOST_PARTS
    else:
        request.max_content_length = request.max_form_memory_size = MOST_BODY


def most_body(app: Flask, environ: "WSGIEnvironment") -> int:
    """The most bytes that may be read of the body of a request: many only where the author brings pictures.

    It is asked before the body is there. Without the database nobody is known, so little is read.
    """
    try:
        with app.request_context(environ):
            return MOST_PICTURES if brings_pictures() and present_login() else MOST_BODY
    except Exception as error:
        if is_away(error):
            return MOST_BODY
        raise


def brings_pictures() -> bool:
    """Whether a request brings files to the pictures. In any other kind of form everything would be in memory."""
    return request.path.endswith("/desk/pictures") and request.mimetype == "multipart/form-data"


def turned_away() -> BaseResponse:
    """To the login: for a page with the way back, for a form with its text, for htmx as a sentence in place."""
    if htmx.sent_this():
        page = render_template("login/_ended.html", to=page_behind())
        return htmx.stay(htmx.vary(make_response(page, 401)))
    if request.method not in ("GET", "HEAD") and request.endpoint in SHOWN:
        return login_form(ENDED, 401, typed=to_keep(request.form), to=present_path())
    if request.method in ("GET", "HEAD"):
        return redirect(url_for("login.login", next=page_behind()), 302)
    flash(UNDONE)
    return redirect(url_for("login.login", next=page_behind()), 303)


def refuse_form(fault: str) -> Response:
    """Say why a form was not taken, beside what was typed into it where there is such a form."""
    typed = None if htmx.sent_this() else to_keep(request.form)
    shown = typed and again(request.endpoint or "", request.view_args or {}, typed, fault, 400)
    return shown or abort(400, fault if htmx.sent_this() else without_text(fault))


def present_path() -> str:
    """The path that was asked for, with the one under which the site is mounted."""
    return request.root_path.rstrip("/") + request.path


def page_behind() -> str:
    """The page to come back to: the one that was asked for, or the one that a change was sent from."""
    if request.method in ("GET", "HEAD"):
        return f"{present_path()}?{request.query_string.decode('latin-1')}".rstrip("?")
    if "GET" in request_ctx.url_adapter.allowed_methods():  # type: ignore[union-attr]
        return present_path()
    piece_id = (request.view_args or {}).get("piece_id")
    return url_for("desk.edit", piece_id=piece_id) if piece_id else url_for("desk.shelf")
