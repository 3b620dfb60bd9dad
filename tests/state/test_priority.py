"""Who works for one reader only gives way to who hands out pages."""

import os
import sys
import threading

import pytest
from flask import Flask

from blog.door import Door
from blog.state.priority import NICE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux gives threads priorities of their own.")


def priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_searches_and_uploads_give_way_to_pages(app: Flask) -> None:
    usual, door = priority(), Door(app)
    try:
        assert door.page_threads.submit(priority).result() == usual
        assert door.other_threads.submit(priority).result() == max(usual, NICE)
    finally:
        door.close()
    assert priority() == usual


def test_what_gives_way_still_gets_a_share_beside_busy_programs() -> None:
    """It holds the interpreter while it waits for a processor: at 19, pages would wait with it."""
    assert 0 < NICE <= 5


def forbid(*_: int) -> None:
    raise PermissionError


def test_where_giving_way_is_forbidden_work_is_done_all_the_same(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "setpriority", forbid)
    usual, door = priority(), Door(app)
    try:
        assert door.other_threads.submit(priority).result() == usual
    finally:
        door.close()
