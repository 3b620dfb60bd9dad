"""Long lists of the desk: a portion at a time, whatever their length, and none of the texts that they do not show."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.reading.desk import PART
from blog.writing.messages import keep
from tests.conftest import Clock, Write
from tests.statements import statements
from tests.web.forms import parsed
from tests.writing.edits import edit


def walk(author: FlaskClient, address: str) -> list[int]:
    """How many entries the portions hold, from the newest to the last."""
    found = []
    while address:
        page = parsed(author.get(address))
        found.append(sum("entry" in (each.get("class") or "").split() for each in page.iter("li")))
        address = next((link.get("href") or "" for link in page.iter("a") if link.text == "Earlier"), "")
    return found


def test_the_desk_is_walked_to_its_end_after_the_clock_was_set_back(
    author: FlaskClient, write: Write, time: Clock
) -> None:
    for number in range(PART + 1):
        write(f"Piece {number}", publish=False)
    time.forward(days=-9)
    assert walk(author, "/desk/") == [PART, 1]


def test_messages_come_in_portions(author: FlaskClient, app: Flask, time: Clock) -> None:
    for number in range(PART + 1):
        keep("", "", f"Message {number}", time.now)
    assert walk(author, "/desk/messages") == [PART, 1]
    assert "Nothing earlier than this" in author.get("/desk/messages?before=1").text
    assert "Nobody has written yet" not in author.get("/desk/messages?before=1").text


def test_revisions_come_in_portions_without_their_texts(author: FlaskClient, write: Write, time: Clock) -> None:
    piece = write("A", "One")
    for number in range(PART):
        edit(piece, time, source="x" * number)
    address = f"/desk/pieces/{piece.id}/revisions"
    assert walk(author, address) == [PART, 1]
    with statements() as asked:
        author.get(address)
    listed = [each for each in asked if "FROM revision" in each]
    assert listed and all("length(revision.source)" in each for each in listed)


@pytest.mark.parametrize("before", ["", "0", "-1", "abc", "9" * 20, "%00", "1.5", "١"])
def test_what_is_no_id_is_no_portion(author: FlaskClient, write: Write, before: str) -> None:
    write("A")
    for address in ("/desk/messages", "/desk/pieces/1/revisions"):
        assert author.get(f"{address}?before={before}").status_code == 404
