"""What a miss costs with few and with 100,000 pieces: python -m bench.growth [--rounds N] [--pieces N] [--few N].

Few are 300, so that the first part of every list is full on both sides and equally long pages are compared: with 30
the dispatch would show ten essays against a hundred. Flask alone, without the door, in this one process: both
instances take turns, so that a busy machine is equally busy for both. Prints medians, their ratio and the late ones
(p95) of the large side, all in processor time, which says the same on a busy machine, or with `--wall` by the clock,
which counts the disk as well. The instances lie in a temporary folder, or in `--keep DIR`, where a
second run finds them; saves and imports are made in copies.
"""

import argparse
import gc
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

from flask import Flask
from sqlalchemy import select
from werkzeug.test import EnvironBuilder

from app import create_app
from bench.pieces import FREQUENT, HALF, LONG, NEWEST, RARE, VOCABULARY, generate
from blog.models import Kind, Piece, Status
from blog.portability.folder_import import import_folder
from blog.portability.note import Options
from blog.reading import desk
from blog.reading.cursor import Cursor
from blog.reading.site import front
from blog.state.database import db
from blog.state.limits import limiter
from blog.state.schema import bring_up_to_date
from blog.state.settings import Settings
from blog.writing import pieces
from blog.writing.fields import Fields

clock = thread_time
FEW = 300
NOTES = 200
# Six letters with which many words begin, and as many texts as there can be.
MANY_ENDINGS = Counter(word[:6] for word in VOCABULARY if len(word) > 6).most_common(1)[0][0]
PAGES = {
    "home": "/",
    "notebook": "/notebook/",
    "notebook, deep": "/notebook/?before={middle}",
    "kind": "/notebook/field-notes/",
    "kind, deep": "/notebook/field-notes/?before={middle}",
    "topic": "/topics/topic-1/",
    "topic, deep": "/topics/topic-1/?before={middle}",
    "rare topic": "/topics/topic-24/",
    "topic and kind": "/topics/topic-2/essays/",
    "topics": "/topics/",
    "dispatch": "/dispatch/",
    "article": "/notebook/{slug}/",
    "feed": "/rss.xml",
    "feed of a topic": "/topics/topic-1/rss.xml",
    "sitemap": "/sitemap.xml",
    "llms.txt": "/llms.txt",
    "changes": "/changes/",
    "search, frequent": f"/search/?q={FREQUENT}",
    "search, rare": f"/search/?q={RARE}",
    "search, two words": f"/search/?q={FREQUENT}+{RARE}",
    "search, 3 letters": f"/search/?q={FREQUENT[:3]}",
    "search, 4 letters": f"/search/?q={FREQUENT[:4]}",
    "search, 6 letters": f"/search/?q={HALF[:6]}",
    "search, 8 letters": f"/search/?q={LONG[:8]}",
    "search, rare, begun": f"/search/?q={RARE[:4]}",
    "search, second begun": f"/search/?q={FREQUENT}+{LONG[:7]}",
    "search, rare and begun": f"/search/?q={RARE}+{LONG[:7]}",
    "search, many endings": f"/search/?q={MANY_ENDINGS}",
    "search, in no word": "/search/?q=gr%C3%B6%C3%9Fe",
    "not found": "/notebook/no-such-piece/",
}


