"""Limits on tries: counted in memory, or in Redis where there is one for all workers."""

from collections.abc import Callable

from flask import Flask, current_app
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from blog.state.settings import Settings

limiter = Limiter(get_remote_address, default_limits=[], headers_enabled=False)


def tries(amount: int, period: str) -> Callable[[], str]:
    """A limit such as 10 per "minute" for the whole site. Workers that count in memory each take their share."""

    def limit() -> str:
        settings: Settings = current_app.extensions["settings"]
        return f"{amount if settings.redis_url else max(1, amount // settings.workers)} per {period}"

    return limit


def init_limits(app: Flask, settings: Settings) -> None:
    """Give the application its limits. The reader's address is the one that trusted proxies name."""
    app.config["RATELIMIT_STORAGE_URI"] = settings.redis_url or "memory://"
    limiter.init_app(app)
