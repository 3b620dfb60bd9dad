"""A worker process ends with the process that started it, also where that was gone before it could look."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import os, signal, time
from multiprocessing import get_context
from blog.state.parent import end_with_parent

def work(parent, waits):
    print(os.getpid(), flush=True)
    while waits and os.getppid() == parent:
        time.sleep(0.01)
    end_with_parent()
    time.sleep(60)

if __name__ == "__main__":
    {before}
    get_context("{method}").Process(target=work, args=(os.getpid(), {waits})).start()
    time.sleep({lives})
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("waits", [True, False])
def test_a_worker_ends_with_its_parent(tmp_path: Path, method: str, waits: bool) -> None:
    worker = worker_of(tmp_path, method=method, waits=waits, lives=3, before="")
    assert has_ended(worker)


def test_a_worker_that_does_not_end_when_asked_is_ended(tmp_path: Path) -> None:
    before = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    assert has_ended(worker_of(tmp_path, method="fork", waits=True, lives=0.2, before=before))


def worker_of(folder: Path, **values: object) -> int:
    """The worker of a process that is killed; each lives and waits as `values` say."""
    program = folder / "program.py"
    program.write_text(PROGRAM.format(**values))
    with subprocess.Popen(
        [sys.executable, program], env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        worker = int(process.stdout.readline())
        process.wait(20)
    return worker


def has_ended(worker: int) -> bool:
    """Whether a process ends within some seconds; otherwise it is ended."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        found = subprocess.run(["ps", "-o", "stat=", "-p", str(worker)], capture_output=True, text=True)
        if found.stdout.strip()[:1] in ("", "Z"):
            return True
        time.sleep(0.1)
    with suppress(ProcessLookupError):
        os.kill(worker, signal.SIGKILL)
    return False
