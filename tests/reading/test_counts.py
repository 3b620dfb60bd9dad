"""Counts: right in every combination of kind and topic, and one query each."""

from itertools import product

from blog.models import Kind, Topic
from blog.reading import counts
from blog.reading.lists import Filter, notebook
from blog.reading.topics import all_topics
from tests.conftest import Clock, Write
from tests.statements import statements


def fill(write: Write) -> dict[str, Topic]:
    """Seven pieces about two topics, three about none or both."""
    about = [(), ("a",), ("a",), ("b",), ("a", "b"), ("b", "a"), ("B",)]
    for index, topics in enumerate(about):
        write(str(index), kind=Kind.ESSAY if index % 2 else Kind.FIELD_NOTE, topics=topics)
    write("hidden", topics=("a", "c"), publish=False)
    return {topic.name: topic for topic in all_topics()}


def test_an_empty_notebook_has_nothing_of_anything(write: Write, time: Clock) -> None:
    assert [(each.kind, each.all, each.chosen) for each in counts.by_kind(time.now)] == [(kind, 0, 0) for kind in Kind]
    assert counts.by_topic(time.now) == []


def test_every_count_is_the_length_of_its_list(write: Write, time: Clock) -> None:
    topics = fill(write)
    for kind, topic in product([None, *Kind], [None, topics["a"], topics["b"]]):
        shown = len(notebook(time.now, Filter(kind, topic)).pieces)
        by_kind = {each.kind: each for each in counts.by_kind(time.now, topic)}
        by_topic = {each.topic.name: each for each in counts.by_topic(time.now, kind)}
        assert sum(each.chosen for each in by_kind.values() if kind in (None, each.kind)) == shown
        assert topic is None or by_topic[topic.name].chosen == shown
        assert {name: each.all for name, each in by_topic.items()} == {"a": 4, "b": 4}
        assert {each.kind: each.all for each in by_kind.values()} == {"essay": 3, "field-note": 4, "thought": 0}


def test_topics_stand_in_the_order_of_the_alphabet(write: Write, time: Clock) -> None:
    write("A", topics=("beta", "Alpha", "gamma", "Delta"))
    assert [each.topic.name for each in counts.by_topic(time.now)] == ["Alpha", "beta", "Delta", "gamma"]


def test_each_count_is_one_query(write: Write, time: Clock) -> None:
    topic = fill(write)["a"]
    with statements() as sent:
        counts.by_kind(time.now, topic)
        counts.by_topic(time.now, Kind.ESSAY)
    assert len([statement for statement in sent if statement.startswith("SELECT")]) == 2
