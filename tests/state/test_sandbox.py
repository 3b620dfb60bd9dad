"""Pictures are looked at in a process of their own: nothing that happens there reaches the one that serves pages."""

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from blog.state.picture_formats import MOST_BYTES, PictureRefused, Shown
from blog.state.pictures import tidy
from blog.state.priority import NICEST
from blog.state.sandbox import PROGRAM, ROOT, SANDBOX, Sandbox
from tests.portability.pictures import SERIAL, animation, exif, huge_png, picture
from tests.state.test_parent import has_ended

Open = Callable[..., Sandbox]
LOOKS = """
import os, signal, time
from blog.state import sandbox_process as process, pictures
tidy = process.tidy
def look(file):
    {does}
process.tidy, process.MOST_SECONDS = look, {seconds}
process.main()
"""
OUT_OF_MEMORY = """
    usual, pictures.upright = pictures.upright, lambda *_: bytearray(process.MOST_MEMORY)
    try:
        return tidy(file)
    finally:
        pictures.upright = usual
"""


def looking(does: str) -> tuple[str, ...]:
    """The program of a sandbox that does with a file what a line of Python says; it has a second for each."""
    return sys.executable, "-c", LOOKS.format(does=does, seconds=1)


@pytest.fixture
def opened() -> Iterator[Open]:
    """Sandboxs of this test, each of which does with a file what a line of Python says, or what it does otherwise."""
    sandboxes: list[Sandbox] = []

    def open_sandbox(does: str = "", **bounds: float) -> Sandbox:
        sandboxes.append(Sandbox(looking(does) if does else PROGRAM, **bounds))
        return sandboxes[-1]

    yield open_sandbox
    for sandbox in sandboxes:
        sandbox.close()


def pid(sandbox: Sandbox) -> int:
    """The process of a sandbox that is open."""
    assert sandbox.child
    return sandbox.child.process.pid


def said_of(process: int, what: str) -> bytes:
    """What the system says of a process (Linux)."""
    return Path(f"/proc/{process}/{what}").read_bytes()


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP", "AVIF"])
def test_what_comes_out_is_what_comes_out_here(form: str) -> None:
    given: dict[str, Any] = {} if form == "GIF" else {"exif": exif(6)}
    for data in (picture(form), picture(form, **given)):
        assert SANDBOX.tidied(data) == tidy(data)
        assert SERIAL.encode() not in SANDBOX.tidied(data).data
    if form != "JPEG":
        assert SANDBOX.tidied(animation(form)).data == animation(form)


@pytest.mark.parametrize(
    "data", [b"", b"text", picture()[:60], huge_png(16_000, 4_000), b"x" * (MOST_BYTES + 1)], ids=len
)
def test_what_is_refused_there_is_refused_here_in_the_same_words(data: bytes) -> None:
    with pytest.raises(PictureRefused) as here:
        tidy(data)
    with pytest.raises(PictureRefused) as there:
        SANDBOX.tidied(data)
    assert str(there.value) == str(here.value)


def test_files_larger_than_any_line_holds_go_both_ways(opened: Open) -> None:
    grain = Image.frombytes("RGB", (2500, 2500), Random(1).randbytes(2500 * 2500 * 3))
    data = picture("PNG", grain, compress_level=0, exif=exif(3))
    shown = opened().tidied(data)
    assert len(data) > 18_000_000 and len(shown.data) > 18_000_000
    assert (shown.width, shown.height) == (2500, 2500)


def test_one_process_serves_many_threads_and_answers_each_with_its_own(opened: Open) -> None:
    sandbox = opened()
    files = [picture("PNG", Image.new("RGB", (width, 7))) for width in range(1, 60)]
    sandbox.tidied(files[0])
    first = pid(sandbox)
    with ThreadPoolExecutor(6) as threads:
        assert [shown.width for shown in threads.map(sandbox.tidied, files)] == list(range(1, 60))
    assert pid(sandbox) == first


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        ("os.abort()", "broken"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "broken"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "too much memory"),
        (OUT_OF_MEMORY, "too much memory"),
        ("while True: pass", "too long"),
        ("time.sleep(60)", "too long"),
    ],
)
def test_a_picture_that_ends_the_process_is_refused_and_the_next_one_is_not(
    opened: Open, does: str, reason: str
) -> None:
    """In each way in which a hostile picture may have it end."""
    sandbox = opened(f"if b'hostile' not in file: return tidy(file)\n    {does}")
    good, bad = picture(), picture() + b"hostile"
    assert sandbox.tidied(good).width == 40
    usual, sandbox.picture_seconds = sandbox.picture_seconds, 2 if "sleep" in does else 60
    with pytest.raises(PictureRefused, match=reason):
        sandbox.tidied(bad)
    sandbox.picture_seconds = usual
    assert sandbox.tidied(good).width == 40


