"""Compresses what is kept once more, as small as can be, while nobody waits, after what else is better done then.

A reader who has a page made gets it quickly compressed; those after him get a seventh less of it to fetch. Quality 11
of brotli takes some 15 ms for a page where quality 7 takes 0.3, and lets other threads run meanwhile.
"""

import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

import brotli

from blog.state.encodings import COMPRESS_FOR_EVER
from blog.state.kept import EVER, Entry
from blog.state.priority import give_way

MOST_WAITING = 256
MOST_BYTES = 256 * 1024
START_SECONDS = 0.25


class Presser:
    """A thread that gives way to everything else."""

    def __init__(self) -> None:
        self.waiting: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self.thread: threading.Thread | None = None
        self.over = threading.Event()

    def start(self, first: Iterable[Callable[[], Any]] = ()) -> None:
        """Begin to work, with what somebody would have to wait for later. Before that, everything stays as it is."""
        self.thread = threading.Thread(target=self.work, args=(list(first),), daemon=True, name="presser")
        self.thread.start()

    def stop(self) -> None:
        """End after the entry that is being pressed; the others stay as they are."""
        if self.thread:
            self.over.set()
            self.waiting.put(None)
            self.thread.join()

    def press(self, entry: Entry, is_wanted: Callable[[], bool], take: Callable[[Entry], Any]) -> None:
        """Have `take` called with a smaller form of an entry, if it can be pressed and, by then, is still wanted.

        Where many wait already, as while the whole site is being crawled, nothing is done.
        """

        def job() -> None:
            if is_wanted():
                take(pressed(entry))

        if self.thread and can_be_pressed(entry) and self.waiting.qsize() < MOST_WAITING:
            self.waiting.put(job)

    def work(self, first: list[Callable[[], Any]]) -> None:
        """Do what is to be done first, once those who waited for the start have their pages, and then what waits."""
        give_way()
        if first:
            self.over.wait(START_SECONDS)
        for job in first:
            if not self.over.is_set():
                job()
        while (waiting := self.waiting.get()) and not self.over.is_set():
            waiting()


def can_be_pressed(entry: Entry) -> bool:
    """Whether an entry is a page in brotli that was compressed quickly."""
    return ("content-encoding", "br") in entry.headers and entry.edition != EVER and len(entry.body) <= MOST_BYTES


def pressed(entry: Entry) -> Entry:
    """The same entry in fewer bytes, which have a tag of their own, as a strong one names bytes (RFC 9110, 8.8.1)."""
    body, tag = COMPRESS_FOR_EVER["br"](brotli.decompress(entry.body)), entry.tag and f'{entry.tag[:-1]}-pressed"'
    mine = {"content-length": str(len(body)), "etag": tag}
    headers = [(name, mine.get(name, value)) for name, value in entry.headers]
    return replace(entry, headers=headers, body=body, tag=tag, former=replace(entry, body=b""))
