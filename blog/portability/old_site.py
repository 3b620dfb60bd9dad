"""The author's former site: its address, and the links that lead to it."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

PORTS = {"http": ":80", "https": ":443"}


@dataclass(frozen=True, slots=True)
class OldSite:
    """A former site by its host and, where it was below one, its path without a slash at the end."""

    host: str
    path: str = ""

    def within(self, address: str) -> str | None:
        """An address of that site without its scheme and host, None for any other one."""
        try:
            parts = urlsplit(address)
        except ValueError:
            return None
        if parts.scheme not in ("", *PORTS) or host_of(parts.scheme, parts.netloc) != self.host:
            return None
        if not f"{parts.path}/".startswith(f"{self.path}/"):
            return None
        return parts._replace(scheme="", netloc="", path=f"/{parts.path[len(self.path) :].lstrip('/')}").geturl()


def old_site(text: str) -> OldSite:
    """The site that an address names. Raises ValueError for what is none."""
    parts = urlsplit(text.strip())
    host = host_of(parts.scheme, parts.netloc)
    if parts.scheme not in ("", *PORTS) or not re.fullmatch(r"[\w.-]+(?::\d+)?|\[[\da-f:.]+\](?::\d+)?", host):
        raise ValueError(f"{text!r} is no address of a site")
    return OldSite(host, parts.path.rstrip("/"))


def host_of(scheme: str, netloc: str) -> str:
    """A host in lower case, without the port that every browser takes for its scheme."""
    return netloc.lower().removesuffix(PORTS.get(scheme, " "))
