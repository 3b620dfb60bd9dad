"""Counts: right in every combination of kind and topic, after every change, and asked for once in each state."""

from collections.abc import Callable
from datetime import timedelta
from itertools import product

import pytest

from blog.models import Kind, Piece, Topic
from blog.reading import desk
from blog.reading.counts import Counts, counts
from blog.reading.lists import Filter, notebook
from blog.reading.site import front
from blog.reading.topics import all_topics
from blog.state.database import db
from blog.writing import pieces, topics
from tests.conftest import Clock, Write
from tests.statements import statements
from tests.writing.edits import edit


def counted(time: Clock) -> Counts:
    """The counts as a request that comes now gets them."""
    db.session.remove()
    return counts(front(time.now), time.now)


def fill(write: Write, time: Clock) -> dict[str, Topic]:
    """Seven pieces about two topics, three about none or both."""
    about = [(), ("a",), ("a",), ("b",), ("a", "b"), ("b", "a"), ("B",)]
    for index, names in enumerate(about):
        write(str(index), kind=Kind.ESSAY if index % 2 else Kind.FIELD_NOTE, topics=names)
    write("hidden", topics=("a", "c"), publish=False)
    return {topic.name: topic for topic in counted(time).topics}


def test_an_empty_notebook_has_nothing_of_anything(write: Write, time: Clock) -> None:
    found = counted(time)
    assert [(each.kind, each.all, each.chosen) for each in found.by_kind()] == [(kind, 0, 0) for kind in Kind]
    assert found.by_topic() == [] and found.number() == 0 and found.topic("a") is None


def test_every_count_is_the_length_of_its_list(write: Write, time: Clock) -> None:
    about = fill(write, time)
    for kind, topic in product([None, *Kind], [None, about["a"], about["b"]]):
        shown = len(notebook(time.now, Filter(kind, topic)).pieces)
        found = counted(time)
        by_kind = {each.kind: each for each in found.by_kind(topic)}
        by_topic = {each.topic.name: each for each in found.by_topic(kind)}
        assert sum(each.chosen for each in by_kind.values() if kind in (None, each.kind)) == shown
        assert found.number(kind, topic) == shown
        assert topic is None or by_topic[topic.name].chosen == shown
        assert {name: each.all for name, each in by_topic.items()} == {"a": 4, "b": 4}
        assert {each.kind: each.all for each in by_kind.values()} == {"essay": 3, "field-note": 4, "thought": 0}


def test_topics_stand_in_the_order_of_the_alphabet(write: Write, time: Clock) -> None:
    write("A", topics=("beta", "Ökologie", "Alpha", "zoo", "école", "Delta", "Eis", "日本"))
    names = ["Alpha", "beta", "Delta", "école", "Eis", "Ökologie", "zoo", "日本"]
    assert [topic.name for topic in counted(time).topics] == names
    assert [topic.name for topic in all_topics()] == names
    assert [topic.name for topic, _ in desk.topics()] == names


def test_a_topic_is_known_while_a_listed_piece_is_about_it(write: Write, time: Clock) -> None:
    fill(write, time)
    found = counted(time).topic("b")
    assert found is not None and found.name == "b"
    assert counted(time).topic("c") is None


def test_everything_is_counted_by_one_query_in_each_state_of_the_site(write: Write, time: Clock) -> None:
    fill(write, time)
    now = front(time.now)
    with statements() as sent:
        counts(now, time.now).by_kind()
    assert sent == []
    write("another")
    now = front(time.now)
    with statements() as sent:
        counts(now, time.now).by_topic()
        counts(now, time.now).by_kind()
    assert len(sent) == 1


CHANGES: dict[str, Callable[[Piece, Clock], object]] = {
    "withdrawn": lambda piece, time: pieces.withdraw(piece.id, time.now),
    "deleted": lambda piece, time: pieces.delete(piece.id, time.now),
    "of another kind": lambda piece, time: edit(piece, time, kind=Kind.THOUGHT),
    "about something else": lambda piece, time: edit(piece, time, topics=("c",)),
    "about nothing": lambda piece, time: edit(piece, time, topics=()),
    "in no list": lambda piece, time: edit(piece, time, listed=False),
    "moved ahead": lambda piece, time: edit(piece, time, published_at=time.now + timedelta(days=1)),
    "about a renamed topic": lambda piece, time: topics.rename(piece.topics[0].id, "Other", time.now),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_count_follows_every_change(write: Write, time: Clock, change: str) -> None:
    write("one", topics=("a",))
    piece = write("two", topics=("a", "b"))
    before = shape(counted(time))
    CHANGES[change](piece, time)
    after = shape(counted(time))
    assert after != before
    time.forward(seconds=1)
    assert shape(counted(time)) == after


def test_a_count_follows_the_clock_though_nothing_is_written(write: Write, time: Clock) -> None:
    write("one", topics=("a",))
    write("two", topics=("a",), at=time.now + timedelta(days=1))
    write("three", topics=("b",), at=time.now + timedelta(days=2))
    numbers = []
    for _ in range(3):
        numbers.append((counted(time).number(), len(counted(time).topics)))
        time.forward(days=1)
    assert numbers == [(1, 1), (2, 1), (3, 2)]


def test_a_piece_that_comes_in_the_second_after_a_change_is_counted(write: Write, time: Clock) -> None:
    """The edition that turns twice in one second lies a second ahead, as that piece does."""
    first = write("one")
    write("two", at=time.now + timedelta(hours=1, seconds=1))
    for change in (pieces.withdraw, pieces.publish, pieces.withdraw):
        change(first.id, time.now)
    assert front(time.now).modified > time.now
    assert counted(time).number() == 0
    time.forward(seconds=1)
    assert counted(time).number() == 1


def shape(found: Counts) -> object:
    """Counts as plain values."""
    return {topic.name: found.numbers[topic.id] for topic in found.topics}, found.numbers.get(None)
