"""What kept pages cost their readers while others work the site hard: python -m bench.mixed [--pieces N] [--rounds N].

One client searches without pause, each search under another address, so that no limit spares the server; another asks
for share pictures, each of which is drawn; and the author imports a folder of photographs from the shell, which is a
process of its own on the same machine. Meanwhile wrk asks for a kept page, in turns with rounds in which nobody else
asks for anything. Prints rates and delays of both.
"""

import argparse
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from statistics import median

from PIL import Image

from bench.load import Place, Round, run
from bench.pieces import FREQUENT, RARE
from bench.site import HOST, Server, environ, flask_blog, get, product, scratch

SEARCHES = (FREQUENT, RARE, FREQUENT[:-1], f"{FREQUENT}+{RARE}", "bacon", "con", "nothing-of-this")
PHOTOS = 6
SIDES = (4000, 3000)
PAGE = "/notebook/"


def search(port: int, number: int) -> None:
    """One search, as from an address of its own."""
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    get(port, f"/search/?q={SEARCHES[number % len(SEARCHES)]}", X_Forwarded_For=address)


def picture(port: int, number: int) -> None:
    """One share picture that nobody has asked for."""
    get(port, f"/notebook/piece-{number * 7 + 50}.png")


def photographs(folder: Path) -> Path:
    """A folder of notes with a photograph each, as large as a telephone takes them."""
    folder.mkdir()
    dice = Random(3)  # noqa: S311 - the same photographs every time
    for number in range(PHOTOS):
        grain = Image.frombytes("RGB", (400, 300), dice.randbytes(400 * 300 * 3)).resize(SIDES)
        grain.save(
            folder / f"{number}.jpg", quality=90, exif=b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00"
        )
        (folder / f"{number}.md").write_text(f"---\ntitle: Photograph {number}\n---\n![A photograph]({number}.jpg)\n")
    return folder


def again_and_again(
    work: Callable[[int], None], is_over: threading.Event, delays: list[float], numbers: "count[int]"
) -> None:
    """Do something without pause until it is over; keeps the milliseconds that each time took."""
    while not is_over.is_set():
        begun = time.perf_counter()
        work(next(numbers))
        delays.append((time.perf_counter() - begun) * 1000)


class Others:
    """Those who work the site while its readers read."""

    def __init__(self, server: Server, instance: Path, photos: Path) -> None:
        self.server, self.photos = server, photos
        self.env = environ(instance, server.port)
        self.delays: dict[str, list[float]] = {"a search": [], "a share picture": [], f"an import of {PHOTOS}": []}
        self.numbers = count(), count(), count()

    def bring(self, number: int) -> None:
        """Import the photographs under names that are new."""
        folder = self.photos.rename(self.photos.with_name(f"photos-{number}"))
        command = flask_blog("import", "markdown", str(folder))
        subprocess.run(command, env=self.env, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        self.photos = folder

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Have them all work at once."""
        port, is_over = self.server.port, threading.Event()
        works = (lambda number: search(port, number), lambda number: picture(port, number), self.bring)
        threads = [
            threading.Thread(target=again_and_again, args=(work, is_over, delays, numbers))
            for work, delays, numbers in zip(works, self.delays.values(), self.numbers, strict=True)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            is_over.set()
            for thread in threads:
                thread.join()


@dataclass(frozen=True)
class Mixed:
    """Rounds of a kept page alone and beside the others, and the delays of these."""

    alone: list[Round]
    beside: list[Round]
    others: dict[str, list[float]]

    @property
    def share(self) -> float:
        """How much of its rate the page keeps."""
        return median(few.rate / whole.rate for whole, few in zip(self.alone, self.beside, strict=True))

    def brief(self) -> str:
        """The two figures that count."""
        return f"{self.share:.2f} of the rate, p99 {median(each.p99 for each in self.beside):.1f} ms"

    def __str__(self) -> str:
        lines = [f"{self.share:.2f} of the rate", told("alone", self.alone), told("beside", self.beside)]
        return "\n".join((*lines, *(told_delays(name, delays) for name, delays in self.others.items())))


def told(name: str, rounds: list[Round]) -> str:
    """The medians of some rounds, and the worst of their p99."""
    rate, p50, p99 = (median(getattr(each, key) for each in rounds) for key in ("rate", "p50", "p99"))
    worst, bad = max(each.p99 for each in rounds), sum(each.bad for each in rounds)
    line = f"  {name:10}{rate:8.0f}/s   p50 {p50:6.2f} ms   p99 {p99:6.2f} ms (worst {worst:.2f})"
    return line + (f"   {bad} BAD ANSWERS" if bad else "")


def told_delays(name: str, delays: list[float]) -> str:
    """How long something took that was done again and again."""
    late = sorted(delays)[int(len(delays) * 0.95)]
    return f"  {name}: {len(delays)} times, median {median(delays):.1f} ms, p95 {late:.1f} ms"


def measure(instance: Path, folder: Path, rounds: int, seconds: int) -> Mixed:
    """Measure on an instance; `folder` is for the photographs."""
    photos = photographs(folder / "photos")
    with product(instance, BLOG_TRUSTED_PROXIES="1") as server:
        others = Others(server, instance, photos)
        page = Place(f"http://{HOST}:{server.port}{PAGE}")
        alone, beside = list[Round](), list[Round]()
        run(page, 1)
        for _ in range(rounds):
            alone.append(run(page, seconds))
            with others.at_work():
                beside.append(run(page, seconds))
    return Mixed(alone, beside, others.delays)


def main() -> None:
    """Measure it on a scratch instance."""
    parser = argparse.ArgumentParser(prog="bench.mixed", description="Kept pages beside searches and pictures.")
    parser.add_argument("--pieces", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    given = parser.parse_args()
    with scratch(given.pieces) as folder:
        print(measure(folder / "instance", folder, given.rounds, given.seconds))
    print(f"{PAGE} kept, 32 connections, load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
