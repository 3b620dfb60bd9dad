"""The parts of the door by themselves: the store, encodings, and the bridge to WSGI."""

from io import BytesIO
from typing import Any

import pytest
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Request as WebRequest

from blog.bridge import MOST_BODY, MOST_IN_MEMORY, Body, ask, environ_of, read_body
from blog.state.encodings import COMPRESS, COMPRESS_FOR_EVER, Compress, preferred
from blog.state.kept import Entry, Key, Store
from tests.door.asking import OPEN, Fields, Request, Sent, run


def entry(size: int = 100) -> Entry:
    return Entry(200, [], b"x" * size, "", "", 1, 0.0)


def key(name: object) -> Key:
    return (str(name), "", False, "br")


def test_a_store_never_holds_more_than_it_may() -> None:
    store = Store(entry().size * 3)
    for number in range(10):
        store.put(key(number), entry())
        assert store.size == sum(each.size for each in store.entries.values()) <= store.most
    assert [name for name, *_ in store.entries] == ["7", "8", "9"]


def test_the_least_recently_used_one_leaves_first() -> None:
    store = Store(entry().size * 3)
    for name in "abc":
        store.put(key(name), entry())
    store.get(key("a"))
    store.put(key("d"), entry())
    assert [name for name, *_ in store.entries] == ["c", "a", "d"]


def test_an_entry_takes_the_place_of_the_one_before() -> None:
    store = Store(10_000)
    store.put(key("a"), entry(5000))
    store.put(key("a"), small := entry(10))
    assert store.get(key("a")) is small
    assert store.size == small.size


def test_what_is_larger_than_the_store_is_let_go_at_once() -> None:
    store = Store(500)
    store.put(key("a"), entry())
    assert (store.size, len(store.entries), store.get(key("a"))) == (0, 0, None)


