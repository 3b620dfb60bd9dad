"""Pictures brought from one place to another: from the media folder into a bucket, or back."""

import hashlib
from dataclasses import dataclass

from blog.portability.report import Progress, silent
from blog.state.media import is_name
from blog.state.media_folder import MediaUnreachable, Place


@dataclass(frozen=True, slots=True)
class Copied:
    """How many pictures there are in the source, and how many of them were not in the target yet."""

    all: int
    new: int


def copy_media(source: Place, target: Place, progress: Progress = silent) -> Copied:
    """Copy every picture, and read each one back to see that it is the same. The source stays as it is.

    May be repeated, and goes on where it stopped. Raises MediaUnreachable where a place does not answer, or a
    picture is not the same in both afterwards.
    """
    names = sorted(filter(is_name, source.sizes()))
    new = 0
    for number, name in enumerate(names, 1):
        new += copy_one(name, source, target)
        progress(number, len(names), name)
    return Copied(len(names), new)


def copy_one(name: str, source: Place, target: Place) -> bool:
    """Copy one picture; tell whether it was not there yet. Raises MediaUnreachable."""
    data = source.get(name)
    if data is None:
        raise MediaUnreachable(f"The picture {name} is not in {source} any more: begin again.")
    is_new = target.put(name, data)
    if digest(target.get(name)) != digest(data):
        raise MediaUnreachable(f"The picture {name} is another one in {target} than in {source}: remove one of them.")
    return is_new


def digest(data: bytes | None) -> str:
    """The SHA-256 of a picture, "" for none."""
    return "" if data is None else hashlib.sha256(data).hexdigest()
