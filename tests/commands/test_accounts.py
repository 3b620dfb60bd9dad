"""`flask blog author`: the account of whoever has the shell."""

import pytest
from argon2 import PasswordHasher
from flask import Flask

from app import create_app
from blog.reading import desk
from blog.state.database import db
from blog.writing import accounts
from blog.writing.accounts import account_for, begin_login, digest
from tests.commands.conftest import Run, assert_refused
from tests.conftest import Clock, close, settings_for

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash with little work, so that these tests are quick."""
    monkeypatch.setattr(accounts, "hasher", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))


def test_an_account_is_made_with_a_password_from_standard_input(run: Run) -> None:
    result = run("author", "create", "Me", "--password-stdin", stdin=f"{PASSWORD}\nmore\n")
    assert result.exit_code == 0
    assert result.stdout == "The account “Me” is made. Log in at https://blog.example/login\n"
    assert account_for("Me", PASSWORD) is not None


def test_an_account_is_made_with_a_password_that_is_typed_twice(run: Run) -> None:
    result = run("author", "create", "Me", stdin=f"{PASSWORD}\n{PASSWORD}\n")
    assert result.exit_code == 0 and PASSWORD not in result.output
    assert account_for("Me", PASSWORD) is not None


def test_two_different_passwords_are_asked_for_again(run: Run) -> None:
    result = run("author", "create", "Me", stdin=f"{PASSWORD}\nanother one\n")
    assert result.exit_code == 1 and not desk.has_account()


@pytest.mark.parametrize(
    ("name", "given", "part"),
    [("Me", "short", "between 10 and"), ("Me", "", "between 10 and"), (" ", PASSWORD, "between 1 and 100")],
)
def test_what_cannot_be_is_one_sentence(run: Run, name: str, given: str, part: str) -> None:
    assert_refused(run("author", "create", name, "--password-stdin", stdin=given), part)
    assert not desk.has_account()


def test_a_name_that_is_taken_is_one_sentence(run: Run) -> None:
    assert run("author", "create", "Me", "--password-stdin", stdin=PASSWORD).exit_code == 0
    assert_refused(run("author", "create", "Me", "--password-stdin", stdin=PASSWORD), "“Me”")


def test_a_new_password_ends_every_login(run: Run, time: Clock) -> None:
    run("author", "create", "Me", "--password-stdin", stdin=PASSWORD)
    account = account_for("Me", PASSWORD)
    assert account is not None
    token = begin_login(account, time.now)
    result = run("author", "password", "Me", "--password-stdin", stdin="another password")
    assert (result.exit_code, result.stdout) == (0, "The password of “Me” is changed.\n")
    assert desk.login(digest(token), time.now) is None
    assert account_for("Me", "another password") is not None


def test_a_password_needs_an_account(run: Run) -> None:
    assert_refused(run("author", "password", "You", "--password-stdin", stdin=PASSWORD), "“You”")


@pytest.fixture
def bare(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application whose instance folder is empty."""
    return create_app(settings_for(tmp_path_factory.mktemp("bare")))


def test_everything_works_before_anything_else_was_done(bare: Flask) -> None:
    runner = bare.test_cli_runner()
    password = runner.invoke(args=["blog", "author", "password", "Me", "--password-stdin"], input=PASSWORD)
    assert_refused(password, "“Me”")
    assert runner.invoke(args=["blog", "author", "create", "Me", "--password-stdin"], input=PASSWORD).exit_code == 0
    with bare.app_context():
        assert desk.has_account()
        db.session.remove()
    close(bare)
