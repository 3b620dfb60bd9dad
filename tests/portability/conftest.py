"""Folders of notes as people have them, and an import of them."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from blog.models import Piece
from blog.portability.folder_import import import_folder
from blog.portability.note import Options
from blog.portability.report import Report
from blog.state import clock
from blog.state.database import db

Files = Mapping[str, str | bytes]
Import = Callable[..., Report]


def put_files(folder: Path, files: Files) -> Path:
    """Write files into a folder, by their paths below it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of notes, empty."""
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


@pytest.fixture
def take(app: Flask, notes: Path) -> Import:
    """Imports these files, added to those already in the folder; keywords are options."""

    def take_files(files: Files | None = None, **options: object) -> Report:
        put_files(notes, files or {})
        return import_folder(notes, Options(**options), clock.now())  # type: ignore[arg-type]

    return take_files


def stored(slug: str | None = None) -> Piece:
    """The piece with this slug, or the only one."""
    db.session.rollback()
    query = select(Piece) if slug is None else select(Piece).where(Piece.slug == slug)
    return db.session.scalars(query).one()


def sentences(report: Report) -> str:
    """The remarks of a report, one on a line."""
    return "\n".join(map(str, report.remarks))
