"""Files that are there whole or not at all."""

import os
import secrets
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees half of it: beside its place first, then moved there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".fresh-{secrets.token_hex(8)}")
    try:
        with fresh.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
