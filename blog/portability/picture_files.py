"""The pictures of a folder on their way to where the site keeps its own."""

from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from blog.portability.report import Report
from blog.portability.walk import Tree
from blog.reading import pictures
from blog.state import media
from blog.state.database import reader
from blog.state.media import Stored
from blog.state.media_folder import MediaUnreachable
from blog.state.picture_formats import MOST_BYTES, PictureRefused

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".svgz", ".heic", ".heif", ".bmp", ".tiff")


@dataclass
class PictureFiles:
    """Stores each picture when it is first asked for. `fresh` are those that were not stored before."""

    tree: Tree
    report: Report
    dry_run: bool
    stored: dict[str, Stored | None] = field(default_factory=dict)
    by_digest: dict[str, Stored] = field(default_factory=dict)
    fresh: list[str] = field(default_factory=list)

    def stored_as(self, path: str) -> Stored | None:
        """The stored picture of a file; None for one that was refused, which is reported. Raises MediaUnreachable."""
        if path not in self.stored:
            try:
                self.stored[path] = self.store(path)
            except (PictureRefused, OSError) as error:
                self.report.say(path, f"The picture does not come along: {error}.")
                self.stored[path] = None
        return self.stored[path]

    def store(self, path: str) -> Stored:
        """Store one file. Raises PictureRefused."""
        with self.tree.files[path].open("rb") as stream:
            ready = media.prepare(stream.read(MOST_BYTES + 1), path)
        known = self.by_digest.setdefault(ready.picture.digest, ready.picture)
        if known is ready.picture and not self.dry_run and media.keep(ready):
            self.fresh.append(known.name)
        return known

    def store_all(self, folder: str) -> None:
        """Store every file of a folder."""
        for path in sorted(self.tree.files):
            if path.startswith(folder):
                self.stored_as(path)

    def all_stored(self) -> list[Stored]:
        """Every picture that came along, each once, by name."""
        return sorted(self.by_digest.values(), key=lambda picture: picture.name)

    def take_back(self) -> None:
        """Remove what was stored, for an import that failed; what another one has noted meanwhile stays.

        What cannot be removed harms nobody: the doctor names it.
        """
        with suppress(MediaUnreachable, SQLAlchemyError):
            reader().rollback()
            for name in self.fresh:
                if not pictures.is_known(name):
                    media.discard(name)


def is_picture(path: str) -> bool:
    """Whether a path has the ending of a picture."""
    return path.lower().endswith(PICTURES)
