"""Priority: threads whose work may wait give way to those that hand out pages."""

import os
import sys
import threading
from contextlib import suppress

NICEST = 19
# Threads take turns at one interpreter, and whoever gives way to another program does so with that in hand: with 19,
# two busy programs beside the site made kept pages wait for a second, with this for some hundredths of one.
NICE = 5


def give_way() -> None:
    """Have this thread get less of a busy processor. Only Linux gives each thread a priority of its own.

    Where that is forbidden, as by a filter of system calls, it stays as it is, and works all the same.
    """
    if sys.platform != "linux":
        return
    with suppress(OSError):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, max(NICE, os.getpriority(os.PRIO_PROCESS, thread)))
