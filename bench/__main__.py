"""`python -m bench`: the product beside nginx and beside Flask alone. Figures are ratios, with the machine's load."""

import argparse
import gzip
import os
import shutil
import sys
import time
from pathlib import Path
from statistics import median

from app import create_app
from bench import fresh
from bench.load import Place, compare
from bench.site import HOST, Server, environ, get, nginx, product, scratch, without_door
from blog.models import Kind
from blog.reading.lists import latest
from blog.state import clock
from blog.state.settings import Settings

FRAGMENT = "HX-Request-Type: partial"
GZIP = "Accept-Encoding: gzip"
PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "home": ("/", ()),
    "notebook": ("/notebook/", ()),
    "filtered fragment": ("/notebook/field-notes/", (FRAGMENT,)),
    "article": ("", ()),
    "RSS": ("/rss.xml", ()),
}


def options() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=1)
    parser.add_argument("--pieces", type=int, default=0, help="generated pieces beside the sample")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--publishes", type=int, default=1000)
    return parser.parse_args()


def need_programs() -> None:
    """End where a yardstick is missing."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"
    missing = [name for name in ("nginx", "wrk") if not shutil.which(name, path=path)]
    if missing:
        print(f"The benchmark needs {' and '.join(missing)}: apt-get install nginx-light wrk", file=sys.stderr)
        sys.exit(2)


def an_article(instance: Path) -> str:
    """The address of the longest of the newest essays."""
    with create_app(Settings.from_environ(environ(instance, 8000))).app_context():
        longest = max(latest(clock.now(), Kind.ESSAY, 20), key=lambda piece: piece.minutes)
    return f"/notebook/{longest.slug}/"


def main() -> None:
    """Measure everything, print as it comes."""
    asked = options()
    need_programs()
    print(
        f"{asked.rounds} rounds of {asked.seconds} s; load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    with scratch(asked.pieces) as folder:
        instance = folder / "instance"
        cold_start(instance)
        with product(instance, asked.workers) as ours, nginx(folder) as stick:
            memory("idle", ours)
            hits(ours, stick, folder, an_article(instance), asked)
            misses(ours)
            memory("after the rounds", ours)
            with without_door(instance) as bare:
                beside_flask(ours, bare, asked)
    fresh.report(asked.publishes)
    print(f"load average {os.getloadavg()[0]:.1f} at the end")


def hits(ours: Server, stick: Server, folder: Path, article: str, asked: argparse.Namespace) -> None:
    """Kept answers beside nginx with the same bytes."""
    print("door / nginx, requests a second, 32 connections, gzip")
    for name, (path, headers) in PAGES.items():
        path = path or article
        tag = put(ours, folder / "www", name, path, headers)
        file = f"http://{HOST}:{stick.port}/{file_name(name)}"
        page = Place(f"http://{HOST}:{ours.port}{path}", (GZIP, *headers))
        print(f"  {name:20}{compare(page, Place(file), asked.rounds, asked.seconds)}", flush=True)
    there = get(stick.port, f"/{file_name('RSS')}", Accept_Encoding="gzip")[1]["etag"]
    unchanged = Place(page.url, (GZIP, f"If-None-Match: {tag}"))
    same = Place(file, (GZIP, f"If-None-Match: {there}"))
    print(f"  {'RSS, 304':20}{compare(unchanged, same, asked.rounds, asked.seconds)}", flush=True)


def file_name(name: str) -> str:
    return f"{name.replace(' ', '-').replace(',', '')}.html"


def put(ours: Server, www: Path, name: str, path: str, headers: tuple[str, ...]) -> str:
    """Give nginx the bytes that the door sends; the tag of them."""
    given = dict(header.split(": ") for header in headers)
    _, said, body = get(ours.port, path, **{"Accept-Encoding": "gzip", **given})
    (www / file_name(name)).write_bytes(gzip.decompress(body))
    (www / f"{file_name(name)}.gz").write_bytes(body)
    return said["etag"]


def misses(ours: Server) -> None:
    """Pages that the door asks Flask for: with a cookie that may be an author's, nothing is kept."""
    for path in ("/notebook/", "/", "/rss.xml"):
        delays = []
        for _ in range(60):
            begun = time.perf_counter()
            get(ours.port, path, Cookie="bokashi=none")
            delays.append((time.perf_counter() - begun) * 1000)
        print(f"  miss {path:15} median {median(delays):6.2f} ms, with its connection")


def beside_flask(ours: Server, bare: Server, asked: argparse.Namespace) -> None:
    """The door beside Flask alone."""
    door, flask = (Place(f"http://{HOST}:{server.port}/notebook/") for server in (ours, bare))
    rounds = max(3, asked.rounds // 4)
    print(f"door / Flask on the same server without it, notebook: {compare(door, flask, rounds, asked.seconds)}")


def cold_start(instance: Path) -> None:
    """Seconds from the command to the first page."""
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        with product(instance) as server:
            get(server.port, "/")
            times.append(time.perf_counter() - begun)
    print(f"start to first page: median {median(times):.2f} s")


def memory(when: str, server: Server) -> None:
    """What the server's processes hold, each shared page counted once (PSS)."""
    pids = [int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit()]
    pids = [pid for pid in pids if group_of(pid) == server.pid]
    print(f"memory {when}: {', '.join(f'{pss(pid):.0f}' for pid in sorted(pids))} MiB (PSS; first, then its workers)")


def group_of(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


def pss(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


if __name__ == "__main__":
    main()
