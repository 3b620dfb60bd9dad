"""Nodes on one database: a reader may meet another one with each request, and what has to happen once happens once."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app import create_app
from blog.commands.serving import warnings
from blog.models import Account, Edition, Login, Piece
from blog.reading import health
from blog.state.database import db
from blog.state.line import Line
from blog.state.nodes import node_name, strangers
from blog.state.setup_code import setup_code
from blog.writing import accounts
from blog.writing.pictures import add
from tests.conftest import Clock, close, reader_of, settings_for
from tests.portability.pictures import picture
from tests.postgresql.fixtures import BEFORE
from tests.state.processes import together
from tests.web.forms import send, values_in

NAME, PASSWORD = "Ann", "correct horse battery"
ANOTHER = "another key for tests, and for nothing else 9876543210"
Start = Callable[..., Flask]


@pytest.fixture
def start(migrated_database: str, tmp_path: Path, time: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts a node with an instance folder of its own."""
    monkeypatch.setattr(accounts, "hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    with ExitStack() as stack:

        def start(**changes: object) -> Flask:
            folder = tmp_path / f"node-{len(list(tmp_path.iterdir()))}"
            folder.mkdir()
            app = create_app(settings_for(folder, database_url=migrated_database, **changes))
            stack.callback(close, app)
            return app

        yield start


def browser_at(node: Flask, of: FlaskClient | None = None) -> FlaskClient:
    """A browser that asks this node next; with the cookies that it has from another one."""
    client = reader_of(node)
    if of is not None:
        client._cookies = of._cookies
    return client


def test_every_step_of_the_author_may_meet_another_node(start: Start) -> None:
    nodes = [start(), start()]
    first = browser_at(nodes[0])
    second = browser_at(nodes[1], of=first)
    form = values_in(first.get("/setup"), "/setup")
    code = setup_code(nodes[0].extensions["settings"].secret_key)
    made = second.post("/setup", data={**form, "code": code, "name": NAME, "password": PASSWORD})
    assert made.status_code == 303
    assert first.get("/desk/").status_code == 200
    form = values_in(first.get("/desk/site"), "/desk/site")
    assert second.post("/desk/site", data={**form, "name": "Ann's notebook"}).status_code == 303
    assert "Ann&#39;s notebook" in first.get("/").text
    token = values_in(second.get("/desk/password"), "/logout")
    assert first.post("/logout", data=token).status_code == 303
    assert second.get("/desk/").status_code == 302
    form = values_in(second.get("/login"), "/login")
    assert first.post("/login", data={**form, "name": NAME, "password": PASSWORD}).status_code == 303
    assert second.get("/desk/").status_code == 200


def test_a_node_with_another_secret_is_told_of_in_one_sentence(start: Start) -> None:
    nodes = [start(), start(secret_key=ANOTHER)]
    secrets = [node.extensions["settings"].secret_key for node in nodes]
    with nodes[0].app_context():
        line = Line(db.engine, node_name(secrets[0]))
        assert list(strangers(secrets[0])) == []
    with nodes[1].app_context():
        (sentence,) = strangers(secrets[1])
        assert "BLOG_SECRET_KEY" in sentence
        assert sentence in list(health.findings(nodes[1].extensions["settings"]))
        line.close()
        db.session.rollback()


def test_pictures_that_other_nodes_do_not_see_are_told_of_at_the_start_and_by_the_doctor(start: Start) -> None:
    nodes = [start(), start()]
    with nodes[0].app_context():
        settings = nodes[0].extensions["settings"]
        assert list(warnings(settings)) == []
        add(picture(), "a.png", BEFORE)
        db.session.remove()
        (sentence,) = warnings(settings)
        assert sentence == (
            f"Pictures are looked for in {settings.instance}/media, where 1 of 1 are and other nodes see none: "
            "with several nodes, or a bucket, set BLOG_MEDIA_URL."
        )
        done = nodes[0].test_cli_runner().invoke(args=["blog", "doctor"])
        assert (done.exit_code, done.stdout) == (0, f"All is well.\n{sentence}\n")
    with nodes[1].app_context():
        done = nodes[1].test_cli_runner().invoke(args=["blog", "doctor"])
        assert done.exit_code == 1
        assert "put it back from a backup, or set BLOG_MEDIA_URL if it lies in a bucket." in done.stdout
        assert "where 0 of 1 are" in done.stdout


def test_the_name_of_a_node_tells_too_little_to_find_its_secret() -> None:
    names = [node_name(secret) for secret in (ANOTHER, ANOTHER, ANOTHER + "!")]
    assert names[0] == names[1] != names[2]
    assert len(names[0]) - len("bokashi node ") == 6


START = """
import os
os.environ["BLOG_INSTANCE"] = f"{place}/{here}"
from app import create_app
from blog.portability.samples import load_sample
from blog.state import clock
from blog.state.schema import bring_up_to_date
from blog.writing.accounts import create_account
from blog.writing.refusals import Refused
app = create_app()
with app.app_context():
    new = bring_up_to_date(app.extensions["settings"])
    if new:
        load_sample(clock.now())
    try:
        create_account(f"Node {here}", "correct horse battery", clock.now(), only_first=True)
        first = True
    except Refused:
        first = False
print(new, first)
"""


def test_of_nodes_that_start_together_one_migrates_and_loads_the_sample(empty_database: str, tmp_path: Path) -> None:
    answers = together(
        tmp_path, START, 3, BLOG_DATABASE_URL=empty_database, BLOG_SECRET_KEY=ANOTHER, BLOG_SITE_URL="http://127.0.0.1"
    )
    told = [answer.split() for answer in answers]
    assert sorted(new for new, _ in told) == ["False", "False", "True"]
    assert sorted(first for _, first in told) == ["False", "False", "True"]
    app = create_app(settings_for(tmp_path, database_url=empty_database))
    with app.app_context():
        count = {
            model: db.session.scalar(select(func.count()).select_from(model)) for model in (Piece, Account, Edition)
        }
    close(app)
    assert count == {Piece: 30, Account: 1, Edition: 1}


def test_an_old_login_is_cleared_by_whichever_node_sees_the_next(start: Start, time: Clock) -> None:
    nodes = [start(), start()]
    with nodes[0].app_context():
        account = accounts.create_account(NAME, PASSWORD, time.now)
        accounts.begin_login(account, time.now)
    time.forward(days=40)
    assert send(browser_at(nodes[1]), "/login", "/login", name=NAME, password=PASSWORD).status_code == 303
    with nodes[0].app_context():
        assert db.session.scalar(select(func.count()).select_from(Login)) == 1
        db.session.rollback()
