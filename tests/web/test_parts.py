"""The parts of a list: how many there are, what each holds, and what cursors that cannot be get."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask.testing import FlaskClient

from blog.models import Kind, Piece
from blog.reading.lists import PART
from blog.writing import pieces
from blog.writing.fields import Fields
from tests.conftest import NOON, Clock, Write

PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}
MORE = re.compile(r'id="load-more" href="([^"]+)"')
TITLE = re.compile(r"<h3[^>]*><a href=\"[^\"]+\"[^>]*>([^<]+)</a></h3>")
EMOJI = "%F0%9F%8C%B1"


def parts(client: FlaskClient, address: str, *, as_fragments: bool) -> list[list[str]]:
    """The titles of every part of a list, from the first to the last."""
    found: list[list[str]] = []
    headers: dict[str, str] = {}
    while address:
        answer = client.get(address, headers=headers)
        assert answer.status_code == 200
        found.append(TITLE.findall(answer.text))
        controls = MORE.findall(answer.text)
        assert len(controls) <= 1
        address = controls[0].replace("&amp;", "&") if controls else ""
        headers = PARTIAL if as_fragments else {}
    return found


def shelve(write: Write, number: int, **fields: object) -> list[Piece]:
    return [write(f"Piece {index}", **fields) for index in range(number)]


@pytest.mark.parametrize("as_fragments", [True, False])
@pytest.mark.parametrize(
    ("number", "sizes"),
    [
        (0, [0]),
        (1, [1]),
        (PART, [PART]),
        (PART + 1, [PART, 1]),
        (2 * PART, [PART, PART]),
        (2 * PART + 1, [PART, PART, 1]),
    ],
)
def test_there_is_more_only_where_something_follows(
    client: FlaskClient, write: Write, number: int, sizes: list[int], as_fragments: bool
) -> None:
    shelve(write, number)
    found = parts(client, "/notebook/", as_fragments=as_fragments)
    assert [len(part) for part in found] == sizes
    assert [title for part in found for title in part] == [f"Piece {index}" for index in reversed(range(number))]


def test_pieces_of_one_and_the_same_second_are_each_listed_once(client: FlaskClient, write: Write) -> None:
    shelve(write, 2 * PART + 3, at=datetime(2024, 5, 3, 12, 0, 0, 250, tzinfo=UTC))
    titles = [title for part in parts(client, "/notebook/", as_fragments=True) for title in part]
    assert len(titles) == len(set(titles)) == 2 * PART + 3


def test_every_part_passes_both_filters(client: FlaskClient, write: Write) -> None:
    for index in range(PART + 2):
        write(f"Hardware {index}", topics=("C++ & C",))
        write(f"Garden {index}", topics=("Garden",))
        write(f"Note {index}", topics=("C++ & C",), kind=Kind.FIELD_NOTE)
    topic = re.search(r'href="(/topics/[^"]+)"[^>]*>C\+\+ &amp; C', client.get("/notebook/").text)
    assert topic
    found = parts(client, f"{topic[1]}essays/", as_fragments=True)
    assert [len(part) for part in found] == [PART, 2]
    assert all(title.startswith("Hardware") for part in found for title in part)


def test_whatever_changes_between_two_parts_none_is_repeated_or_skipped(
    client: FlaskClient, write: Write, time: Clock
) -> None:
    shelf = shelve(write, PART + 5)
    first = client.get("/notebook/").text
    border, shown_one, renamed = shelf[5], shelf[10], shelf[2]
    write("Fresh")
    pieces.withdraw(border.id, time.now)
    pieces.delete(shown_one.id, time.now)
    pieces.save(renamed.id, Fields(Kind.ESSAY, "Renamed", published_at=renamed.published_at), time.now, None)
    rest = client.get(MORE.findall(first)[0], headers=PARTIAL).text
    assert TITLE.findall(rest) == ["Piece 4", "Piece 3", "Renamed", "Piece 1", "Piece 0"]


def test_a_part_past_the_end_is_not_there_and_no_error_for_load_more(client: FlaskClient, write: Write) -> None:
    shelve(write, 3)
    fragment = client.get("/notebook/?before=1-1", headers=PARTIAL)
    assert fragment.status_code == 200
    assert "Nothing more." in fragment.text and not MORE.findall(fragment.text)
    page = client.get("/notebook/?before=1-1")
    assert page.status_code == 404
    assert "Nothing earlier than this." in page.text and not MORE.findall(page.text)


def test_a_cursor_of_another_list_is_a_place_in_this_one_too(client: FlaskClient, write: Write) -> None:
    shelve(write, PART + 3)
    shelve(write, 2, kind=Kind.THOUGHT)
    cursor = MORE.findall(client.get("/notebook/essays/").text)[0].partition("?")[2]
    fragment = client.get(f"/notebook/thoughts/?{cursor}", headers=PARTIAL)
    assert fragment.status_code == 200 and TITLE.findall(fragment.text) == []
    assert len(TITLE.findall(client.get(f"/notebook/?{cursor}", headers=PARTIAL).text)) == 3


@pytest.mark.parametrize(
    "cursor",
    [
        "before=99999999999999999999",
        "before=99999999999999999999-99999999999999999999",
        "before=999999999999-999999999999999999",
        "before=-999999999999-0",
        "before=-1",
        "before=0",
        "before=0-0",
        "before=1e9",
        "before=abc",
        "before=",
        "before=%00",
        "before=%FF%FE",
        f"before={EMOJI}",
        "before=1-1&before=2-2",
        "before=abc&before=1-1",
        "before=MTIzLTQ1",
        "before=%D9%A1-%D9%A2",
        "page=99999999999999999999&limit=-1&cursor=x",
    ],
)
def test_no_cursor_breaks_anything(client: FlaskClient, write: Write, cursor: str) -> None:
    write("Beans", topics=("Garden",))
    for address in ("/notebook/", "/notebook/essays/", "/topics/garden/", "/dispatch/", "/rss.xml"):
        for headers in ({}, PARTIAL):
            answer = client.get(f"{address}?{cursor}", headers=headers)
            assert answer.status_code in (200, 404), address
            sentences = ("There is no such part of this list.", "Nothing earlier than this.")
            assert answer.status_code == 200 or any(sentence in answer.text for sentence in sentences)


@pytest.mark.parametrize("cursor", ["0-0", "-5-0", "-5-1", "01-1", f"{int(NOON.timestamp()) + 90_000_000}-1"])
def test_a_part_that_no_list_leads_to_is_not_there(client: FlaskClient, write: Write, cursor: str) -> None:
    write("Beans", topics=("Garden",))
    for address in ("/notebook/", "/notebook/essays/", "/topics/garden/", "/dispatch/", "/rss.xml"):
        assert client.get(f"{address}?before={cursor}").status_code == 404, address


def test_arguments_that_a_list_does_not_know_change_nothing(client: FlaskClient, write: Write) -> None:
    shelve(write, 3)
    assert client.get("/notebook/?page=2&limit=1").headers["ETag"] == client.get("/notebook/").headers["ETag"]


def test_a_piece_published_later_with_an_earlier_date_stands_in_its_place(
    client: FlaskClient, write: Write, time: Clock
) -> None:
    shelve(write, PART + 1)
    link = MORE.findall(client.get("/notebook/").text)[0]
    write("Older", at=time.now - timedelta(days=30))
    assert TITLE.findall(client.get(link, headers=PARTIAL).text) == ["Piece 0", "Older"]
