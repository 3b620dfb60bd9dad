"""One server for all processes of a test run: the first starts it, and it ends after the last, however that ended.

A keeper process holds the server. Whoever uses it has a share of the lock on the lease; the keeper waits to have that
lock alone, which it gets when nobody is left, be it by SIGKILL.
"""

import fcntl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from tests.servers.postgresql import PostgreSQL
from tests.servers.redis import Redis
from tests.servers.service import Missing, Service

Kind = TypeVar("Kind", bound=Service)
KINDS: dict[str, type[Service]] = {"PostgreSQL": PostgreSQL, "Redis": Redis}
ROOT = Path(__file__).resolve().parents[2]
MISSING = 3


@contextmanager
def shared(kind: type[Kind], place: Path) -> Iterator[Kind]:
    """The server of this kind that those who share the folder `place` share. Raises Missing, or RuntimeError."""
    address = place / f"{kind.__name__}.address"
    with (place / f"{kind.__name__}.lease").open("w") as lease:
        fcntl.flock(lease, fcntl.LOCK_SH)
        with (place / f"{kind.__name__}.start").open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            if not address.exists():
                start_keeper(kind.__name__, place, address)
        folder, port = address.read_text().splitlines()
        yield kind(Path(folder), int(port))


def start_keeper(name: str, place: Path, address: Path) -> None:
    """Start the process that keeps a server, and wait until the server answers."""
    said = place / f"{name}.keeper"
    with said.open("w") as log:
        command = [sys.executable, "-m", "tests.servers.shared", name, str(place)]
        keeper = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    while not address.exists():
        code = keeper.poll()
        if code == MISSING:
            raise Missing(said.read_text().strip())
        if code is not None:
            raise RuntimeError(f"{name} could not be started:\n{said.read_text()}")
        time.sleep(0.01)
    keeper.returncode = 0  # it outlives this process, which does not wait for it


def keep(name: str, place: Path) -> int:
    """Keep a server until nobody has a share of its lease."""
    address = place / f"{name}.address"
    with tempfile.TemporaryDirectory(prefix="bokashi-", ignore_cleanup_errors=True) as folder:
        service = KINDS[name](Path(folder))
        try:
            service.start()
        except Missing as missing:
            print(missing)
            return MISSING
        fresh = address.with_suffix(".fresh")
        fresh.write_text(f"{folder}\n{service.port}\n")
        fresh.rename(address)
        with (place / f"{name}.lease").open("w") as lease:
            fcntl.flock(lease, fcntl.LOCK_EX)
            with suppress(OSError):
                address.unlink()
            service.stop()
    return 0


if __name__ == "__main__":
    sys.exit(keep(sys.argv[1], Path(sys.argv[2])))
