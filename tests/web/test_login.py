"""Logging in and out: one answer to every wrong try, and a cookie that opens nothing once its login has ended."""

import re
import time as real_time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.models import Account
from blog.writing.accounts import LIFETIME, create_account, set_password
from tests.conftest import Clock, reader_of
from tests.web.conftest import NAME, PASSWORD, log_in, logged_in
from tests.web.forms import alerts, cookie, send, token, values_in

TOKEN = r'name="csrf_token" value="[^"]*"'
WRONG = [
    (NAME, "wrong"),
    ("Nobody", "wrong"),
    ("", ""),
    ("x" * 10_000, "wrong"),
    ("A\x00nn", "wrong"),
    (NAME.upper(), PASSWORD),
    (NAME, PASSWORD + "!"),
    (NAME, "x" * 2_000),
]


def is_in(client: FlaskClient) -> bool:
    return client.get("/desk/").status_code == 200


def test_who_knows_the_password_gets_in(client: FlaskClient, account: Account) -> None:
    answer = log_in(client)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/desk/")
    assert is_in(client)


@pytest.mark.parametrize(("name", "password"), WRONG)
def test_who_does_not_stays_out(client: FlaskClient, account: Account, name: str, password: str) -> None:
    assert log_in(client, name, password).status_code == 422
    assert not is_in(client)


def test_every_wrong_try_gets_the_same_answer(app: Flask, account: Account) -> None:
    answers = set()
    for name, password in WRONG:
        client = reader_of(app)
        sent = values_in(client.get("/login"), "/login") | {"name": name, "password": password}
        answer = client.post("/login", data=sent)
        headers = {name: value for name, value in answer.headers if name != "Set-Cookie"}
        answers.add((answer.status_code, str(headers), re.sub(TOKEN, "", answer.text)))
    assert len(answers) == 1


def test_a_password_of_a_megabyte_is_refused_at_once(client: FlaskClient, account: Account) -> None:
    began = real_time.process_time()
    answer = log_in(client, password="x" * 1_000_000)
    assert 400 <= answer.status_code < 500
    assert real_time.process_time() - began < 1


def test_too_many_tries_for_one_name_have_to_wait(app: Flask, account: Account) -> None:
    statuses = [log_in(from_address(app, f"192.0.2.{number}"), password="wrong").status_code for number in range(12)]
    assert statuses == [422] * 10 + [429] * 2
    assert log_in(from_address(app, "192.0.2.99"), "Somebody else").status_code == 422


def test_too_many_tries_from_one_address_have_to_wait(app: Flask, account: Account) -> None:
    client = from_address(app, "192.0.2.1")
    statuses = [log_in(client, name=f"name {number}").status_code for number in range(12)]
    assert statuses == [422] * 10 + [429] * 2
    assert log_in(from_address(app, "192.0.2.2")).status_code == 303


def test_the_form_stays_usable_after_too_many_tries(client: FlaskClient, account: Account) -> None:
    answers = [log_in(client, password="wrong") for _ in range(11)]
    assert "too many tries" in alerts(answers[-1])
    assert answers[-1].headers["Retry-After"] == "60"
    assert "password" in values_in(answers[-1], "/login")


def test_strangers_who_try_a_name_hold_up_no_browser_that_it_is_known_in(app: Flask, account: Account) -> None:
    ours = from_address(app, "198.51.100.1")
    assert log_in(ours).status_code == 303
    ours.post("/logout", data={"csrf_token": token(ours)})
    strangers = [log_in(from_address(app, f"192.0.2.{number}"), password="wrong") for number in range(11)]
    assert strangers[-1].status_code == 429
    assert log_in(from_address(app, "198.51.100.2")).status_code == 429
    assert log_in(ours).status_code == 303


@pytest.mark.parametrize("stolen", [True, False])
def test_a_known_browser_may_not_try_without_end_either(app: Flask, account: Account, stolen: bool) -> None:
    ours = from_address(app, "198.51.100.1")
    log_in(ours)
    known = ours.get_cookie("bokashi-known", path="/login")
    assert known
    statuses = []
    for number in range(11):
        client = from_address(app, f"192.0.2.{number}")
        client.set_cookie("bokashi-known", known.value if stolen else "made.up.value", path="/login")
        statuses.append(log_in(client, password="wrong").status_code)
    assert (statuses[:9], statuses[-1]) == ([422] * 9, 429)


def from_address(app: Flask, address: str) -> FlaskClient:
    client = reader_of(app)
    client.environ_base["REMOTE_ADDR"] = address
    return client


def test_the_session_is_another_one_after_logging_in(client: FlaskClient, account: Account) -> None:
    sent = values_in(client.get("/login"), "/login")
    before = cookie(client)
    client.post("/login", data={**sent, "name": NAME, "password": PASSWORD})
    assert cookie(client) not in ("", before)
    answer = client.post("/desk/site", data={"csrf_token": sent["csrf_token"], "name": "Taken over"})
    assert answer.status_code == 400


