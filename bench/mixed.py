"""What kept pages cost their readers while others work the site hard: python -m bench.mixed [--pieces N] [--rounds N].

One client searches without pause, each search under another address, so that no limit spares the server; and the author
stores photographs at the desk, one after the other, of which half lie on their side and are turned. Meanwhile wrk asks
for a kept page, in turns with rounds in which nobody else asks for anything. Prints rates and delays of all.
"""

import argparse
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from itertools import count
from pathlib import Path
from random import Random
from statistics import median

from PIL import Image

from bench.load import Place, Round, run
from bench.pieces import FREQUENT, RARE
from bench.site import HOST, Server, environ, flask_blog, get, product, scratch
from tests.servers.people import Author
from tests.web.forms import values_in

SEARCHES = (FREQUENT, RARE, FREQUENT[:-1], f"{FREQUENT}+{RARE}", "bacon", "con", "nothing-of-this")
PHOTOS, SIDES = 6, (4000, 3000)
ORIENTATION, LYING = 0x0112, 6
PAGE, DESK = "/notebook/", "/desk/pictures"
NAME, PASSWORD = "ada", "a long sentence for the author"
BOUNDARY = "photograph"
Work = Callable[[int], object]


def search(port: int, number: int) -> None:
    """One search, as from an address of its own."""
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    get(port, f"/search/?q={SEARCHES[number % len(SEARCHES)]}", X_Forwarded_For=address)


def photographs() -> list[bytes]:
    """Some photographs, as large as a telephone takes them."""
    dice, made = Random(3), []  # noqa: S311 - the same photographs every time
    for number in range(PHOTOS):
        exif, file = Image.Exif(), BytesIO()
        exif[ORIENTATION] = LYING if number % 2 else 1
        grain = Image.frombytes("RGB", (400, 300), dice.randbytes(400 * 300 * 3)).resize(SIDES)
        grain.save(file, "JPEG", quality=90, exif=exif)
        made.append(file.getvalue())
    return made


class Uploads:
    """The author at the desk, who stores photographs."""

    def __init__(self, instance: Path, server: Server) -> None:
        command = flask_blog("author", "create", NAME, "--password-stdin")
        env = environ(instance, server.port)
        subprocess.run(command, env=env, input=PASSWORD.encode(), stdout=subprocess.DEVNULL, check=False)  # noqa: S603
        self.author = Author(f"http://{HOST}:{server.port}")
        self.author.log_in(NAME, PASSWORD)
        self.token = values_in(self.author.get(DESK), DESK)["csrf_token"]
        self.photos = photographs()

    def store(self, number: int) -> None:
        """Store one photograph by the desk's form."""
        parts = (("csrf_token", "", self.token.encode()), ("picture", "1.jpg", self.photos[number % PHOTOS]))
        body = b"".join(part(*each) for each in parts) + f"--{BOUNDARY}--\r\n".encode()
        cookies = "; ".join(f"{name}={value}" for name, value in self.author.cookies.items())
        connection = self.author.connect()
        given = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}", "Cookie": cookies}
        connection.request("POST", DESK, body, {**given, "Origin": self.author.address})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        assert answer.status == 303, answer.status  # noqa: S101


def part(name: str, file: str, content: bytes) -> bytes:
    """One field of a form that carries files (RFC 7578)."""
    named = f'; filename="{file}"\r\nContent-Type: image/jpeg' if file else ""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'
    return head.encode() + content + b"\r\n"


def again_and_again(work: Work, is_over: threading.Event, delays: list[float], numbers: "count[int]") -> None:
    """Do something without pause until it is over; keeps the milliseconds that each time took."""
    while not is_over.is_set():
        begun = time.perf_counter()
        work(next(numbers))
        delays.append((time.perf_counter() - begun) * 1000)


class Others:
    """Those who work the site while its readers read."""

    def __init__(self, instance: Path, server: Server) -> None:
        uploads = Uploads(instance, server)
        self.works: dict[str, Work] = {
            "a search": lambda number: search(server.port, number),
            "an upload": uploads.store,
        }
        self.delays = {name: list[float]() for name in self.works}
        self.numbers = {name: count() for name in self.works}

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Have them all work at once."""
        is_over = threading.Event()
        threads = [
            threading.Thread(target=again_and_again, args=(work, is_over, self.delays[name], self.numbers[name]))
            for name, work in self.works.items()
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


def measure(instance: Path, rounds: int, seconds: int) -> Mixed:
    """Measure on an instance, which gets an author where it has none."""
    with product(instance, BLOG_TRUSTED_PROXIES="1") as server:
        others = Others(instance, server)
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
    parser = argparse.ArgumentParser(prog="bench.mixed", description="Kept pages beside searches and uploads.")
    parser.add_argument("--pieces", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    given = parser.parse_args()
    with scratch(given.pieces) as folder:
        print(measure(folder / "instance", given.rounds, given.seconds))
    print(f"{PAGE} kept, 32 connections, load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
