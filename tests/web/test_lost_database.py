"""A database that goes while an answer is being made: what is made is sent."""

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from blog.state.settings import Settings
from tests.conftest import Write, close, reader_of

GONE = OperationalError("ROLLBACK", {}, Exception("the server has been silent"))


def test_an_answer_that_is_made_is_sent(app: Flask, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("One")
    left: list[bool] = []

    def fail(_session: Session) -> None:
        left.append(True)
        raise GONE

    monkeypatch.setattr(Session, "rollback", fail)
    answer = reader_of(app).get("/notebook/one/")
    assert left
    assert (answer.status_code, "One" in answer.text) == (200, True)


@pytest.fixture(params=["cut short", "overwritten", "emptied"])
def damaged(request: pytest.FixtureRequest, app: Flask, write: Write) -> Flask:
    """An application whose database is damaged while it runs."""
    for index in range(30):
        write(str(index), source="words " * 400)
    close(app)
    settings: Settings = app.extensions["settings"]
    file = settings.database_file
    assert file is not None
    app.config["PROPAGATE_EXCEPTIONS"] = False
    file.write_bytes(
        {"cut short": file.read_bytes()[:40_000], "overwritten": b"?" * 40_000, "emptied": b""}[request.param]
    )
    return app


@pytest.mark.sqlite
@pytest.mark.parametrize("address", ["/up", "/", "/search/?q=words", "/notebook/?x=1", "/notebook/1/", "/login"])
def test_a_damaged_database_is_one_that_does_not_answer(damaged: Flask, address: str) -> None:
    answer = reader_of(damaged).get(address)
    assert (answer.status_code, "no-store" in answer.headers["Cache-Control"]) == (503, True)
