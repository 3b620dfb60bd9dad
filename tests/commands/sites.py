"""Sites that are backed up and restored, and what is looked at in them."""

import hashlib
import sqlite3
from contextlib import closing
from contextvars import Context
from pathlib import Path
from zipfile import ZipFile

from click.testing import Result
from flask import Flask

from blog.models import Piece
from blog.state.database import db, reader

PICTURE = b"\x89PNG and so on"
NAME = f"tree-{hashlib.sha256(PICTURE).hexdigest()[:8]}.png"


def invoke(app: Flask, *words: str | Path) -> Result:
    """Run `flask blog` on an application other than the one of the test around it."""
    return Context().run(app.test_cli_runner().invoke, args=["blog", *map(str, words)])


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its content, apart from caches and the journal."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "cache" not in path.parts and not path.name.endswith(("-wal", "-shm"))
    }


def titles() -> list[str]:
    db.session.remove()
    return [piece.title for piece in reader().query(Piece).order_by(Piece.id)]


def rewritten(saved: Path, **members: bytes | None) -> None:
    """Write a backup anew with members added, changed or, where they are None, left out."""
    with ZipFile(saved) as archive:
        content: dict[str, bytes | None] = {name: archive.read(name) for name in archive.namelist()}
    with ZipFile(saved, "w") as archive:
        for name, data in (content | members).items():
            if data is not None:
                archive.writestr(name, data)


def changed(saved: Path, change: str) -> None:
    """Change the database in a backup."""
    file = saved.with_name("changed.db")
    with ZipFile(saved) as archive:
        file.write_bytes(archive.read("bokashi.db"))
    with closing(sqlite3.connect(file)) as database:
        database.execute(change)
        database.commit()
    rewritten(saved, **{"bokashi.db": file.read_bytes()})
