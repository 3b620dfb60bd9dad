"""The whole site as files: the same site gives the same bytes, and an import of them gives the same site."""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

from blog.models import Page, Piece, Project, Relation, Site
from blog.models import Path as Walk
from blog.portability.decoding import NoteRefused, read_text
from blog.portability.head import split_head
from blog.portability.piece_file import kept, piece_file, written
from blog.portability.report import Progress, silent
from blog.reading import archive, desk
from blog.reading.pieces import Linked
from blog.state import media
from blog.state.files import write_whole
from blog.text import join_front_matter

FOLDERS = ("notebook", "pages", "projects", "paths", "media")
SITE = "site.md"
Content = bytes | Callable[[], bytes]


class ExportRefused(ValueError):
    """A folder that cannot be exported to. Its text is one sentence for a person."""


@dataclass(slots=True)
class Exported:
    """What an export wrote: the number of files of each sort, and pictures whose files were missing."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FOLDERS, 0))
    missing: list[str] = field(default_factory=list)

    def summary(self) -> str:
        """The numbers in a line."""
        names = {"notebook": "pieces", "media": "pictures"}
        return ", ".join(f"{number} {names.get(folder, folder)}" for folder, number in self.counts.items()) + "."


def export(folder: Path, progress: Progress = silent) -> Exported:
    """Write the site into a folder: a new or empty one, or an earlier export, which it replaces.

    Revisions, messages and accounts stay here; a backup has them. Raises ExportRefused and MediaUnreachable.
    """
    refuse_foreign(folder)
    result = Exported()
    try:
        files = list(all_files(result))
        for number, (name, data) in enumerate(files, 1):
            write_changed(folder / name, data)
            progress(number, len(files), name)
        remove_others(folder, {name for name, _ in files})
    except OSError as error:
        raise ExportRefused(f"{folder} cannot be written to ({error.strerror or error}).") from error
    return result


def refuse_foreign(folder: Path) -> None:
    """Raise ExportRefused for a folder that holds anything but an earlier export."""
    try:
        if folder.exists() and any(folder.iterdir()) and not is_export(folder):
            raise ExportRefused(f"{folder} holds something else than an export: name a new or an empty folder.")
    except OSError as error:
        raise ExportRefused(f"{folder} cannot be used ({error.strerror or error}).") from error


def is_export(folder: Path) -> bool:
    """Whether a folder holds an export: its settings are there."""
    try:
        return {"name", "time_zone"} <= split_head(read_text(folder / SITE)[0]).data.keys()
    except NoteRefused:
        return False


def all_files(result: Exported) -> Iterator[tuple[str, Content]]:
    """Every file of an export by its name below the folder, with its bytes or what gives them."""
    site = desk.site()
    zone = ZoneInfo(site.time_zone)
    texts = {
        "notebook": piece_files(zone),
        "pages": {page.slug: page_file(page, zone) for page in archive.pages()},
        "projects": {project.slug: project_file(project, zone) for project in archive.projects()},
        "paths": {path.slug: path_file(path) for path in archive.paths()},
    }
    yield SITE, site_file(site).encode()
    for folder, files in texts.items():
        result.counts[folder] = len(files)
        for slug, text in files.items():
            name = f"{folder}/{slug}/index.md" if folder == "notebook" else f"{folder}/{slug}.md"
            yield name, text.encode()
    yield from picture_files(result)


def picture_files(result: Exported) -> Iterator[tuple[str, Content]]:
    """Every picture, to be read when its turn comes."""
    there = media.sizes()
    for picture in archive.pictures():
        if picture.name not in there:
            result.missing.append(picture.name)
            continue
        result.counts["media"] += 1
        yield f"media/{picture.name}", partial(media.read, picture.name)


def piece_files(zone: ZoneInfo) -> dict[str, str]:
    """The text of every piece's file, by slug."""
    pieces = archive.pieces()
    by_id = {piece.id: piece for piece in pieces}
    links: defaultdict[int, list[Linked]] = defaultdict(list)
    for link in archive.links():
        links[link.from_id].append(Linked(by_id[link.to_id], Relation(link.relation), newer=False))
    addresses: defaultdict[int | None, list[str]] = defaultdict(list)
    for former in archive.former_addresses():
        addresses[former.piece_id].append(former.address)
    return {piece.slug: file_of(piece, zone, links, addresses) for piece in pieces}


def file_of(
    piece: Piece,
    zone: ZoneInfo,
    links: defaultdict[int, list[Linked]],
    addresses: defaultdict[int | None, list[str]],
) -> str:
    return piece_file(piece, zone, links[piece.id], addresses[piece.id])


def page_file(page: Page, zone: ZoneInfo) -> str:
    """The file of a standing page."""
    return join_front_matter(
        {
            "uid": page.uid,
            "slug": page.slug,
            "title": page.title,
            **kept({"summary": page.summary}),
            "position": page.position,
            "published": page.published,
            "changed_at": written(page.changed_at, zone),
        },
        page.source,
    )


def project_file(project: Project, zone: ZoneInfo) -> str:
    """The file of a project."""
    said = {
        "summary": project.summary,
        "audience": project.audience,
        "status": project.status,
        "stack": project.stack,
        "links": project.links,
    }
    return join_front_matter(
        {
            "uid": project.uid,
            "slug": project.slug,
            "title": project.title,
            **kept(said),
            "featured": project.featured,
            "position": project.position,
            "published": project.published,
            "changed_at": written(project.changed_at, zone),
        },
        project.source,
    )


def path_file(path: Walk) -> str:
    """The file of a path."""
    stops = [kept({"piece": stop.piece.slug, "label": stop.label, "sentence": stop.sentence}) for stop in path.stops]
    return join_front_matter(
        kept({"slug": path.slug, "title": path.title, "summary": path.summary, "stops": stops}), ""
    )


def site_file(site: Site) -> str:
    """The file of the site's settings, by which an export is known."""
    names = ("name", "role", "place", "tagline", "contact_line")
    said = kept({name: getattr(site, name) for name in names})
    also = kept({"time_zone": site.time_zone, "language": site.language, "navigation": site.navigation})
    return join_front_matter({**said, **also, "uid": site.uid}, "")


def write_changed(path: Path, content: Content) -> None:
    """Write a file, unless it has these bytes already."""
    data = content if isinstance(content, bytes) else content()
    if not path.is_file() or path.read_bytes() != data:
        write_whole(path, data)


def remove_others(folder: Path, names: set[str]) -> None:
    """Remove what an earlier export left in the folders that belong to exports, and folders left empty."""
    for owned in FOLDERS:
        for path in sorted((folder / owned).rglob("*"), reverse=True):
            name = unicodedata.normalize("NFC", path.relative_to(folder).as_posix())
            if path.is_dir() and not path.is_symlink():
                if not any(path.iterdir()):
                    path.rmdir()
            elif name not in names:
                path.unlink()
