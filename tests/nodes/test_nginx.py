"""The settings of nginx before several nodes: what readers and the author see of nodes that fail."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from time import monotonic

import pytest

from tests.nodes.fronts import Front
from tests.nodes.stand_in import Server, StandIn, standing_in
from tests.servers.people import Person
from tests.servers.service import HOST
from tests.servers.starting import Starter


@dataclass
class Place:
    """nginx before two stand-ins, and a reader."""

    nodes: list[StandIn]
    servers: list[Server]
    reader: Person


@pytest.fixture
def place(start: Starter) -> Iterator[Place]:
    with ExitStack() as stack:
        pairs = [stack.enter_context(standing_in()) for _ in range(2)]
        front = start(Front, [node.port for node, _ in pairs])
        yield Place(
            [node for node, _ in pairs], [server for _, server in pairs], Person(f"https://{HOST}:{front.port}")
        )


def test_a_node_that_is_gone_or_breaks_is_not_noticed(place: Place) -> None:
    place.nodes[0].breaks = True
    assert {place.reader.get(f"/{number}/").status for number in range(10)} == {200}
    assert place.nodes[0].asked
    place.servers[0].break_all()
    assert {place.reader.get(f"/more-{number}/").status for number in range(10)} == {200}


def test_a_node_that_hangs_keeps_a_reader_ten_seconds_and_the_author_longer(place: Place, start: Starter) -> None:
    front = start(Front, [node.port for node in place.nodes], for_10s="1s", for_60s="3s")
    reader = Person(f"https://{HOST}:{front.port}")
    place.nodes[0].hangs = True
    taken = [timed(reader, f"/{number}/") for number in range(4)]
    assert {status for status, _ in taken} == {200}
    assert place.nodes[0].asked
    assert max(seconds for _, seconds in taken) < 2
    place.nodes[1].hangs = True
    status, seconds = timed(reader, "/desk/")
    assert status == 504 and seconds > 2.5
    assert len([path for node in place.nodes for _, path, _ in node.asked if path == "/desk/"]) == 2
    place.nodes[0].hangs = place.nodes[1].hangs = False


def timed(reader: Person, path: str) -> tuple[int, float]:
    """The status of a page, and how long it took."""
    began = monotonic()
    return reader.get(path).status, monotonic() - began


def test_a_form_that_was_sent_is_never_sent_twice(place: Place) -> None:
    place.nodes[0].breaks = place.nodes[1].breaks = True
    assert place.reader.post("/desk/pieces/new", {"title": "Once"}).status == 502
    assert len(place.nodes[0].asked) + len(place.nodes[1].asked) == 1


def test_a_form_reaches_the_node_that_is_there(place: Place) -> None:
    place.servers[0].break_all()
    assert {place.reader.post(f"/contact/{number}", {"text": "Hello"}).status for number in range(6)} == {200}
    assert len(place.nodes[1].asked) == 6


def test_a_style_that_one_node_does_not_have_yet_comes_from_another(place: Place) -> None:
    place.nodes[0].status = 404
    said = {place.reader.get(f"/static/site.{number:012x}.css").status for number in range(10)}
    assert said == {200}
    assert place.nodes[0].asked
    place.nodes[1].status = 404
    assert place.reader.get("/static/none.css").status == 404
    assert place.reader.get("/none/").status == 404


def test_a_node_learns_who_reads_and_by_which_name(place: Place) -> None:
    place.reader.get("/", X_Forwarded_For="192.0.2.1", X_Forwarded_Host="evil.example", X_Forwarded_Proto="gopher")
    [(_, _, headers)] = place.nodes[0].asked + place.nodes[1].asked
    assert headers["x-forwarded-for"] == HOST
    assert headers["host"] == place.reader.address.removeprefix("https://")
    assert headers["x-forwarded-proto"] == "https"
    assert "x-forwarded-host" not in headers


def test_a_cookie_of_another_program_hides_no_login_from_a_node(place: Place) -> None:
    place.reader.cookies |= {"theirs": "caf\xe9", "bokashi": "one.two-three_4"}
    place.reader.get("/")
    [(_, _, headers)] = place.nodes[0].asked + place.nodes[1].asked
    assert headers["cookie"] == "bokashi=one.two-three_4"
    place.reader.cookies.pop("bokashi")
    place.reader.get("/")
    assert [("cookie" in headers) for _, _, headers in place.nodes[0].asked + place.nodes[1].asked].count(True) == 1
