"""What the door keeps, for whom, and what it never keeps."""

from collections import Counter

import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.door import Door
from blog.models import Kind
from blog.reading import lists
from blog.reading.lists import Filter
from blog.state import hosts
from blog.state.encodings import COMPRESS, COMPRESS_FOR_EVER
from blog.writing import pieces
from blog.writing.fields import Fields
from tests.conftest import Clock, Write
from tests.door.asking import visit
from tests.door.conftest import Visit

PUBLIC = (
    "/", "/notebook/", "/notebook/essays/", "/topics/", "/topics/linux/", "/topics/linux/essays/", "/dispatch/",
    "/notebook/one/", "/notebook/one.md", "/projects/", "/changes/", "/rss.xml", "/atom.xml", "/feed.json",
    "/topics/linux/rss.xml", "/sitemap.xml", "/robots.txt", "/llms.txt", "/opensearch.xml",
)  # fmt: skip

LEFT_OUT = ("ETag", "Vary", "Content-Length", "Date")


@pytest.fixture(autouse=True)
def one(write: Write) -> None:
    """One public piece."""
    write("One", topics=("Linux",))


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_page_is_made_once(get: Visit, renders: Counter[str], address: str) -> None:
    first, second = get(address), get(address)
    assert first.status == second.status == 200
    assert second.pairs == first.pairs
    assert second.raw == first.raw
    assert renders[address] == 1


@pytest.mark.parametrize("address", PUBLIC)
def test_it_is_what_flask_answers(get: Visit, client: FlaskClient, address: str) -> None:
    answer, kept = client.get(address), get(address)
    assert kept.text == answer.text
    passed_on = {name.lower(): value for name, value in answer.headers if name not in LEFT_OUT}
    assert passed_on.items() <= kept.headers.items()
    assert kept.headers["content-length"] == str(len(kept.raw))


@pytest.mark.parametrize("encoding", ["br", "gzip", "zstd", ""])
def test_each_encoding_is_kept_apart_with_a_tag_of_its_own(get: Visit, renders: Counter[str], encoding: str) -> None:
    plain = get("/notebook/", accept_encoding="identity")
    sent = get("/notebook/", accept_encoding=encoding)
    assert sent.text == plain.text
    assert sent.headers.get("content-encoding", "") == encoding
    assert sent.headers["vary"] == "HX-Request-Type, Accept-Encoding"
    assert (sent.headers["etag"] == plain.headers["etag"]) is (encoding == "")
    assert get("/notebook/", accept_encoding=encoding).raw == sent.raw
    assert renders["/notebook/"] == 2 - (encoding == "")


def test_page_and_fragment_are_never_taken_for_each_other(get: Visit) -> None:
    for _ in range(2):
        assert "<!doctype" in get("/notebook/").text
        assert "<!doctype" not in get("/notebook/", hx_request_type="partial").text
        assert "<!doctype" in get("/notebook/", hx_request_type="full").text


def test_head_is_a_page_without_its_body_and_fills_the_same_entry(get: Visit, renders: Counter[str]) -> None:
    assert get("/", "HEAD").headers == get("/").headers
    assert renders["/"] == 1


@pytest.mark.parametrize("cookie", ["bokashi=x", "a=b; bokashi=x", "bokashi="])
def test_who_may_be_the_author_is_asked_about_each_time(get: Visit, renders: Counter[str], cookie: str) -> None:
    get("/", cookie=cookie)
    get("/", cookie=cookie)
    get("/", more=[("cookie", "a=b"), ("cookie", cookie)])
    assert renders["/"] == 3
    get("/")
    assert renders["/"] == 4


def test_other_cookies_and_logins_reach_nothing_that_is_kept(app: Flask, get: Visit, renders: Counter[str]) -> None:
    inner, seen = app.wsgi_app, []

    def watch(environ, start_response):  # type: ignore[no-untyped-def]
        seen.append({name for name in environ if name in ("HTTP_COOKIE", "HTTP_AUTHORIZATION")})
        return inner(environ, start_response)

    app.wsgi_app = watch  # type: ignore[method-assign]
    assert get("/", cookie="theme=dark", authorization="Basic eDp5").raw == get("/").raw
    assert seen == [set()]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"])
