"""Whose request this is: the login behind its cookie, and the token that binds a form to it.

The cookie is Flask's own signed session. It holds a random token; the login itself is a row in the database,
so that an ended one opens nothing, wherever its cookie went.
"""

from flask import Flask, Request, Response, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_wtf.csrf import CSRFError, CSRFProtect
from itsdangerous import BadSignature

from blog.models import Account, Login
from blog.reading import desk
from blog.web.addresses import absolute, settings
from blog.web.moment import now
from blog.writing.accounts import LIFETIME, begin_login, digest, end_login

csrf = CSRFProtect()
STILL_HERE = "What you typed is still here: send it again."


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookies, of any age: a login's row says how long it lasts.

    By age, a cookie would open nothing where the clock is behind that of the machine that made it, or was set back.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What a request's cookie holds: nothing, where it has none of ours. None without a secret."""
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        try:
            return self.session_class(signer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()


def init_session(app: Flask) -> None:
    """Set up sessions and tokens. A token lasts as long as its login: writing may take longer than an hour.

    Nothing is checked on public pages, which carry no token; that a form comes from this site is checked for
    every change by the guard, and what it came by (`Referer`) is left to the browser's own policy.
    """
    app.config.update(
        PERMANENT_SESSION_LIFETIME=LIFETIME,
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
    )
    app.session_interface = Sessions()
    csrf.init_app(app)


def present_login() -> Login | None:
    """The running login of this request, looked up once."""
    if "login" not in g:
        token = session.get("login", "")
        g.login = desk.login(digest(token), now()) if token else None
    login: Login | None = g.login
    return login


def begin(account: Account) -> None:
    """Begin a login in a new session: nothing of the one before it counts any more."""
    session.clear()
    session.permanent = True
    session["login"] = begin_login(account, now())
    session["account"] = account.id
    g.pop("login", None)
    g.pop("csrf_token", None)


def end() -> None:
    """End the login of this request."""
    end_login(session.pop("login", ""))
    g.pop("login", None)


def token_fault() -> str:
    """What is wrong with the token of a form that changes something; "" where nothing is."""
    try:
        csrf.protect()
    except CSRFError:
        return old_form() if request.cookies.get(current_app.config["SESSION_COOKIE_NAME"]) else no_cookie()
    return ""


def old_form() -> str:
    return f"This form belongs to another login, so nothing was changed. {STILL_HERE}"


def without_text(fault: str) -> str:
    """What is wrong with the token of a form into which nothing was typed, or that is not shown once more."""
    return fault.replace(STILL_HERE, "Open its page anew, then do it once more.")


def no_cookie() -> str:
    """What keeps a cookie from coming back: plain http where the site has https, or a setting of the browser."""
    if settings().is_https:
        secure = absolute(request.root_path.rstrip("/") + "/login")
        return f"Your browser sent no cookie, and the cookies of this site travel by https only: use {secure}"
    return "Your browser sent no cookie: allow cookies for this site, then try again."


def keep_private(response: Response) -> Response:
    """Have no cache, no history and no search engine keep an answer that is for one person."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
