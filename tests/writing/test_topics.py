"""Topics: one for all spellings of a name, in the author's order, and never losing an address."""

import pytest
from flask import Flask
from sqlalchemy import select

from blog.models import Edition, Piece, Topic
from blog.reading import desk, lists
from blog.reading.former import moved
from blog.reading.lists import Filter
from blog.reading.topics import all_topics, public_topic
from blog.state.database import reader
from blog.writing import topics
from blog.writing.refusals import Conflict, Refused
from tests.conftest import Clock, Write
from tests.writing.edits import edit


def names(piece: Piece) -> list[str]:
    """The names of a piece's topics as the database gives them."""
    reader().expire_all()
    found = desk.piece(piece.id)
    return [topic.name for topic in found.topics] if found else []


def topic(name: str) -> Topic:
    return next(topic for topic in all_topics() if topic.name == name)


def test_topics_keep_the_order_in_which_they_were_typed(write: Write, time: Clock) -> None:
    write("First", topics=("alpha", "beta", "gamma"))
    piece = write("Second", topics=("gamma", "alpha", "beta"))
    assert names(piece) == ["gamma", "alpha", "beta"]
    edit(piece, time, topics=("beta", "new", "gamma"))
    assert names(piece) == ["beta", "new", "gamma"]


def test_spellings_of_one_name_are_one_topic(write: Write) -> None:
    first = write("A", topics=("Café", "LINUX", "Straße"))
    second = write("B", topics=("cafe\u0301", " linux ", "strasse", "CAFÉ", ""))
    assert names(first) == names(second) == ["Café", "LINUX", "Straße"]
    assert len(all_topics()) == 3


def test_a_name_that_is_typed_twice_stands_where_it_came_first(write: Write) -> None:
    assert names(write("A", topics=("b", "a", "B", "c", "a"))) == ["b", "a", "c"]


def test_topics_whose_names_give_one_slug_have_two(write: Write) -> None:
    write("A", topics=("C", "C++", "C#", "🐢", "今日"))
    assert sorted(each.slug for each in all_topics()) == ["2026-11-20", "c", "c-2", "c-3", "今日"]


def test_a_piece_may_have_twenty_topics(write: Write) -> None:
    assert len(names(write("A", topics=tuple(map(str, range(20)))))) == 20
    with pytest.raises(Refused) as caught:
        write("B", topics=tuple(map(str, range(21))))
    assert caught.value.fields == {"topics": "A piece may have 20 topics at the most, and these are 21."}


def test_a_name_that_is_too_long_is_refused(write: Write) -> None:
    with pytest.raises(Refused) as caught:
        write("A", topics=("x" * 101,))
    assert list(caught.value.fields) == ["topics"]
    assert all_topics() == []


def test_a_renamed_topic_is_found_at_both_addresses(write: Write, time: Clock) -> None:
    write("A", topics=("Linux",))
    renamed = topics.rename(topic("Linux").id, " Linux &\nhardware ", time.now)
    assert renamed is not None
    assert (renamed.name, renamed.slug) == ("Linux & hardware", "linux-hardware")
    found = moved("/topics/linux/", time.now)
    assert found and found.topic and found.topic.slug == "linux-hardware"
    assert public_topic("linux-hardware", time.now) is renamed and public_topic("linux", time.now) is None


def test_a_topic_may_go_back_to_its_first_name(write: Write, time: Clock) -> None:
    write("A", topics=("One",))
    wanted = topic("One").id
    for name in ("Two", "One"):
        topics.rename(wanted, name, time.now)
    assert topic("One").slug == "one"
    assert moved("topics/one", time.now) is None and moved("topics/two", time.now) is not None


def test_another_case_is_another_name_at_the_same_address(write: Write, time: Clock) -> None:
    write("A", topics=("linux",))
    renamed = topics.rename(topic("linux").id, "Linux", time.now)
    assert renamed and (renamed.name, renamed.slug) == ("Linux", "linux")


