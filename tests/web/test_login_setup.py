"""The first account: made once, by whoever can read what the server prints."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.models import Account
from blog.state.setup_code import setup_code
from tests.conftest import reader_of
from tests.web.conftest import log_in
from tests.web.forms import faults, send, values_in

LONG = "long enough for this"


@pytest.fixture
def code(app: Flask) -> str:
    return setup_code(app.extensions["settings"].secret_key)


def test_the_code_makes_the_first_account_and_logs_it_in(client: FlaskClient, code: str) -> None:
    answer = send(client, "/setup", "/setup", code=f" {code.lower()} ", name="Ann", password=LONG)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/desk/")
    assert client.get("/desk/").status_code == 200


def test_a_code_works_once(app: Flask, client: FlaskClient, code: str) -> None:
    stranger = reader_of(app)
    form = values_in(stranger.get("/setup"), "/setup") | {"code": code, "name": "Eve", "password": LONG}
    send(client, "/setup", "/setup", code=code, name="Ann", password=LONG)
    assert stranger.post("/setup", data=form).status_code == 404
    assert stranger.get("/setup").status_code == 404
    assert log_in(stranger, "Eve", LONG).status_code == 422


@pytest.mark.parametrize("wrong", ["", "AAAA-AAAA-AAAA-AAAA", "ключ", "\x00", "x" * 10_000])
def test_another_code_makes_nothing(client: FlaskClient, code: str, wrong: str) -> None:
    answer = send(client, "/setup", "/setup", code=wrong, name="Ann", password=LONG)
    assert answer.status_code == 422
    assert "code" in faults(answer)
    assert client.get("/setup").status_code == 200


def test_a_bad_name_or_password_is_said_beside_the_field_and_the_code_stays_good(
    client: FlaskClient, code: str
) -> None:
    short = send(client, "/setup", "/setup", code=code, name="Ann", password="short")
    assert (short.status_code, list(faults(short))) == (422, ["password"])
    assert values_in(short, "/setup")["name"] == "Ann"
    assert "short" not in values_in(short, "/setup").values()
    nameless = send(client, "/setup", "/setup", code=code, name=" ", password=LONG)
    assert (nameless.status_code, list(faults(nameless))) == (422, ["name"])
    assert send(client, "/setup", "/setup", code=code, name="Ann", password=LONG).status_code == 303


def test_no_code_no_account(client: FlaskClient) -> None:
    assert send(client, "/setup", "/setup", code="", name="Ann", password=LONG).status_code == 422


def test_a_set_up_without_its_token_makes_nothing(client: FlaskClient, code: str) -> None:
    form = {"code": code, "name": "Ann", "password": LONG}
    assert client.post("/setup", data=form).status_code == 400
    assert client.get("/setup").status_code == 200


def test_codes_cannot_be_tried_without_end(client: FlaskClient, code: str) -> None:
    statuses = [send(client, "/setup", "/setup", code="x", name="Ann", password=LONG).status_code for _ in range(11)]
    assert statuses == [422] * 10 + [429]


def test_before_there_is_an_account_the_login_leads_to_the_set_up(client: FlaskClient) -> None:
    assert client.get("/login").headers["Location"] == "/setup"


def test_there_is_no_set_up_once_there_is_an_account(client: FlaskClient, account: Account) -> None:
    assert [client.get("/setup").status_code, client.post("/setup").status_code] == [404, 404]
