"""Two nodes on PostgreSQL and Redis behind Varnish: how soon a save is seen, and what readers notice of a node's end.

Run alone: `python -m bench.nodes [--publishes N] [--seconds N]`. It needs the programs and packages that the tests of
several nodes need, and wrk. Exit code 1 where an answer was an error or stale, or a save was lost.
"""

import argparse
import http.client
import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from threading import Event, Thread, Timer

import psycopg

from bench.load import Place, run
from tests.nodes.fronts import Cache
from tests.nodes.site import Site, two_nodes
from tests.servers.crowd import Crowd, begin
from tests.servers.people import Author, Person
from tests.servers.postgresql import PostgreSQL
from tests.servers.redis import Redis
from tests.servers.service import Missing, program
from tests.servers.starting import Starter

READERS = 8
BOUND_SECONDS = 0.05
BETWEEN_SAVES = 0.05
PAGES = ("/notebook/changing/", "/")


def options() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="bench.nodes", description=__doc__)
    parser.add_argument("--publishes", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=5)
    return parser.parse_args()


def delays(author: Author, piece: str, reader: Person, page: str, publishes: int) -> list[float]:
    """Milliseconds from the author's answer until the reader gets the change, for each publish."""
    taken = []
    connection = reader.connect()
    for number in range(publishes):
        words = f"Seen {number} from {page}"
        assert author.change(piece, title=words).status == 303  # noqa: S101
        begun = time.perf_counter()
        while words not in text_of(connection, page):
            continue
        taken.append((time.perf_counter() - begun) * 1000)
    connection.close()
    return sorted(taken)


def text_of(connection: http.client.HTTPConnection, page: str) -> str:
    connection.request("GET", page)
    return connection.getresponse().read().decode()


def show_delays(site: Site, publishes: int) -> None:
    """Print how soon a save is seen: at the other node, and through Varnish."""
    first, second = site.nodes
    author = site.author(first)
    piece = author.write(title="Seen", source="Words.", slug="seen")
    print(f"{'a save at one node is seen':34}{'median':>9}{'p99':>9}{'longest':>9}   ms, with the request that sees it")
    for name, reader in (("at the other node", site.reader(second)), ("through Varnish", site.reader())):
        for page in ("/notebook/seen/", "/"):
            taken = delays(author, piece, reader, page, publishes // 2)
            middle, most = taken[len(taken) // 2], taken[int(len(taken) * 0.99)]
            print(f"{f'  {name}, {page}':34}{middle:9.1f}{most:9.1f}{taken[-1]:9.1f}", flush=True)


def show_upheaval(site: Site, seconds: int) -> Crowd:
    """Print rates with both nodes, with one killed, and with one added, while others read and the author saves."""
    author, crowd = site.author(), Crowd(site.address, BOUND_SECONDS)
    piece, is_over = begin(author), Event()
    time.sleep(1)
    saving = Thread(target=save_until, args=(is_over, crowd, author, piece))
    print(f"{'32 connections through Varnish':34}{'per s':>9}{'p50':>9}{'p99':>9}   ms")
    with crowd.reading(READERS):
        saving.start()
        show_rate("two nodes", site, seconds, crowd)
        show_rate("one of them killed meanwhile", site, seconds, crowd, site.nodes[1].kill)
        show_rate("another added meanwhile", site, seconds, crowd, lambda: add(site))
        is_over.set()
        saving.join()
    return crowd


def show_rate(name: str, site: Site, seconds: int, crowd: Crowd, event: Callable[[], object] = lambda: None) -> None:
    """Print one row: the rate while something happens a second after its beginning."""
    happening = Timer(1, event)
    happening.start()
    load = run(Place(f"{site.address}{PAGES[0]}"), seconds)
    happening.join()
    crowd.errors += [f"{load.bad} bad answers to wrk: {name}"] if load.bad else []
    print(f"  {name:32}{load.rate:9.0f}{load.p50:9.2f}{load.p99:9.2f}", flush=True)


def save_until(is_over: Event, crowd: Crowd, author: Author, piece: str) -> None:
    while not is_over.is_set():
        crowd.save(author, piece)
        time.sleep(BETWEEN_SAVES)


def add(site: Site) -> None:
    """Add a node, and have Varnish know the two that are there."""
    third = site.add()
    site.front.stand_before([site.nodes[0].port, third.port])


def lost(crowd: Crowd, address: str) -> int:
    """How many acknowledged saves are no revision."""
    with psycopg.connect(address.replace("+psycopg", "")) as connection:
        kept = {row[0] for row in connection.execute("SELECT source FROM revision")}
    return sum(f"Number {number}." not in kept for _, number in crowd.acknowledged)


def report(publishes: int, seconds: int) -> int:
    """Measure it on scratch servers and print what was seen; the number of faults. Raises Missing."""
    program("wrk")
    with ExitStack() as stack:
        start = Starter(stack)
        database, redis = start(PostgreSQL), start(Redis)
        address = database.url(database.create())
        site = two_nodes(start, Cache, address, redis.url)
        show_delays(site, publishes)
        crowd = show_upheaval(site, seconds)
        gone = lost(crowd, address)
    print(f"{READERS} readers, {crowd.answers} answers, {len(crowd.acknowledged)} saves: {len(crowd.errors)} errors, ")
    print(f"{len(crowd.stale)} stale after {BOUND_SECONDS * 1000:.0f} ms, {gone} lost")
    print(
        f"the oldest answer was {crowd.oldest * 1000:.0f} ms behind; {crowd.saves_refused} saves were not acknowledged"
    )
    print(f"and sent again; {crowd.asked_again} connections were replaced")
    for fault in [*crowd.errors, *crowd.stale[-5:]][:10]:
        print(fault)
    return len(crowd.errors) + len(crowd.stale) + gone


def main() -> int:
    """Run it alone."""
    asked = options()
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    try:
        return min(report(asked.publishes, asked.seconds), 1)
    except Missing as missing:
        print(f"Two nodes need PostgreSQL, Redis, Varnish and wrk, and {missing} is not installed.", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
