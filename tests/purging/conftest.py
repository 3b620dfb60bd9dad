"""A site with a cache in front of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from blog.state import purging
from tests.conftest import Clock, running
from tests.purging.front import Front
from tests.servers.threaded import serving
from tests.web.conftest import account, author

__all__ = ["account", "author"]
SECRET = "tell-nobody"


@pytest.fixture
def front(monkeypatch: pytest.MonkeyPatch) -> Iterator[Front]:
    """The cache in front; what a process tells it shortly after, and nobody can wait for, is left out."""
    monkeypatch.setattr(purging, "ECHOES", ())
    with serving(Front()) as front:
        yield front


@pytest.fixture
def app(empty_instance: Path, tmp_path: Path, time: Clock, front: Front) -> Iterator[Flask]:
    """An application that knows of it."""
    hook = {"purge_url": f"http://{front.host}/-/purge?x=1", "purge_header": f"Authorization: Bearer {SECRET}"}
    with running(empty_instance, tmp_path / "instance", **hook) as app:
        yield app
