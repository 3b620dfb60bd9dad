"""A piece's HTML away from its own page: in a feed, or in a list together with others."""

from collections.abc import Callable
from urllib.parse import unquote, urljoin

from blog.text.addresses import map_addresses
from blog.text.markup import Tag, Token, read_tokens, write_tokens

ONLY_ON_PAGES = ("tabindex", "loading", "decoding", "aria-label")
SIDES = ("left", "center", "right")


def for_feed(html: str, *, permalink: str, site_url: str, key: str) -> str:
    """Return a balanced fragment that stands alone (RFC 4287, 3.1): absolute addresses, ids of its own.

    Addresses relative to the page are resolved against its permalink, never against the feed.
    """
    tokens = without_marks(list(read_tokens(html)))
    for token in tokens:
        if isinstance(token, Tag):
            token.attributes = {n: value for n, value in token.attributes.items() if n not in ONLY_ON_PAGES}
            token.attributes |= alignment(token)
    return relocated(tokens, key, permalink, lambda address: joined(joined(site_url, permalink), address))


def alignment(tag: Tag) -> dict[str, str]:
    """Write an element's alignment out, for a feed is read without our style sheet."""
    sides = [name for name in tag.classes if name in SIDES]
    return {"style": f"text-align:{sides[0]}"} if sides else {}


def for_list(html: str, *, permalink: str, key: str) -> str:
    """Return the HTML as it works on another page of the site."""
    return relocated(list(read_tokens(html)), key, permalink, lambda address: joined(permalink, address))


def relocated(tokens: list[Token], key: str, permalink: str, resolve: Callable[[str], str]) -> str:
    """Prefix ids, let links within the text follow them, and resolve all other addresses."""
    tags = [token for token in tokens if isinstance(token, Tag)]
    names = {tag.attributes["id"]: f"{key}-{tag.attributes['id']}" for tag in tags if "id" in tag.attributes}

    def change(address: str) -> str:
        if address.startswith("#") and (target := names.get(unquote(address[1:]))):
            return f"#{target}"
        return resolve(address)

    for tag in tags:
        map_addresses(tag, change)
        if "id" in tag.attributes:
            tag.attributes["id"] = names[tag.attributes["id"]]
    return write_tokens(tokens)


def joined(base: str, address: str) -> str:
    """Resolve an address against a base; one that cannot be an address stays as it is."""
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def without_marks(tokens: list[Token]) -> list[Token]:
    """Leave out the marks behind headings that lead to themselves."""
    kept, skipping = list[Token](), False
    for token in tokens:
        if isinstance(token, Tag) and token.name == "a" and "anchor" in token.classes:
            skipping = True
        if not skipping:
            kept.append(token)
        if isinstance(token, Tag) and token.name == "a" and token.closing:
            skipping = False
    return kept
