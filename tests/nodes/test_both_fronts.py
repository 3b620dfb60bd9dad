"""nginx for TLS, Varnish behind it, then a node: the whole way as `deploy/README.md` has it."""

from urllib.parse import urlsplit

import pytest

from tests.nodes.fronts import Cache, Front
from tests.nodes.site import wait_until, wait_until_trusted
from tests.servers.node import PASSWORD, Node
from tests.servers.people import Author, Person
from tests.servers.service import HOST, free_port
from tests.servers.starting import Starter


@pytest.fixture(scope="module")
def address(start_for_all: Starter) -> str:
    """The public address of a site with an account."""
    port = free_port()
    cache = start_for_all(Cache, [port])
    address = f"https://{HOST}:{start_for_all(Front, [cache.port]).port}"
    purge = f"http://{HOST}:{cache.port}/-/purge"
    node = start_for_all(Node, address, port, BLOG_TRUSTED_PROXIES="2", BLOG_PURGE_URL=purge)
    node.run("author", "create", "ada", "--password-stdin", given=PASSWORD)
    wait_until_trusted(cache, [port])
    return address


def test_pages_are_kept_on_the_way_and_fresh_after_a_save(address: str) -> None:
    author, reader = Author(address), Person(address)
    author.log_in("ada", PASSWORD)
    piece = author.write(title="Number 0", source="Words.", slug="changing")
    for number in range(1, 4):
        assert author.change(piece, title=f"Number {number}").status == 303
        for encoding in ("br", "gzip", "identity"):
            said = reader.get("/notebook/changing/", Accept_Encoding=encoding)
            assert said.headers.get("content-encoding", "identity") == encoding
            assert "surrogate-key" not in said.headers
        assert f"Number {number}" in said.text
        assert "Number" in reader.get("/notebook/", HX_Request_Type="partial").text
    assert not reader.cookies
    # No two changes have the same date, and what is dated ahead is not held.
    wait_until(lambda: "s-maxage" in reader.get("/notebook/changing/").headers["cache-control"], 20)
    assert author.get("/desk/").headers["cache-control"] == "no-store"


def test_nobody_purges_or_forges_an_address_through_nginx(address: str) -> None:
    reader = Person(address)
    assert reader.ask("POST", "/-/purge", headers={"Surrogate-Key": "site"}).status == 405
    forged = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "evil.example"}
    page = reader.ask("GET", "/notebook/", headers=forged)
    assert page.status == 200
    assert "evil.example" not in page.text
    assert urlsplit(address).netloc in reader.get("/rss.xml").text
