"""Messages: kept once, cleaned, and read at the desk."""

import pytest
from flask import Flask

from blog.reading import desk
from blog.writing.messages import delete_message, keep, mark_read
from blog.writing.refusals import Refused
from tests.conftest import Clock


def test_a_message_is_kept_for_the_desk(app: Flask, time: Clock) -> None:
    keep(" Ada\n", "ada@example.org", "Hello\r\nthere\x00\ud800 \n", time.now)
    (message,) = desk.messages().rows
    assert (message.name, message.address, message.text) == ("Ada", "ada@example.org", "Hello\nthere")
    assert (message.received_at, message.read_at, desk.unread()) == (time.now, None, 1)


def test_a_form_that_is_sent_twice_is_one_message(app: Flask, time: Clock) -> None:
    for token in ("a", "a", "b", None, None, "\ud800"):
        keep("", "", "Hello", time.now, token)
    assert len(desk.messages().rows) == 5


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        (("", "", ""), {"text"}),
        (("", "", " \x00\n"), {"text"}),
        (("", "", "x" * 10_001), {"text"}),
        (("x" * 201, "", "Hello"), {"name"}),
        (("", "nobody", "Hello"), {"address"}),
        (("", "a@b", "Hello"), {"address"}),
        (("", "@example.org", "Hello"), {"address"}),
        (("", "a b@example.org", "Hello"), {"address"}),
        (("", "a@example.org,b@example.org", "Hello"), {"address"}),
        (("", "x" * 320 + "@example.org", "Hello"), {"address"}),
        (("x" * 201, "nobody", ""), {"name", "address", "text"}),
    ],
)
def test_a_broken_rule_is_a_sentence_beside_its_field(
    app: Flask, time: Clock, given: tuple[str, str, str], fields: set[str]
) -> None:
    with pytest.raises(Refused) as caught:
        keep(*given, time.now)
    assert set(caught.value.fields) == fields
    assert all(sentence.endswith(".") for sentence in caught.value.fields.values())
    assert desk.messages().rows == []


def test_the_newest_message_stands_first(app: Flask, time: Clock) -> None:
    for text in ("one", "two"):
        time.forward(hours=1)
        keep("", "", text, time.now)
    assert [message.text for message in desk.messages().rows] == ["two", "one"]


def test_a_message_is_read_once_and_deleted_for_good(app: Flask, time: Clock) -> None:
    first, second = (keep("", "", text, time.now) for text in ("one", "two"))
    read_at = time.now
    mark_read(first.id, read_at)
    time.forward(hours=1)
    mark_read(first.id, time.now)
    assert first.read_at == read_at and desk.unread() == 1
    gone = second.id
    for _ in range(2):
        delete_message(gone)
        assert desk.messages().rows == [first] and desk.unread() == 0
