"""What a browser may fetch before a click: public pages, once a reader points at a link, and nothing else."""

from typing import Any

ADDRESS = "/speculation-rules.json"
NEVER = ("/desk", "/desk/*", "/login", "/logout", "/setup", "/search/*", "/contact/*", "/static/*", "/media/*", "/up")
FILES = ("xml", "json", "md", "txt", "png", "ico")


def rules(root: str) -> dict[str, Any]:
    """The rules (HTML, "speculation rules"), for a site under the path `root`.

    Searches and messages are counted, so only a reader sends them. What htmx fetches it fetches as a fragment.
    """
    never = [f"{root}{path}" for path in NEVER] + [f"{root}/*.{ending}" for ending in FILES]
    where = [
        {"href_matches": f"{root}/*"},
        {"not": {"href_matches": never}},
        {"not": {"selector_matches": "[hx-get], [download], [target]"}},
    ]
    return {"prefetch": [{"source": "document", "where": {"and": where}, "eagerness": "moderate"}]}


def header(root: str) -> str:
    """The value of `Speculation-Rules`, a structured field (RFC 9651)."""
    return f'"{root}{ADDRESS}"'