def test_other_methods_are_passed_on_and_leave_nothing(get: Visit, door: Door, method: str) -> None:
    get("/", method)
    assert not door.pages.entries
    assert get("/").status == 200
    assert get("/", method).status != 304


@pytest.mark.parametrize("host", ["evil.example", "blog.example.evil.example", "blog.example:81", "127.0.0.1:x"])
def test_a_forged_host_neither_fills_nor_gets_an_entry(get: Visit, door: Door, host: str) -> None:
    get("/")
    before = dict(door.pages.entries)
    assert get("/", host=host).status == 400
    assert get("/notebook/", host=host).status == 400
    assert door.pages.entries == before


def test_the_host_of_http_2_counts_like_any_other(get: Visit, renders: Counter[str]) -> None:
    assert get("/").raw == get("/", host="", authority="blog.example").raw
    assert renders["/"] == 1
    assert get("/", host="", authority="evil.example").status == 400


@pytest.mark.parametrize(
    "host", ["blog.example", "BLOG.example", "blog.example:443", "127.0.0.1:8000", "localhost", "[::1]:8000"]
)
def test_every_host_that_the_site_answers_as_gets_the_same_entry(get: Visit, renders: Counter[str], host: str) -> None:
    assert get("/").raw == get("/", host=host).raw
    assert renders["/"] == 1
    assert hosts.is_ours(host, "blog.example")


@pytest.mark.parametrize(
    "query", ["x=1", "utm_source=x", "before=x", "before=1", "before=1-1&x", "before=1-1&before=2-2", "%00"]
)
def test_unknown_arguments_are_never_kept(get: Visit, door: Door, query: str) -> None:
    assert get(f"/notebook/?{query}").status in (200, 404)
    assert not door.pages.entries
    assert not door.aside.entries


def test_parts_of_lists_are_kept_and_cannot_push_pages_out(get: Visit, door: Door, write: Write, time: Clock) -> None:
    for number in range(25):
        write(f"Piece {number}", kind=Kind.THOUGHT)
    part = lists.notebook(time.now, Filter())
    address = f"/notebook/?before={part.following}"
    assert get(address).raw == get(address).raw
    get("/")
    door.aside.most = 50_000
    for number in range(40):
        get(f"/about/?before={number}-{number}")
        get(f"/notebook/?before={number}-1")
    assert door.aside.size <= door.aside.most
    assert [key[0] for key in door.pages.entries] == ["/"]


def test_other_spellings_are_kept_and_cannot_push_pages_out(get: Visit, door: Door, renders: Counter[str]) -> None:
    get("/")
    for _ in range(2):
        moved = get("/feed.xml")
        assert (moved.status, moved.headers["location"]) == (301, "/rss.xml")
    assert renders["/feed.xml"] == 1
    door.aside.most = 5_000
    for number in range(2**3):
        spelled = "".join(c.upper() if number >> i & 1 else c for i, c in enumerate("one"))
        for ending in ("/", ".md", ".png"):
            get(f"/notebook/{spelled}{ending}")
        get("/" * (number + 2))
    assert door.aside.size <= 5_000
    kept = {"/", "/notebook/one/", "/notebook/one.md", "/notebook/one.png"}
    assert {key[0] for key in door.pages.entries} == kept


@pytest.mark.parametrize(
    "address",
    ["/nothing/", "/notebook/no/", "/static/no.css", "/desk/", "/login", "/contact/", "/up", "/search/"],
)
def test_what_is_not_there_or_not_for_all_is_never_kept(
    get: Visit, door: Door, renders: Counter[str], address: str
) -> None:
    for _ in range(2):
        get(address)
    if address != "/search/":
        assert sum(renders.values()) == 2
        assert not door.pages.entries
    assert not door.aside.entries


def test_what_sets_a_cookie_is_not_kept_even_where_it_says_so(app: Flask, get: Visit, door: Door) -> None:
    @app.after_request
    def tempt(response):  # type: ignore[no-untyped-def]
        response.set_cookie("seen", "1")
        return response

    assert "set-cookie" in get("/").headers
    assert "content-encoding" not in get("/").headers
    assert not door.pages.entries