@pytest.mark.parametrize(
    ("accept", "encoding"),
    [
        (None, "identity"),
        ("", "identity"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate, zstd", "zstd"),
        ("GZIP", "gzip"),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0", "identity"),
        ("*", "br"),
        ("*;q=0", "identity"),
        ("identity;q=1, *;q=0.5", "identity"),
        ("gzip;q=nonsense", "identity"),
        ("gzip;q=0.001", "gzip"),
        ("deflate, compress", "identity"),
        (",,;,", "identity"),
        ("x-gzip", "identity"),
    ],
)
def test_the_encoding_is_the_one_that_the_reader_would_like_best(accept: str | None, encoding: str) -> None:
    assert preferred(accept) == encoding


@pytest.mark.parametrize("setting", [COMPRESS, COMPRESS_FOR_EVER])
@pytest.mark.parametrize("encoding", ["br", "gzip", "zstd"])
def test_every_encoding_can_be_undone_and_is_the_same_each_time(setting: dict[str, Compress], encoding: str) -> None:
    body = b"<p>words and words</p>" * 100
    assert OPEN[encoding](setting[encoding](body)) == body
    assert setting[encoding](body) == setting[encoding](body)


def environ(path: str = "/", query: str = "", headers: list[tuple[str, str]] | None = None, **given: Any) -> Any:
    return environ_of(Request(path, query, Fields(headers or []), **given), Body(), lambda name: name != "range")


def test_addresses_cross_as_bytes() -> None:
    asked = environ("/café/日本", "q=é&x=日本")
    assert asked["PATH_INFO"].encode("latin-1").decode() == "/café/日本"
    assert asked["QUERY_STRING"].encode("latin-1").decode() == "q=é&x=日本"


def test_headers_that_came_twice_are_joined_and_some_stay_outside() -> None:
    pairs = [("cookie", "a=1"), ("x-a", "1"), ("cookie", "b=2"), ("x-a", "2"), ("range", "bytes=0-1")]
    asked = environ(
        headers=[*pairs, ("content-type", "text/x"), ("content-length", "9"), ("transfer-encoding", "chunked")]
    )
    assert (asked["HTTP_COOKIE"], asked["HTTP_X_A"], asked["CONTENT_TYPE"]) == ("a=1; b=2", "1,2", "text/x")
    assert not {"HTTP_RANGE", "CONTENT_LENGTH", "HTTP_CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"} & asked.keys()


def test_a_name_with_an_underscore_passes_for_no_other() -> None:
    asked = environ(headers=[("hx_request_type", "partial"), ("x-a", "1"), ("x_a", "2"), ("if_none_match", "*")])
    assert asked["HTTP_X_A"] == "1"
    assert not {"HTTP_HX_REQUEST_TYPE", "HTTP_IF_NONE_MATCH"} & asked.keys()


def test_the_address_of_the_reader_is_there_in_both_families() -> None:
    assert environ(client="192.0.2.7:99")["REMOTE_ADDR"] == "192.0.2.7"
    assert environ(client="[2001:db8::1]:99")["REMOTE_ADDR"] == "2001:db8::1"


def body_of(data: bytes, headers: dict[str, str]) -> Body:
    return run(read_body(Request("/", "", Fields(list(headers.items())), "POST"), Sent(data)))


@pytest.mark.parametrize("size", [1, MOST_IN_MEMORY + 1])
@pytest.mark.parametrize("chunked", [True, False])
def test_a_body_is_read_whole_however_it_comes(size: int, chunked: bool) -> None:
    data = bytes(size)
    body = body_of(data, {"transfer-encoding": "chunked"} if chunked else {"content-length": str(size)})
    assert (body.stream.read(), body.size) == (data, size)
    body.stream.close()


def test_a_body_that_ended_too_early_is_found_out() -> None:
    cut = body_of(b"source=Half of", {"content-length": "99"})
    assert (cut.stream.read(), cut.size) == (b"source=Half of", 99)
    cut.stream.seek(0)
    asked = environ_of(
        Request("/", "", Fields([("content-type", "application/x-www-form-urlencoded")]), "POST"), cut, lambda _: True
    )
    with pytest.raises(BadRequest):
        WebRequest(asked).form  # noqa: B018 - reading it is the test
    cut.stream.close()


def test_the_host_of_http_2_is_that_of_a_header() -> None:
    assert environ()["HTTP_HOST"] == ""
    assert environ(authority="blog.example")["HTTP_HOST"] == "blog.example"
    assert environ(authority="a.example", headers=[("host", "b.example")])["HTTP_HOST"] == "b.example"


def test_a_body_that_is_too_large_is_kept_no_further() -> None:
    promised = body_of(b"x", {"content-length": str(MOST_BODY + 1)})
    assert (promised.stream.read(), promised.size) == (b"", MOST_BODY + 1)
    promised.stream.close()
    sent = body_of(bytes(MOST_BODY + 70_000), {"transfer-encoding": "chunked"})
    assert MOST_BODY < sent.size <= MOST_BODY + 65536
    sent.stream.close()


def test_what_an_application_writes_comes_before_what_it_returns() -> None:
    class Parts(BytesIO):
        """A body that has to be closed."""

    parts = Parts(b"two\nthree")

    def application(_environ: Any, start_response: Any) -> Any:
        start_response("500 Early", [])
        write = start_response("203 Fine", [("X-Name", "a"), ("X-Name", "b")])
        write(b"one\n")
        return parts

    answer = ask(application, environ())
    assert (answer.status, answer.header("x-name"), answer.body) == (203, "a, b", b"one\ntwo\nthree")
    assert parts.closed


def test_a_whole_file_is_left_to_the_server_and_any_other_is_read(tmp_path: Any) -> None:
    file = tmp_path / "file"
    file.write_bytes(bytes(100_000))

    def application(of: Any) -> Any:
        def answer(environ: Any, start_response: Any) -> Any:
            start_response("200 OK", [])
            return environ["wsgi.file_wrapper"](of)

        return answer

    opened = file.open("rb")
    assert ask(application(opened), environ()).file == str(file)
    assert opened.closed
    assert ask(application(BytesIO(bytes(100_000))), environ()).body == bytes(100_000)
