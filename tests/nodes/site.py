"""A site of several nodes: one PostgreSQL, one Redis, and something in front."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

from tests.nodes.fronts import Cache, Front
from tests.servers.node import PASSWORD, Node
from tests.servers.people import Author, Person
from tests.servers.service import HOST, free_port
from tests.servers.starting import Starter


@dataclass
class Site:
    """Nodes that were started with `settings`, and the front that knows them."""

    start: Starter
    settings: dict[str, str]
    front: Front | Cache
    nodes: list[Node] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{'https' if isinstance(self.front, Front) else 'http'}://{HOST}:{self.front.port}"

    def add(self, port: int = 0) -> Node:
        """Start another node."""
        node = self.start(Node, self.address, port, BLOG_TRUSTED_PROXIES="1", **self.settings)
        self.nodes.append(node)
        return node

    def author(self, node: Node | None = None) -> Author:
        """The author, logged in by the front, or at a node."""
        author = Author(self.address, to=node.port if node else 0)
        author.log_in("ada", PASSWORD)
        return author

    def reader(self, node: Node | None = None) -> Person:
        """A reader of the front, or of a node."""
        return Person(self.address, to=node.port if node else 0)


def two_nodes(start: Starter, kind: type[Front] | type[Cache], database: str, redis: str) -> Site:
    """A site of two nodes behind nginx or Varnish, with an account."""
    ports = [free_port(), free_port()]
    site = Site(start, {"BLOG_DATABASE_URL": database, "BLOG_REDIS_URL": redis}, start(kind, ports))
    if isinstance(site.front, Cache):
        site.settings["BLOG_PURGE_URL"] = f"{site.address}/-/purge"
    for port in ports:
        site.add(port)
    site.nodes[0].run("author", "create", "ada", "--password-stdin", given=PASSWORD)
    if isinstance(site.front, Cache):
        wait_until_trusted(site.front, ports)
    return site


def wait_until_trusted(cache: Cache, ports: Iterable[int]) -> None:
    """Wait until Varnish asks these nodes: it took them for sick while they started."""
    for port in ports:
        wait_until(partial(cache.trusts, port), 20)


def wait_until(happens: Callable[[], bool], seconds: float) -> float:
    """Wait for something; how long that took."""
    begun = time.monotonic()
    while not happens():
        assert time.monotonic() - begun < seconds
        time.sleep(0.001)
    return time.monotonic() - begun
