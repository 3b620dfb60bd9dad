"""The settings of Varnish: what is kept, for whom, until when, and what readers see of nodes that fail."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from tests.nodes.fronts import Cache
from tests.nodes.stand_in import PAGE, Server, StandIn, standing_in
from tests.servers.people import Person, Said
from tests.servers.starting import Starter


@dataclass
class Place:
    """Varnish before two stand-ins."""

    cache: Cache
    nodes: list[StandIn]
    servers: list[Server]
    reader: Person

    def set(self, **answer: object) -> None:
        """Have both answer so, and forget what they were asked."""
        for node in self.nodes:
            node.asked.clear()
            for name, value in answer.items():
                setattr(node, name, value)

    def asked(self) -> list[tuple[str, str, dict[str, str]]]:
        return [each for node in self.nodes for each in node.asked]

    def purge(self, keys: str, **headers: str) -> Said:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.reader.ask("POST", "/-/purge", headers={"Surrogate-Key": keys, **sent})


@pytest.fixture(scope="module")
def shared_place(start_for_all: Starter) -> Iterator[Place]:
    with ExitStack() as stack:
        pairs = [stack.enter_context(standing_in()) for _ in range(2)]
        nodes, servers = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        cache = start_for_all(Cache, [node.port for node in nodes])
        yield Place(cache, nodes, servers, Person(f"http://127.0.0.1:{cache.port}"))


@pytest.fixture
def place(shared_place: Place) -> Place:
    """Varnish with nothing kept, before two nodes that answer with a page."""
    shared_place.cache.administer("ban", "obj.status != 0")
    shared_place.reader.cookies.clear()
    shared_place.set(status=200, body=b"a page", headers=dict(PAGE), breaks=False)
    return shared_place


def test_a_page_is_kept_until_it_is_purged(place: Place) -> None:
    assert [place.reader.get("/a/").text for _ in range(3)] == ["a page"] * 3
    assert len(place.asked()) == 1
    place.set(body=b"another")
    assert place.reader.get("/a/").text == "a page"
    assert place.purge("site").status == 200
    assert place.reader.get("/a/").text == "another"


def test_a_purge_reaches_what_has_one_of_its_keys(place: Place) -> None:
    place.reader.get("/a/")
    place.set(headers={**PAGE, "Surrogate-Key": "site piece-12"})
    place.reader.get("/b/")
    place.set(body=b"another")
    assert place.purge("piece-2 piece-12").status == 200
    assert place.reader.get("/a/").text == "a page"
    assert place.reader.get("/b/").text == "another"


@pytest.mark.parametrize("keys", ["", ".*", "a|b", 'a" || obj.status != 0'])
def test_a_purge_names_keys_and_nothing_else(place: Place, keys: str) -> None:
    place.reader.get("/a/")
    assert place.purge(keys).status == 400
    place.set()
    assert place.reader.get("/a/").text == "a page"
    assert place.asked() == []


def test_nobody_purges_through_another_proxy(place: Place) -> None:
    assert place.purge("site", X_Forwarded_For="192.0.2.1").status == 405
    assert place.asked() == []


def test_only_the_front_names_the_address_of_a_reader(place: Place, start: Starter) -> None:
    forged = {"X_Forwarded_For": "192.0.2.1", "X_Forwarded_Host": "evil.example", "X_Forwarded_Proto": "https"}
    place.reader.get("/named/", **forged)
    [(_, _, headers)] = place.asked()
    assert headers["x-forwarded-for"] == "192.0.2.1, 127.0.0.1"
    place.set()
    cache = start(Cache, [place.nodes[0].port])
    cache.front = "192.0.2.9"
    cache.stand_before(cache.nodes)
    direct = Person(f"http://127.0.0.1:{cache.port}")
    direct.get("/forged/", **forged)
    direct.ask("GET", "/desk/", headers={"X-Forwarded-For": "192.0.2.1, 192.0.2.2, 192.0.2.3"})
    for _, _, headers in place.asked():
        assert headers["x-forwarded-for"] == "127.0.0.1, 127.0.0.1"
        assert "x-forwarded-host" not in headers
        assert "x-forwarded-proto" not in headers
    assert len(place.asked()) == 2
    assert direct.ask("POST", "/-/purge", headers={"Surrogate-Key": "site"}).status == 200


@pytest.mark.parametrize("query", ["utm=1", "before=x", "before=1-1&utm=1", "utm=1&before=1-1", f"before={9**20}-1"])
def test_of_what_can_be_asked_only_parts_of_lists_are_kept(place: Place, query: str) -> None:
    for _ in range(2):
        assert place.reader.get(f"/notebook/?{query}").status == 200
    assert [path for _, path, _ in place.asked()] == [f"/notebook/?{query}"] * 2
    place.set()
    for path in ("/notebook/?before=1700000000-12", "/notebook/?before=-1-1", "/notebook/", "/notebook/?"):
        for _ in range(2):
            assert place.reader.get(path).status == 200
    assert len(place.asked()) == 3


@pytest.mark.parametrize(
    "headers",
    [
        {"Cache-Control": "public, no-cache"},
        {"Cache-Control": "no-store"},
        {"Cache-Control": "private, max-age=60"},
        {**PAGE, "Set-Cookie": "a=b"},
        {**PAGE, "Vary": "Cookie"},
        {**PAGE, "Bokashi-Stale": "the database is unreachable"},
        {},
    ],
)
def test_what_is_not_said_to_be_kept_is_asked_for_each_time(place: Place, headers: dict[str, str]) -> None:
    place.set(headers=headers)
    path = f"/not-kept-{len(str(headers))}/"
    for _ in range(2):
        assert place.reader.get(path).status == 200
    assert len(place.asked()) == 2


@pytest.mark.parametrize("status", [404, 410, 302])
def test_only_pages_and_permanent_redirects_are_kept(place: Place, status: int) -> None:
    place.set(status=status)
    for _ in range(2):
        assert place.reader.get(f"/{status}/").status == status
    assert len(place.asked()) == 2


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {"Cookie": "bokashi=login"}),
        ("/", {"Cookie": "a=b; bokashi=login"}),
        ("/", {"Authorization": "Basic eA=="}),
        ("/desk/", {}),
        ("/login?next=/desk/", {}),
        ("/search/?q=word", {}),
        ("/blog/desk", {}),
    ],
)
def test_the_author_and_what_changes_each_time_pass(place: Place, path: str, headers: dict[str, str]) -> None:
    for _ in range(2):
        place.reader.ask("GET", path, headers=headers)
    assert len(place.asked()) == 2
    for _, _, came in place.asked():
        assert all(came[name.lower()] == value for name, value in headers.items())


def test_other_cookies_are_nobodys_business(place: Place) -> None:
    for number in range(2):
        place.reader.get("/c/", Cookie=f"their_bokashi={number}")
    [(_, _, headers)] = place.asked()
    assert "cookie" not in headers


def test_pages_and_fragments_and_encodings_are_kept_apart(place: Place) -> None:
    place.set(headers={**PAGE, "Vary": "HX-Request-Type, Accept-Encoding"})
    for _ in range(2):
        for encoding in ("br, gzip", "gzip, deflate, br, zstd", "gzip", "identity", "deflate"):
            place.reader.get("/v/", Accept_Encoding=encoding)
        place.reader.get("/v/", HX_Request_Type="partial", Accept_Encoding="br")
        place.reader.get("/v/", HX_Request_Type="whatever", Accept_Encoding="br")
    got = [(each[2].get("accept-encoding"), each[2].get("hx-request-type")) for each in place.asked()]
    assert sorted(got, key=str) == [("br", "partial"), ("br", None), ("gzip", None), (None, None)]


def test_conditions_are_answered_and_ranges_are_not_offered(place: Place) -> None:
    page = place.reader.get("/r/")
    assert place.reader.get("/r/", If_None_Match='"1"').status == 304
    ranged = place.reader.get("/r/", Range="bytes=0-1", If_Range='"1"')
    assert (ranged.status, ranged.body) == (200, page.body)
    assert "accept-ranges" not in page.headers
    assert "surrogate-key" not in page.headers
    head = place.reader.ask("HEAD", "/r/")
    assert (head.body, head.headers["content-length"]) == (b"", str(len(page.body)))
    assert len(place.asked()) == 1


def test_what_one_node_cannot_answer_another_does(place: Place) -> None:
    place.nodes[0].status = 500
    for number in range(10):
        assert place.reader.get(f"/any-{number}/").status == 200
    assert len(place.nodes[1].asked) == 10
    assert place.nodes[0].asked


def test_the_only_node_that_is_left_answers_for_itself(start: Starter) -> None:
    with standing_in(status=500, body=b"its own words") as (first, _), standing_in() as (second, second_server):
        cache = start(Cache, [first.port, second.port])
        reader = Person(f"http://127.0.0.1:{cache.port}")
        second_server.break_all()
        time.sleep(2)
        said = [reader.get(f"/{number}/") for number in range(4)]
        assert {(each.status, each.text) for each in said} == {(500, "its own words")}


def test_a_style_that_one_node_does_not_have_yet_comes_from_another(place: Place) -> None:
    place.nodes[0].status = 404
    for number in range(10):
        assert place.reader.get(f"/static/site.{number:012x}.css").status == 200
    place.set(status=404)
    assert place.reader.get("/static/none.css").status == 404


@pytest.mark.parametrize(("answer", "status"), [({"status": 500}, 500), ({"breaks": True}, 503)])
def test_a_form_is_never_sent_twice(place: Place, answer: dict[str, object], status: int) -> None:
    place.set(**answer)
    assert place.reader.post("/desk/pieces/new", {"title": "Once"}).status == status
    assert len(place.asked()) == 1


def test_a_node_that_breaks_is_not_noticed(place: Place) -> None:
    place.nodes[0].breaks = True
    assert {place.reader.get(f"/broken-{number}/").status for number in range(10)} == {200}
    assert place.nodes[0].asked


def test_nodes_end_one_by_one_and_readers_see_nothing_of_it(start: Starter) -> None:
    with standing_in() as (first, first_server), standing_in() as (second, second_server):
        short = {**PAGE, "Cache-Control": "public, no-cache, s-maxage=1"}
        first.headers = second.headers = short
        cache = start(Cache, [first.port, second.port])
        reader = Person(f"http://127.0.0.1:{cache.port}")
        assert [reader.get(f"/{number}/").status for number in range(10)] == [200] * 10
        first_server.break_all()
        assert [reader.get(f"/more-{number}/").status for number in range(10)] == [200] * 10
        second.body = b"changed"
        time.sleep(1.1)
        assert reader.get("/0/").text == "changed"
        second_server.break_all()
        time.sleep(1.1)
        assert [reader.get(f"/{number}/").status for number in range(10)] == [200] * 10
        unseen = reader.get("/never-seen/")
        assert (unseen.status, unseen.headers["retry-after"]) == (503, "30")
        assert_own_words(unseen)
        assert_own_words(reader.post("/contact/", {"text": "Hello"}))
        with standing_in(first.port, body=b"back", headers=short):
            end = time.monotonic() + 20
            while reader.get("/0/").text != "back" and time.monotonic() < end:
                time.sleep(0.1)
            assert reader.get("/0/").text == "back"


def test_a_node_that_hangs_is_left_after_some_seconds(place: Place) -> None:
    place.nodes[0].hangs = True
    began = time.monotonic()
    try:
        assert {place.reader.get(f"/hung-{number}/").status for number in range(4)} == {200}
        assert place.nodes[0].asked
        assert time.monotonic() - began < 9
    finally:
        place.nodes[0].hangs = False


def assert_own_words(said: Said) -> None:
    """The page is ours and asks nobody else for anything."""
    assert said.status == 503
    assert "This site does not answer at the moment." in said.text
    assert said.headers["content-security-policy"] == "default-src 'none'"
    assert said.headers["cache-control"] == "no-store"
    for word in ("Guru", "Varnish", "://", "src="):
        assert word not in said.text


def test_a_node_is_added_while_it_serves(place: Place, start: Starter) -> None:
    cache = start(Cache, [place.nodes[0].port])
    reader = Person(f"http://127.0.0.1:{cache.port}")
    assert reader.get("/x/").status == 200
    place.set()
    cache.stand_before([node.port for node in place.nodes])
    for number in range(40):
        assert reader.get(f"/y-{number}/").status == 200
    assert all(node.asked for node in place.nodes)
