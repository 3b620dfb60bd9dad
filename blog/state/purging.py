"""Purging: telling the cache in front of the site, a CDN or Varnish, to forget what a new edition has changed.

It is told at once, and again when answers of the edition before, that were on their way to it, have come in: shortly
after by the same process, and some seconds later, when every node has heard, by whichever lives. How far it was told is
a row of the database, so that a process that dies forgets nothing, and of all processes of all nodes one does it.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Event, Thread
from time import sleep
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, current_app
from sqlalchemy import CursorResult, Update, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from blog.models import Edition, Purge
from blog.state import clock
from blog.state.database import Busy, reader, transaction
from blog.state.settings import Settings

log = logging.getLogger(__name__)
EVERYTHING = "site"
TIMEOUT_SECONDS, LOOK_SECONDS = 1.5, 1.0
ECHOES = (0.01, 0.02, 0.05, 0.1, 0.4, 1.0)
AGAIN, RETRY = timedelta(seconds=4), timedelta(seconds=15)


class NotPurged(RuntimeError):
    """A cache that was not told. Its text is a sentence for a person, without secrets."""


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be told: an edition has begun; `again` where that was told or tried before."""

    edition: int
    again: bool


def forget(settings: Settings, *keys: str) -> None:
    """Have the cache in front forget every answer that carries one of the keys. Raises NotPurged."""
    parts = urlsplit(settings.purge_url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    name, _, value = settings.purge_header.partition(":")
    headers = {"Surrogate-Key": " ".join(keys), **({name: value.strip()} if name else {})}
    connection = kind(str(parts.hostname), parts.port, timeout=TIMEOUT_SECONDS)
    try:
        connection.request("POST", f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}", b"", headers)
        status = connection.getresponse().status
    except (OSError, HTTPException) as error:
        raise NotPurged(f"The cache at {parts.netloc} does not answer ({type(error).__name__}).") from error
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise NotPurged(f"The cache at {parts.netloc} answers {status}.")


def purge_due(now: datetime) -> None:
    """Tell the cache in front that an edition has begun, where it does not know and nobody else is telling it.

    Does nothing where there is no such cache, or no database yet. What fails is logged, noted and tried again later.
    """
    settings: Settings = current_app.extensions["settings"]
    file = settings.database_file
    if not settings.purge_url or (file and not file.exists()):
        return
    try:
        due = claim(now)
        if due:
            fault = tell(settings)
            note(due, fault)
            if not fault and not due.again:
                Thread(target=echo, args=(settings,), daemon=True, name="echo").start()
    except (SQLAlchemyError, Busy) as error:
        log.warning("Whether the cache in front is to be told cannot be seen: %s", error)


def tell(settings: Settings) -> str:
    """Tell it; returns what was wrong, "" where nothing was."""
    try:
        forget(settings, EVERYTHING)
    except NotPurged as error:
        log.warning("%s It will be told again.", error)
        return str(error)
    return ""


def echo(settings: Settings) -> None:
    """Tell it once more after each of some moments; what fails here is told again anyway."""
    for seconds in ECHOES:
        sleep(seconds)
        with suppress(NotPurged):
            forget(settings, EVERYTHING)


def claim(now: datetime) -> Due | None:
    """What this process is to tell, so that no other one does; None for nothing."""
    query = select(Edition.number, Purge.begun, Purge.done, Purge.again_at).where(Purge.id == Edition.id)
    number, begun, done, again_at = reader().execute(query).one()
    if done >= number or (begun >= number and again_at and again_at > now):
        return None
    with transaction() as session:
        first = update(Purge).where(Purge.begun < number)
        if changes(session, first.values(begun=number, again_at=now + AGAIN)):
            return Due(number, again=False)
        second = update(Purge).where(Purge.done < number, Purge.again_at <= now)
        return Due(number, again=True) if changes(session, second.values(again_at=now + RETRY)) else None


def changes(session: Session, statement: Update) -> bool:
    """Whether a statement changed a row."""
    result: CursorResult[Any] = session.execute(statement)  # type: ignore[assignment]
    return result.rowcount > 0


def note(due: Due, fault: str) -> None:
    """Note how telling went. It is done when it went well the second time, or at any later one."""
    done = {"done": due.edition} if due.again and not fault else {}
    with transaction() as session:
        session.execute(update(Purge).where(Purge.done < due.edition).values(fault=fault[:300], **done))


class Watch:
    """A thread of a worker that looks whether the cache in front is to be told: again, or for one that died."""

    def __init__(self, app: Flask) -> None:
        self.app, self.is_over = app, Event()
        self.thread = Thread(target=self.run, daemon=True, name="purge")

    def start(self) -> None:
        """Begin, in a process that will not fork any more, where there is a cache in front."""
        if self.app.extensions["settings"].purge_url:
            self.thread.start()

    def stop(self) -> None:
        """End the thread."""
        self.is_over.set()
        if self.thread.is_alive():
            self.thread.join()

    def run(self) -> None:
        """Look once a second until it is over."""
        while not self.is_over.wait(LOOK_SECONDS):
            with self.app.app_context():
                purge_due(clock.now())
