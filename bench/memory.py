"""What the server's processes hold, each shared page counted once (PSS), idle and after a crawl of every piece."""

import http.client
import os
import re
from pathlib import Path

from bench.site import HOST, Server, get

SLUG = re.compile(r"/notebook/[^<]+/(?=</loc>)")
MAP = re.compile(r"(?<=<loc>)http://[^/]+(/[^<]+\.xml)(?=</loc>)")


def workers(server: Server) -> list[float]:
    """The megabytes of each worker, without the process that only minds them."""
    pids = sorted(int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit())
    return [pss(pid) for pid in pids if pid != server.pid and group_of(pid) == server.pid and is_worker(pid)]


def group_of(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


def is_worker(pid: int) -> bool:
    """Whether a process of the server serves; Python's own helper for shared resources does not."""
    return b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()


def pss(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6


def crawl(server: Server, most: int = 10_000) -> int:
    """Read the first pieces that the sitemap names, as a machine does; how many there were."""
    entry = get(server.port, "/sitemap.xml")[2].decode()
    maps = MAP.findall(entry)
    pages = [page for each in maps for page in SLUG.findall(get(server.port, each)[2].decode())]
    pages = (pages or SLUG.findall(entry))[:most]
    connection = http.client.HTTPConnection(HOST, server.port, timeout=60)
    for page in pages:
        connection.request("GET", page, headers={"Accept-Encoding": "br"})
        connection.getresponse().read()
    connection.close()
    return len(pages)


def told(server: Server) -> str:
    """The megabytes of each worker, for people."""
    return f"{', '.join(f'{size:.0f}' for size in workers(server))} MB"
