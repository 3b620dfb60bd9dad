"""What holds for every answer, set in one place: headers, hosts, the origin of changes, the mount point."""

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from wsgiref.headers import Headers as FileHeaders

from flask import Flask, Response, abort, current_app, request
from werkzeug.datastructures import Headers
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.middleware.proxy_fix import ProxyFix

from blog.state.hosts import is_host, is_ours
from blog.state.settings import Settings
from blog.web import speculation
from blog.web.styles import style_source

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_BODY = 12 * 1024 * 1024
MOST_PICTURES = 128 * 1024 * 1024
MOST_TEXT = 3 * 1024 * 1024
MOST_BEFORE_LOGIN = 10 * 1024 * 1024
MOST_FROM_READERS = 256 * 1024
AUTHORS = frozenset({"desk", "login"})
CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})

# Pictures may come from elsewhere: the author's own text may ask for them. Nothing else may.
PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src {styles}",
        "img-src 'self' data: https: http:",
        "media-src 'self' https:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
FEATURES = ("camera", "microphone", "geolocation", "browsing-topics")
EVERY = {
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in FEATURES),
    "Cross-Origin-Opener-Policy": "same-origin",
}
# Opened alone, what is no page loads nothing and runs nothing; a picture is not even of this site.
NO_PAGE = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}
BESIDE_PAGES = frozenset(("text/css", "text/javascript", speculation.MEDIA_TYPE))
PICTURE = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox"}
RULES = repr((EVERY, PAGE_POLICY, NO_PAGE, PICTURE)).encode()
"""What a tag depends on beside the body: who has a page has its rules with it, and a 304 does not say them again."""


def init_guard(app: Flask, settings: Settings) -> None:
    """Put the guard around the application."""
    app.config.update(
        MAX_CONTENT_LENGTH=MOST_BODY,
        MAX_FORM_MEMORY_SIZE=MOST_TEXT,
        MAX_FORM_PARTS=200,
        SESSION_COOKIE_NAME="bokashi",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.is_https,
        SESSION_COOKIE_PATH=settings.root or "/",
        APPLICATION_ROOT=settings.root or "/",
        PREFERRED_URL_SCHEME=urlsplit(settings.site_url).scheme,
    )
    app.before_request(check_method)
    app.before_request(lambda: check_host(settings))
    app.before_request(lambda: check_origin(settings))
    app.before_request(bound_body)
    app.after_request(lambda response: finish(response, settings))


def check_method() -> None:
    """Refuse a method in small letters, which is another one (RFC 9110, section 9.1), though not for the library."""
    if request.environ["REQUEST_METHOD"] != request.method:
        routes = current_app.create_url_adapter(request)
        raise MethodNotAllowed(routes.allowed_methods() if routes else None)


def check_host(settings: Settings) -> None:
    """Refuse a request for another host. A proxy or a check on this machine may use a loopback name."""
    if not is_ours(request.host, settings.site_host) and request.path != "/up":
        abort(400, f"This site answers as {settings.site_url}. Is that not its address? Set BLOG_SITE_URL.")


def check_origin(settings: Settings) -> None:
    """Refuse a change that another site's page asks for (Fetch Metadata; RFC 6454 for older browsers)."""
    if request.method not in CHANGES:
        return
    origin = request.headers.get("Origin")
    site = request.headers.get("Sec-Fetch-Site")
    parts = urlsplit(settings.site_url)
    ours = {f"{parts.scheme}://{parts.netloc}", f"{request.scheme}://{request.host}"}
    if site in ("cross-site", "same-site") or (site is None and origin is not None and origin not in ours):
        abort(403, "This form was sent from another site, so nothing was changed.")


def bound_body() -> None:
    """Take little from readers: only the author may send much, and some of it where the login has ended meanwhile."""
    request.max_content_length = MOST_BEFORE_LOGIN if request.blueprint in AUTHORS else MOST_FROM_READERS


def finish(response: Response, settings: Settings) -> Response:
    """Give every answer its headers, and make a redirect of the router's stay inside the site."""
    if response.mimetype == "text/html":
        response.headers.setdefault("Content-Security-Policy", PAGE_POLICY.format(styles=style_source()))
        if request.blueprint not in AUTHORS:
            response.headers["Speculation-Rules"] = speculation.header(settings.root)
    protect(response.headers, settings)
    location = response.headers.get("Location", "")
    parts = urlsplit(location)
    if parts.netloc and parts.netloc == request.host:
        response.headers["Location"] = parts._replace(scheme="", netloc="").geturl()
    return response


def protect(headers: Headers | FileHeaders, settings: Settings) -> None:
    """Set the headers that every answer has, where nothing stricter is set already.

    Other sites may show our pictures and embed nothing else (Fetch, "Cross-Origin-Resource-Policy header"). Static
    files, whose headers are FileHeaders, leave out what is about links, features and windows: no page is in them.
    Styles, scripts and rules, which a page brings along, have only what a browser heeds there.
    """
    media_type = headers.get("Content-Type", "").partition(";")[0]
    is_picture = media_type.startswith("image/")
    is_beside = media_type in BESIDE_PAGES
    wanted = {} if is_beside or isinstance(headers, FileHeaders) else dict(EVERY)
    if not is_beside:
        wanted |= PICTURE if is_picture else NO_PAGE
    wanted["X-Content-Type-Options"] = "nosniff"
    wanted["Cross-Origin-Resource-Policy"] = "cross-origin" if is_picture else "same-origin"
    if settings.is_https:
        wanted["Strict-Transport-Security"] = "max-age=31536000"
    for name, value in wanted.items():
        headers.setdefault(name, value)


def behind(app: "WSGIApplication", settings: Settings) -> "WSGIApplication":
    """The application as it stands behind the proxies that are trusted and under its mount point."""
    mounted = Mount(app, settings)
    if not settings.trusted_proxies:
        return mounted
    hops = settings.trusted_proxies
    return ProxyFix(mounted, x_for=hops, x_proto=hops, x_host=hops)


class Mount:
    """Puts the application under the path of its public address.

    A proxy may leave that path in the request or take it away; the application sees the same either way. The
    scheme is that of the public address, whatever the last hop used. A host that can be none is taken for no host:
    without a router that is bound to one, not even the page that refuses it could be made.
    """

    def __init__(self, app: "WSGIApplication", settings: Settings) -> None:
        self.app = app
        self.root = settings.root
        self.scheme = urlsplit(settings.site_url).scheme

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if self.root and (path == self.root or path.startswith(f"{self.root}/")):
            path = path[len(self.root) :]
        environ |= {"SCRIPT_NAME": self.root, "PATH_INFO": path or "/", "wsgi.url_scheme": self.scheme}
        if not is_host(environ.get("HTTP_HOST", "")):
            environ["HTTP_HOST"] = ""
        return self.app(environ, start_response)
