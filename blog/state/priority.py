"""Priority: threads whose work may wait give way to those that hand out pages."""

import os
import sys
import threading

NICEST = 19


def give_way() -> None:
    """Have this thread run where no other one wants to. Only Linux gives each thread a priority of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICEST)
