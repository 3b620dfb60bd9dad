"""Applications on PostgreSQL: one on a database of the present schema, and others that a test opens itself.

`pytest --postgresql` gives every test that asks for an application one of these.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import update

from app import create_app
from blog.models import Edition
from blog.state.database import db, transaction
from blog.state.settings import Settings
from tests.shared_work import share_work

Open = Callable[[str], Flask]
BEFORE = datetime(2026, 11, 19, 12, 0, tzinfo=UTC)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option to have PostgreSQL under all tests."""
    parser.addoption("--postgresql", action="store_true", help="Give every test a database on PostgreSQL.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what looks into SQLite itself, where PostgreSQL is under all tests."""
    if config.getoption("--postgresql"):
        for item in items:
            if item.get_closest_marker("sqlite"):
                item.add_marker(pytest.mark.skip(reason="It looks into SQLite itself."))


@contextmanager
def running_on(address: str, instance: Path) -> Iterator[Flask]:
    """An application on the database at an address, in its context."""
    instance.mkdir(exist_ok=True)
    app = create_app(
        Settings(
            site_url="https://blog.example",
            instance=instance,
            database_url=address,
            secret_key="a key for tests and for nothing else 0123456789",
            testing=True,
        )
    )
    share_work(app)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def open_on(tmp_path: Path) -> Iterator[Open]:
    """Opens an application on the database at an address, each with an instance folder of its own."""
    with ExitStack() as stack:
        number = iter(range(100))
        yield lambda address: stack.enter_context(running_on(address, tmp_path / f"node-{next(number)}"))


@pytest.fixture
def server_app(migrated_database: str, tmp_path: Path) -> Iterator[Flask]:
    """An application with an empty notebook on PostgreSQL, in its context."""
    with running_on(migrated_database, tmp_path / "instance") as app:
        with transaction() as session:
            session.execute(update(Edition).values(turned_at=BEFORE))
        yield app
