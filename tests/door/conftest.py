"""A door in front of the test's application, and how often that was asked."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from flask import Flask

from blog import door as module
from blog.door import Door
from tests.conftest import Clock
from tests.door.asking import Sent, visit

Visit = Callable[..., Sent]


@pytest.fixture
def renders(app: Flask) -> Counter[str]:
    """How often each path was asked of Flask."""
    counted: Counter[str] = Counter()
    inner = app.wsgi_app

    def counting(environ: Any, start_response: Any) -> Iterable[bytes]:
        counted[environ["PATH_INFO"]] += 1
        return inner(environ, start_response)

    app.wsgi_app = counting  # type: ignore[method-assign]
    return counted


@pytest.fixture
def door(app: Flask, renders: Counter[str], time: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    """A door that goes by the test's clock."""
    monkeypatch.setattr(module, "time", lambda: time.now.timestamp())
    door = Door(app)
    yield door
    door.close()


@pytest.fixture
def get(door: Door) -> Visit:
    """Visits an address through the door."""

    def get(address: str, method: str = "GET", **given: Any) -> Sent:
        return visit(door, address, method, **given)

    return get
