"""The files of a folder that may be read: no hidden ones, no node_modules, nothing outside of it."""

import os
import posixpath
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

NOTES = (".md", ".markdown", ".mdx")
NOT_ENTERED = frozenset(("node_modules", "__pycache__"))
# What stands at the top of a folder of notes and is about the folder, not one of the notes.
ABOUT_THE_FOLDER = frozenset(
    ["readme", "license", "licence", "contributing", "changelog", "code_of_conduct", "security", "authors"]
)


@dataclass(frozen=True, slots=True)
class Tree:
    """A folder's files by their paths below it, with slashes and in NFC."""

    root: Path
    files: dict[str, Path]
    by_name: dict[str, list[str]] = field(repr=False)

    def notes(self) -> list[str]:
        """The paths of all Markdown files, sorted."""
        return sorted(path for path in self.files if path.lower().endswith(NOTES))

    def find(self, path: str) -> str | None:
        """The file that a path means: the very one, or the only one that differs in case alone."""
        path = normal(path)
        if path in self.files:
            return path
        others = [other for other in self.named(path) if other.casefold() == path.casefold()]
        return others[0] if len(others) == 1 else None

    def named(self, path: str) -> list[str]:
        """The files anywhere in the folder that have the name at the end of `path`, whatever the case."""
        return self.by_name.get(posixpath.basename(normal(path)).casefold(), [])


def tree(root: Path) -> Tree:
    """The files below a folder. Raises OSError where the folder itself cannot be read."""
    files = {shown(path.relative_to(root)): path for path in walk(root)}
    by_name: dict[str, list[str]] = defaultdict(list)
    for path in sorted(files):
        by_name[posixpath.basename(path).casefold()].append(path)
    return Tree(root, files, dict(by_name))


def shown(path: Path) -> str:
    """A path in characters; bytes of its name that are none become signs for that."""
    return normal(os.fsencode(path).decode("utf-8", "replace"))


def walk(root: Path) -> Iterator[Path]:
    """The regular files below a folder; a link counts where it leads to a file inside."""
    with os.scandir(root):  # where os.walk would only be silent
        pass
    inside = root.resolve()
    for place, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name[0] != "." and name not in NOT_ENTERED)
        for name in sorted(names):
            path = Path(place, name)
            if name[0] != "." and path.is_file() and path.resolve().is_relative_to(inside):
                yield path


def normal(path: str) -> str:
    """A path as it is looked up: NFC, slashes, no dots; one that leads outside begins with two of them."""
    return posixpath.normpath(unicodedata.normalize("NFC", path).replace("\\", "/"))


def is_about_the_folder(path: str) -> bool:
    """Whether a path names a README or the like at the top."""
    return "/" not in path and path.rpartition(".")[0].lower() in ABOUT_THE_FOLDER
