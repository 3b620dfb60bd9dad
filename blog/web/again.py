"""Forms that are shown once more with what was typed into them, so that nothing typed is ever lost.

A form that cannot be taken now (its token is foreign, or the login has ended) is shown again by the function
that is registered for the address it was sent to. Between a lost login and the next one the text travels in
the login form itself, in fields whose names begin with `kept-`: it never leaves the author's own browser.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response

Typed = Mapping[str, str]
Show = Callable[..., Response]

KEPT = "kept-"
SHOWN: dict[str, Show] = {}


def shows_again(*endpoints: str) -> Callable[[Show], Show]:
    """Have a function show the form of these endpoints. It takes what was typed, a sentence and a status."""

    def register(show: Show) -> Show:
        SHOWN.update(dict.fromkeys(endpoints, show))
        return show

    return register


def again(endpoint: str, arguments: Mapping[str, Any], typed: Typed, sentence: str, status: int) -> Response | None:
    """The form of an endpoint with what was typed; None where that endpoint has no such form."""
    show = SHOWN.get(endpoint)
    return show(typed, sentence=sentence, status=status, **arguments) if show else None


def to_keep(form: Typed) -> dict[str, str]:
    """What is worth keeping of a form: everything but its token."""
    return {name: value for name, value in form.items() if name != "csrf_token"}


def kept(form: Typed) -> dict[str, str]:
    """What a login form carries along."""
    return {name.removeprefix(KEPT): value for name, value in form.items() if name.startswith(KEPT)}
