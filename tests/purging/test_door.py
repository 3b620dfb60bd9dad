"""The door between Flask and a cache in front: how long what it hands out may be held."""

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from blog.door import Door
from blog.state.edition_reader import FileReader, Unreachable
from blog.state.kept import Entry
from tests.conftest import Clock, Write
from tests.door.asking import Sent
from tests.door.conftest import Visit, door, get, renders

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

__all__ = ["door", "get", "renders"]


def control(sent: Sent) -> str:
    return sent.headers["cache-control"]


def test_what_the_door_keeps_may_be_held(get: Visit, renders: Counter[str]) -> None:
    for _ in range(2):
        assert control(get("/")) == "public, max-age=0, s-maxage=86400"
    assert renders["/"] == 1


def test_without_its_database_a_worker_lets_nobody_hold_what_it_hands_out(
    door: Door, get: Visit, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another node may have published meanwhile, and nobody would tell the cache of this answer."""
    get("/")

    def gone(*_: object, **__: object) -> int:
        raise Unreachable("gone")

    monkeypatch.setattr(FileReader, "name", gone)
    time.forward(minutes=1)
    for headers in ({}, {"if_none_match": "*"}):
        sent = get("/", **headers)
        assert control(sent) == "public, no-cache"
        assert "bokashi-stale" in sent.headers


def test_nobody_holds_what_was_made_while_the_site_changed(
    door: Door, get: Visit, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The purge for that change may be over before this answer arrives."""
    answer = door.answer

    def overtaken(environ: "WSGIEnvironment", encoding: str) -> Entry:
        entry = answer(environ, encoding)
        with door.app.app_context():
            write("Meanwhile")
        return entry

    with monkeypatch.context() as patch:
        patch.setattr(door, "answer", overtaken)
        sent = get("/")
        assert (sent.status, control(sent)) == (200, "public, no-cache")
        assert control(get("/?unknown=1")) == "public, no-cache"
    assert "s-maxage" in control(get("/"))
    assert "Meanwhile" in get("/").text


def test_the_door_lets_go_early_enough_for_what_is_held(get: Visit, write: Write, time: Clock) -> None:
    write("Soon", at=time.now + timedelta(hours=2))
    moment = time.now + timedelta(hours=1)
    while time.now < moment:
        held = control(get("/")).rpartition("s-maxage=")[2]
        if held.isdigit():
            assert time.now + timedelta(seconds=int(held)) <= moment
        time.forward(seconds=37)
    time.forward(seconds=1)
    assert "Soon" in get("/").text
