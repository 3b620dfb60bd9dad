"""Python processes that run the same few lines at the same moment."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Each process says that it is there and begins when all of them are.
BEGIN = """
import sys, time
from pathlib import Path
place, here, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
if count > 1:
    (place / f".there-{here}").touch()
while count > 1 and len(list(place.glob(".there-*"))) < count:
    time.sleep(0.005)
"""


def together(folder: Path, lines: str, count: int, before: str = "", **environ: str) -> list[str]:
    """Run `lines` in `count` processes, all beginning at once; what each wrote. Any failure is an AssertionError.

    `before` is run by each of them first, in its own time; `here` is the number of a process, as a string.
    """
    with ExitStack() as stack:
        processes = []
        for number in range(count):
            processes.append(stack.enter_context(start(folder, before + BEGIN + lines, number, count, environ)))
            stack.callback(processes[-1].kill)
        answers = [process.communicate(timeout=60) for process in processes]
    assert [process.returncode for process in processes] == [0] * count, answers
    return [out for out, _ in answers]


def start(folder: Path, lines: str, number: int, count: int, environ: dict[str, str]) -> subprocess.Popen[str]:
    """Start one process."""
    return subprocess.Popen(
        [sys.executable, "-c", lines, str(folder), str(number), str(count)],
        cwd=ROOT,
        env={**os.environ, **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
