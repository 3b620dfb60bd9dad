"""Set-up of the first account, log in, log out."""

import re
from urllib.parse import unquote, urlsplit

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, session, url_for
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from blog.models import Account
from blog.reading.desk import has_account
from blog.state.limits import limiter, tries
from blog.state.setup_code import is_code
from blog.text import clean_line
from blog.web import errors
from blog.web.addresses import settings
from blog.web.again import Typed, again, kept
from blog.web.known_browser import know, known_browser
from blog.web.moment import now
from blog.web.session import begin, end, keep_private, no_cookie, present_login, token_fault, without_text
from blog.writing.accounts import account_for, create_account
from blog.writing.refusals import Refused

login_pages = Blueprint("login", __name__)
login_pages.after_request(keep_private)

TRIES = tries(10, "minute")
WRONG = "The name or the password is not right."
TOO_MANY = "Those were too many tries. Wait a minute, then try again."
ANOTHERS = "The text on this page was written under another account: log in with that one to get it back."
RETURNED = "You are logged in again. Here is your text as you typed it. It is not saved yet."


def typed_name() -> str:
    """What a try is counted under: the name that it is for or, where that name is known here, this browser."""
    name = clean_line(request.form.get("name", ""))[:100]
    browser = known_browser(name)
    return f"browser {browser}" if browser else f"name {name.casefold()}"


@login_pages.get("/login", strict_slashes=False)
def login() -> BaseResponse:
    """The form; who is logged in already goes where the form would lead."""
    if not has_account():
        return redirect(url_for("login.setup"))
    return redirect(destination()) if present_login() else login_form()


@login_pages.post("/login", strict_slashes=False)
@limiter.limit(TRIES)
@limiter.limit(TRIES, key_func=typed_name)
def enter() -> BaseResponse:
    """Log in. Every failed try gets the same answer.

    A form that is too old because its author logged in in another window meanwhile gives back what it carries.
    """
    fault = token_fault()
    if fault:
        return (present_login() and returned(kept(request.form))) or login_form(fault, 400)
    account = account_for(request.form.get("name", ""), request.form.get("password", ""))
    if account is None:
        return login_form(WRONG, 422)
    if kept(request.form) and session.get("account", account.id) != account.id:
        return login_form(ANOTHERS, 403)
    return let_in(account)


@login_pages.post("/logout")
def logout() -> BaseResponse:
    """Log out, and have the browser forget what it kept of the desk."""
    if present_login():
        fault = token_fault()
        if fault:
            abort(400, without_text(fault))
        end()
    session.clear()
    response = redirect(url_for("home.home"), 303)
    response.headers["Clear-Site-Data"] = '"cache", "storage"'
    return response


@login_pages.get("/setup")
def setup() -> Response:
    """The form for the first account."""
    refuse_second()
    return setup_form({})


@login_pages.post("/setup")
@limiter.limit(TRIES)
def make_first() -> BaseResponse:
    """Make the first account for whoever knows the code that the server printed, and log it in."""
    refuse_second()
    fault = token_fault()
    if fault:
        return setup_form({"form": fault}, 400)
    if not is_code(settings().secret_key, request.form.get("code", "")):
        return setup_form({"code": "This is not the code that the server printed when it started."}, 422)
    try:
        name, password = request.form.get("name", ""), request.form.get("password", "")
        account = create_account(name, password, now(), only_first=True)
    except Refused as refusal:
        return setup_form(refusal.fields, 422)
    return let_in(account)


def refuse_second() -> None:
    """There is no set-up once there is an account."""
    if has_account():
        abort(404)


def let_in(account: Account) -> BaseResponse:
    """Begin the login; show the text that the form carried along, or go where the form leads."""
    begin(account)
    response = returned(kept(request.form)) or redirect(destination(), 303)
    know(response, account.name)
    return response


def returned(typed: Typed) -> Response | None:
    """The form in which a kept text was typed, with that text; None where there is none."""
    if not typed:
        return None
    path = urlsplit(destination()).path.removeprefix(settings().root)
    try:
        endpoint, arguments = request_ctx.url_adapter.match(path, method="POST")  # type: ignore[union-attr]
    except HTTPException:
        return None
    return again(endpoint, arguments, typed, RETURNED, 200)


@login_pages.errorhandler(429)
def too_often(error: HTTPException) -> Response:
    """The form again, so that what it carries is not lost."""
    response = (
        setup_form({"form": TOO_MANY}, 429) if request.endpoint == "login.make_first" else login_form(TOO_MANY, 429)
    )
    response.headers["Retry-After"] = "60"
    return response


@login_pages.errorhandler(403)
def from_elsewhere(error: HTTPException) -> BaseResponse:
    """A form that seems to come from another site came from this one by plain http, where https is meant."""
    ours = (f"http://{request.host}", f"http://{settings().site_host}")
    by_http = settings().is_https and request.headers.get("Origin") in ours
    return login_form(no_cookie(), 403) if by_http else errors.refused(error)


def login_form(sentence: str = "", status: int = 200, typed: Typed | None = None, to: str = "") -> Response:
    """The form for logging in. `typed` is a text that it carries along, `to` the path where it leads."""
    carried = kept(request.form) if typed is None else typed
    page = render_template("login/login.html", sentence=sentence, kept=carried, to=to or destination())
    return make_response(page, status)


def setup_form(faults: dict[str, str], status: int = 200) -> Response:
    """The form for the first account, with what was typed and what is wrong. A password is never repeated."""
    values = {name: request.form.get(name, "") for name in ("code", "name")}
    return make_response(render_template("login/setup.html", values=values, faults=faults), status)


def destination() -> str:
    """Where a login leads: the path that was asked for where it is one of ours, else the desk."""
    return own_path(request.values.get("next", "")) or url_for("desk.shelf")


def own_path(address: str) -> str:
    """`address` where a browser would stay inside this site with it, else "".

    Browsers take a backslash for a slash, drop tabs and line ends, and resolve dots even when they are percent-
    encoded (WHATWG URL, sections 4.4 and 4.5), so an address with any of these is not followed.
    """
    if not address.startswith("/") or address.startswith("//") or re.search(r"[\\\s\x00-\x1f\x7f-\x9f]", address):
        return ""
    path = address.partition("?")[0].partition("#")[0]
    inside = path == settings().root or path.startswith(f"{settings().root}/")
    dotted = any(unquote(step) in (".", "..") for step in path.split("/"))
    return address if inside and not dotted else ""
