"""Texts rendered ahead of a write transaction, on every core where there are many.

A worker process imports this module, the floor of text and the watch over its parent, and nothing else of ours.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context

from blog.state.parent import end_with_parent
from blog.text import Rendered, TextRefused, render

FEW = 40
MOST_WORKERS = 4
CHUNK = 8


@dataclass(frozen=True, slots=True)
class Job:
    """A text to render: what `render` needs."""

    source: str
    key: str
    root: str


def result_of(job: Job) -> Rendered | str:
    """The rendered text, or the sentence with which it was refused."""
    try:
        return render(job.source, key=job.key, root=job.root)
    except TextRefused as error:
        return str(error)


def render_all(jobs: list[Job]) -> Iterator[Rendered | str]:
    """The results in the order of the jobs, each as soon as it is there."""
    done = 0
    if len(jobs) > FEW:
        try:
            for result in in_processes(jobs):
                done += 1
                yield result
        except (OSError, BrokenProcessPool):
            # No room for other processes here: this one does what is left.
            pass
    yield from map(result_of, jobs[done:])


def in_processes(jobs: list[Job]) -> Iterator[Rendered | str]:
    """The results from worker processes, which are started afresh and share nothing with this one; they end with it."""
    workers = max(1, min(MOST_WORKERS, cores()))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=end_with_parent) as pool:
        yield from pool.map(result_of, jobs, chunksize=CHUNK)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
