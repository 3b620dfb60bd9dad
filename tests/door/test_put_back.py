"""A database that is put back to what it was before: its editions have numbers that were there already."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from blog.models import Edition
from blog.reading.site import front
from blog.state.database import reader, transaction
from blog.state.edition_reader import FileReader, name_of, number_in
from blog.state.sqlite_files import copy, pour
from tests.conftest import Clock, Write
from tests.door.conftest import Visit
from tests.writing.edits import edit

pytestmark = pytest.mark.sqlite


def test_no_page_of_an_edition_that_was_undone_is_shown_as_the_next_of_its_number(
    app: Flask, get: Visit, write: Write, time: Clock, tmp_path: Path
) -> None:
    one, file = write("One"), app.extensions["settings"].database_file
    copy(file, tmp_path / "older.db")
    edit(one, time, title="Undone")
    undone = front(time.now).edition
    assert "Undone" in get("/notebook/").text
    pour(tmp_path / "older.db", file)
    time.forward(seconds=5)
    reader().rollback()
    write("Two")
    assert front(time.now).edition == undone
    assert "Undone" not in get("/notebook/").text
    assert "Two" in get("/notebook/").text


@pytest.mark.parametrize("number", [1, 7, 2**31 - 1])
@pytest.mark.parametrize("year", [1969, 1970, 2026, 2107, 9999])
def test_the_database_and_we_give_an_edition_the_same_name(app: Flask, number: int, year: int) -> None:
    at = datetime(year, 12, 31, 23, 59, 59, tzinfo=UTC)
    with transaction() as session:
        edition = session.query(Edition).one()
        edition.number, edition.turned_at = number, at
    name = FileReader(str(app.extensions["settings"].database_file)).name()
    assert name == name_of(number, at) != name_of(number, at - timedelta(seconds=1))
    assert number_in(name) == number
