"""Priority: threads whose work may wait give way to those that hand out pages."""

import os
import sys
import threading
from contextlib import suppress

NICEST = 19


def give_way() -> None:
    """Have this thread run where no other one wants to. Only Linux gives each thread a priority of its own.

    Where that is forbidden, as by a filter of system calls, it stays as it is, and works all the same.
    """
    if sys.platform != "linux":
        return
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICEST)
