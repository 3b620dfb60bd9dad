"""Content encodings: which one a request would like best, and a body in it (RFC 9110, section 12.5.3)."""

import gzip
from collections.abc import Callable
from functools import lru_cache

import brotli
import zstandard

Compress = Callable[[bytes], bytes]

COMPRESS: dict[str, Compress] = {
    "br": lambda body: brotli.compress(body, quality=7),
    "zstd": lambda body: zstandard.ZstdCompressor(level=9).compress(body),
    "gzip": lambda body: gzip.compress(body, compresslevel=6, mtime=0),
    "identity": lambda body: body,
}
"""Encoding to what puts a body into it, the one to prefer first."""

COMPRESS_FOR_EVER: dict[str, Compress] = COMPRESS | {
    "br": lambda body: brotli.compress(body, quality=11),
    "zstd": lambda body: zstandard.ZstdCompressor(level=19).compress(body),
    "gzip": lambda body: gzip.compress(body, compresslevel=9, mtime=0),
}
"""The same, smaller and fifty times as slow: for what is compressed once and kept."""

LEAST = 200
"""Bytes below which compressing does not pay."""

TEXTS = ("text/", "application/javascript")


@lru_cache(maxsize=512)
def preferred(accept: str | None) -> str:
    """The encoding to use for a request's Accept-Encoding: ours among those that it ranks highest."""
    if not accept:
        return "identity"
    weights = dict(weighed(part) for part in accept.lower().split(","))
    usual = weights.get("*", 0.0)
    best = max(COMPRESS, key=lambda name: weights.get(name, usual if name != "identity" else 0.0001))
    return best if weights.get(best, usual) > 0 else "identity"


def weighed(part: str) -> tuple[str, float]:
    """One encoding of an Accept-Encoding with its weight; a weight that is none counts as 0."""
    name, _, parameters = part.partition(";")
    quality = parameters.strip().removeprefix("q=").strip()
    try:
        return name.strip(), float(quality) if parameters.strip() else 1.0
    except ValueError:
        return name.strip(), 0.0


def is_compressible(media_type: str) -> bool:
    """Whether a media type is text of some kind: all of ours that are not pictures, XML and JSON under any name."""
    return media_type.startswith(TEXTS) or "xml" in media_type or "json" in media_type
