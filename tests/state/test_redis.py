"""Redis is shared by all nodes, and may stop, hang or forget: that costs time, and nothing else."""

import json
import logging
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import pytest
import redis as client
from flask import Flask, current_app

from app import create_app
from blog.state import caches, limits, redis_server
from blog.state.caches import entry_name, rendered
from blog.state.redis_server import complaints
from blog.state.settings import SettingError
from blog.text import render
from tests.conftest import Clock, reader_of, running, settings_for
from tests.servers.redis import Redis
from tests.servers.service import free_port
from tests.state.conftest import Bomb

SOURCE = "# One\n\nWords with *weight*."
SEARCHES = 60


@contextmanager
def node(empty: Path, folder: Path, url: str, **more: object) -> Iterator[Flask]:
    """A node with an instance folder of its own."""
    with running(empty, folder, redis_url=url, **more) as app:
        yield app


def key_of(source: str) -> str:
    return f"bokashi:{entry_name(source, '', '')}"


def search(app: Flask, address: str = "192.0.2.1") -> int:
    reader = reader_of(app)
    reader.environ_base["REMOTE_ADDR"] = address
    return reader.get("/search/?q=words").status_code


def test_what_one_node_renders_another_one_reads(
    redis: Redis, empty_instance: Path, tmp_path: Path, time: Clock, renders: list[str]
) -> None:
    with node(empty_instance, tmp_path / "a", redis.url):
        rendered(SOURCE)
    with node(empty_instance, tmp_path / "b", redis.url):
        assert rendered(SOURCE) == render(SOURCE)
    assert renders == [SOURCE]
    with client.from_url(redis.url) as server:
        assert json.loads(server.get(key_of(SOURCE)))["html"] == render(SOURCE).html
        assert all(0 < server.ttl(key) <= caches.LIFETIME for key in server.scan_iter())


@pytest.mark.parametrize("content", [pickle.dumps(Bomb()), b"!" + pickle.dumps(Bomb()), b"\xff", b"{", b"[]", b"7"])
def test_what_is_not_ours_is_a_miss(
    redis: Redis, empty_instance: Path, tmp_path: Path, time: Clock, renders: list[str], content: bytes
) -> None:
    with client.from_url(redis.url) as server:
        server.set(key_of(SOURCE), content)
    with node(empty_instance, tmp_path / "a", redis.url):
        assert rendered(SOURCE) == render(SOURCE)
    assert renders == [SOURCE]


def test_nodes_count_tries_together(redis: Redis, empty_instance: Path, tmp_path: Path, time: Clock) -> None:
    statuses = []
    with node(empty_instance, tmp_path / "a", redis.url, workers=4) as app:
        statuses += [search(app) for _ in range(SEARCHES - 10)]
    with node(empty_instance, tmp_path / "b", redis.url, workers=4) as app:
        statuses += [search(app) for _ in range(11)]
        assert search(app, "192.0.2.2") == 200
    assert statuses == [200] * SEARCHES + [429]
    with client.from_url(redis.url) as server:
        assert all(0 < server.ttl(key) <= 120 for key in server.scan_iter("bokashi:limits:*"))


def test_a_trial_leaves_nothing_behind(redis: Redis) -> None:
    assert list(complaints(redis.url)) == []
    with client.from_url(redis.url) as server:
        assert list(server.scan_iter()) == []


def test_a_redis_that_takes_nothing_is_named(own_redis: Redis) -> None:
    own_redis.say("CONFIG SET maxmemory 1")
    (sentence,) = complaints(own_redis.url)
    assert "maxmemory" in sentence


def test_a_redis_that_stops_costs_nothing_but_time_and_is_used_again(
    own_redis: Redis, empty_instance: Path, tmp_path: Path, time: Clock, renders: list[str],
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:  # fmt: skip
    monkeypatch.setattr(caches, "REST_SECONDS", 0.0)
    with node(empty_instance, tmp_path / "a", own_redis.url, workers=2) as app:
        rendered(SOURCE)
        assert search(app) == 200
        own_redis.stop()
        with caplog.at_level(logging.WARNING, logger="blog.state.caches"):
            assert [rendered(SOURCE) == render(SOURCE) for _ in range(3)] == [True] * 3
        assert len(caplog.records) == 1
        statuses = [search(app) for _ in range(SEARCHES // 2 + 1)]
        assert statuses == [200] * (SEARCHES // 2) + [429]
        own_redis.start()
        renders.clear()
        rendered(SOURCE)
        rendered(SOURCE)
        assert renders == [SOURCE]
        limits.limiter._Limiter__last_check_backend = 0.0  # type: ignore[attr-defined]
        assert search(app) == 200
        assert limits.limiter.limiter.storage is limits.limiter.storage


def test_a_redis_that_hangs_holds_nobody_up_for_long(
    own_redis: Redis, empty_instance: Path, tmp_path: Path, time: Clock
) -> None:
    with node(empty_instance, tmp_path / "a", own_redis.url) as app:
        rendered(SOURCE)
        own_redis.pause()
        began = perf_counter()
        for number in range(30):
            rendered(f"Text {number}")
        assert perf_counter() - began < 5
        began = perf_counter()
        assert search(app) == 200
        assert perf_counter() - began < 5
        own_redis.resume()


def test_a_site_starts_without_its_redis_and_says_so(empty_instance: Path, tmp_path: Path, time: Clock) -> None:
    with node(empty_instance, tmp_path / "a", f"redis://127.0.0.1:{free_port()}/0") as app:
        assert search(app) == 200
        assert rendered(SOURCE) == render(SOURCE)
        (sentence,) = complaints(current_app.extensions["settings"].redis_url)
        assert "refused" in sentence


def test_a_wrong_password_is_named_and_no_password_is(own_redis: Redis) -> None:
    own_redis.say("CONFIG SET requirepass geheim123")
    for url in (own_redis.url, own_redis.url.replace("//", "//:falsch456@")):
        (sentence,) = complaints(url)
        assert "falsch456" not in sentence
    assert not list(complaints(own_redis.url.replace("//", "//:geheim123@")))


@pytest.mark.parametrize("url", ["redis://127.0.0.1:port/0", "redis://[", "redis://127.0.0.1:99999999/0"])
def test_an_address_that_cannot_be_one_is_refused_at_start(tmp_path: Path, url: str) -> None:
    with pytest.raises(SettingError, match="BLOG_REDIS_URL"):
        create_app(settings_for(tmp_path, redis_url=url))


def test_redis_is_asked_for_only_where_its_client_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(redis_server, "find_spec", lambda _: None)
    with pytest.raises(SettingError, match="BLOG_REDIS_URL"):
        create_app(settings_for(tmp_path, redis_url="redis://127.0.0.1:6379/0"))


def test_limits_find_a_redis_behind_a_socket(tmp_path: Path, empty_instance: Path, time: Clock) -> None:
    with node(empty_instance, tmp_path / "a", "unix:///nowhere/redis.sock") as app:
        assert search(app) == 200
