"""Which addresses the site itself answers, so that nothing else can ever stand there."""

from flask import current_app
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import RequestRedirect

PREFIXES = ("desk", "static", "media")
# What stands for one of a few words in the site's own rules: a feed's or a file's name, a kind.
CLOSED = frozenset(("name", "kind"))


def is_the_sites(address: str) -> bool:
    """Whether an address, without slashes at its ends, is one of the site's own, whatever its author writes."""
    return address.partition("/")[0] in PREFIXES or any(answers(f"/{address}{end}") for end in ("", "/"))


def answers(path: str) -> bool:
    """Whether a rule for this very path exists, not one for whatever piece, page or topic may be there."""
    try:
        rule, _ = current_app.url_map.bind("site").match(path, method="GET", return_rule=True)
    except MethodNotAllowed:
        return True
    except (HTTPException, RequestRedirect):
        return False
    return rule.arguments <= CLOSED
