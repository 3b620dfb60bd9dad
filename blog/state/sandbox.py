"""The sandbox: a process of its own in which strangers' pictures are looked at.

Decoding takes memory by the gigabyte and holds the interpreter, and a hostile file may bring a decoder down: none of
that reaches the process that hands out pages. The sandbox gives way to everything else, is told no secret, and has
bounds. It is opened for a picture, stays for those that follow soon, one at a time, and is closed when none does.
"""

import atexit
import errno
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Timer
from time import monotonic

from blog.state.picture_formats import IS_BROKEN, TAKES_MEMORY, TAKES_TIME, PictureRefused, Shown
from blog.state.sandbox_line import received_answer, send_file

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = (sys.executable, "-m", "blog.state.sandbox_process")
TOLD = ("LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONHOME", "PYTHONPATH")
"""The variables that the process gets: none of them says anything of the site."""
GRACE_SECONDS = 10
"""How long a process that has failed may take to end."""


class Child:
    """One process, and the line to it. Raises OSError where it cannot be started."""

    def __init__(self, program: tuple[str, ...]) -> None:
        self.line, there = socket.socketpair()
        told = {name: os.environ[name] for name in TOLD if name in os.environ}
        try:
            self.process = subprocess.Popen(  # noqa: S603 - a program of ours
                program, stdin=there.fileno(), stdout=subprocess.DEVNULL, cwd=ROOT, env=told, start_new_session=True
            )
        except BaseException:
            self.line.close()
            raise
        finally:
            there.close()

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def tidied(self, data: bytes, seconds: float) -> Shown | str:
        """What comes out for a file. Raises EOFError or OSError where the process ends, after `seconds` at most."""
        end = timer(seconds, self.process.kill)
        try:
            send_file(self.line, data)
            return received_answer(self.line)
        finally:
            end.cancel()

    def close(self) -> None:
        """End the process, which has nothing to lose."""
        self.process.kill()
        self.status()

    def status(self) -> int:
        """The exit status of the process, which ends when the line does."""
        self.line.close()
        try:
            return self.process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def leave(self) -> None:
        """Have nothing to do with it any more: it is another process's."""
        self.line.close()
        self.process.returncode = 0


class Sandbox:
    """Starts a child where there is none, and ends it when nothing has come for a while."""

    def __init__(
        self, program: tuple[str, ...] = PROGRAM, picture_seconds: float = 120, idle_seconds: float = 10
    ) -> None:
        self.program, self.picture_seconds, self.idle_seconds = program, picture_seconds, idle_seconds
        self.lock, self.idle = Lock(), Timer(idle_seconds, self.close)
        self.child: Child | None = None

    def begin_anew(self) -> None:
        """In a process that was forked off another one: leave its child to that one."""
        if self.child:
            self.child.leave()
        self.lock, self.child = Lock(), None

    def tidied(self, data: bytes) -> Shown:
        """The picture that `data` holds, upright and without metadata. One waits for the other.

        Raises PictureRefused, and OSError where the sandbox itself does not work.
        """
        with self.lock:
            child, until = self.opened(), monotonic() + self.picture_seconds
            try:
                answer = child.tidied(data, self.picture_seconds)
            except (EOFError, OSError) as error:
                self.child = None
                raise reason(child.status(), monotonic() >= until) from error
            except BaseException:
                self.close_now()
                raise
            self.idle = timer(self.idle_seconds, self.close)
        if isinstance(answer, str):
            raise PictureRefused(answer)
        return answer

    def opened(self) -> Child:
        """The child, started where there is none or where it has ended meanwhile."""
        self.idle.cancel()
        if self.child and not self.child.is_alive():
            self.close_now()
        self.child = self.child or Child(self.program)
        return self.child

    def close_now(self) -> None:
        """End the child, if there is one."""
        child, self.child = self.child, None
        if child:
            child.close()

    def close(self) -> None:
        """End the child when it is free. The next picture starts another one."""
        with self.lock:
            self.idle.cancel()
            self.close_now()


def timer(seconds: float, action: Callable[[], object]) -> Timer:
    """A timer that runs, and keeps nothing from ending."""
    started = Timer(seconds, action)
    started.daemon = True
    started.start()
    return started


def reason(status: int, is_late: bool) -> Exception:
    """Why no picture came, from the way in which a process has ended."""
    if status == -signal.SIGXCPU or is_late:
        return PictureRefused(TAKES_TIME)
    if status == -signal.SIGKILL:
        return PictureRefused(TAKES_MEMORY)
    if status < 0:
        return PictureRefused(IS_BROKEN)
    return ChildProcessError(errno.ECHILD, "The program that looks at pictures has failed")


SANDBOX = Sandbox()
atexit.register(SANDBOX.close)
os.register_at_fork(after_in_child=SANDBOX.begin_anew)
