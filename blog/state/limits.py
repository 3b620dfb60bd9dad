"""Limits on tries: counted in memory, or in Redis where there is one for all workers."""

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from blog.state.settings import Settings

limiter = Limiter(get_remote_address, default_limits=[], headers_enabled=False)


def init_limits(app: Flask, settings: Settings) -> None:
    """Give the application its limits. The reader's address is the one that trusted proxies name."""
    app.config["RATELIMIT_STORAGE_URI"] = settings.redis_url or "memory://"
    limiter.init_app(app)
