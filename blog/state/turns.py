"""The turn: a counter that all processes of one machine share, by which each knows that nothing was written.

Eight bytes in a memory-mapped file of the instance folder. A writer makes the number odd before its commit
and even after it. Who reads the same even number twice knows that no commit happened in between; an odd one
says that one is under way, or that a writer died in it, and that the database has to be asked.
"""

import fcntl
import mmap
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

SIZE = 8


class Turns:
    """The counter in `file`, made where it is missing. Raises OSError where that is not possible."""

    def __init__(self, file: Path) -> None:
        self.file = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        if os.fstat(self.file).st_size < SIZE:
            os.ftruncate(self.file, SIZE)
        self.numbers = memoryview(mmap.mmap(self.file, SIZE)).cast("Q")
        self.lock = Lock()

    def present(self) -> int:
        """The number now: even while nothing is being written."""
        return self.numbers[0]

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Hold the number odd around a commit. Writers of all threads and processes wait for one another."""
        with self.lock:
            fcntl.flock(self.file, fcntl.LOCK_EX)
            try:
                self.numbers[0] = (self.numbers[0] + 1) | 1
                yield
            finally:
                self.numbers[0] += 1
                fcntl.flock(self.file, fcntl.LOCK_UN)
