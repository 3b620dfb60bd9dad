"""Several machines on one PostgreSQL: all hear of what one publishes, and nobody waits for a server that is gone."""

import asyncio
import time as real_time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import update

from app import create_app
from blog import door as module
from blog.door import Door
from blog.models import Edition, Kind
from blog.state.database import transaction
from blog.state.edition import PresentElsewhere
from blog.state.schema import bring_up_to_date
from blog.state.settings import Settings
from blog.writing import pieces
from blog.writing.fields import Fields
from tests.conftest import NOON, Clock, close, settings_for
from tests.door.asking import Sent, run, visit
from tests.servers.postgresql import PostgreSQL

PAGE = "/notebook/one/"


@dataclass
class Nodes:
    """A door of one node, and an application of another one that writes. The clock of both stands still."""

    door: Door
    writer: Flask
    piece: int = 0

    @property
    def present(self) -> PresentElsewhere:
        assert isinstance(self.door.present, PresentElsewhere)
        return self.door.present

    def publish(self, title: str) -> None:
        """Publish the one piece under another title."""
        with self.writer.app_context():
            fields = Fields(title=title, source="Words.", kind=Kind.ESSAY, slug="one", published_at=NOON)
            if self.piece:
                assert pieces.save(self.piece, fields, NOON, None)
            else:
                self.piece = pieces.create(fields, NOON).id
                pieces.publish(self.piece, NOON)

    def get(self, path: str = PAGE) -> Sent:
        return visit(self.door, path)

    def listen(self) -> None:
        """Have the reading node listen from now on."""
        self.present.begin()
        wait_until(lambda: not self.present.is_deaf)


def wait_until(holds: Callable[[], bool], seconds: float = 20) -> None:
    end = real_time.monotonic() + seconds
    while not holds():
        assert real_time.monotonic() < end
        real_time.sleep(0.005)


@contextmanager
def nodes_on(database: str, folder: Path) -> Iterator[Nodes]:
    """Two nodes, each with its own instance folder."""
    apps = []
    for name in ("reads", "writes"):
        (folder / name).mkdir(exist_ok=True)
        apps.append(create_app(settings_for(folder / name, database_url=database)))
    door = Door(apps[0])
    nodes = Nodes(door, apps[1])
    try:
        with apps[1].app_context():
            settings: Settings = apps[1].extensions["settings"]
            bring_up_to_date(settings)
        nodes.publish("First")
        yield nodes
    finally:
        door.close()
        for app in apps:
            close(app)


