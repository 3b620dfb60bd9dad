"""What every test may ask for: a database on PostgreSQL, a Redis, and servers of its own that it may stop or kill.

A test that asks for one is marked `service`. Where a program is missing it is skipped, which is told loudly at the
end of the run; with CI set it fails.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

from app import create_app
from blog.state.database import db
from blog.state.schema import bring_up_to_date
from blog.state.settings import Settings
from tests.servers.postgresql import PostgreSQL
from tests.servers.redis import DATABASES, Redis
from tests.servers.service import Missing
from tests.servers.shared import shared
from tests.servers.starting import Kind, Starter

NEED = {"postgresql", "redis", "start", "start_for_all"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test that needs a server."""
    for item in items:
        if NEED & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.service)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly which kinds of tests were not run, and why."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if isinstance(report.longrepr, tuple)]
    told = [report.longrepr[2].removeprefix("Skipped: ") for report in skipped]
    reasons = [reason for reason in told if "on this machine, so" in reason]
    for reason in sorted(set(reasons)):
        terminalreporter.write_line(f"{reasons.count(reason)} tests were SKIPPED. {reason}", yellow=True, bold=True)


def absent(missing: Missing) -> NoReturn:
    """Skip a test for want of a program, or fail where everything has to be tested."""
    reason = f"No {missing} on this machine, so what needs it was not tested: install it."
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)


def common_place(factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of a run have in common."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def worker_number() -> int:
    """The number of this worker, 0 where there is only one."""
    return int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


@contextmanager
def shared_or_absent(kind: type[Kind], factory: pytest.TempPathFactory) -> Iterator[Kind]:
    with ExitStack() as stack:
        try:
            yield stack.enter_context(shared(kind, common_place(factory)))
        except Missing as missing:
            absent(missing)


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgreSQL]:
    """The PostgreSQL of this run."""
    with shared_or_absent(PostgreSQL, tmp_path_factory) as server:
        yield server


@pytest.fixture(scope="session")
def migrated_template(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a database with the present schema and nothing in it, made once for each worker."""
    name, folder = postgresql.create(), tmp_path_factory.mktemp("template")
    app = create_app(
        Settings(
            site_url="https://blog.example",
            instance=folder,
            database_url=postgresql.url(name),
            secret_key="a key for tests and for nothing else 0123456789",
            testing=True,
        )
    )
    with app.app_context():
        bring_up_to_date(app.extensions["settings"])
        db.session.remove()
        db.engine.dispose()
    return name


@pytest.fixture
def empty_database(postgresql: PostgreSQL) -> Iterator[str]:
    """The address of a database with nothing in it."""
    name = postgresql.create()
    yield postgresql.url(name)
    postgresql.drop(name)


@pytest.fixture
def migrated_database(postgresql: PostgreSQL, migrated_template: str) -> Iterator[str]:
    """The address of a database with the present schema and no rows but those of the migrations."""
    name = postgresql.create(migrated_template)
    yield postgresql.url(name)
    postgresql.drop(name)


@pytest.fixture
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    """The Redis of this run, with a database of this worker and nothing in it; `redis.url` is its address."""
    with shared_or_absent(Redis, tmp_path_factory) as server:
        server.database = worker_number() % DATABASES
        server.flush()
        yield server


class StarterOrAbsent(Starter):
    """Starts servers that a test may stop, kill and pause; skips the test where a program is missing."""

    def __call__(self, kind: type[Kind], *given: Any, **more: Any) -> Kind:
        try:
            return super().__call__(kind, *given, **more)
        except Missing as missing:
            absent(missing)


@pytest.fixture
def start() -> Iterator[Starter]:
    """Starts servers that only this test uses."""
    with ExitStack() as stack:
        yield StarterOrAbsent(stack)


@pytest.fixture(scope="module")
def start_for_all() -> Iterator[Starter]:
    """Starts servers that all tests of one module use."""
    with ExitStack() as stack:
        yield StarterOrAbsent(stack)


@pytest.fixture
def own_postgresql(start: Starter) -> PostgreSQL:
    """A PostgreSQL that only this test uses."""
    return start(PostgreSQL)


@pytest.fixture
def own_redis(start: Starter) -> Redis:
    """A Redis that only this test uses."""
    return start(Redis)
