"""A browser in which somebody has logged in before: strangers who try the same name do not hold it up.

Tries are counted by name, so that a password cannot be guessed from many addresses at once. A known browser has a
count of its own instead (OWASP, "Slow down online guessing attacks with device cookies"). Its cookie is sent to the
login alone and opens nothing: whoever steals it may try as often as anybody else, and no more.
"""

import secrets

from flask import current_app, request
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.wrappers import Response

from blog.web.addresses import settings
from blog.web.moment import now

COOKIE = "bokashi-known"
LIFETIME = 365 * 24 * 60 * 60


def signer() -> URLSafeTimedSerializer:
    """What signs the cookie."""
    return URLSafeTimedSerializer(settings().secret_key, salt="known browser")


def known_browser(name: str) -> str:
    """The id of this browser where this name has logged in in it, else ""."""
    try:
        (whose, browser), made = signer().loads(request.cookies.get(COOKIE, ""), return_timestamp=True)
    except (BadSignature, ValueError, TypeError):
        return ""
    is_too_old = (now() - made).total_seconds() > LIFETIME
    return str(browser) if whose == name.casefold() and not is_too_old else ""


def know(response: Response, name: str) -> None:
    """Have the browser be known under a name from now on."""
    response.set_cookie(
        COOKIE,
        str(signer().dumps((name.casefold(), secrets.token_urlsafe(12)))),
        max_age=LIFETIME,
        path=f"{settings().root}/login",
        secure=current_app.config["SESSION_COOKIE_SECURE"],
        httponly=True,
        samesite="Lax",
    )
