"""The media folder: pictures under names made of their content, so that none ever takes another's place."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from flask import current_app

from blog.state.files import write_whole
from blog.state.pictures import EXTENSIONS, tidy
from blog.text import slugify

NAME = re.compile(rf"\w[\w-]*-[0-9a-f]{{8}}\.(?:{'|'.join(EXTENSIONS)})")


@dataclass(frozen=True, slots=True)
class Stored:
    """A picture of the media folder. `digest` is the SHA-256 of its bytes, in hex."""

    name: str
    media_type: str
    width: int
    height: int
    size: int
    digest: str


@dataclass(frozen=True, slots=True)
class Ready:
    """A picture that may be stored, and its bytes."""

    picture: Stored
    data: bytes


def folder() -> Path:
    """Where the pictures of this site lie."""
    instance: Path = current_app.extensions["settings"].instance
    return instance / "media"


def prepare(data: bytes, name: str) -> Ready:
    """The picture in `data`, tidied and named, not stored yet. Raises PictureRefused.

    The name is made of the one it came with, the beginning of its digest and the extension of its content.
    Bytes that are stored already keep the name that they have.
    """
    shown = tidy(data)
    digest = hashlib.sha256(shown.data).hexdigest()
    ending = f"-{digest[:8]}.{shown.extension}"
    stem = PurePosixPath(name.replace("\\", "/")).stem.removesuffix(f"-{digest[:8]}")
    chosen = present_name(ending, digest) or f"{slugify(stem) or 'picture'}{ending}"
    return Ready(Stored(chosen, shown.media_type, shown.width, shown.height, len(shown.data), digest), shown.data)


def present_name(ending: str, digest: str) -> str | None:
    """The name under which the bytes with this digest are stored already."""
    for path in sorted(folder().glob(f"*{ending}")):
        if hashlib.sha256(path.read_bytes()).hexdigest() == digest:
            return path.name
    return None


def keep(ready: Ready) -> bool:
    """Store a prepared picture; tell whether it was not there yet."""
    path = folder() / ready.picture.name
    if path.exists():
        return False
    write_whole(path, ready.data)
    return True


def store(data: bytes, name: str) -> Stored:
    """Store a picture. Raises PictureRefused for what cannot be one."""
    ready = prepare(data, name)
    keep(ready)
    return ready.picture


def discard(name: str) -> None:
    """Take a picture out of the folder again."""
    path = path_of(name)
    if path:
        path.unlink(missing_ok=True)


def path_of(name: str) -> Path | None:
    """The file of a stored picture, None for any other name, whatever it spells."""
    name = unicodedata.normalize("NFC", name)
    path = folder() / name if NAME.fullmatch(name) else None
    return path if path and path.is_file() else None
