"""Texts rendered in other processes: in order, and by none that outlives the process it works for."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from blog.portability import ahead
from blog.portability.ahead import Job, render_all

ROOT = Path(__file__).resolve().parents[2]
ENDLESS = """
from blog.portability.ahead import Job, in_processes
if __name__ == "__main__":
    results = in_processes([Job(f"Text {number}", "a", "") for number in range(20_000)])
    next(results)
    print("begun", flush=True)
    input()
"""


def test_results_stand_in_the_order_of_the_jobs() -> None:
    jobs = [Job(f"Text {number}", "a", "") for number in range(ahead.FEW + 3)]
    assert [result.html for result in render_all(jobs) if not isinstance(result, str)] == [
        f"<p>Text {number}</p>" for number in range(len(jobs))
    ]


def test_no_worker_outlives_a_process_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "endless.py"
    program.write_text(ENDLESS)
    with subprocess.Popen(
        [sys.executable, program], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout and process.stdout.readline() == b"begun\n"
            assert len(living(process.pid)) > 1
            process.send_signal(signal.SIGKILL)
            process.wait(10)
            end = time.monotonic() + 20
            while living(process.pid) and time.monotonic() < end:
                time.sleep(0.1)
            assert living(process.pid) == []
        finally:
            for pid in living(process.pid):
                os.kill(pid, signal.SIGKILL)


def living(session: int) -> list[int]:
    """The processes of a session that have not ended."""
    found = subprocess.run(["ps", "-o", "pid=,stat=", "--sid", str(session)], capture_output=True, text=True)
    rows = [line.split() for line in found.stdout.splitlines()]
    return [int(pid) for pid, state in rows if state[0] != "Z"]