class Instance:
    """An application with so many pieces, and what is measured of it."""

    def __init__(self, folder: Path, number: int) -> None:
        self.app = open_instance(folder, number)
        with self.app.app_context():
            middle = db.session.scalars(
                select(Piece)
                .where(Piece.status == Status.PUBLISHED, Piece.published_at < NEWEST)
                .order_by(Piece.id)
                .offset(number // 2)
            ).first()
            assert middle  # noqa: S101
            self.middle, self.slug, self.id = str(Cursor.of(middle)), middle.slug, middle.id

    def answer(self, path: str) -> Iterable[bytes]:
        """The answer to a reader who asks for a page."""
        address = path.format(middle=self.middle, slug=self.slug)
        environ = EnvironBuilder(path=address, base_url=self.app.extensions["settings"].site_url).get_environ()
        return self.app.wsgi_app(environ, lambda *_: lambda _: None)

    def get(self, path: str) -> Callable[[], float]:
        """Asks for a page; gives the seconds that the answer took."""

        def ask() -> float:
            started = clock()
            b"".join(self.answer(path))
            return clock() - started

        return ask

    def within(self, work: Callable[[], object]) -> Callable[[], float]:
        """Does something in the application's context; gives its seconds."""

        def timed() -> float:
            with self.app.app_context():
                started = clock()
                work()
                return clock() - started

        return timed

    def save(self, publish: bool) -> Callable[[], float]:
        """Saves a piece of its own again and again, each time with another text."""
        with self.app.app_context():
            piece = pieces.create(
                Fields(kind=Kind.ESSAY, title="The same title", source="Words.", topics=("Topic 1",)), NEWEST
            )
            piece = (pieces.publish(piece.id, NEWEST) or piece) if publish else piece
            fields = Fields(kind=Kind.ESSAY, title=piece.title, topics=("Topic 1",), published_at=piece.published_at)
            piece_id = piece.id
        texts = iter(range(1_000_000))
        return self.within(
            lambda: pieces.save(piece_id, replace(fields, source=f"{FREQUENT} {next(texts)}"), NEWEST, None)
        )

    def create(self) -> Callable[[], float]:
        """Makes new pieces that all have the same title."""
        return self.within(lambda: pieces.create(Fields(kind=Kind.ESSAY, title="Again", source="Words."), NEWEST))

    def take(self, folder: Path) -> Callable[[], float]:
        """Imports notes that are not there yet."""
        numbers = iter(range(1_000_000))

        def work() -> None:
            import_folder(
                notes(folder / f"{self.app.extensions['settings'].instance.name}-{next(numbers)}"), Options(), NEWEST
            )

        return self.within(work)


def notes(folder: Path) -> Path:
    """A folder of notes."""
    folder.mkdir()
    for index in range(NOTES):
        (folder / f"{folder.name}-{index}.md").write_text(
            f"---\ntitle: Note {index}\ndate: 2026-01-02\n---\n{FREQUENT} {index}."
        )
    return folder


def open_instance(folder: Path, number: int) -> Flask:
    """The application of an instance folder, filled where it is new."""
    settings = Settings.from_environ(
        {**os.environ, "BLOG_INSTANCE": str(folder), "BLOG_SITE_URL": "http://127.0.0.1:8000"}
    )
    app = create_app(settings)
    limiter.enabled = False
    with app.app_context():
        if bring_up_to_date(settings):
            generate(number)
    return app


def compare(small: Callable[[], float], large: Callable[[], float], rounds: int) -> tuple[float, float, float, float]:
    """The median milliseconds of both, taken in turns, the median of their ratios, and the large side's p95."""
    small(), large()
    taken = [(small(), large()) for _ in range(rounds)]
    few, many = zip(*taken, strict=True)
    late = sorted(many)[int(rounds * 0.95)]
    return median(few) * 1000, median(many) * 1000, median(many / few for few, many in taken), late * 1000


def works(instance: Instance, scratch: Path) -> dict[str, Callable[[], float]]:
    """Everything that is measured, by name."""
    return {
        **{name: instance.get(path) for name, path in PAGES.items()},
        "desk": instance.within(lambda: desk.shelf(front(NEWEST), NEWEST)),
        "desk, published": instance.within(lambda: desk.shelf(front(NEWEST), NEWEST, "published")),
        "save a draft": instance.save(publish=False),
        "save a public piece": instance.save(publish=True),
        "create, one title": instance.create(),
        f"import {NOTES} notes": instance.take(scratch),
    }


def entries(instance: Instance, path: str) -> int:
    """How many pieces an answer shows: with few there are shorter lists, which are not the same work."""
    answer = b"".join(instance.answer(path))
    return sum(answer.count(sign) for sign in (b'<li class="entry', b"<item>", b"<url>", b"\n- [", b"<sitemap>"))


def shown(name: str, small: Instance, large: Instance) -> str:
    """How many pieces both answers show."""
    path = PAGES.get(name)
    return f"{entries(small, path):>8}{entries(large, path):>6}" if path else ""


def copy_of(kept: Path, scratch: Path, number: int) -> Path:
    """A copy of the instance with so many pieces, which is made first where it is not there."""
    source = kept / str(number)
    if not source.exists():
        source.mkdir(parents=True)
        open_instance(source, number)
    return Path(shutil.copytree(source, scratch / f"copy-{number}"))


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description="What a miss costs with few and with many pieces.")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--pieces", type=int, default=100_000)
    parser.add_argument("--few", type=int, default=FEW)
    parser.add_argument("--wall", action="store_true", help="measure by the clock")
    parser.add_argument("--keep", type=Path, help="where the instances are, and stay")
    parser.add_argument("--only", default="", help="measure only what has this in its name")
    given = parser.parse_args()
    if given.wall:
        globals()["clock"] = perf_counter
    with TemporaryDirectory() as name:
        scratch = Path(name)
        numbers = (given.few, given.pieces)
        instances = [Instance(copy_of(given.keep or scratch, scratch, number), number) for number in numbers]
        small, large = (works(instance, scratch) for instance in instances)
        print(f"milliseconds, medians of {given.rounds} rounds, load {os.getloadavg()[0]:.1f}")
        print(f"{'':22}{given.few:>10,}{given.pieces:>12,}   ratio     p95  entries shown")
        gc.freeze()
        for name in filter(lambda name: given.only in name, small):
            taken = compare(small[name], large[name], 3 if name.startswith("import") else given.rounds)
            print("{:22}{:>10.2f}{:>12.2f}{:>8.2f}{:>8.2f}".format(name, *taken), shown(name, *instances), flush=True)


if __name__ == "__main__":
    main()
