"""Changes the addresses in a tag, each candidate of a srcset by itself."""

import re
from collections.abc import Callable

from blog.text.markup import Tag

ADDRESSES = ("href", "src", "poster", "cite")
BETWEEN_CANDIDATES = re.compile(r",\s+|(?<=\d[wxh]),")
LINE_ENDS = re.compile(r"[\t\n\f\r]+")
HOST = re.compile(r"(https?:)[/\\]*(?=[^/\\?#])|[/\\]{2,}", re.IGNORECASE)
"""What stands before a host in the eyes of browsers, whichever slashes, and how many of them, were typed."""


def tidy(address: str) -> str:
    """Return an address as browsers read it (WHATWG URL), so that it means the same on a page and in a feed.

    No line ends in it, no blanks around it, others encoded; a host has two slashes before it.
    """
    bare = LINE_ENDS.sub("", address).strip(" ").replace(" ", "%20")
    host = HOST.match(bare)
    return f"{host[1] or ''}//{bare[host.end() :]}" if host else bare


def map_addresses(tag: Tag, change: Callable[[str], str]) -> None:
    """Put each address of a tag through a function."""
    for name in ADDRESSES:
        if name in tag.attributes:
            tag.attributes[name] = change(tag.attributes[name])
    if "srcset" in tag.attributes:
        tag.attributes["srcset"] = ", ".join(
            " ".join([change(address), *size]) for address, *size in candidates(tag.attributes["srcset"])
        )


def candidates(srcset: str) -> list[list[str]]:
    """Split a srcset into its candidates, each an address and maybe a size (HTML standard, 4.8.4.2.2)."""
    return [words for part in BETWEEN_CANDIDATES.split(srcset) if (words := part.strip(", \t\n").split())]


def under(root: str) -> Callable[[str], str]:
    """Return a function that puts the site's path before addresses that begin at the host's root."""

    def change(address: str) -> str:
        outside = address.startswith("/") and not address.startswith("//")
        return root + address if outside and not f"{address}/".startswith(f"{root}/") else address

    return change
