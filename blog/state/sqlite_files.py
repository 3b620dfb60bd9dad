"""SQLite databases as files: copied while they are in use, looked over, and given another content."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote


def opened(file: Path) -> sqlite3.Connection:
    """A connection to a database that is there; an ordinary one would make a missing file."""
    return sqlite3.connect(f"file:{quote(str(file))}?mode=rw", uri=True, isolation_level=None)


def looked(file: Path) -> sqlite3.Connection:
    """A connection that changes nothing, and where nobody else is at work makes no journal beside the file either."""
    is_still = not file.with_name(f"{file.name}-wal").exists()
    address = f"file:{quote(str(file))}?mode=ro{'&immutable=1' if is_still else ''}"
    return sqlite3.connect(address, uri=True, isolation_level=None)


def make(file: Path) -> None:
    """Make an empty database that only its owner may read; one that is there stays as it is."""
    file.touch(mode=0o600)


def copy(source: Path, target: Path) -> None:
    """Copy a database with everything that was committed before, into one file without a journal beside it."""
    make(target)
    with closing(opened(source)) as present, closing(sqlite3.connect(target)) as fresh:
        present.backup(fresh)
        fresh.execute("PRAGMA journal_mode = DELETE")


def end_journal(file: Path) -> None:
    """Have a database that nobody uses be one file, without a journal beside it."""
    with closing(opened(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def pour(source: Path, target: Path) -> None:
    """Give a database the content of another one, in one transaction, even while others have it open.

    SQLite does it itself, so that no old journal is ever mixed with it. A target that is damaged beyond that is
    moved aside with its journal.
    """
    try:
        replace_content(source, target)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        for name in (target.name, f"{target.name}-wal", f"{target.name}-shm"):
            if target.with_name(name).exists():
                target.with_name(name).replace(target.with_name(f"damaged-{name}"))
        replace_content(source, target)


def replace_content(source: Path, target: Path) -> None:
    """Have SQLite write every page of one database into another."""
    with closing(opened(source)) as fresh, closing(sqlite3.connect(target)) as present:
        fresh.backup(present)


def faults(file: Path) -> list[str]:
    """What is wrong with a database: its pages, its indexes, and rows that refer to nothing."""
    try:
        with closing(looked(file)) as connection:
            pages = connection.execute("PRAGMA integrity_check").fetchall()
            orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as error:
        return [str(error)]
    broken = [text for (text,) in pages if text != "ok"]
    return broken + [
        f"row {row} of {table} refers to a row of {parent} that is not there" for table, row, parent, _ in orphans
    ]


def schema_of(file: Path) -> str:
    """The revision of a Bokashi database, "" for any other one."""
    try:
        with closing(looked(file)) as connection:
            return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    except (sqlite3.DatabaseError, TypeError):
        return ""
