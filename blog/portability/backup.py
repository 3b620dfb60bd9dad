"""Backup: the whole site in one file, written while it runs, and proved before anybody trusts it.

The file is a ZIP with the database, the pictures and, where the site has one of its own, the secret.
"""

import hashlib
import os
import secrets
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from sqlalchemy import select, update

from blog.models import Edition
from blog.portability.report import Progress, silent
from blog.state import media
from blog.state.database import db, transaction
from blog.state.edition import turn
from blog.state.files import write_whole
from blog.state.schema import HEAD, bring_up_to_date
from blog.state.settings import Settings, make_secret
from blog.state.sqlite_files import copy, faults, pour, schema_of

DATABASE, SECRET, MEDIA = "bokashi.db", "secret", "media/"
MOST_FILES = 100_000
BROKEN = (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, sqlite3.Error)


class BackupRefused(ValueError):
    """A backup that cannot be written or used. Its text is one sentence for a person; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Proved:
    """A backup that is whole: its database, unpacked, and the names of its pictures."""

    database: Path
    pictures: tuple[str, ...]
    has_secret: bool


def back_up(file: Path, settings: Settings, progress: Progress = silent) -> Proved:
    """Write everything to `file`, in place of an older one once the new one is proved. Raises BackupRefused."""
    database = database_of(settings)
    if not database.exists():
        raise BackupRefused(f"There is no database {database} yet: there is nothing to back up.")
    fresh = file.with_name(f".fresh-{secrets.token_hex(8)}")
    try:
        with workspace(settings) as room:
            copy(database, room / DATABASE)
            refuse_damaged(room / DATABASE)
            write_archive(fresh, room / DATABASE, settings, progress)
            with ZipFile(fresh) as archive:
                proved = prove(archive, room)
        fresh.replace(file)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise BackupRefused(f"{file} cannot be written ({reason}).") from error
    finally:
        with suppress(OSError):
            fresh.unlink()
    return proved


def database_of(settings: Settings) -> Path:
    """The file of the site's database. Raises BackupRefused where it has none."""
    if settings.database_file is None:
        raise BackupRefused("The database is not SQLite: use its own tools, and keep the folders media and secret too.")
    return settings.database_file


@contextmanager
def workspace(settings: Settings) -> Iterator[Path]:
    """A folder for what is only needed meanwhile, on the disk of the instance folder."""
    with TemporaryDirectory(prefix=".backup-", dir=settings.instance) as folder:
        yield Path(folder)


def write_archive(file: Path, database: Path, settings: Settings, progress: Progress) -> None:
    """Write the archive, readable by its owner only."""
    pictures = sorted(path for path in media.folder().glob("*") if media.NAME.fullmatch(path.name))
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        with ZipFile(stream, "w", ZIP_STORED, strict_timestamps=False) as archive:
            archive.write(database, DATABASE, ZIP_DEFLATED)
            if (settings.instance / SECRET).exists():
                archive.write(settings.instance / SECRET, SECRET)
            for number, path in enumerate(pictures, 1):
                archive.write(path, MEDIA + path.name)
                progress(number, len(pictures), path.name)
        stream.flush()
        os.fsync(stream.fileno())


def prove(archive: ZipFile, room: Path) -> Proved:
    """Unpack the database and read everything else once. Raises BackupRefused for what is not whole or not ours."""
    members = archive.infolist()
    refuse_members(members, room)
    proof = room / "proof.db"
    with archive.open(DATABASE) as packed, proof.open("wb") as target:
        shutil.copyfileobj(packed, target)
    refuse_damaged(proof)
    pictures = tuple(info.filename for info in members if info.filename.startswith(MEDIA))
    for name in pictures:
        refuse_altered(name, archive.read(name))
    return Proved(proof, pictures, any(info.filename == SECRET for info in members))


