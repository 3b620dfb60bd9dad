"""Limits on tries hold for the whole site, however many workers count."""

from pathlib import Path

import pytest
from flask import Flask, current_app

from blog.state.limits import reader_network, tries
from tests.conftest import Clock, running


@pytest.mark.parametrize(("workers", "limit"), [(1, "10 per minute"), (3, "3 per minute"), (64, "1 per minute")])
def test_workers_share_a_limit(empty_instance: Path, tmp_path: Path, time: Clock, workers: int, limit: str) -> None:
    with running(empty_instance, tmp_path / "instance", workers=workers):
        assert current_app
        assert tries(10, "minute")() == limit


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("unix:", "unix:"),
        ("", "nowhere"),
    ],
)
def test_a_reader_who_has_a_whole_network_is_one_reader(app: Flask, address: str, counted: str) -> None:
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        assert reader_network() == counted
