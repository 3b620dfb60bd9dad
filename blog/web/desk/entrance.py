"""The way to the desk: nobody passes without a login, and no change without the token of that login."""

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request, url_for
from flask.globals import request_ctx
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from blog.text import MAX_SOURCE
from blog.web import htmx
from blog.web.again import SHOWN, again, to_keep
from blog.web.guard import MOST_BODY
from blog.web.login import login_form
from blog.web.session import keep_private, present_login, token_fault

desk = Blueprint("desk", __name__, url_prefix="/desk")
desk.after_request(keep_private)

# Numbers in addresses: what every database can look up.
NUMBER = "int(max=2147483647)"
TOO_LARGE = (
    f"The desk takes {MOST_BODY // 1024 // 1024} MB at once, and this was more, so nothing was saved. "
    "Go back in the browser, and "
)
WAYS_OUT = {"desk.add_pictures": "send fewer pictures at once or smaller ones."}
DIVIDE = f"divide the text, which may have {MAX_SOURCE:,} characters, or keep it elsewhere first."
UNDONE = "Your login has ended, so nothing was changed. Log in, then do it once more."
ENDED = "Your login has ended. Log in, and you get back what you typed. Nothing was saved or published meanwhile."


@desk.before_request
def check() -> BaseResponse | None:
    """Turn away who is not logged in, and a form that does not belong to this login."""
    if present_login() is None:
        return turned_away()
    # What is too long for a piece is shown again with a sentence, as long as it can be taken in at all.
    request.max_content_length = request.max_form_memory_size = MOST_BODY
    try:
        fault = token_fault()
    except RequestEntityTooLarge:
        abort(413, TOO_LARGE + WAYS_OUT.get(request.endpoint or "", DIVIDE))
    return refuse_form(fault) if fault else None


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
    return shown or abort(400, fault)


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
