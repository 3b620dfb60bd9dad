"""A worker process ends when the process that started it is gone: nobody could stop it, and nobody waits for it.

It needs nothing else of ours, so that a worker may import little.
"""

import os
import signal
from multiprocessing import parent_process
from threading import Thread
from time import sleep

LOOK_SECONDS = 1
"""How soon a worker notices that its parent is gone."""
GRACE_SECONDS = 5
"""How long whoever was told to end may take to do so."""


def end_with_parent() -> None:
    """Have this process end when its parent does; a parent that is gone already is one that has ended."""
    started_by = parent_process()
    parent = (started_by and started_by.pid) or os.getppid()
    Thread(target=end_after, args=(parent,), daemon=True, name="parent").start()


def end_after(parent: int) -> None:
    """Wait until the process that is the parent has ended, and end this one: first as one asks, then at once."""
    while os.getppid() == parent:
        sleep(LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
    sleep(GRACE_SECONDS)
    os._exit(1)
