"""A save that the database cannot take: the author is told why, and what was typed is still there."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from blog.models import Piece
from blog.state import database
from blog.state.database import db
from tests.conftest import Write, reader_of
from tests.web.forms import send, values_in

pytestmark = pytest.mark.sqlite
TYPED = "What was typed. " * 2000


@pytest.fixture
def place(app: Flask, write: Write) -> str:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    piece: Piece = write("Tides", "Version one.")
    return f"/desk/pieces/{piece.id}"


@pytest.fixture
def full_disk(app: Flask, author: FlaskClient, place: str) -> Iterator[None]:
    """The database cannot grow by a single page."""

    def allow_no_more(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")

    db.session.remove()
    event.listen(db.engine, "checkout", allow_no_more)
    yield
    event.remove(db.engine, "checkout", allow_no_more)


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_is_named_and_the_text_is_kept(author: FlaskClient, place: str) -> None:
    answer = send(author, place, place, source=TYPED)
    assert answer.status_code == 503
    assert "disk is full" in answer.text
    assert values_in(answer, place)["source"].strip() == TYPED.strip()
    assert answer.headers["Cache-Control"] == "no-store"
    assert values_in(author.get(place), place)["source"].strip() == "Version one."


def test_whoever_waited_too_long_has_the_text_still(
    app: Flask, author: FlaskClient, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0)
    db.session.remove()
    db.engine.dispose()
    with closing(sqlite3.connect(app.extensions["settings"].database_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = send(author, place, place, source=TYPED)
    assert answer.status_code == 503
    assert "Somebody else has been writing" in answer.text
    assert values_in(answer, place)["source"].strip() == TYPED.strip()
    assert send(author, place, place, source=TYPED).status_code == 303


def test_a_connection_that_is_lost_loses_no_text(
    author: FlaskClient, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(session: Session) -> None:
        session.connection().invalidate()
        raise OperationalError("BEGIN", {}, Exception("the server closed the connection"))

    values = values_in(author.get(place), place)
    monkeypatch.setattr(database, "begin_writing", lose)
    answer = author.post(place, data={**values, "source": TYPED})
    assert answer.status_code == 503
    assert values_in(answer, place)["source"].strip() == TYPED.strip()


def test_a_database_that_is_gone_shows_no_form(app: Flask, author: FlaskClient, place: str) -> None:
    file = app.extensions["settings"].database_file
    values = values_in(author.get(place), place)
    db.session.remove()
    file.rename(file.with_suffix(".away"))
    answer = author.post(place, data={**values, "source": TYPED})
    assert answer.status_code == 503
    assert reader_of(app).post(place, data=values).status_code in (302, 303, 503)
    assert not file.exists()
