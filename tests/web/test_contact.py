"""The contact page: a message for the desk, from people."""

import re

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from blog.models import Message
from blog.state.database import db
from tests.conftest import Clock


def token(client: FlaskClient) -> str:
    found = re.search(r'name="token" value="([^"]+)"', client.get("/contact/").text)
    assert found
    return found[1]


@pytest.fixture
def form(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, time: Clock) -> dict[str, str]:
    """A form that a person has filled in for ten seconds."""
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: time.now.timestamp())
    made = token(client)
    time.forward(seconds=10)
    return {"name": "Ada", "address": "ada@example.org", "text": "Hello there.\nA line.", "website": "", "token": made}


def messages() -> list[Message]:
    db.session.rollback()
    return list(db.session.scalars(select(Message)))


def test_a_message_is_kept_and_nothing_of_it_is_in_the_address(client: FlaskClient, form: dict[str, str]) -> None:
    answer = client.post("/contact/", data=form)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/contact/thanks/")
    assert "Thank you" in client.get("/contact/thanks/").text
    (message,) = messages()
    assert (message.name, message.address, message.text) == ("Ada", "ada@example.org", "Hello there.\nA line.")


def test_the_same_form_twice_is_one_message(client: FlaskClient, form: dict[str, str]) -> None:
    for _ in range(2):
        assert client.post("/contact/", data=form).status_code == 303
    assert len(messages()) == 1


def test_a_field_that_nobody_sees_catches_machines(client: FlaskClient, form: dict[str, str]) -> None:
    assert client.post("/contact/", data={**form, "website": "https://spam.example"}).status_code == 303
    assert messages() == []


def test_a_form_sent_faster_than_typing_is_asked_again_with_its_text(client: FlaskClient, form: dict[str, str]) -> None:
    answer = client.post("/contact/", data={**form, "token": token(client)})
    assert answer.status_code == 422
    assert "Hello there.\nA line." in answer.text
    assert messages() == []


def test_a_form_of_yesterday_is_asked_again_with_its_text(
    client: FlaskClient, form: dict[str, str], time: Clock
) -> None:
    time.forward(days=1)
    answer = client.post("/contact/", data=form)
    assert answer.status_code == 422 and "a day old" in answer.text and "Hello there." in answer.text


def test_a_form_from_a_clock_that_is_ahead_is_taken(client: FlaskClient, form: dict[str, str], time: Clock) -> None:
    time.forward(hours=-1)
    assert client.post("/contact/", data=form).status_code == 303
    assert len(messages()) == 1


@pytest.mark.parametrize("bad", ["", "made.up.token", "x" * 5000, "\x00"])
def test_a_made_up_token_keeps_the_text_and_stores_nothing(client: FlaskClient, form: dict[str, str], bad: str) -> None:
    answer = client.post("/contact/", data={**form, "token": bad})
    assert answer.status_code == 422
    assert "Hello there." in answer.text
    assert messages() == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": "  \n "}, "text"),
        ({"text": "x" * 10_001}, "text"),
        ({"address": "nobody"}, "address"),
        ({"name": "n" * 201}, "name"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    client: FlaskClient, form: dict[str, str], change: dict[str, str], field: str
) -> None:
    answer = client.post("/contact/", data={**form, **change})
    assert answer.status_code == 422
    assert f'id="{field}-fault"' in answer.text
    assert f'aria-describedby="{field}-fault"' in answer.text
    assert messages() == []


def test_nul_and_other_controls_are_dropped(client: FlaskClient, form: dict[str, str]) -> None:
    assert client.post("/contact/", data={**form, "text": "a\x00b\x08c"}).status_code == 303
    assert messages()[0].text == "abc"


def test_a_flood_is_stopped_with_a_sentence(client: FlaskClient, form: dict[str, str]) -> None:
    answers = [client.post("/contact/", data={**form, "token": "x"}).status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]


def test_the_form_is_never_kept(client: FlaskClient) -> None:
    assert client.get("/contact/").headers["Cache-Control"] == "no-store"
