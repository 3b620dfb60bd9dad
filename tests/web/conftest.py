"""The author: somebody with an account, and a client that is logged in with it."""

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from blog.models import Account
from blog.writing import accounts
from tests.conftest import Clock, reader_of
from tests.web.forms import send

NAME, PASSWORD = "Ann", "correct horse battery"


@pytest.fixture
def account(app: Flask, time: Clock, monkeypatch: pytest.MonkeyPatch) -> Account:
    """The author's account; its password is hashed as cheaply as can be."""
    monkeypatch.setattr(accounts, "hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    return accounts.create_account(NAME, PASSWORD, time.now)


@pytest.fixture
def author(app: Flask, account: Account) -> FlaskClient:
    """A client that has logged in."""
    return logged_in(app)


def logged_in(app: Flask) -> FlaskClient:
    """One more browser of the author's."""
    client = reader_of(app)
    assert log_in(client).status_code == 303
    return client


def log_in(client: FlaskClient, name: str = NAME, password: str = PASSWORD) -> TestResponse:
    """The answer to the login form."""
    return send(client, "/login", "/login", name=name, password=password)
