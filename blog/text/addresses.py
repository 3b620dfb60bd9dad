"""Changes the addresses in a tag, each candidate of a srcset by itself."""

import re
from collections.abc import Callable

from blog.text.markup import Tag

ADDRESSES = ("href", "src", "poster", "cite")
BETWEEN_CANDIDATES = re.compile(r",\s+|(?<=\d[wxh]),")
LINE_ENDS = re.compile(r"[\t\n\f\r]+")


def tidy(address: str) -> str:
    """Return an address as browsers read it (WHATWG URL): no line ends in it, no blanks around it, others encoded."""
    return LINE_ENDS.sub("", address).strip(" ").replace(" ", "%20")


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
