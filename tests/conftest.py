"""What all tests share: an application on a database of its own, a reader, an author, and a way to write pieces."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from sqlalchemy import update
from werkzeug.test import TestResponse

from app import create_app
from blog.models import Edition, Kind, Piece
from blog.state import clock
from blog.state.database import transaction
from blog.state.schema import bring_up_to_date
from blog.state.settings import Settings
from blog.writing import pieces
from blog.writing.fields import Fields
from tests.shared_work import share_work

pytest_plugins = ["tests.servers.fixtures", "tests.postgresql.fixtures"]
# How long an example takes says how busy the machine is.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
Write = Callable[..., Piece]


class Clock:
    """The clock of a test: it stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOON

    def forward(self, **amount: float) -> None:
        self.now += timedelta(**amount)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of this test, at noon on 20 November 2026."""
    stopped = Clock()
    monkeypatch.setattr(clock, "now", lambda: stopped.now)
    return stopped


def settings_for(instance: Path, **changes: object) -> Settings:
    """Settings for an instance folder, as the environment would give them."""
    values: dict[str, object] = {
        "site_url": "https://blog.example",
        "instance": instance,
        "database_url": f"sqlite:///{instance / 'bokashi.db'}",
        "secret_key": "a key for tests and for nothing else 0123456789",
        "testing": True,
    }
    return Settings(**{**values, **changes})  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def empty_instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with an empty, migrated database, made once for each worker."""
    folder = tmp_path_factory.mktemp("empty")
    app = create_app(settings_for(folder))
    with app.app_context():
        bring_up_to_date(app.extensions["settings"])
        with transaction() as session:
            session.execute(update(Edition).values(turned_at=NOON - timedelta(days=1)))
        close(app)
    return folder


def close(app: Flask) -> None:
    """Close the application's database connections, which also folds the journal into the file."""
    from blog.state.database import db

    with app.app_context():
        db.session.remove()
        db.engine.dispose()


class Apart(FlaskClient):
    """A client whose requests see nothing of the test around them: no context, no database session of its own."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        kwargs.setdefault("buffered", True)
        return Context().run(super().open, *args, **kwargs)


@contextmanager
def running(empty: Path, instance: Path, **changes: object) -> Iterator[Flask]:
    """An application on a copy of the empty instance."""
    shutil.copytree(empty, instance, dirs_exist_ok=True)
    app = create_app(settings_for(instance, **changes))
    share_work(app)
    app.test_client_class = Apart
    with app.app_context():
        yield app
    close(app)


@pytest.fixture
def app(request: pytest.FixtureRequest, empty_instance: Path, tmp_path: Path, time: Clock) -> Iterator[Flask]:
    """An application with an empty notebook, in its context; with `--postgresql` it is on PostgreSQL."""
    if request.config.getoption("--postgresql"):
        app: Flask = request.getfixturevalue("server_app")
        app.test_client_class = Apart
        yield app
        return
    with running(empty_instance, tmp_path / "instance") as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A reader: no cookies, no JavaScript."""
    return reader_of(app)


def reader_of(app: Flask) -> FlaskClient:
    """A client that asks under the site's public address."""
    client = app.test_client()
    client.environ_base["HTTP_HOST"] = app.extensions["settings"].site_host
    return client


@pytest.fixture
def write(app: Flask, time: Clock) -> Write:
    """Writes a piece and publishes it, an hour after the one before.

    `publish=False` leaves a draft; `at` is the date; everything else is a field of the piece.
    """

    def write_piece(title: str = "", source: str = "Some words.", publish: bool = True, **fields: object) -> Piece:
        time.forward(hours=1)
        fields.setdefault("kind", Kind.ESSAY)
        fields["published_at"] = fields.pop("at", None)
        piece = pieces.create(Fields(title=title, source=source, **fields), time.now)  # type: ignore[arg-type]
        return (pieces.publish(piece.id, time.now) or piece) if publish else piece

    return write_piece
