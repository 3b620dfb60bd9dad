"""A program that runs beside a test: started, stopped, killed or made to hang, and always ended."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

HOST = "127.0.0.1"
SEARCHED = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin:/usr/local/sbin"


class Missing(RuntimeError):
    """A program is not installed on this machine."""


def program(*names: str, places: str = SEARCHED) -> str:
    """The path of the first of these programs that is there. Raises Missing."""
    found = next((path for name in names if (path := shutil.which(name, path=places))), None)
    if found is None:
        raise Missing(names[0])
    return found


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def tree(pid: int) -> list[int]:
    """A process and all that came from it."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(each for child in children for each in tree(int(child)))]


class Service:
    """A server with a scratch `folder` and a `port`; `start` gives it a process.

    Without a process it only says where a server is that somebody else has started.
    """

    STOP = signal.SIGTERM
    SECONDS = 30.0

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder, self.port = folder, port or free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def prepare(self) -> None:
        """Make what the server needs before its first start. Raises Missing."""

    def command(self) -> list[str]:
        """The command that runs the server in the foreground. Raises Missing."""
        raise NotImplementedError

    def user(self) -> str | None:
        """The user to run it as, None for the present one."""
        return None

    def environment(self) -> dict[str, str]:
        """Its environment."""
        return dict(os.environ)

    def is_ready(self) -> bool:
        """Whether it answers."""
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex((HOST, self.port)) == 0

    def start(self) -> None:
        """Start it and wait until it answers. Raises Missing, or RuntimeError with what it said."""
        self.prepare()
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                env=self.environment(),
                user=self.user(),
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + self.SECONDS
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > end:
                self.kill()
                raise RuntimeError(f"{self.command()[0]} did not start:\n{self.said()}")
            time.sleep(0.01)

    def said(self) -> str:
        """The end of its log."""
        return (self.folder / "log").read_text("utf-8", "replace")[-4000:]

    def stop(self) -> None:
        """Ask it to end, and wait; one that does not is killed."""
        if self.process is None:
            return
        self.send_all(signal.SIGCONT)
        self.send_group(self.STOP)
        try:
            self.process.wait(self.SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
        self.process = None

    def kill(self) -> None:
        """End it and all of its processes at once."""
        if self.process is not None:
            self.send_all(signal.SIGKILL)
            self.send_group(signal.SIGKILL)
            self.process.wait(self.SECONDS)
            self.process = None

    def pause(self) -> None:
        """Have it hang: its connections stay open and nothing answers."""
        self.send_all(signal.SIGSTOP)

    def resume(self) -> None:
        """Have it go on."""
        self.send_all(signal.SIGCONT)

    def send_group(self, number: signal.Signals) -> None:
        """Send a signal to its process group."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, number)

    def send_all(self, number: signal.Signals) -> None:
        """Send a signal to each of its processes."""
        for pid in tree(self.process.pid) if self.process else []:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue

    def __enter__(self) -> "Service":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
