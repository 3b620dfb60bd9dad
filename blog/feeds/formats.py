"""The three formats by the file name that each is served under."""

from collections.abc import Callable
from dataclasses import dataclass

from blog.feeds import atom_format, json_format, rss_format
from blog.feeds.entries import Feed


@dataclass(frozen=True, slots=True)
class Format:
    """One way of writing a feed, and what a server and a link to it say about it."""

    name: str
    media_type: str  # the Content-Type header
    write: Callable[[Feed], bytes]

    @property
    def link_type(self) -> str:
        """The type without its character set, as `<link rel="alternate" type>` has it."""
        return self.media_type.partition(";")[0]


FORMATS = {
    "rss.xml": Format("RSS", f"{rss_format.MEDIA_TYPE}; charset=utf-8", rss_format.rss),
    "atom.xml": Format("Atom", f"{atom_format.MEDIA_TYPE}; charset=utf-8", atom_format.atom),
    # RFC 8259, section 8.1: JSON is UTF-8 and its type has no character set.
    "feed.json": Format("JSON Feed", json_format.MEDIA_TYPE, json_format.json_feed),
}
"""File name to format, the one to recommend first."""
