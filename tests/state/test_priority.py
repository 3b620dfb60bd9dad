"""Who works for one reader only gives way to who hands out pages."""

import os
import sys
import threading

import pytest
from flask import Flask

from blog.door import Door
from blog.state.priority import NICEST

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux gives threads priorities of their own.")


def priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_searches_and_uploads_give_way_to_pages(app: Flask) -> None:
    usual, door = priority(), Door(app)
    try:
        assert door.page_threads.submit(priority).result() == usual
        assert door.other_threads.submit(priority).result() == max(usual, NICEST)
    finally:
        door.close()
    assert priority() == usual


def forbid(*_: int) -> None:
    raise PermissionError


def test_where_giving_way_is_forbidden_work_is_done_all_the_same(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "setpriority", forbid)
    usual, door = priority(), Door(app)
    try:
        assert door.other_threads.submit(priority).result() == usual
    finally:
        door.close()
