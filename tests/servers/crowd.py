"""Readers who read without pause while the author saves a piece again and again: no error and no past for anybody."""

import http.client
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Thread

from tests.servers.people import Author, Person

PAGES = ("/notebook/changing/", "/notebook/", "/", "/rss.xml")
NUMBER = re.compile(rb"Number (\d+)\b")
ON_ONE_CONNECTION = 50
FAILURES = (OSError, http.client.HTTPException)


@dataclass
class Crowd:
    """What readers and the author of `address` saw. A save may take `bound` seconds to reach everybody.

    Each reader waits `pause` seconds between two pages.
    """

    address: str
    bound: float
    pause: float = 0.0
    acknowledged: list[tuple[float, int]] = field(default_factory=list)
    answers: int = 0
    asked_again: int = 0
    saves_refused: int = 0
    oldest: float = 0.0
    errors: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    is_over: Event = field(default_factory=Event)

    def age(self, number: int, now: float) -> float:
        """Seconds since a later number was acknowledged; 0 for the latest."""
        return now - self.acknowledged[number][0] if number < len(self.acknowledged) else 0.0

    def read(self, page: str) -> None:
        """Read a page again and again."""
        reader = Person(self.address)
        while not self.is_over.is_set():
            connection = reader.connect()
            for turn in range(ON_ONE_CONNECTION):
                if self.is_over.is_set() or not self.read_once(connection, page, is_new=turn == 0):
                    break
                time.sleep(self.pause)
            connection.close()

    def read_once(self, connection: http.client.HTTPConnection, page: str, is_new: bool) -> bool:
        """Read a page; whether the connection can be used again.

        One that had been used and was closed before the answer began is no error: browsers ask again (RFC 9110, 9.2.2).
        """
        asked = time.monotonic()
        try:
            connection.request("GET", page, headers={"Accept-Encoding": "identity"})
            answer = connection.getresponse()
            body = answer.read()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError) as error:
            if is_new:
                self.errors.append(f"{page}: {error!r}")
            self.asked_again += 1
            return False
        except FAILURES as error:
            self.errors.append(f"{page}: {error!r}")
            return False
        self.answers += 1
        self.judge(page, answer, body, asked)
        return not answer.will_close

    def judge(self, page: str, answer: http.client.HTTPResponse, body: bytes, asked: float) -> None:
        """Note what is wrong with an answer to what was asked at a moment."""
        found = NUMBER.search(body)
        if answer.status != 200 or not found:
            self.errors.append(f"{page}: {answer.status} {body[:200]!r}")
            return
        age = self.age(int(found[1]), asked)
        self.oldest = max(self.oldest, age)
        if age > self.bound:
            origin = {name: answer.headers[name] for name in ("Age", "Bokashi-Stale") if name in answer.headers}
            self.stale.append(f"{page}: number {int(found[1])} {age:.3f} s after the next one {origin}")

    def save(self, author: Author, piece: str) -> None:
        """Save the next number until that is acknowledged. A node that is killed may take one save with it."""
        number = len(self.acknowledged) + 1
        for _ in range(20):
            with suppress(*FAILURES, AssertionError):
                if author.change(piece, title=f"Number {number}", source=f"Number {number}.").status == 303:
                    self.acknowledged.append((time.monotonic(), number))
                    return
            self.saves_refused += 1
            time.sleep(0.05)
        raise AssertionError(f"save {number} was refused for good")

    @contextmanager
    def reading(self, readers: int) -> Iterator[None]:
        """Have so many readers read meanwhile."""
        threads = [Thread(target=self.read, args=(PAGES[number % len(PAGES)],)) for number in range(readers)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.is_over.set()
            for thread in threads:
                thread.join()


def begin(author: Author) -> str:
    """Write the piece that changes; its path at the desk."""
    return author.write(title="Number 0", source="Number 0.", slug="changing")
