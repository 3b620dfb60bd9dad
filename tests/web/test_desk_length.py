"""Texts that are too long: told before, given back as long as they can be taken in, and never lost without a word."""

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse, encode_multipart

from blog.text import MAX_SOURCE
from tests.conftest import reader_of
from tests.web.forms import faults, parsed, values_in

NEW = "/desk/pieces/new"
MEGABYTE = 1024 * 1024


def post(client: FlaskClient, author: FlaskClient, source: str, to: str = NEW) -> TestResponse:
    """Send the editor's form as a browser does."""
    form = {**values_in(author.get(NEW), NEW), "title": "Tides", "source": source}
    boundary, body = encode_multipart(form)
    return client.post(to, data=body, content_type=f"multipart/form-data; boundary={boundary}")


def test_the_editor_says_how_long_a_text_may_be(author: FlaskClient) -> None:
    page = author.get(NEW)
    assert f"Up to {MAX_SOURCE:,} characters." in page.text
    (area,) = (field for field in parsed(page).iter("textarea") if field.get("name") == "source")
    assert area.get("data-most") == str(MAX_SOURCE)


@pytest.mark.parametrize("to", [NEW, f"{NEW}/publication", "/desk/preview"])
def test_what_is_too_long_comes_back_whole(author: FlaskClient, to: str) -> None:
    text = "Water rises. " * (4 * MEGABYTE // 13)
    answer = post(author, author, text, to)
    assert answer.status_code == 422
    assert f"at most {MAX_SOURCE:,}" in faults(answer)["source"]
    assert values_in(answer, NEW)["source"] == text


def test_what_cannot_be_taken_in_is_refused_with_a_way_out(author: FlaskClient) -> None:
    answer = post(author, author, "x" * 13 * MEGABYTE)
    assert answer.status_code == 413
    assert "12 MB" in answer.text and "Go back in the browser, and divide the text" in answer.text


def test_nobody_else_may_send_as_much(author: FlaskClient) -> None:
    stranger = reader_of(author.application)
    assert post(stranger, author, "x" * 4 * MEGABYTE).status_code == 413
    for to in (NEW, "/login"):
        assert stranger.post(to, data={"source": "x" * 11 * MEGABYTE}).status_code == 413
