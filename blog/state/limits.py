"""Limits on tries: counted in memory, or in Redis for all workers of all nodes, in memory while it does not answer."""

from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network

from flask import Flask, current_app, request
from flask_limiter import Limiter

from blog.state import redis_server
from blog.state.settings import Settings


def reader_network() -> str:
    """Where a reader is: the address, or of an IPv6 address the network, as every reader has all of one."""
    text = request.remote_addr or "nowhere"
    try:
        address = IPv6Address(text)
    except ValueError:
        return text
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))


limiter = Limiter(reader_network, default_limits=[], headers_enabled=False, in_memory_fallback_enabled=True)


def tries(amount: int, period: str) -> Callable[[], str]:
    """A limit such as 10 per "minute" for the whole site. Workers that count in memory each take their share."""

    def limit() -> str:
        settings: Settings = current_app.extensions["settings"]
        is_shared = settings.redis_url and limiter.limiter.storage is limiter.storage
        return f"{amount if is_shared else max(1, amount // settings.workers)} per {period}"

    return limit


def init_limits(app: Flask, settings: Settings) -> None:
    """Give the application its limits. The reader's address is the one that trusted proxies name."""
    app.config["RATELIMIT_STORAGE_URI"] = redis_server.address_for_limits(settings.redis_url) or "memory://"
    if settings.redis_url:
        counters = {"key_prefix": f"bokashi:limits:{settings.site_url}"}
        app.config["RATELIMIT_STORAGE_OPTIONS"] = redis_server.options() | counters
    limiter.init_app(app)
