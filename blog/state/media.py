"""Pictures under names made of their content, so that none ever takes another's place, in a folder or in a bucket."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from flask import Flask, current_app

from blog.state.media_address import bucket_address
from blog.state.media_bucket import Bucket
from blog.state.media_folder import Folder, MediaUnreachable, Place
from blog.state.picture_formats import EXTENSIONS, FORMATS, format_of
from blog.state.sandbox import SANDBOX
from blog.state.settings import Settings
from blog.text import slugify

NAME = re.compile(rf"\w[\w-]*-[0-9a-f]{{8}}\.(?:{'|'.join(EXTENSIONS)})")


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored picture. `digest` is the SHA-256 of its bytes, in hex."""

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


def init_media(app: Flask, settings: Settings) -> None:
    """Give the application the place where its pictures lie."""
    app.extensions["media"] = place_at(settings.media_url, settings.instance)


def place_at(address: str, instance: Path) -> Place:
    """The place that an address names: a bucket, or for "" the media folder of the instance folder."""
    if not address:
        return Folder(instance / "media")
    return Bucket(bucket_address(address), instance / "cache" / "media")


def place() -> Place:
    """Where the pictures of this site lie."""
    found: Place = current_app.extensions["media"]
    return found


def folder() -> Path:
    """The media folder of the instance folder, where pictures lie unless there is a bucket."""
    instance: Path = current_app.extensions["settings"].instance
    return instance / "media"


def prepare(data: bytes, name: str) -> Ready:
    """The picture in `data`, tidied and named, not stored yet. Raises PictureRefused, MediaUnreachable and OSError.

    The name is made of the one it came with, the beginning of its digest and the extension of its content.
    Bytes that are stored already keep the name that they have.
    """
    extension, media_type = FORMATS[format_of(data)]
    shown = SANDBOX.tidied(data)
    digest = hashlib.sha256(shown.data).hexdigest()
    ending = f"-{digest[:8]}.{extension}"
    stem = PurePosixPath(name.replace("\\", "/")).stem.removesuffix(f"-{digest[:8]}")
    chosen = present_name(ending, digest) or f"{slugify(stem) or 'picture'}{ending}"
    return Ready(Stored(chosen, media_type, shown.width, shown.height, len(shown.data), digest), shown.data)


def present_name(ending: str, digest: str) -> str | None:
    """The name under which the bytes with this digest are stored already."""
    for name in place().ending(ending):
        data = place().get(name)
        if data is not None and hashlib.sha256(data).hexdigest() == digest:
            return name
    return None


def keep(ready: Ready) -> bool:
    """Store a prepared picture; tell whether it was not there yet."""
    return place().put(ready.picture.name, ready.data)


def store(data: bytes, name: str) -> Stored:
    """Store a picture. Raises PictureRefused for what cannot be one, and MediaUnreachable."""
    ready = prepare(data, name)
    keep(ready)
    return ready.picture


def discard(name: str) -> None:
    """Take a picture out again."""
    if is_name(name):
        place().delete(normal(name))


def path_of(name: str) -> Path | None:
    """The file of a stored picture, brought to this machine where it was not. Raises MediaUnreachable."""
    return place().fetched(normal(name)) if is_name(name) else None


def read(name: str) -> bytes:
    """The bytes of a stored picture. Raises MediaUnreachable, also where it is gone."""
    data = place().get(name)
    if data is None:
        raise MediaUnreachable(f"The picture {name} is not in {place()} any more.")
    return data


def sizes() -> dict[str, int]:
    """The name of every stored picture, with its number of bytes."""
    return {name: size for name, size in sorted(place().sizes().items()) if is_name(name)}


def is_name(name: str) -> bool:
    """Whether a stored picture may have a name."""
    return NAME.fullmatch(normal(name)) is not None


def normal(name: str) -> str:
    return unicodedata.normalize("NFC", name)