def refuse_members(members: list[ZipInfo], room: Path) -> None:
    """Raise BackupRefused where an archive holds anything but a backup does: one of each, in known places."""
    names = [info.filename for info in members]
    foreign = [name for name in names if not is_ours(name)]
    if foreign or DATABASE not in names:
        raise BackupRefused(f"It is no backup: {foreign[0]!r} is in it." if foreign else "It is no backup.")
    if len(set(names)) < len(names) or len(names) > MOST_FILES:
        raise BackupRefused("It is no backup: it holds too many files, or one of them twice.")
    needed, room_left = sum(info.file_size for info in members), shutil.disk_usage(room).free
    if needed > room_left:
        raise BackupRefused(f"It needs {needed:,} bytes and the disk has {room_left:,} left.")


def is_ours(name: str) -> bool:
    """Whether a backup has a file of this name. No name with a folder, a drive or a dot in front is one."""
    return name in (DATABASE, SECRET) or (
        name.startswith(MEDIA) and bool(media.NAME.fullmatch(name.removeprefix(MEDIA)))
    )


def refuse_damaged(database: Path) -> None:
    """Raise BackupRefused for a database that is not whole."""
    wrong = faults(database)
    if wrong:
        raise BackupRefused(f"The database is damaged: {wrong[0]}.")


def refuse_altered(name: str, data: bytes) -> None:
    """Raise BackupRefused for a picture whose content is not the one that its name was made of."""
    if not Path(name).stem.endswith(hashlib.sha256(data).hexdigest()[:8]):
        raise BackupRefused(f"The picture {name} in it was altered.")


def restore(file: Path, settings: Settings, now: datetime) -> Path | None:
    """Have the site be what it was when `file` was written; returns the copy of the database from before.

    Everything is proved first. Pictures that are here stay; a server that runs goes on with the restored site.
    Raises BackupRefused.
    """
    try:
        with ZipFile(file) as archive, workspace(settings) as room:
            proved = prove(archive, room)
            refuse_schema(proved.database)
            before = keep_present(settings, now)
            for name in proved.pictures:
                put_picture(name.removeprefix(MEDIA), archive.read(name))
            if proved.has_secret:
                put_secret(settings.instance / SECRET, archive.read(SECRET).decode("ascii", "replace"))
            put_database(proved.database, settings, now)
    except BROKEN as error:
        raise BackupRefused(f"{file} cannot be restored ({getattr(error, 'strerror', None) or error}).") from error
    return before


def refuse_schema(database: Path) -> None:
    """Raise BackupRefused for the database of another program or of a later version."""
    schema = schema_of(database)
    if not schema or schema > HEAD:
        what = f"of schema {schema}, and this version of Bokashi knows {HEAD}" if schema else "not Bokashi's"
        raise BackupRefused(f"The database in it is {what}.")


def keep_present(settings: Settings, now: datetime) -> Path | None:
    """Copy the database as it is, where it is one, so that a restore loses nothing."""
    database = database_of(settings)
    if not schema_of(database):
        return None
    before = database.with_name(f"{database.stem}-before-restore-{now:%Y%m%d-%H%M%S}{database.suffix}")
    copy(database, before)
    return before


def put_picture(name: str, data: bytes) -> None:
    """Put a picture into the media folder unless it is there."""
    if not (media.folder() / name).exists():
        write_whole(media.folder() / name, data)


def put_secret(file: Path, text: str) -> None:
    """Put the secret in place of the present one, readable by its owner only."""
    fresh = file.with_name(f".restored-{secrets.token_hex(8)}")
    make_secret(fresh, text)
    fresh.replace(file)


def put_database(source: Path, settings: Settings, now: datetime) -> None:
    """Give the database its restored content, of this code's schema, as an edition that there never was."""
    number = present_edition(settings)
    db.session.remove()
    db.engine.dispose()
    pour(source, database_of(settings))
    bring_up_to_date(settings)
    with transaction() as session:
        restored = session.scalars(select(Edition.number)).one()
        session.execute(update(Edition).values(number=max(number, restored)))
        turn(session, now)


def present_edition(settings: Settings) -> int:
    """The number of the edition that is about to end, 0 where there is none."""
    if not schema_of(database_of(settings)):
        return 0
    return db.session.scalars(select(Edition.number)).one()
