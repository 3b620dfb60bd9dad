"""Whatever is changed in whatever order: each answer of the door is what Flask would answer now."""

import tempfile
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from unittest import mock

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from blog import door as module
from blog.door import Door
from blog.models import Kind, Piece
from blog.state import clock
from blog.writing import pieces, topics
from blog.writing.fields import Fields
from blog.writing.site import SiteFields, save_site
from tests.conftest import Clock, reader_of, running
from tests.door.asking import visit
from tests.writing.edits import typed

PLACES = ("/", "/notebook/", "/notebook/essays/", "/topics/", "/dispatch/", "/rss.xml", "/sitemap.xml")
WORDS = st.sampled_from(["Ink", "Paper", "Brush", "Block"])
HOURS = st.integers(1, 48)
EMPTY: list[Path] = []


@pytest.fixture(autouse=True)
def empty(empty_instance: Path) -> None:
    """Have the machine know the empty instance, which is a fixture."""
    EMPTY[:] = [empty_instance]


class House(RuleBasedStateMachine):
    """A site with a door, changed at random."""

    @initialize()
    def open(self) -> None:
        self.ends, self.clock = ExitStack(), Clock()
        folder = self.ends.enter_context(tempfile.TemporaryDirectory())
        self.ends.enter_context(mock.patch.object(clock, "now", lambda: self.clock.now))
        self.ends.enter_context(mock.patch.object(module, "time", lambda: self.clock.now.timestamp()))
        app = self.ends.enter_context(running(EMPTY[0], Path(folder) / "instance"))
        self.door = Door(app)
        self.ends.callback(self.door.close)
        self.client: FlaskClient = reader_of(app)
        self.pieces: list[Piece] = []
        self.slugs = ["none"]

    def teardown(self) -> None:
        self.ends.close()

    def keep(self, piece: Piece | None) -> None:
        if piece is not None:
            self.slugs = list(dict.fromkeys([*self.slugs, piece.slug]))[-4:]

    @rule(title=WORDS, kind=st.sampled_from(Kind))
    def write(self, title: str, kind: Kind) -> None:
        self.pieces.append(pieces.create(Fields(title=title, source=title, kind=kind, topics=(title,)), self.clock.now))

    @precondition(lambda self: self.pieces)
    @rule(data=st.data())
    def publish(self, data: st.DataObject) -> None:
        self.keep(pieces.publish(data.draw(st.sampled_from(self.pieces)).id, self.clock.now))

    @precondition(lambda self: self.pieces)
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        pieces.withdraw(data.draw(st.sampled_from(self.pieces)).id, self.clock.now)

    @precondition(lambda self: self.pieces)
    @rule(data=st.data(), source=WORDS, slug=WORDS, matters=st.booleans())
    def edit(self, data: st.DataObject, source: str, slug: str, matters: bool) -> None:
        piece = data.draw(st.sampled_from(self.pieces))
        fields = typed(piece, source=f"{source} and {source}.", slug=f"{slug}-{piece.id}")
        self.keep(pieces.save(piece.id, fields, self.clock.now, None, matters))

    @precondition(lambda self: self.pieces)
    @rule(data=st.data(), hours=HOURS)
    def schedule(self, data: st.DataObject, hours: int) -> None:
        piece = data.draw(st.sampled_from(self.pieces))
        fields = typed(piece, published_at=self.clock.now + timedelta(hours=hours))
        pieces.save(piece.id, fields, self.clock.now, None)
        self.keep(pieces.publish(piece.id, self.clock.now))

    @precondition(lambda self: self.pieces)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        piece = data.draw(st.sampled_from(self.pieces))
        self.pieces.remove(piece)
        pieces.delete(piece.id, self.clock.now)

    @precondition(lambda self: self.pieces)
    @rule(data=st.data(), name=WORDS)
    def rename_topic(self, data: st.DataObject, name: str) -> None:
        topic = data.draw(st.sampled_from(self.pieces)).topics[0]
        topics.rename(topic.id, f"{name} {topic.id}", self.clock.now)

    @rule(name=WORDS)
    def rename_site(self, name: str) -> None:
        save_site(SiteFields(name=name), self.clock.now, None)

    @rule(hours=HOURS)
    def wait(self, hours: int) -> None:
        self.clock.forward(hours=hours)

    @rule()
    def breathe(self) -> None:
        self.clock.forward(seconds=1)

    @invariant()
    def every_answer_is_a_fresh_one(self) -> None:
        for address in (*PLACES, *(f"/notebook/{slug}/" for slug in self.slugs)):
            kept, fresh = visit(self.door, address), self.client.get(address)
            assert (kept.status, kept.text) == (fresh.status_code, fresh.text), address
            assert kept.headers.get("last-modified") == fresh.headers.get("Last-Modified"), address
            tag = fresh.headers.get("ETag")
            if tag and kept.status == 200:
                assert kept.headers["etag"].removesuffix('-br"') == tag.removesuffix('"')
                assert visit(self.door, address, if_none_match=kept.headers["etag"]).status == 304


House.TestCase.settings = settings(
    max_examples=5,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.reuse, Phase.generate),
)
test_house = House.TestCase