@pytest.mark.parametrize(
    ("name", "value"),
    [("Vary", "Cookie"), ("Vary", "User-Agent"), ("Cache-Control", "private, x"), ("Cache-Control", "NO-STORE")],
)
def test_what_depends_on_who_asks_is_not_kept(app: Flask, get: Visit, door: Door, name: str, value: str) -> None:
    inner = app.wsgi_app

    def change(environ, start_response):  # type: ignore[no-untyped-def]
        return inner(environ, lambda status, headers, *rest: start_response(status, [*headers, (name, value)], *rest))

    app.wsgi_app = change  # type: ignore[method-assign]
    assert get("/robots.txt").status == 200
    assert not door.pages.entries


def test_no_entry_carries_what_belongs_to_one_answer(get: Visit, door: Door) -> None:
    for address in PUBLIC:
        get(address)
    names = {name for entry in door.pages.entries.values() for name, _ in entry.headers}
    assert not names & {"set-cookie", "date", "connection", "server", "transfer-encoding", "accept-ranges", "age"}
    assert len(door.pages.entries) == len(PUBLIC)


def test_a_withdrawn_piece_is_gone_at_once(get: Visit, time: Clock) -> None:
    assert get("/notebook/one/").status == 200
    piece = pieces.create(Fields(title="x", source="y", kind=Kind.ESSAY), time.now)
    pieces.publish(piece.id, time.now)
    assert get("/notebook/x/").status == 200
    pieces.withdraw(piece.id, time.now)
    assert get("/notebook/x/").status == 410


def test_ranges_are_not_offered(get: Visit) -> None:
    whole = get("/rss.xml")
    assert "accept-ranges" not in whole.headers
    part = get("/rss.xml", range="bytes=0-9", if_range=whole.headers["etag"])
    assert (part.status, part.raw) == (200, whole.raw)


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_what_is_kept_for_ever_is_as_small_as_can_be(get: Visit, encoding: str) -> None:
    style, page = get("/static/site.css", accept_encoding=encoding), get("/", accept_encoding=encoding)
    quick, slow = COMPRESS[encoding], COMPRESS_FOR_EVER[encoding]
    assert style.raw == slow(style.text.encode()) != quick(style.text.encode())
    assert page.raw == quick(page.text.encode()) != slow(page.text.encode())


def test_static_files_never_enter_flask(app: Flask, door: Door, renders: Counter[str]) -> None:
    with app.test_request_context():
        address = app.jinja_env.globals["asset"]("site.css")  # type: ignore[operator]
    first = visit(door, address)
    assert first.headers["content-encoding"] == "br"
    assert "immutable" in first.headers["cache-control"]
    assert first.headers["x-content-type-options"] == "nosniff"
    assert visit(door, address, "HEAD").headers == first.headers
    assert visit(door, address, if_none_match=first.headers["etag"]).status == 304
    assert renders[address] == 1


FORGED = [
    [("hx_request_type", "partial")],
    [("hx-request-type", "partial"), ("hx-request-type", "x")],
    [("hx-request-type", "x"), ("hx-request-type", "partial")],
    [("hx-request-type", "partial"), ("hx_request_type", "x")],
    [("hx-request", "true"), ("hx-target", "browse"), ("hx-history-restore-request", "true")],
    [("if_none_match", "*")],
    [("if_modified_since", "Tue, 01 Dec 2099 11:00:00 GMT")],
    [("x_forwarded_host", "evil.example"), ("x-original-url", "/desk/"), ("x-http-method-override", "POST")],
]


@pytest.mark.parametrize("forged", FORGED)
def test_no_header_changes_what_others_get(get: Visit, client: FlaskClient, forged: list[tuple[str, str]]) -> None:
    page = client.get("/notebook/").text
    part = client.get("/notebook/", headers={"HX-Request-Type": "partial"}).text
    get("/notebook/", more=forged)
    assert (get("/notebook/").status, get("/notebook/").text) == (200, page)
    assert get("/notebook/", hx_request_type="partial").text == part
