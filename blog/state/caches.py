"""Rendered Markdown, kept. An entry is named by renderer version and text, so it cannot be stale.

Entries are JSON, never pickles: whoever can write into the cache folder can change what a page shows, but
runs no code. What is broken, foreign or from another version is a miss.
"""

import hashlib
import json
import logging
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from flask import Flask, current_app
from flask_caching import Cache
from flask_caching.backends.filesystemcache import FileSystemCache
from flask_caching.backends.rediscache import RedisCache

from blog.state import redis_server
from blog.state.rest import Rest
from blog.state.settings import Settings
from blog.text import RENDERER_VERSION, Heading, Rendered, for_feed, render

log = logging.getLogger(__name__)
MOST_ENTRIES = 200_000
# Entries leave Redis by themselves: those of older renderers and texts are asked for by nobody.
LIFETIME = 30 * 24 * 60 * 60
REST_SECONDS = 2

cache = Cache()


class JsonText:
    """Writes and reads cache entries as JSON."""

    def dump(self, value: Any, stream: BinaryIO) -> None:
        stream.write(self.dumps(value))

    def load(self, stream: BinaryIO) -> Any:
        return self.loads(stream.read())

    def dumps(self, value: Any, _timeout: int | None = None) -> bytes:
        return json.dumps(value, ensure_ascii=False).encode()

    def loads(self, data: bytes | None) -> Any:
        try:
            return None if data is None else json.loads(data)
        except ValueError:
            return None


class JsonFileCache(FileSystemCache):
    """Flask-Caching's file system cache with JSON inside.

    What may not be read is a miss at once; the library would try again for ten seconds.
    """

    serializer: Any = JsonText()

    def _run_safely(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return fn(*args, **kwargs)


class JsonRedisCache(RedisCache):
    """Flask-Caching's Redis cache with JSON inside. Where it fails, it is left alone for a while.

    So a page waits for a Redis that hangs once, and not for each of its parts. Only the first failure of a series is
    raised.
    """

    serializer: Any = JsonText()

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.rest = Rest(REST_SECONDS)

    def get(self, key: str) -> Any:
        return self.unless_it_rests(super().get, key)

    def set(self, key: str, value: Any, timeout: Any = None) -> Any:
        return self.unless_it_rests(super().set, key, value, timeout)

    def unless_it_rests(self, work: Callable[..., Any], *given: Any) -> Any:
        """What some work gives, None while Redis is left alone."""
        failed_before = self.rest.is_on
        if not self.rest.lets_in():
            return None
        try:
            done = work(*given)
        except Exception:
            self.rest.begin()
            if failed_before:
                return None
            raise
        self.rest.end()
        return done


def init_cache(app: Flask, settings: Settings) -> None:
    """Give the application its cache: Redis when its address is set, else files in the instance folder."""
    config: dict[str, Any] = {"CACHE_DEFAULT_TIMEOUT": 0, "CACHE_KEY_PREFIX": "bokashi:"}
    if settings.redis_url:
        redis_server.require_redis(settings.redis_url)
        config |= {
            "CACHE_TYPE": "blog.state.caches.JsonRedisCache",
            "CACHE_REDIS_URL": settings.redis_url,
            "CACHE_OPTIONS": redis_server.options(),
            "CACHE_DEFAULT_TIMEOUT": LIFETIME,
        }
    elif folder := None if settings.only_looks else cache_folder(settings):
        config |= {
            "CACHE_TYPE": "blog.state.caches.JsonFileCache",
            "CACHE_DIR": str(folder),
            "CACHE_THRESHOLD": MOST_ENTRIES,
        }
    else:
        config |= {"CACHE_TYPE": "NullCache", "CACHE_NO_NULL_WARNING": True}
    cache.init_app(app, config)


def cache_folder(settings: Settings) -> Path | None:
    """The folder for rendered Markdown, closed to everybody else; None where there can be none."""
    folder = settings.instance / "cache" / "rendered"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        next(folder.iterdir(), None)
    except OSError as error:
        log.warning("Rendered Markdown is not kept: %s", error)
        return None
    return folder


def rendered(source: str, *, key: str = "") -> Rendered:
    """`render(source)` for this site, from the cache where this renderer has rendered this text before."""
    text = kept(source, key=key)
    if text is None:
        text = render(source, key=key, root=current_app.extensions["settings"].root)
        keep(source, text, key=key)
    return text


def rendered_for_feed(source: str, *, key: str, permalink: str) -> str:
    """The HTML of a text as a feed has it, from the cache likewise; `permalink` is its public address."""
    site_url = current_app.extensions["settings"].site_url
    name = f"{entry_name(source, key, site_url)}:{permalink}"
    entry = read_entry(name)
    if isinstance(entry, str):
        return entry
    html = for_feed(rendered(source, key=key).html, permalink=permalink, site_url=site_url, key=key)
    write_entry(name, html)
    return html


def kept(source: str, *, key: str = "") -> Rendered | None:
    """What `rendered` has at hand for a text."""
    return from_entry(read_entry(entry_name(source, key, current_app.extensions["settings"].root)))


def keep(source: str, text: Rendered, *, key: str = "") -> None:
    """Have `rendered` give this for a text, which was rendered elsewhere."""
    write_entry(entry_name(source, key, current_app.extensions["settings"].root), asdict(text))


def entry_name(source: str, key: str, root: str) -> str:
    """The name of a text's entry: what it depends on, and nothing else."""
    digest = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
    return ":".join(("rendered", RENDERER_VERSION, digest, key, root))


def from_entry(entry: Any) -> Rendered | None:
    """The rendering that an entry holds, or None where it holds something else."""
    try:
        contents = tuple(Heading(**heading) for heading in entry["contents"])
        return Rendered(**{**entry, "contents": contents})
    except (TypeError, KeyError):
        return None


def read_entry(name: str) -> Any:
    """An entry, or None; a cache that cannot be read costs time and nothing else."""
    try:
        return cache.get(name)
    except Exception as error:
        log.warning("The cache of rendered Markdown cannot be read: %s", error)
        return None


def write_entry(name: str, value: dict[str, Any] | str) -> None:
    """Keep an entry where that is possible."""
    try:
        cache.set(name, value)
    except Exception as error:
        log.warning("The cache of rendered Markdown cannot be written: %s", error)
