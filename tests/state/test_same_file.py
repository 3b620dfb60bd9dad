"""A database that is moved away or replaced while the site is served: no save goes to a file that nobody finds."""

from pathlib import Path
from timeit import timeit
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from blog.models import Topic
from blog.state.database import db, is_away, reader, transaction
from blog.state.same_file import checker, identity
from blog.state.sqlite_files import copy

pytestmark = pytest.mark.sqlite


@pytest.fixture
def file(app: Flask) -> Path:
    """The site's database, with a connection to it in the pool."""
    save("before")
    found: Path = app.extensions["settings"].database_file
    return found


def save(slug: str) -> None:
    with transaction() as session:
        session.add(Topic(slug=slug, name=slug))
    db.session.remove()


def saved() -> list[str]:
    db.session.remove()
    return list(reader().scalars(text("SELECT slug FROM topic ORDER BY slug")))


def move(file: Path, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for part in file.parent.glob(f"{file.name}*"):
        part.rename(folder / part.name)


def test_nothing_is_saved_where_the_file_was_moved_away(file: Path, tmp_path: Path) -> None:
    move(file, tmp_path / "elsewhere")
    with pytest.raises(OperationalError) as refused:
        save("lost")
    assert is_away(refused.value)
    with pytest.raises(OperationalError):
        saved()
    assert not file.exists()
    move(tmp_path / "elsewhere" / file.name, file.parent)
    assert saved() == ["before"]
    save("later")
    assert saved() == ["before", "later"]


def test_a_file_that_took_its_place_is_the_database(file: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    copy(file, older)
    save("between")
    move(file, tmp_path / "elsewhere")
    older.replace(file)
    assert saved() == ["before"]
    save("after")
    db.engine.dispose()
    assert saved() == ["after", "before"]


def test_a_missing_file_is_not_made_by_a_look_at_it(app: Flask, tmp_path: Path) -> None:
    file = app.extensions["settings"].database_file
    db.session.remove()
    db.engine.dispose()
    move(file, tmp_path / "elsewhere")
    with pytest.raises(OperationalError):
        saved()
    assert not file.exists()


def test_a_look_at_the_file_takes_some_microseconds(tmp_path: Path) -> None:
    there = tmp_path / "a.db"
    there.touch()
    record = SimpleNamespace(info={"file": identity(there)})
    check = checker(there)
    assert min(timeit(lambda: check(None, record, None), number=100) for _ in range(5)) / 100 < 50e-6
