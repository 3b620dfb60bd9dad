"""Redis: its address, how long anybody waits for it, and whether it answers.

What it keeps can be made anew, so it may stop, hang or forget at any time: that costs time, and nothing else.
"""

import secrets
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from blog.state.settings import SettingError

# To render a text anew takes as long.
SECONDS = 0.2
MEANWHILE = "Until it can, every text is rendered by each process, and each counts tries for itself."
EXAMPLE = "write one like redis://127.0.0.1:6379/0"


def options() -> dict[str, Any]:
    """What a client of Redis is made with: it waits little and tries once."""
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return {"socket_timeout": SECONDS, "socket_connect_timeout": SECONDS, "retry": Retry(NoBackoff(), 0)}


def require_redis(url: str) -> None:
    """Raise SettingError where the address cannot be one, or the client of Redis is not installed."""
    if find_spec("redis") is None:
        raise SettingError("BLOG_REDIS_URL is set, but the Redis client is not installed: install the package redis.")
    from redis import from_url

    try:
        from_url(url, **options())
    except ValueError as error:
        raise SettingError(f"BLOG_REDIS_URL is not an address of Redis: {EXAMPLE}.") from error


def complaints(url: str) -> Iterator[str]:
    """A sentence where nothing can be kept in Redis. The trial leaves nothing behind."""
    from redis import RedisError, from_url

    name = f"bokashi:trial-{secrets.token_hex(8)}"
    try:
        with from_url(url, **options()) as client:
            client.set(name, "", ex=60)
            client.delete(name)
    except (RedisError, OSError) as error:
        yield f"Redis cannot be used ({str(error).rstrip('.')}): see BLOG_REDIS_URL. {MEANWHILE}"


def address_for_limits(url: str) -> str:
    """The address as Flask-Limiter has it."""
    return f"redis+{url}" if url.startswith("unix:") else url
