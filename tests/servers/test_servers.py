"""The servers that other tests rely on: they start quickly, are one for all workers, and end whatever happens."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import psycopg
import pytest

from tests.servers.nginx import Nginx
from tests.servers.postgresql import PostgreSQL
from tests.servers.redis import Redis
from tests.servers.service import HOST
from tests.servers.shared import ROOT, shared
from tests.servers.starting import Starter
from tests.servers.varnish import Varnish

HELLO = "server { listen {host}:{port}; location / { return 200 hello; } }"
USER = """
import json, sys, time
from pathlib import Path
from tests.servers.redis import Redis
from tests.servers.shared import shared
with shared(Redis, Path(sys.argv[1])) as server:
    print(json.dumps(server.port), flush=True)
    time.sleep(60)
"""


def plain(url: str) -> str:
    """The address of a database as psycopg takes it."""
    return url.replace("+psycopg", "")


def test_each_test_has_a_database_of_its_own(migrated_database: str, empty_database: str) -> None:
    with psycopg.connect(plain(migrated_database)) as connection:
        assert connection.execute("SELECT count(*) FROM piece").fetchone() == (0,)
    with psycopg.connect(plain(empty_database)) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_has_an_empty_redis(redis: Redis, turn: int) -> None:
    assert redis.say(f"SELECT {redis.database}\r\nDBSIZE") == b":0"
    assert redis.say(f"SELECT {redis.database}\r\nSET turn {turn}") == b"+OK"


def test_postgresql_can_be_stopped_and_started(own_postgresql: PostgreSQL) -> None:
    url = plain(own_postgresql.url(own_postgresql.create()))
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept (number int)")
    own_postgresql.stop()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url, connect_timeout=2)
    own_postgresql.start()
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)


def test_a_paused_server_hangs_and_goes_on(own_redis: Redis) -> None:
    own_redis.pause()
    begun = time.monotonic()
    assert not own_redis.is_ready()
    assert time.monotonic() - begun > 0.9
    own_redis.resume()
    assert own_redis.is_ready()


def test_varnish_stands_before_nginx(start: Starter, tmp_path: Path) -> None:
    nginx = start(Nginx, HELLO)
    settings = tmp_path / "all.vcl"
    text = f'vcl 4.1; backend default {{ .host = "{HOST}"; .port = "{nginx.port}"; }}'
    settings.write_text(text)
    varnish = start(Varnish, settings)
    assert read(varnish.port) == "hello"
    settings.write_text(text + ' sub vcl_recv { return (synth(200, "other")); }')
    varnish.load_again()
    assert "other" in read(varnish.port)


def test_nginx_takes_another_file_while_it_serves(start: Starter) -> None:
    nginx = start(Nginx, HELLO)
    assert read(nginx.port) == "hello"
    nginx.site = HELLO.replace("hello", "other")
    nginx.load_again()
    end = time.monotonic() + 30
    said = {"hello"}
    while said != {"other"} and time.monotonic() < end:  # for a moment both answer, the old and the new
        said = {read(nginx.port) for _ in range(20)}
    assert said == {"other"}


@pytest.fixture
def users(tmp_path: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Three processes that use one shared server, each saying its port, until they are killed."""
    with ExitStack() as stack:
        started = []
        for _ in range(3):
            command = [sys.executable, "-c", USER, str(tmp_path)]
            started.append(stack.enter_context(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)))
            stack.callback(started[-1].kill)
        yield started


def test_a_shared_server_is_one_for_all_and_ends_after_the_last(
    users: list[subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    ports = {json.loads(user.stdout.readline()) for user in users if user.stdout}
    assert len(ports) == 1
    with shared(Redis, tmp_path) as server:
        for user in users:
            os.kill(user.pid, signal.SIGKILL)
            user.communicate()
        time.sleep(0.1)
        assert server.port in ports
        assert server.is_ready()
    end = time.monotonic() + 30
    while server.is_ready() and time.monotonic() < end:
        time.sleep(0.01)
    assert not server.is_ready()
    with shared(Redis, tmp_path) as another:
        assert another.is_ready()


def read(port: int) -> str:
    with urlopen(f"http://{HOST}:{port}/", timeout=10) as answer:
        text: str = answer.read().decode()
    return text
