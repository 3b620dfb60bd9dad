"""Two nodes on one PostgreSQL: the cache in front is told by one of them, whichever lives."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask

from app import create_app
from blog.models import Kind
from blog.state import purging
from blog.state.purging import AGAIN, purge_due
from blog.writing import pieces
from blog.writing.fields import Fields
from tests.conftest import Clock, close, settings_for
from tests.purging.front import Front


@pytest.fixture
def nodes(migrated_database: str, tmp_path: Path, front: Front) -> Iterator[list[Flask]]:
    """Two nodes, each with an instance folder of its own."""
    with ExitStack() as stack:
        apps = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            hook = {"database_url": migrated_database, "purge_url": f"http://{front.host}/"}
            app = create_app(settings_for(tmp_path / name, **hook))
            stack.callback(close, app)
            apps.append(app)
        yield apps


def look(app: Flask, time: Clock) -> None:
    """What the watch of a worker does."""
    with app.app_context():
        purge_due(time.now)


def all_look(nodes: list[Flask], time: Clock) -> None:
    """Have four workers of each node look at once."""
    threads = [Thread(target=look, args=(app, time)) for app in nodes * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def publish(app: Flask, time: Clock) -> None:
    with app.app_context():
        piece = pieces.create(Fields(kind=Kind.ESSAY, title="A", source="Words."), time.now)
        pieces.publish(piece.id, time.now)


def test_one_of_all_processes_of_all_nodes_tells(nodes: list[Flask], front: Front, time: Clock) -> None:
    for number in range(1, 4):
        publish(nodes[number % 2], time)
        all_look(nodes, time)
        assert len(front.told) == 2 * number - 1
        time.forward(seconds=AGAIN.seconds)
        all_look(nodes, time)
        all_look(nodes, time)
        assert len(front.told) == 2 * number


def test_what_a_node_that_died_had_not_told_the_other_one_tells(nodes: list[Flask], front: Front, time: Clock) -> None:
    publish(nodes[0], time)
    with nodes[0].app_context():
        assert purging.claim(time.now)
    look(nodes[1], time)
    assert front.told == []
    time.forward(seconds=AGAIN.seconds)
    look(nodes[1], time)
    assert front.told == ["site"]
    time.forward(hours=1)
    all_look(nodes, time)
    assert front.told == ["site"]
