"""Freshness: an author publishes, readers read without pause, and none may get what was there before.

Run alone: `python -m bench.fresh [PUBLISHES]`. Exit code 1 where an answer was stale.
"""

import http.client
import re
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from app import create_app
from bench.site import HOST, environ, product
from blog.models import Kind
from blog.state import clock
from blog.state.schema import bring_up_to_date
from blog.state.settings import Settings
from blog.writing import pieces
from blog.writing.fields import Fields

WORKERS, READERS = 4, 32
PAGES = ("/notebook/changing/", "/notebook/", "/", "/rss.xml")


@dataclass
class Watch:
    """What is known to be published, and what readers got."""

    published: int = 0
    answers: int = 0
    stale: list[str] = field(default_factory=list)
    is_over: threading.Event = field(default_factory=threading.Event)


def read(watch: Watch, port: int, page: str) -> None:
    """Read one page again and again, on a new connection each hundred times, so that every worker is met."""
    while not watch.is_over.is_set():
        connection = http.client.HTTPConnection(HOST, port, timeout=60)
        for _ in range(100):
            least = watch.published
            connection.request("GET", page)
            answer = connection.getresponse()
            found = re.search(rb"Number (\d+)\b", answer.read())
            if answer.status != 200 or not found or int(found[1]) < least:
                watch.stale.append(f"{page}: {found and found[0]!r} after {least}")
            watch.answers += 1
        connection.close()


def run(instance: Path, publishes: int) -> tuple[Watch, float]:
    """Publish under load; what was seen, and the median milliseconds from a publish's answer to its first sight."""
    watch, delays = Watch(), list[float]()
    app = create_app(Settings.from_environ(environ(instance, 8000)))
    with app.app_context():
        bring_up_to_date(app.extensions["settings"])
        fields = Fields(title="Number 0", source="Words.", kind=Kind.ESSAY, slug="changing", published_at=clock.now())
        draft = pieces.create(fields, clock.now())
        pieces.publish(draft.id, clock.now())
        with product(instance, WORKERS) as server:
            readers = [
                threading.Thread(target=read, args=(watch, server.port, PAGES[number % len(PAGES)]))
                for number in range(READERS)
            ]
            for each in readers:
                each.start()
            for number in range(1, publishes + 1):
                pieces.save(draft.id, replace(fields, title=f"Number {number}"), clock.now(), None)
                watch.published = number
                delays.append(time_to_see(server.port, number))
            watch.is_over.set()
            for each in readers:
                each.join()
    return watch, median(delays)


def time_to_see(port: int, number: int) -> float:
    """Milliseconds until a reader gets a change that was answered."""
    begun = time.perf_counter()
    while True:
        connection = http.client.HTTPConnection(HOST, port, timeout=60)
        connection.request("GET", PAGES[0])
        seen = re.search(rb"Number (\d+)\b", connection.getresponse().read())
        connection.close()
        if seen and int(seen[1]) >= number:
            return (time.perf_counter() - begun) * 1000


@dataclass(frozen=True)
class Seen:
    """How many answers were stale, and the milliseconds that the first sight of a change takes."""

    stale: int
    delay: float


def report(publishes: int) -> Seen:
    """Run it on a scratch instance and print what was seen."""
    with tempfile.TemporaryDirectory(prefix="bokashi-fresh-") as folder:
        watch, delay = run(Path(folder), publishes)
    what = f"{publishes} publishes, {WORKERS} workers, {READERS} readers, {watch.answers} answers"
    print(f"{what}: {len(watch.stale)} stale")
    print(f"the next request sees a publish and takes {delay:.1f} ms (median, with its connection)")
    for each in watch.stale[:5]:
        print(each)
    return Seen(len(watch.stale), delay)


if __name__ == "__main__":
    sys.exit(1 if report(int(sys.argv[1]) if len(sys.argv) > 1 else 1000).stale else 0)
