"""Limits on tries hold for the whole site, however many workers count."""

from pathlib import Path

import pytest
from flask import current_app

from blog.state.limits import tries
from tests.conftest import Clock, running


@pytest.mark.parametrize(("workers", "limit"), [(1, "10 per minute"), (3, "3 per minute"), (64, "1 per minute")])
def test_workers_share_a_limit(empty_instance: Path, tmp_path: Path, time: Clock, workers: int, limit: str) -> None:
    with running(empty_instance, tmp_path / "instance", workers=workers):
        assert current_app
        assert tries(10, "minute")() == limit
