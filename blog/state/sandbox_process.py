"""What runs in the sandbox: python -m blog.state.sandbox_process, with the line to the site as standard input.

It looks at one file after the other until the line ends. A file that takes too long, or more memory than there is to
have, ends the process: the site knows by the way in which it has ended.
"""

import os
import resource
import socket
from contextlib import suppress
from pathlib import Path

from PIL import AvifImagePlugin, GifImagePlugin, JpegImagePlugin, PngImagePlugin, WebPImagePlugin

from blog.state.parent import end_with_parent
from blog.state.picture_formats import PictureRefused, Shown
from blog.state.pictures import tidy
from blog.state.priority import NICEST
from blog.state.sandbox_line import received_file, send_answer

# Imported at once, as there may be too little memory for that later.
READERS = (AvifImagePlugin, GifImagePlugin, JpegImagePlugin, PngImagePlugin, WebPImagePlugin)
MOST_MEMORY = 5 * 2**29
MOST_SECONDS = 100
"""Of processor time, for one file. The largest that may come, a turned AVIF of 50 megapixels, takes 50 and 2 GB."""


def main() -> None:
    """Look at files until no more come."""
    be_nicest()
    be_first_to_go()
    bound(resource.RLIMIT_CORE, 0)
    bound(resource.RLIMIT_AS, MOST_MEMORY)
    end_with_parent()
    with socket.socket(fileno=0) as line, suppress(EOFError, OSError):
        while True:
            file = received_file(line)
            give_time()
            send_answer(line, looked_at(file))


def be_nicest() -> None:
    """Have this process run where nobody else wants to.

    Linux may take all of a session together, as this one is, and gives as much to each, however nice its processes
    are; so the session says the same of itself (sched(7), "The autogroup feature").
    """
    with suppress(OSError):
        os.nice(NICEST)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(NICEST))


def be_first_to_go() -> None:
    """Where the machine runs out of memory, have this process end and not the one that serves pages (Linux)."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def bound(what: int, most: int) -> None:
    """Bound what this process may take, where the system does that."""
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(what, (most, most))


def give_time() -> None:
    """Let this process run for so long again, and then be ended by the system."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    until = int(used.ru_utime + used.ru_stime) + MOST_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (until if hard == resource.RLIM_INFINITY else min(until, hard), hard))


def looked_at(file: bytes) -> Shown | str:
    """The picture that a file holds, or the sentence that says why there is none."""
    try:
        return tidy(file)
    except PictureRefused as refused:
        return str(refused)


if __name__ == "__main__":
    main()
