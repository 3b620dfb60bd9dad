"""What is kept is answered in the server's own thread; what has to wait goes on in the event loop."""

import asyncio
import threading
from collections.abc import Iterator
from contextvars import copy_context
from typing import Any

import pytest
from flask import Flask
from granian._futures import _cbsched_aioschedule, _future_watcher_wrapper

from blog.bridge import begin_at_once
from blog.door import Door
from blog.state.kept import Entry, Store
from tests.door.asking import Fields, Request, Sent


class Watcher:
    """What granian makes of a request: what the application is given, and who waits for the end."""

    def __init__(self, scope: Request, proto: Sent) -> None:
        self.scope, self.proto = scope, proto
        self.ended = threading.Event()
        self.error: BaseException | None = None

    def taskref(self, task: Any) -> None:
        self.task = task

    def err(self, error: BaseException) -> None:
        self.error = error
        self.ended.set()

    def done(self) -> None:
        self.ended.set()


class Server:
    """Hands requests to a loop that runs in another thread, by the server's own code."""

    def __init__(self, door: Door) -> None:
        self.door, self.loop = door, asyncio.new_event_loop()
        begin_at_once(self.loop)
        begin: Any = _future_watcher_wrapper
        schedule: Any = _cbsched_aioschedule
        self.schedule = schedule(self.loop, copy_context(), begin(door.__rsgi__))
        self.thread = threading.Thread(target=self.loop.run_forever)

    def request(self, path: str) -> Watcher:
        watcher = Watcher(Request(path, "", Fields([("host", self.door.site_host)]), "GET"), Sent(b""))
        self.schedule(watcher)
        return watcher


@pytest.fixture
def server(door: Door) -> Iterator[Server]:
    server = Server(door)
    server.thread.start()
    yield server
    server.loop.call_soon_threadsafe(door.present.end)
    server.loop.call_soon_threadsafe(server.loop.stop)
    server.thread.join()
    server.loop.close()


@pytest.mark.sqlite
def test_what_is_kept_is_answered_before_the_server_goes_on(server: Server) -> None:
    first, second = server.request("/"), server.request("/")
    assert first.ended.wait(20)
    assert second.ended.wait(20)
    again = server.request("/")
    assert again.ended.is_set()
    assert not hasattr(again, "task")
    assert (again.proto.status, again.proto.raw) == (200, first.proto.raw)


def test_what_is_not_kept_goes_on_in_the_loop(server: Server) -> None:
    answered = server.request("/nothing-here/")
    assert answered.ended.wait(20)
    assert (answered.proto.status, answered.error) == (404, None)
    assert answered.task.get_loop() is server.loop


def test_many_at_once_get_the_same_answer(server: Server) -> None:
    watchers = [server.request("/notebook/") for _ in range(50)]
    assert all(watcher.ended.wait(20) for watcher in watchers)
    assert {(watcher.proto.status, watcher.proto.raw) for watcher in watchers} == {(200, watchers[0].proto.raw)}


def test_an_error_on_the_way_is_the_servers_to_answer(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_scope: Any) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr(server.door, "key", fail)
    watcher = server.request("/")
    assert watcher.ended.is_set()
    assert str(watcher.error) == "broken"


def test_a_loop_that_takes_no_attribute_stays_as_it_is(app: Flask) -> None:
    class Closed:
        __slots__ = ()

        def call_soon_threadsafe(self) -> str:
            return "as ever"

    loop: Any = Closed()
    begin_at_once(loop)
    assert loop.call_soon_threadsafe() == "as ever"


def test_an_entry_may_leave_while_another_thread_takes_it() -> None:
    def entry() -> Entry:
        return Entry(200, [], b"", "", "", 1, 0.0)

    store = Store(entry().size * 2)
    ended = threading.Event()

    def put() -> None:
        for number in range(20_000):
            store.put((str(number % 5), "", False, ""), entry())
        ended.set()

    thread = threading.Thread(target=put)
    thread.start()
    while not ended.is_set():
        for number in range(5):
            store.get((str(number), "", False, ""))
    thread.join()
    assert store.size <= store.most
