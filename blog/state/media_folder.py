"""Where pictures lie: what every such place can do, and the folder that is the usual one."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from blog.state.files import write_whole


class MediaUnreachable(RuntimeError):
    """A place that does not answer, or not as it should. Its text is one sentence for a person, without secrets."""


class Place(Protocol):
    """Pictures by name. Every function raises MediaUnreachable where the place does not answer."""

    def put(self, name: str, data: bytes) -> bool:
        """Keep a picture, whole or not at all; tell whether it was not there yet. What is there stays."""

    def get(self, name: str) -> bytes | None:
        """The bytes of a picture, None where there is none of this name."""

    def delete(self, name: str) -> None:
        """Take a picture out; one that is not there is no fault."""

    def sizes(self) -> dict[str, int]:
        """The names of everything that lies here, with its number of bytes."""

    def ending(self, ending: str) -> list[str]:
        """The names that end with `ending`, in order."""

    def near(self, name: str) -> Path | None:
        """The file of a picture on this machine, None where there is none without asking any further."""

    def fetched(self, name: str) -> Path | None:
        """The file of a picture on this machine, brought here where it was not; None where there is none at all."""


class Folder:
    """A folder of this machine."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def put(self, name: str, data: bytes) -> bool:
        if (self.path / name).exists():
            return False
        write_whole(self.path / name, data)
        return True

    def get(self, name: str) -> bytes | None:
        file = self.near(name)
        return file.read_bytes() if file else None

    def delete(self, name: str) -> None:
        (self.path / name).unlink(missing_ok=True)

    def sizes(self) -> dict[str, int]:
        if not self.path.is_dir():
            return {}
        with os.scandir(self.path) as entries:
            return {entry.name: entry.stat().st_size for entry in entries if entry.is_file()}

    def ending(self, ending: str) -> list[str]:
        return sorted(path.name for path in self.path.glob(f"*{ending}"))

    def near(self, name: str) -> Path | None:
        file = self.path / name
        return file if file.is_file() else None

    fetched = near


class Copies(Folder):
    """A folder for copies of what lies far away, `most` bytes of them: the least recently used leave first."""

    def __init__(self, path: Path, most: int) -> None:
        super().__init__(path)
        self.most = most

    def near(self, name: str) -> Path | None:
        file = super().near(name)
        try:
            if file:
                os.utime(file)
        except OSError:
            return None
        return file

    def put(self, name: str, data: bytes) -> bool:
        is_new = super().put(name, data)
        self.bound(keep=name)
        return is_new

    def bound(self, keep: str) -> None:
        """Let the copies go that were not used for longest, until the others fit; never the one called `keep`."""
        room = self.most
        for path, stat in sorted(
            self.stats(), key=lambda pair: (pair[0].name == keep, pair[1].st_mtime_ns), reverse=True
        ):
            room -= stat.st_size
            if room < 0 and path.name != keep:
                path.unlink(missing_ok=True)

    def stats(self) -> Iterator[tuple[Path, os.stat_result]]:
        """Each file, and what the system knows of it: what another thread moves or takes away meanwhile is left out."""
        for path in self.path.iterdir():
            with suppress(FileNotFoundError):
                yield path, path.stat()
