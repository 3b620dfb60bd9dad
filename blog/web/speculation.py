"""What a browser may fetch before a click: public pages, once a reader points at a link, and nothing else."""

from typing import Any

ADDRESS = "/speculation-rules.json"
MEDIA_TYPE = "application/speculationrules+json"
NEVER = ("/desk/*", "/login", "/logout", "/search/*", "/contact/*")


def rules(root: str) -> dict[str, Any]:
    """The rules (HTML, "speculation rules"), for a site under the path `root`.

    A page's address ends with a slash, a file's does not. Searches and messages are counted, so only a reader sends
    them. What htmx fetches it fetches as a fragment.
    """
    where = [
        {"href_matches": [f"{root}/", f"{root}/*/"]},
        {"not": {"href_matches": [f"{root}{path}" for path in NEVER]}},
        {"not": {"selector_matches": "[hx-get],[download],[target]"}},
    ]
    return {"prefetch": [{"where": {"and": where}, "eagerness": "moderate"}]}


def header(root: str) -> str:
    """The value of `Speculation-Rules`, a structured field (RFC 9651)."""
    return f'"{root}{ADDRESS}"'