@pytest.fixture(autouse=True)
def goes_by_the_clock(time: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the door go by the test's clock, which stands still until it is moved."""
    monkeypatch.setattr(module, "time", lambda: time.now.timestamp())


@pytest.fixture
def nodes(migrated_database: str, tmp_path: Path, time: Clock) -> Iterator[Nodes]:
    with nodes_on(migrated_database, tmp_path) as nodes:
        yield nodes


@pytest.fixture
def own_nodes(own_postgresql: PostgreSQL, tmp_path: Path, time: Clock) -> Iterator[Nodes]:
    """Two nodes whose server may be stopped."""
    with nodes_on(own_postgresql.url(own_postgresql.create()), tmp_path) as nodes:
        yield nodes


def test_who_listens_hears_of_a_change_elsewhere_and_asks_only_then(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes.listen()
    nodes.get()
    nodes.get()
    asked: list[bool] = []
    ask = nodes.present.reader.name

    def counted() -> int:
        asked.append(True)
        return ask()

    monkeypatch.setattr(nodes.present.reader, "name", counted)
    assert [nodes.get().text.count("First") > 0 for _ in range(5)] == [True] * 5
    assert not asked
    nodes.publish("Second")
    wait_until(lambda: "Second" in nodes.get().text, seconds=1)
    assert len(asked) == 1


def test_no_page_of_an_edition_that_was_undone_is_shown_as_the_next_of_its_number(nodes: Nodes, time: Clock) -> None:
    nodes.publish("Undone")
    assert "Undone" in nodes.get().text
    with nodes.writer.app_context(), transaction() as session:
        session.execute(update(Edition).values(number=Edition.number - 1, turned_at=NOON - timedelta(hours=1)))
    nodes.publish("Second")
    time.forward(seconds=2)
    assert "Second" in nodes.get().text


def test_where_a_notification_is_lost_a_second_is_the_bound(
    nodes: Nodes, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(nodes.present.listener, "hear", heard.append)
    nodes.listen()
    assert all("First" in nodes.get().text for _ in range(2))
    nodes.publish("Second")
    wait_until(lambda: bool(heard))
    assert "First" in nodes.get().text
    time.forward(seconds=1)
    assert "Second" in nodes.get().text


def test_who_does_not_listen_asks_each_time(nodes: Nodes) -> None:
    assert "First" in nodes.get().text
    for title in ("Second", "Third"):
        nodes.publish(title)
        assert title in nodes.get().text


def test_without_a_counter_of_its_own_a_node_asks_each_time(
    migrated_database: str, tmp_path: Path, time: Clock
) -> None:
    (tmp_path / "reads" / "turns").mkdir(parents=True)
    with nodes_on(migrated_database, tmp_path) as nodes:
        nodes.present.begin()
        assert "First" in nodes.get().text
        nodes.publish("Second")
        assert "Second" in nodes.get().text


def test_a_change_while_nothing_is_heard_shows_at_once(nodes: Nodes, postgresql: PostgreSQL) -> None:
    nodes.listen()
    nodes.get()
    line = nodes.present.listener.line
    assert line
    with postgresql.administer() as connection:
        connection.execute("SELECT pg_terminate_backend(%s)", [line.connection.info.backend_pid])
    wait_until(lambda: nodes.present.is_deaf)
    nodes.publish("Second")
    assert "Second" in nodes.get().text
    wait_until(lambda: not nodes.present.is_deaf)
    nodes.publish("Third")
    wait_until(lambda: "Third" in nodes.get().text, seconds=1)


def test_all_who_come_while_the_database_is_asked_share_one_answer(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def slow(anew: bool = False) -> int:
        asked.append(real_time.monotonic())
        real_time.sleep(0.05)
        return 7

    monkeypatch.setattr(nodes.present.reader, "name", slow)

    async def many() -> list[int]:
        first = asyncio.create_task(nodes.present.ask(0.0))
        await asyncio.sleep(0.01)
        return await asyncio.gather(first, *(nodes.present.ask(0.0) for _ in range(50)))

    assert set(run(many())) == {7}
    assert len(asked) == 2


def test_without_its_server_the_last_edition_stands_and_the_server_is_found_again(
    own_nodes: Nodes, own_postgresql: PostgreSQL
) -> None:
    own_nodes.door.app.config["PROPAGATE_EXCEPTIONS"] = False
    own_nodes.listen()
    fresh = own_nodes.get()
    assert "bokashi-stale" not in fresh.headers
    own_postgresql.stop()
    wait_until(lambda: own_nodes.present.is_deaf)
    for _ in range(3):
        began = real_time.monotonic()
        stale = own_nodes.get()
        assert (stale.status, stale.raw) == (200, fresh.raw)
        assert "bokashi-stale" in stale.headers
        assert real_time.monotonic() - began < 4
    cold = own_nodes.get("/notebook/")
    assert (cold.status, cold.headers["retry-after"]) == (503, "5")
    assert own_nodes.get("/up").status == 503
    own_postgresql.start()
    wait_until(lambda: "bokashi-stale" not in own_nodes.get().headers, seconds=5)
    assert own_nodes.get("/up").status == 200
    own_nodes.publish("Second")
    wait_until(lambda: "Second" in own_nodes.get().text, seconds=1)


def test_nobody_waits_for_a_server_that_hangs(own_nodes: Nodes, own_postgresql: PostgreSQL, time: Clock) -> None:
    def later() -> Sent:
        time.forward(seconds=2)
        return own_nodes.get()

    own_nodes.listen()
    fresh = own_nodes.get()
    own_nodes.publish("Second")
    wait_until(lambda: own_nodes.present.turn < 0)
    own_postgresql.pause()
    try:
        waits = []
        for _ in range(5):
            began = real_time.monotonic()
            stale = later()
            waits.append(real_time.monotonic() - began)
            assert (stale.raw, "bokashi-stale" in stale.headers) == (fresh.raw, True)
        # One look waits in vain, and a second one where the listener noticed meanwhile that it hears nothing.
        assert max(waits[:2]) < 4
        assert max(waits[2:]) < 1
    finally:
        own_postgresql.resume()
    wait_until(lambda: later().text.count("Second") > 0, seconds=10)