@pytest.mark.parametrize("name", ["", " \u200b", "x" * 101, "HTMX"])
def test_a_name_that_cannot_be_is_refused(write: Write, time: Clock, name: str) -> None:
    write("A", topics=("Linux", "htmx"))
    with pytest.raises(Refused):
        topics.rename(topic("Linux").id, name, time.now)
    assert topic("Linux").slug == "linux"


def test_there_is_nothing_to_rename_where_there_is_no_topic(app: Flask, time: Clock) -> None:
    assert topics.rename(1, "Linux", time.now) is None


def test_nobody_hears_of_a_topic_that_only_a_draft_has(write: Write, time: Clock) -> None:
    write("Draft", topics=("Secret",), publish=False)
    write("Unlisted", topics=("Quiet",), listed=False)
    for name in ("Secret", "Quiet"):
        assert public_topic(name.lower(), time.now) is None
        topics.rename(topic(name).id, f"{name} plan", time.now)
        assert moved(f"topics/{name.lower()}", time.now) is None


def test_a_merged_topic_leads_to_the_one_it_became(write: Write, time: Clock) -> None:
    first = write("A", topics=("one", "Databases", "two"))
    second = write("B", topics=("SQLite", "three", "Databases"))
    draft = write("C", topics=("Databases",), publish=False)
    topics.rename(topic("Databases").id, "Data", time.now)
    before = reader().scalar(select(Edition.number))
    merged = topics.merge(topic("Data").id, " sqlite", time.now, "Data")
    assert merged and merged.name == "SQLite"
    assert names(first) == ["one", "SQLite", "two"]
    assert names(second) == ["SQLite", "three"]
    assert names(draft) == ["SQLite"]
    assert [piece.title for piece in lists.notebook(time.now, Filter(topic=merged)).pieces] == ["B", "A"]
    for address in ("topics/data", "topics/databases"):
        found = moved(address, time.now)
        assert found and found.topic and found.topic.slug == "sqlite"
    assert reader().scalar(select(Edition.number)) == (before or 0) + 1
    assert {each.name for each in all_topics()} == {"one", "two", "three", "SQLite"}


def test_what_cannot_be_merged_stays(write: Write, time: Clock) -> None:
    write("A", topics=("One", "Two"))
    one = topic("One").id
    with pytest.raises(Refused):
        topics.merge(one, "Three", time.now)
    with pytest.raises(Conflict):
        topics.merge(one, "Two", time.now, "Uno")
    assert topics.merge(99, "Two", time.now) is None
    same = topics.merge(one, "ONE", time.now)
    assert same and same.id == one
    assert {each.name for each in all_topics()} == {"One", "Two"}


def test_a_topic_is_renamed_only_as_it_was_seen(write: Write, time: Clock) -> None:
    write("A", topics=("One",))
    with pytest.raises(Conflict):
        topics.rename(topic("One").id, "Two", time.now, "Uno")
    assert topics.rename(topic("One").id, "Two", time.now, "One")
    with pytest.raises(topics.NameTaken) as caught:
        write("B", topics=("Three",))
        topics.rename(topic("Three").id, "TWO", time.now)
    assert caught.value.other.name == "Two"


def test_only_a_topic_that_nothing_is_about_is_deleted(write: Write, time: Clock) -> None:
    piece = write("A", topics=("One", "Two"), publish=False)
    one = topic("One").id
    with pytest.raises(Refused):
        topics.remove(one, time.now)
    topics.rename(one, "Uno", time.now)
    edit(piece, time, topics=("Two",))
    with pytest.raises(Conflict):
        topics.remove(one, time.now, "One")
    assert topics.remove(one, time.now, "Uno")
    assert topics.remove(one, time.now) is None
    assert moved("topics/one", time.now) is None
    assert [each.name for each in all_topics()] == ["Two"]
