"""Accounts: passwords that nobody can read, names that nobody can guess, logins that end."""

from datetime import timedelta
from typing import Literal

import pytest
from argon2 import PasswordHasher
from flask import Flask

from blog.models import Account, Login
from blog.reading import desk
from blog.state.database import reader
from blog.writing import accounts
from blog.writing.accounts import account_for, begin_login, create_account, digest, end_login, set_password
from blog.writing.refusals import Refused
from tests.conftest import Clock

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash with little work, so that these tests are quick."""
    monkeypatch.setattr(accounts, "hasher", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    accounts.nobodys_hash.cache_clear()


@pytest.fixture
def me(app: Flask, time: Clock) -> Account:
    """An account."""
    return create_account("Me", PASSWORD, time.now)


def test_a_password_is_kept_as_an_argon2id_hash(me: Account) -> None:
    assert me.password_hash.startswith("$argon2id$") and PASSWORD not in me.password_hash


def test_the_usual_hash_takes_the_work_that_is_recommended() -> None:
    assert PasswordHasher().memory_cost >= 19 * 1024


def test_a_name_and_its_password_open_the_account(me: Account) -> None:
    assert account_for("Me", PASSWORD) is me and account_for(" Me\n", PASSWORD) is me


@pytest.mark.parametrize("name", ["Me", "me", "nobody", "", "x" * 10_000, "M\x00e\ud800s", "Me" * 200])
@pytest.mark.parametrize("password", ["", "wrong", "x" * 1_000_000, "a\x00b\ud800c", PASSWORD + " "])
def test_nothing_else_does(me: Account, name: str, password: str) -> None:
    assert account_for(name, password) is None


@pytest.mark.parametrize("name", ["Me", "nobody", ""])
def test_an_unknown_name_costs_as_much_as_a_wrong_password(
    me: Account, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
            checked.append(str(hash))
            return super().verify(hash, password)

    monkeypatch.setattr(accounts, "hasher", Counting(time_cost=1, memory_cost=64, parallelism=1))
    assert account_for(name, "a wrong password") is None
    assert len(checked) == 1 and checked[0].startswith("$argon2id$")


def test_an_accent_may_be_typed_on_any_keyboard(app: Flask, time: Clock) -> None:
    account = create_account("Me", "ein Käfer im Gras", time.now)
    assert account_for("Me", "ein Ka\u0308fer im Gras") is account


@pytest.mark.parametrize("password", ["", "nine char", "x" * 1001])
def test_a_password_that_is_too_short_or_too_long_is_refused(app: Flask, time: Clock, password: str) -> None:
    with pytest.raises(Refused) as caught:
        create_account("Me", password, time.now)
    assert caught.value.fields == {"password": "A password has between 10 and 1,000 characters."}
    assert not desk.has_account()


def test_the_longest_password_works_and_a_longer_one_does_not_pass_for_it(app: Flask, time: Clock) -> None:
    account = create_account("Me", "x" * 1000, time.now)
    assert account_for("Me", "x" * 1000) is account and account_for("Me", "x" * 1001) is None


@pytest.mark.parametrize("name", ["", " \u200b", "x" * 101])
def test_a_name_that_cannot_be_is_refused(app: Flask, time: Clock, name: str) -> None:
    with pytest.raises(Refused) as caught:
        create_account(name, PASSWORD, time.now)
    assert list(caught.value.fields) == ["name"]


def test_a_name_is_taken_once(me: Account, time: Clock) -> None:
    with pytest.raises(Refused) as caught:
        create_account(" Me ", PASSWORD, time.now)
    assert caught.value.fields == {"name": "There is an account “Me” already."}


def test_the_first_account_is_made_only_once(me: Account, time: Clock) -> None:
    with pytest.raises(Refused):
        create_account("Another", PASSWORD, time.now, only_first=True)
    assert create_account("Another", PASSWORD, time.now).id != me.id


def test_a_login_is_found_by_its_token_only(me: Account, time: Clock) -> None:
    token = begin_login(me, time.now)
    login = desk.login(digest(token), time.now)
    assert login is not None and login.account is me
    assert desk.login(token, time.now) is None and desk.login(digest("x\ud800"), time.now) is None
    assert token not in {kept.digest for kept in reader().query(Login)}


def test_two_logins_are_two(me: Account, time: Clock) -> None:
    assert begin_login(me, time.now) != begin_login(me, time.now)


def test_a_login_ends_on_log_out(me: Account, time: Clock) -> None:
    here, there = begin_login(me, time.now), begin_login(me, time.now)
    end_login(here)
    assert desk.login(digest(here), time.now) is None
    assert desk.login(digest(there), time.now) is not None
    end_login(here)


def test_a_new_password_ends_every_other_login(me: Account, time: Clock) -> None:
    here, there = begin_login(me, time.now), begin_login(me, time.now)
    set_password("Me", "another password", keep=digest(here))
    assert desk.login(digest(here), time.now) is not None
    assert desk.login(digest(there), time.now) is None
    assert account_for("Me", PASSWORD) is None and account_for("Me", "another password") is me
    set_password("Me", PASSWORD)
    assert desk.login(digest(here), time.now) is None


def test_a_new_password_needs_an_account_and_a_good_password(me: Account) -> None:
    with pytest.raises(Refused, match="There is no account “You”"):
        set_password("You", PASSWORD)
    with pytest.raises(Refused, match="between 10 and"):
        set_password("Me", "short")


def test_a_login_ends_by_itself(me: Account, time: Clock) -> None:
    token = begin_login(me, time.now)
    time.forward(days=29)
    assert desk.login(digest(token), time.now) is not None
    time.forward(days=1)
    assert desk.login(digest(token), time.now) is None


def test_logins_that_ended_are_swept_away(me: Account, time: Clock) -> None:
    begin_login(me, time.now)
    begin_login(me, time.now + timedelta(days=31))
    assert reader().query(Login).count() == 1