def test_a_process_that_fails_is_no_fault_of_the_picture(opened: Open) -> None:
    for does in ("raise SystemExit(3)", "os._exit(0)"):
        with pytest.raises(ChildProcessError, match="has failed"):
            opened(does).tidied(picture())
    with pytest.raises(FileNotFoundError):
        Sandbox(("/nowhere/python",)).tidied(picture())


def test_a_process_that_was_ended_meanwhile_is_started_again(opened: Open) -> None:
    sandbox = opened()
    sandbox.tidied(picture())
    os.kill(pid(sandbox), signal.SIGKILL)
    while sandbox.child and sandbox.child.is_alive():
        time.sleep(0.01)
    assert sandbox.tidied(picture()).width == 40


def test_it_is_closed_when_no_picture_comes_and_leaves_nothing(opened: Open) -> None:
    sandbox = opened(idle_seconds=0.2)
    sandbox.tidied(picture())
    process, files = pid(sandbox), len(list(Path("/dev/fd").iterdir()))
    end = time.monotonic() + 10
    while sandbox.child and time.monotonic() < end:
        time.sleep(0.02)
    sandbox.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert len(list(Path("/dev/fd").iterdir())) == files - 1
    assert sandbox.tidied(picture()).width == 40


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux tells all of that.")
def test_it_gives_way_and_knows_nothing_of_the_site(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BLOG_SECRET_KEY", "a secret that no picture may learn")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "neither this one")
    sandbox = opened()
    sandbox.tidied(picture())
    process = pid(sandbox)
    assert os.getpriority(os.PRIO_PROCESS, process) == NICEST
    if Path("/proc/self/autogroup").exists():
        assert said_of(process, "autogroup").endswith(b" nice 19\n")
    assert b"BLOG_" not in said_of(process, "environ") and b"AWS_" not in said_of(process, "environ")
    limits = dict(line.split(b"  ", 1) for line in said_of(process, "limits").splitlines())
    assert limits[b"Max address space"].split()[0] == str(5 * 2**29).encode()
    assert int(limits[b"Max cpu time"].split()[0]) <= 110
    assert len(list(Path(f"/proc/{process}/fd").iterdir())) == 3
    assert os.getsid(process) != os.getsid(0)


KILLED = """
import os, signal, sys, threading, time
from blog.state.sandbox import Sandbox
from tests.portability.pictures import picture
sandbox = Sandbox({program!r})
threading.Thread(target=sandbox.tidied, args=(picture(),), daemon=True).start()
while not sandbox.child:
    time.sleep(0.01)
time.sleep(0.5)
print(sandbox.child.process.pid, flush=True)
{ends}
"""


@pytest.mark.parametrize("does", ["return tidy(file)", "time.sleep(60)"])
@pytest.mark.parametrize("ends", ["os.kill(os.getpid(), signal.SIGKILL)", "os._exit(0)"])
def test_no_process_stays_without_the_one_that_started_it(does: str, ends: str) -> None:
    program = KILLED.format(program=looking(does), ends=ends)
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, timeout=120)
    assert has_ended(int(run.stdout)), run.stderr


FORKED = """
import os, sys
from blog.state.sandbox import SANDBOX
from tests.portability.pictures import picture
SANDBOX.tidied(picture())
mine = SANDBOX.child.process.pid
child = os.fork()
assert SANDBOX.tidied(picture()).width == 40
assert (SANDBOX.child.process.pid == mine) is bool(child)
if not child:
    SANDBOX.close()
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
assert SANDBOX.tidied(picture()).width == 40 and SANDBOX.child.process.pid == mine
"""


def test_a_forked_process_starts_a_child_of_its_own() -> None:
    run = subprocess.run([sys.executable, "-W", "error", "-c", FORKED], cwd=ROOT, capture_output=True, timeout=120)
    assert (run.returncode, run.stderr) == (0, b"")


def test_who_stores_no_picture_needs_no_decoder() -> None:
    program = "import sys, blog.state.media; print(*(name for name in sys.modules if name.startswith('PIL')))"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True).stdout == b"\n"


def test_nothing_of_a_child_is_left_to_the_collector(opened: Open) -> None:
    assert isinstance(opened().tidied(picture()), Shown)
    gc.collect()
