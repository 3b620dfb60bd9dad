"""Two nodes on PostgreSQL and Redis: what one does holds at the other, and readers notice nothing of a node's end."""

import time
from collections.abc import Callable

import psycopg
import pytest

from tests.nodes.fronts import Cache, Front
from tests.nodes.site import Site, two_nodes, wait_until
from tests.servers.crowd import Crowd, begin
from tests.servers.people import Author, Person
from tests.servers.postgresql import PostgreSQL
from tests.servers.redis import Redis
from tests.servers.starting import Starter

# A node that is not told asks after a second; Varnish is told once more after four.
BOUND, HELD = 1.0, 5.0
READERS, PAUSE = 6, 0.01
SAVES = 6


def shows(reader: Person, path: str, words: str) -> Callable[[], bool]:
    return lambda: words in reader.get(path).text


@pytest.fixture(scope="module")
def site(start_for_all: Starter, postgresql: PostgreSQL) -> Site:
    """Two nodes behind nginx, which migrated an empty database when they started."""
    database, redis = postgresql.url(postgresql.create()), start_for_all(Redis)
    return two_nodes(start_for_all, Front, database, redis.url)


def test_what_the_author_does_at_one_node_holds_at_the_other(site: Site) -> None:
    first, second = site.nodes
    author, reader = site.author(first), site.reader(second)
    assert reader.get("/notebook/").status == 200
    piece = author.write(title="Number 0", source="Words.", slug="changing")
    for number in range(1, 6):
        assert author.change(piece, title=f"Number {number}").status == 303
        for path in ("/notebook/changing/", "/notebook/", "/", "/rss.xml"):
            wait_until(shows(reader, path, f"Number {number}"), BOUND)
    author.to = second.port
    assert author.change(piece, title="Written at the other").status == 303
    wait_until(shows(site.reader(first), "/", "Written at the other"), BOUND)


def test_a_logout_at_one_node_ends_the_login_at_the_other(site: Site) -> None:
    author = site.author(site.nodes[0])
    kept = dict(author.cookies)
    author.to = site.nodes[1].port
    token = author.get("/desk/password").text.split('name="csrf_token" value="')[1].split('"')[0]
    assert author.post("/logout", {"csrf_token": token}).status == 303
    author.to, author.cookies = site.nodes[0].port, kept
    assert author.get("/desk/").status == 302


@pytest.mark.parametrize("kind", [Front, Cache])
def test_nodes_are_killed_added_and_restarted_during_load(
    start: Starter, empty_database: str, redis: Redis, kind: type[Front] | type[Cache]
) -> None:
    site = two_nodes(start, kind, empty_database, redis.url)
    author, crowd = site.author(), Crowd(site.address, HELD if kind is Cache else BOUND, PAUSE)
    piece = begin(author)
    time.sleep(BOUND)
    with crowd.reading(READERS):
        save_often(crowd, author, piece, SAVES)
        site.nodes[1].kill()
        save_often(crowd, author, piece, SAVES)
        third = site.add()
        site.front.stand_before([site.nodes[0].port, third.port])
        save_often(crowd, author, piece, SAVES)
        site.nodes[0].stop()
        save_often(crowd, author, piece, SAVES)
        site.nodes[0].start()
        save_often(crowd, author, piece, SAVES)
    assert crowd.errors == []
    assert crowd.stale == []
    assert crowd.answers > 50
    assert lost(crowd, empty_database) == set()
    wait_until(shows(site.reader(third), "/notebook/changing/", f"Number {len(crowd.acknowledged)}"), BOUND)


def save_often(crowd: Crowd, author: Author, piece: str, times: int) -> None:
    for _ in range(times):
        crowd.save(author, piece)
        time.sleep(0.05)


def lost(crowd: Crowd, database: str) -> set[str]:
    """The texts that were acknowledged and are no revision."""
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        kept = {str(row[0]) for row in connection.execute("SELECT source FROM revision")}
    return {f"Number {number}." for _, number in crowd.acknowledged} - kept
