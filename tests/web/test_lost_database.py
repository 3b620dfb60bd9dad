"""A database that goes while an answer is being made: what is made is sent."""

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from tests.conftest import Write, reader_of

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
