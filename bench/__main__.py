"""`python -m bench`: the product beside nginx and Flask-Caching, with few and many pieces. Figures are mostly ratios.

Prints each figure as it comes, and all of them as a table at the end. Mixed load, freshness and several nodes are
modules of their own, which it runs as well; growth in pieces is measured by `python -m bench.growth`.
"""

import argparse
import os
import shutil
import sys
import time
from pathlib import Path
from statistics import median

from app import create_app
from bench import fresh, memory, mixed
from bench.kept import PAGES, Beside
from bench.site import Server, environ, get, nginx, product, scratch
from blog.models import Kind
from blog.reading.lists import latest
from blog.state import clock
from blog.state.settings import Settings

NONE = 0
SAMPLE = 30


class Table:
    """The figures, printed as they come and once more as Markdown."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str]] = []

    def put(self, name: str, value: object, more: object = "") -> None:
        """Note a figure; `more` is printed beside it and does not stand in the table."""
        self.rows.append((name, str(value)))
        print(f"{name:64} {more or value}", flush=True)

    def show(self) -> None:
        print("\n| figure | here |\n|---|---|")
        for name, value in self.rows:
            print(f"| {name} | {value} |")


def options() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=1)
    parser.add_argument("--pieces", type=int, nargs="*", default=[10_000, 100_000], help="beside the sample alone")
    parser.add_argument("--publishes", type=int, default=1000)
    return parser.parse_args()


def need_programs() -> None:
    """End where a yardstick is missing."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"
    missing = [name for name in ("nginx", "wrk") if not shutil.which(name, path=path)]
    if missing:
        print(f"The benchmark needs {' and '.join(missing)}: apt-get install nginx-light wrk", file=sys.stderr)
        sys.exit(2)


def main() -> None:
    """Measure everything."""
    asked, table, begun = options(), Table(), time.monotonic()
    need_programs()
    print(f"{asked.rounds} rounds of {asked.seconds} s; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with scratch(NONE) as folder:
        table.put("seconds from the command to the first page", f"{cold_start(folder / 'instance'):.2f}")
        hits(folder, asked, table)
        two_workers(folder, asked, table)
    for pieces in asked.pieces:
        with scratch(pieces) as folder:
            grown(folder, pieces, asked, table, is_last=pieces == max(asked.pieces))
    freshness(asked.publishes, table)
    table.show()
    print(f"load average {os.getloadavg()[0]:.1f} at the end, after {(time.monotonic() - begun) / 60:.0f} minutes")


def hits(folder: Path, asked: argparse.Namespace, table: Table) -> None:
    """Kept answers of one worker with the sample, and misses."""
    instance = folder / "instance"
    with product(instance) as ours, nginx(folder) as stick:
        table.put(f"memory of a worker, idle, {SAMPLE} pieces", memory.told(ours))
        beside = Beside(ours, stick, folder / "www", asked.rounds, asked.seconds)
        for name, (path, headers) in PAGES.items():
            found = beside.page(name, path or an_article(instance), headers)
            table.put(f"door / nginx: {name}", f"{found.ratio:.2f}, p99 {found.tail:.1f} of nginx's", found)
        found = beside.unchanged("RSS", "/rss.xml")
        table.put("304 at the door / nginx's: RSS", f"{found.ratio:.2f}", found)
        found = beside.flask_caching("notebook", "/notebook/")
        table.put("door / Flask with Flask-Caching: notebook", f"{found.ratio:.1f}", found)
        misses(ours, SAMPLE, table)


def two_workers(folder: Path, asked: argparse.Namespace, table: Table) -> None:
    """Two workers beside nginx with two."""
    with product(folder / "instance", 2) as ours, nginx(folder, 2) as stick:
        beside = Beside(ours, stick, folder / "www", asked.rounds // 2 or 1, asked.seconds)
        found = beside.page("notebook", "/notebook/")
        table.put("door / nginx, two workers each: notebook", f"{found.ratio:.2f}", found)


def grown(folder: Path, pieces: int, asked: argparse.Namespace, table: Table, is_last: bool) -> None:
    """The same with many pieces: a kept page and misses; with the most, also a crawl, and others who work the site."""
    instance = folder / "instance"
    with product(instance) as ours, nginx(folder) as stick:
        table.put(f"memory of a worker, idle, {pieces:,} pieces", memory.told(ours))
        beside = Beside(ours, stick, folder / "www", asked.rounds // 2 or 1, asked.seconds)
        found = beside.page("notebook", "/notebook/")
        table.put(f"door / nginx: notebook, {pieces:,} pieces", f"{found.ratio:.2f}", found)
        misses(ours, pieces, table)
        if is_last:
            table.put(f"memory of a worker after a crawl of {memory.crawl(ours):,} pieces", memory.told(ours))
    if not is_last:
        return
    busy = mixed.measure(instance, max(3, asked.rounds // 4), 3)
    table.put(f"kept page beside searches of {pieces:,} pieces and uploads", busy.brief(), busy)


def freshness(publishes: int, table: Table) -> None:
    """Whether any reader got what was there before, and how soon a change is seen."""
    seen = fresh.report(publishes)
    table.put(f"stale answers in {publishes} publishes, {fresh.WORKERS} workers", seen.stale)
    table.put("a publish is seen by the next request, which takes", f"{seen.delay:.1f} ms")


def misses(ours: Server, pieces: int, table: Table) -> None:
    """Pages that the door asks Flask for: with a cookie that may be an author's, nothing is kept."""
    for path in ("/notebook/", "/", "/rss.xml"):
        delays = []
        for _ in range(100):
            begun = time.perf_counter()
            get(ours.port, path, Cookie="bokashi=none")
            delays.append((time.perf_counter() - begun) * 1000)
        table.put(f"miss of {path}, {pieces:,} pieces, with its connection", f"{median(delays):.1f} ms")


def an_article(instance: Path) -> str:
    """The address of the longest of the newest essays."""
    with create_app(Settings.from_environ(environ(instance, 8000))).app_context():
        longest = max(latest(clock.now(), Kind.ESSAY, 20), key=lambda piece: piece.minutes)
    return f"/notebook/{longest.slug}/"


def cold_start(instance: Path) -> float:
    """Seconds from the command to the first page, the median of five."""
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        with product(instance) as server:
            get(server.port, "/")
            times.append(time.perf_counter() - begun)
    return median(times)


if __name__ == "__main__":
    main()
