"""HTMX's contract, in the one place that says `HX-`.

An address gives the whole page, or its fragment when the request says that it will be put into a part of the
page (htmx 4, `HX-Request-Type: partial`). A restored history entry and a boosted link ask for the whole page.
"""

from flask import Response, make_response, render_template, request

REQUEST_TYPE = "HX-Request-Type"


def wants_fragment() -> bool:
    """Whether this request asks for a part of the page."""
    return request.headers.get(REQUEST_TYPE) == "partial"


def page_or_fragment(page: str, fragment: str, status: int = 200, **context: object) -> Response:
    """The page, or the fragment where that is asked for; either says in `Vary` that there are two."""
    response = make_response(render_template(fragment if wants_fragment() else page, **context), status)
    return vary(response)


def vary(response: Response) -> Response:
    """Say that this answer depends on what kind of request asked for it."""
    response.vary.add(REQUEST_TYPE)
    return response


def stay(response: Response) -> Response:
    """Have the browser keep its address: what was asked for was not had."""
    response.headers["HX-Push-Url"] = "false"
    return response


def go(response: Response, address: str) -> Response:
    """Have the browser go to another page as a whole."""
    response.headers["HX-Redirect"] = address
    return response


def sent_this() -> bool:
    """Whether htmx sent this request, whatever it will do with the answer."""
    return request.headers.get("HX-Request") == "true" or wants_fragment()
