"""The product behind a real Varnish, its pictures in a bucket: pages are held there, and fresh after each change."""

from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from blog.state.purging import AGAIN
from tests.media.conftest import KEYS
from tests.media.store import Store
from tests.nodes.fronts import Cache
from tests.nodes.site import wait_until_trusted
from tests.portability.pictures import picture
from tests.servers.node import PASSWORD, Node
from tests.servers.people import Author, Person
from tests.servers.service import HOST, free_port
from tests.servers.starting import Starter
from tests.servers.threaded import serving

CHANGES = 10
PAGES = ("/", "/notebook/", "/notebook/changing/", "/notebook/changing.md", "/rss.xml")


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    """A store with an empty bucket."""
    with serving(Store()) as store:
        store.buckets["pictures"] = {}
        yield store


@pytest.fixture(scope="module")
def node(start_for_all: Starter, store: Store) -> Node:
    """A node on SQLite behind Varnish, with an account."""
    port = free_port()
    cache = start_for_all(Cache, [port])
    address = f"http://{HOST}:{cache.port}"
    media = f"s3://pictures/site?endpoint={store.address}&region=eu-test-1"
    node = start_for_all(
        Node, address, port, BLOG_PURGE_URL=f"{address}/-/purge", BLOG_MEDIA_URL=media, BLOG_TRUSTED_PROXIES="1", **KEYS
    )
    node.run("author", "create", "ada", "--password-stdin", given=PASSWORD)
    wait_until_trusted(cache, [port])
    return node


@pytest.fixture(scope="module")
def author(node: Node) -> Author:
    """The author, who reaches the node through Varnish as everybody does."""
    author = Author(node.site_url)
    author.log_in("ada", PASSWORD)
    return author


@pytest.fixture
def reader(node: Node) -> Person:
    return Person(node.site_url)


def is_held(reader: Person, path: str) -> bool:
    """Whether Varnish answers by itself: its answer grows older.

    Not at once after changes of one second: no two have the same date, and what is dated ahead is not held.
    """
    for _ in range(20):
        reader.get(path)
        sleep(1.1)
        if int(reader.get(path).headers["age"]) > 0:
            return True
    return False


def test_every_page_is_held_and_fresh_as_soon_as_the_author_has_the_answer(author: Author, reader: Person) -> None:
    piece = author.write(title="Number 0", source="Words.", slug="changing")
    for number in range(1, CHANGES + 1):
        for path in PAGES:
            reader.get(path)
        assert author.change(piece, title=f"Number {number}").status == 303
        stale = [path for path in PAGES if f"Number {number}" not in reader.get(path).text]
        assert stale == []
    assert all(is_held(reader, path) for path in PAGES[:2])
    assert "surrogate-key" not in reader.get("/").headers
    assert reader.get("/").headers["cache-control"] == "public, max-age=0, s-maxage=86400"


def test_what_a_command_changes_is_fresh_when_it_has_ended(
    node: Node, reader: Person, store: Store, tmp_path: Path
) -> None:
    reader.get("/notebook/")
    (tmp_path / "note.md").write_text("---\ndate: 2026-01-01\n---\n# From the shell\n\n![A corner](p.png)\n")
    (tmp_path / "p.png").write_bytes(picture())
    node.run("import", "markdown", str(tmp_path))
    assert "From the shell" in reader.get("/notebook/").text
    (key,) = store.buckets["pictures"]
    name = key.removeprefix("site/")
    assert reader.get(f"/media/{name}").body == picture()
    store.fault = 503
    assert is_held(reader, f"/media/{name}")
    assert Person(node.site_url, to=node.port).get(f"/media/{name}").body == picture()
    store.fault = 0


def test_a_piece_may_be_forgotten_alone(node: Node, author: Author, reader: Person) -> None:
    author.write(title="Alone", source="Words.", slug="alone")
    sleep(AGAIN.seconds + 1)
    assert is_held(reader, "/notebook/alone/")
    assert is_held(reader, "/dispatch/")
    assert node.run("purge", "alone") == "The cache has forgotten the pages of alone.\n"
    assert reader.get("/notebook/alone/").headers["age"] == "0"
    assert int(reader.get("/dispatch/").headers["age"]) > 0


def test_a_change_whose_purge_failed_is_seen_once_the_cache_is_told_again(
    node: Node, author: Author, reader: Person
) -> None:
    """The purge is lost with the process: another one of the node, or the next, sends it."""
    path = "/notebook/lost/"
    piece = author.write(title="Before", source="Words.", slug="lost")
    assert is_held(reader, path)
    url, node.settings["BLOG_PURGE_URL"] = node.settings["BLOG_PURGE_URL"], f"http://{HOST}:{free_port()}/"
    node.kill()
    node.start()
    author.to = node.port
    assert author.change(piece, title="After").status == 303
    assert "Before" in reader.get(path).text
    assert "does not answer" in author.get("/desk/").text
    node.kill()
    node.settings["BLOG_PURGE_URL"] = url
    node.start()
    for _ in range(40):
        if "After" in reader.get(path).text:
            break
        sleep(0.5)
    assert "After" in reader.get(path).text
