"""Which hosts the site answers as."""

from functools import lru_cache

USUAL_PORTS = frozenset({"80", "443"})
LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


@lru_cache(maxsize=64)
def is_ours(host: str, site_host: str) -> bool:
    """Whether a request's host is the site's own, or a loopback name as a proxy or a check on this machine uses it.

    The scheme's own port may be said although browsers leave it out (RFC 3986, section 3.2.3).
    """
    host, ours = host.lower(), site_host.lower()
    name, _, port = host.rpartition(":")
    return host == ours or (name == ours and port in USUAL_PORTS) or (name if port.isdigit() else host) in LOOPBACK


@lru_cache(maxsize=64)
def is_host(host: str) -> bool:
    """Whether a request's host can be one at all: no part of its name is empty or longer than a name may be."""
    try:
        host.partition(":")[0].encode("idna")
    except UnicodeError:
        return False
    return True