def test_the_cookie_is_for_https_and_for_no_script(client: FlaskClient, account: Account) -> None:
    sent = log_in(client).headers.getlist("Set-Cookie")
    (login,) = [each for each in sent if each.startswith("bokashi=")]
    (known,) = [each for each in sent if each.startswith("bokashi-known=")]
    assert all(flag in login.split("; ") for flag in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"))
    assert all(flag in known.split("; ") for flag in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/login"))
    assert "Expires=" in login


def test_an_old_cookie_opens_nothing_after_logging_out(app: Flask, author: FlaskClient) -> None:
    thief = reader_of(app)
    thief.set_cookie("bokashi", cookie(author))
    assert is_in(thief)
    answer = author.post("/logout", data={"csrf_token": token(author)})
    assert answer.status_code == 303
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert cookie(author) == ""
    assert not is_in(thief)
    assert not is_in(author)


def test_logging_out_twice_is_no_error(author: FlaskClient) -> None:
    form = {"csrf_token": token(author)}
    assert [author.post("/logout", data=form).status_code for _ in range(2)] == [303, 303]


def test_nobody_is_logged_out_by_a_link_or_by_a_form_without_token(author: FlaskClient) -> None:
    assert author.get("/logout", follow_redirects=True).status_code == 404
    assert author.post("/logout").status_code == 400
    assert is_in(author)


def test_a_login_ends_after_a_month(author: FlaskClient, time: Clock) -> None:
    time.forward(seconds=LIFETIME.total_seconds() - 1)
    assert is_in(author)
    time.forward(seconds=1)
    assert not is_in(author)


def test_a_clock_that_is_set_back_ends_no_login(app: Flask, author: FlaskClient, time: Clock) -> None:
    time.forward(hours=-1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("itsdangerous.timed.time.time", lambda: 0)
        assert is_in(author)
        assert send(author, "/desk/pieces/new", "/desk/pieces/new", title="One", kind="essay").status_code == 303
        author.post("/logout", data={"csrf_token": token(author)})
        for number in range(11):
            log_in(from_address(app, f"192.0.2.{number}"), password="wrong")
        assert log_in(author).status_code == 303


def test_a_new_password_ends_every_other_login(app: Flask, author: FlaskClient) -> None:
    elsewhere = logged_in(app)
    answer = send(author, "/desk/password", "/desk/password", present=PASSWORD, password="another long one")
    assert answer.status_code == 303
    assert is_in(author)
    assert not is_in(elsewhere)
    assert log_in(reader_of(app)).status_code == 422
    assert log_in(reader_of(app), password="another long one").status_code == 303


def test_a_new_password_from_the_shell_ends_every_login(author: FlaskClient) -> None:
    set_password(NAME, "another long one")
    assert not is_in(author)


@pytest.mark.parametrize(
    ("present", "password", "field"),
    [("wrong", "another long one", "present"), ("", "another long one", "present"), (PASSWORD, "short", "password")],
)
def test_a_password_is_not_changed_without_the_present_one_or_to_a_bad_one(
    app: Flask, author: FlaskClient, present: str, password: str, field: str
) -> None:
    answer = send(author, "/desk/password", "/desk/password", present=present, password=password)
    assert answer.status_code == 422
    assert f'id="{field}-fault"' in answer.text
    assert password not in answer.text
    assert log_in(reader_of(app)).status_code == 303


def test_a_login_form_without_its_token_logs_nobody_in(app: Flask, account: Account) -> None:
    client, stranger = reader_of(app), reader_of(app)
    form = {"name": NAME, "password": PASSWORD}
    client.get("/login")
    assert client.post("/login", data=form).status_code == 400
    foreign = token(stranger, "/login")
    assert client.post("/login", data={**form, "csrf_token": foreign}).status_code == 400
    assert not is_in(client)


def test_who_is_logged_in_needs_no_form(author: FlaskClient) -> None:
    answer = author.get("/login?next=/desk/messages")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/desk/messages")


def test_an_account_is_of_its_own(app: Flask, author: FlaskClient, time: Clock) -> None:
    create_account("Ben", "quite another password", time.now)
    ben = reader_of(app)
    assert log_in(ben, "Ben", "quite another password").status_code == 303
    set_password("Ben", "yet another password")
    assert is_in(author)
    assert not is_in(ben)


def test_a_browser_that_sends_no_cookie_is_told_what_it_needs(app: Flask, account: Account) -> None:
    client = reader_of(app)
    client.get("/login")
    answer = reader_of(app).post(
        "/login", data={"name": NAME, "password": PASSWORD, "csrf_token": token(client, "/login")}
    )
    assert answer.status_code == 400
    assert "by https only: use https://blog.example/login" in alerts(answer)
    assert "token" not in alerts(answer)


def test_a_form_that_came_by_plain_http_is_told_so(client: FlaskClient, account: Account) -> None:
    answer = client.post("/login", data={"name": NAME}, headers={"Origin": "http://blog.example"})
    assert answer.status_code == 403
    assert "by https only" in alerts(answer)


def test_a_form_from_another_site_is_not_let_in(client: FlaskClient, account: Account) -> None:
    sent = values_in(client.get("/login"), "/login") | {"name": NAME, "password": PASSWORD}
    answer = client.post("/login", data=sent, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
    assert "https only" not in answer.text
    assert not is_in(client)
