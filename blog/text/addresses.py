"""Changes the addresses in a tag, each candidate of a srcset by itself."""

import re
from collections.abc import Callable

from blog.text.markup import Tag

ADDRESSES = ("href", "src", "poster", "cite")
CANDIDATE = re.compile(r"([^\s,]\S*[^\s,]|[^\s,])((?:\s+[\d.]+[wxh])*)\s*(?:,|$)")


def map_addresses(tag: Tag, change: Callable[[str], str]) -> None:
    """Put each address of a tag through a function."""
    for name in ADDRESSES:
        if name in tag.attributes:
            tag.attributes[name] = change(tag.attributes[name])
    if "srcset" in tag.attributes:
        candidates = CANDIDATE.findall(tag.attributes["srcset"])
        tag.attributes["srcset"] = ", ".join(change(address) + size for address, size in candidates)


def under(root: str) -> Callable[[str], str]:
    """Return a function that puts the site's path before addresses that begin at the host's root."""

    def change(address: str) -> str:
        outside = address.startswith("/") and not address.startswith("//")
        return root + address if outside and not f"{address}/".startswith(f"{root}/") else address

    return change
