"""The gate: what is not public is in no list, count, neighbour, link, path, search, correction or address."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from sqlalchemy import select

from blog.models import Kind, Link, Path, Piece, Relation, Stop
from blog.reading import desk, gate, lists, paths, search, site, sitemap, topics
from blog.reading import pieces as reading
from blog.reading.counts import counts
from blog.reading.cursor import Placed
from blog.reading.former import moved
from blog.reading.lists import Filter
from blog.state.database import reader, transaction
from blog.writing import pieces
from tests.conftest import Clock, Write


@dataclass
class Scene:
    """Two public pieces, and between them by date one in some state, tied to both in every way there is."""

    before: Piece
    piece: Piece
    after: Piece


STATES = ("draft", "draft with a date", "scheduled", "withdrawn", "unlisted")


@pytest.fixture(params=STATES)
def state(request: pytest.FixtureRequest) -> str:
    """A state in which a piece stands in no list."""
    return str(request.param)


@pytest.fixture
def scene(state: str, write: Write, time: Clock) -> Scene:
    """The scene, with the piece in between in that state."""
    before = write("Before", topics=("Shared",))
    piece = make(state, write, time)
    after = write("After", topics=("Shared",))
    with transaction() as session:
        for other in (before, after):
            session.add(Link(from_id=piece.id, to_id=other.id, relation=Relation.FOLLOWS_UP))
            session.add(Link(from_id=other.id, to_id=piece.id, relation=Relation.ANSWERS))
        stops = [Stop(piece_id=each.id, position=at) for at, each in enumerate((before, piece, after))]
        session.add(Path(slug="start", title="Start", stops=stops))
        session.add(Path(slug="alone", title="Alone", stops=[Stop(piece_id=piece.id, position=0)]))
    pieces.correct(piece.id, "Why.", time.now)
    return Scene(before, piece, after)


def make(state: str, write: Write, time: Clock) -> Piece:
    """A piece in a state, about two topics of which one is its own, that had another address before."""
    states: dict[str, dict[str, object]] = {
        "draft": {"publish": False},
        "draft with a date": {"publish": False, "at": time.now},
        "scheduled": {"at": time.now + timedelta(days=9)},
        "withdrawn": {},
        "unlisted": {"listed": False},
    }
    piece = write("Unmistakable", kind=Kind.THOUGHT, topics=("Shared", "Own"), source="Zanzibar.", **states[state])
    if state == "withdrawn":
        pieces.withdraw(piece.id, time.now)
    with transaction() as session:
        pieces.leave_address(session, piece, "old/address", time.now)
    return piece


def ids(found: Iterable[Placed]) -> list[int]:
    """The ids of pieces or cards."""
    return [each.id for each in found]


def test_it_stands_in_no_list(scene: Scene, time: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = [scene.after.id, scene.before.id]
    topic = topics.public_topic("shared", time.now)
    assert ids(lists.notebook(time.now, Filter()).pieces) == shown
    assert ids(lists.notebook(time.now, Filter(topic=topic)).pieces) == shown
    assert lists.notebook(time.now, Filter(kind=Kind.THOUGHT)).pieces == []
    assert ids(lists.for_feed(time.now, Filter()).pieces) == shown
    assert ids(lists.dispatch(time.now).pieces) == shown[::-1]
    assert lists.latest(time.now, Kind.THOUGHT, 5) == []
    assert lists.newest(time.now, Kind.THOUGHT) is None
    assert ids(sitemap.addresses(time.now)) == shown
    assert ids(sitemap.addresses(time.now, 0)) == shown
    monkeypatch.setattr(sitemap, "PORTION", 1)
    assert [portion.size for portion in sitemap.portions(site.front(time.now), time.now)] == [1, 1]


def test_it_is_in_no_count(scene: Scene, time: Clock) -> None:
    found = counts(site.front(time.now), time.now)
    assert found.numbers[None] == {Kind.ESSAY: 2, Kind.FIELD_NOTE: 0, Kind.THOUGHT: 0}
    assert [(each.topic.name, each.all) for each in found.by_topic()] == [("Shared", 2)]


def test_its_own_topic_is_unknown(scene: Scene, time: Clock) -> None:
    assert topics.public_topic("own", time.now) is None
    assert topics.public_topic("shared", time.now) is not None
    assert [topic.name for topic in topics.all_topics()] == ["Own", "Shared"]


def test_it_is_nobodys_neighbour(scene: Scene, time: Clock) -> None:
    assert reading.neighbours(scene.before, time.now).later is scene.after
    assert reading.neighbours(scene.after, time.now).earlier is scene.before


def test_no_correction_tells_of_it(scene: Scene, time: Clock) -> None:
    assert reading.corrections(time.now) == []


def test_no_search_finds_it(scene: Scene, time: Clock) -> None:
    for query in ("Unmistakable", "Zanzibar", "unmis", "zanzibar."):
        assert search.search(query, time.now) == []


def test_links_and_paths_lead_to_it_only_where_it_may_be_read(state: str, scene: Scene, time: Clock) -> None:
    readable = state == "unlisted"
    linked = [each.piece for each in reading.links(scene.before, time.now)]
    assert linked == ([scene.piece, scene.piece] if readable else [])
    walk = paths.walk("start", time.now)
    assert walk is not None
    expected = [scene.before, scene.piece, scene.after] if readable else [scene.before, scene.after]
    assert [stop.piece.id for stop in walk.stops] == ids(expected)
    assert (paths.walk("alone", time.now) is not None) == readable


def test_its_address_says_no_more_than_it_may(state: str, scene: Scene, time: Clock) -> None:
    slug = scene.piece.slug
    assert (reading.public_piece(slug, time.now) is scene.piece) == (state == "unlisted")
    assert reading.was_public(slug, time.now) == (state == "withdrawn")
    found = moved("old/address", time.now)
    if state == "unlisted":
        assert found and found.piece is scene.piece
    elif state == "withdrawn":
        assert found and found.is_gone
    else:
        assert found is None


def test_the_desk_sees_it(state: str, scene: Scene, time: Clock) -> None:
    front = site.front(time.now)
    assert scene.piece in desk.shelf(front, time.now).pieces
    shown = {"draft with a date": "draft", "unlisted": "published"}.get(state, state)
    assert desk.state(scene.piece, time.now) == shown
    shelves = {"draft": "drafts"}.get(shown, shown)
    assert scene.piece in desk.shelf(front, time.now, shelves).pieces


@pytest.mark.parametrize("moment", [-1, 0, 1])
def test_the_gate_opens_at_the_very_second(write: Write, time: Clock, moment: int) -> None:
    due = time.now + timedelta(days=1)
    piece = write("Soon", at=due)
    at = due + timedelta(seconds=moment)
    assert (reading.public_piece("soon", at) is piece) == (moment >= 0)
    assert (ids(lists.notebook(at, Filter()).pieces) == [piece.id]) == (moment >= 0)


def test_the_gate_for_queries_and_for_a_piece_in_hand_agree(write: Write, time: Clock) -> None:
    for state in STATES:
        make(state, write, time)
    write("Public")
    for days in (-1, 0, 8, 10):
        at = time.now + timedelta(days=days)
        found = set(reader().scalars(select(Piece).where(gate.public(at))))
        assert found == {piece for piece in reader().scalars(select(Piece)) if gate.is_public(piece, at)}
        known = set(reader().scalars(select(Piece).where(gate.public(at) | gate.gone(at))))
        assert known == {piece for piece in reader().scalars(select(Piece)) if gate.is_known(piece, at)}
        apart = set(reader().scalars(select(Piece).where(gate.scheduled(at))))
        assert apart == {
            piece for piece in reader().scalars(select(Piece)) if piece.status == "published" and piece not in found
        }
