"""Applications on PostgreSQL: one on a database of the present schema, and others that a test opens itself."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import update

from app import create_app
from blog.models import Edition
from blog.state.database import transaction
from tests.conftest import NOON, Apart, Clock, close, settings_for

Open = Callable[[str], Flask]


@contextmanager
def running_on(address: str, instance: Path) -> Iterator[Flask]:
    """An application on the database at an address, in its context."""
    instance.mkdir(exist_ok=True)
    app = create_app(settings_for(instance, database_url=address))
    app.test_client_class = Apart
    with app.app_context():
        yield app
    close(app)


@pytest.fixture
def open_on(tmp_path: Path) -> Iterator[Open]:
    """Opens an application on the database at an address, each with an instance folder of its own."""
    with ExitStack() as stack:
        number = iter(range(100))
        yield lambda address: stack.enter_context(running_on(address, tmp_path / f"node-{next(number)}"))


@pytest.fixture
def app(migrated_database: str, tmp_path: Path, time: Clock) -> Iterator[Flask]:
    """An application with an empty notebook on PostgreSQL, in its context."""
    with running_on(migrated_database, tmp_path / "instance") as app:
        with transaction() as session:
            session.execute(update(Edition).values(turned_at=NOON.replace(day=19)))
        yield app
