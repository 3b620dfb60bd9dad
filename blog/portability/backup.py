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
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from flask import Flask
from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError

from blog.models import Edition
from blog.portability.moving import MoveRefused, take_file, write_file
from blog.portability.report import Progress, silent
from blog.reading import health
from blog.state import media
from blog.state.database import db, init_database, let_go, transaction
from blog.state.edition import turn
from blog.state.schema import HEAD, MIGRATIONS, SchemaError, bring_up_to_date, present_schema
from blog.state.settings import SECRET_LENGTH, SQLITE, Settings, make_secret
from blog.state.sqlite_files import copy, faults, pour, schema_of

DATABASE, SECRET, MEDIA = "bokashi.db", "secret", "media/"
MOST_FILES = 100_000
BROKEN = (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, sqlite3.Error, MoveRefused)


class BackupRefused(ValueError):
    """A backup that cannot be written or used. Its text is one sentence for a person; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Proved:
    """A backup that is whole: its database, unpacked, the names of its pictures, and its secret or ""."""

    database: Path
    pictures: tuple[str, ...]
    secret: str


def back_up(file: Path, settings: Settings, progress: Progress = silent) -> Proved:
    """Write everything to `file`, in place of an older one once the new one is proved. Raises BackupRefused."""
    refuse_nothing(settings)
    if file.exists() and not file.is_file():
        raise BackupRefused(f"{file} cannot be written: it is no file, and would be replaced by one.")
    fresh = file.with_name(f".fresh-{secrets.token_hex(8)}")
    try:
        with workspace(settings) as room:
            snapshot(settings, room / DATABASE)
            refuse_damaged(room / DATABASE)
            write_archive(fresh, room / DATABASE, settings, progress)
            with ZipFile(fresh) as archive:
                proved = prove(archive, room)
        fresh.replace(file)
    except (OSError, sqlite3.Error, MoveRefused) as error:
        reason = getattr(error, "strerror", None) or error
        raise BackupRefused(f"{file} cannot be written ({reason}).") from error
    finally:
        with suppress(OSError):
            fresh.unlink()
    return proved


def refuse_nothing(settings: Settings) -> None:
    """Raise BackupRefused where there is no database yet."""
    database = settings.database_file
    if not (database.exists() if database else present_schema()):
        raise BackupRefused(f"There is no database {database or 'of Bokashi'} yet: there is nothing to back up.")


def snapshot(settings: Settings, target: Path) -> None:
    """Write the database as it is at this moment into a SQLite file, whatever the site keeps it in."""
    if settings.database_file:
        copy(settings.database_file, target)
    else:
        write_file(target)


@contextmanager
def workspace(settings: Settings) -> Iterator[Path]:
    """A folder for what is only needed meanwhile, on the disk of the instance folder."""
    with TemporaryDirectory(prefix=".backup-", dir=settings.instance) as folder:
        yield Path(folder)


def write_archive(file: Path, database: Path, settings: Settings, progress: Progress) -> None:
    """Write the archive, readable by its owner only."""
    pictures = media.sizes()
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        with ZipFile(stream, "w", ZIP_STORED, strict_timestamps=False) as archive:
            archive.write(database, DATABASE, ZIP_DEFLATED)
            if (settings.instance / SECRET).exists():
                archive.write(settings.instance / SECRET, SECRET)
            for number, name in enumerate(pictures, 1):
                archive.writestr(MEDIA + name, media.read(name))
                progress(number, len(pictures), name)
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
    secret = proved_secret(archive.read(SECRET)) if any(info.filename == SECRET for info in members) else ""
    return Proved(proof, pictures, secret)


def proved_secret(data: bytes) -> str:
    """The secret in an archive. Raises BackupRefused for one that no site would start with."""
    text = data.decode("ascii", "replace").strip()
    if len(text) < SECRET_LENGTH or not text.isascii() or not text.isprintable():
        raise BackupRefused(f"The secret in it is none: {SECRET_LENGTH} ASCII characters are the least.")
    return text


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
            bring_copy_up_to_date(proved.database, settings)
            before = keep_present(settings, now)
            for name in proved.pictures:
                media.place().put(name.removeprefix(MEDIA), archive.read(name))
            if proved.secret:
                put_secret(settings.instance / SECRET, proved.secret)
            put_database(proved.database, settings, now)
    except BROKEN as error:
        raise BackupRefused(f"{file} cannot be restored ({getattr(error, 'strerror', None) or error}).") from error
    return before


def refuse_schema(database: Path) -> None:
    """Raise BackupRefused for the database of another program, or of a version that this one does not know."""
    schema = schema_of(database)
    if schema not in known_schemas():
        what = f"of schema {schema}, and this version of Bokashi knows up to {HEAD}" if schema else "not Bokashi's"
        raise BackupRefused(f"The database in it is {what}.")


def known_schemas() -> set[str]:
    """The schemas that there is a way from to this code's own."""
    return {path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py")}


def bring_copy_up_to_date(database: Path, settings: Settings) -> None:
    """Give an unpacked database this code's schema while it is nobody's, and see that it lacks nothing then.

    It is done by an application of its own: the site's must not be touched before. Raises BackupRefused.
    """
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = f"{SQLITE}{quote(str(database))}"
    copied = replace(settings, database_url=app.config["SQLALCHEMY_DATABASE_URI"], instance=database.parent)
    app.extensions["settings"] = copied
    init_database(app, counts=False)
    with app.app_context():
        try:
            bring_up_to_date(copied)
            with db.session() as session:
                lacks = [*health.missing_parts(session), *health.foreign_parts(session)]
                lacks = lacks or list(health.missing_rows(session))
        except (SQLAlchemyError, SchemaError, SystemExit) as error:  # the last is how Flask-Migrate ends
            raise BackupRefused("The database in it cannot be brought up to date.") from error
        finally:
            let_go()
    if lacks:
        raise BackupRefused(f"The database in it is not whole. {lacks[0]}")


def keep_present(settings: Settings, now: datetime) -> Path | None:
    """Copy the database as it is, where it is one, so that a restore loses nothing."""
    database = settings.database_file or settings.instance / DATABASE
    if not (schema_of(database) if settings.database_file else present_schema()):
        return None
    before = database.with_name(f"{database.stem}-before-restore-{now:%Y%m%d-%H%M%S}{database.suffix}")
    snapshot(settings, before)
    return before


def put_secret(file: Path, text: str) -> None:
    """Put the secret in place of the present one, readable by its owner only."""
    fresh = file.with_name(f".restored-{secrets.token_hex(8)}")
    make_secret(fresh, text)
    fresh.replace(file)


def put_database(source: Path, settings: Settings, now: datetime) -> None:
    """Give the database its restored content as an edition that there never was."""
    if settings.database_file is None:
        bring_up_to_date(settings)
        take_file(source, now)
        return
    number = present_edition(settings.database_file)
    db.session.remove()
    db.engine.dispose()
    pour(source, settings.database_file)
    with transaction() as session:
        restored = session.scalars(select(Edition.number)).one()
        session.execute(update(Edition).values(number=max(number, restored)))
        turn(session, now)


def present_edition(database: Path) -> int:
    """The number of the edition that is about to end, 0 where there is none."""
    return db.session.scalars(select(Edition.number)).one() if schema_of(database) else 0
