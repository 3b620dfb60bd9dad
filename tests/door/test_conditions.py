"""Conditional requests at the door (RFC 9110, section 13)."""

from collections import Counter
from datetime import timedelta

import pytest
from werkzeug.http import http_date

from blog.web import conditional
from blog.writing.site import SiteFields, save_site
from tests.conftest import Clock, Write
from tests.door.conftest import Visit


@pytest.fixture(autouse=True)
def one(write: Write) -> None:
    """One public piece."""
    write("One")


@pytest.mark.parametrize("form", ["{0}", "W/{0}", '"a", {0} , "b"', 'W/"x",W/{0}', "*"])
def test_a_reader_who_has_it_gets_304(get: Visit, form: str) -> None:
    page = get("/")
    again = get("/", if_none_match=form.format(page.headers["etag"]))
    assert (again.status, again.raw) == (304, b"")


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_304_says_how_to_keep_the_page_and_nothing_else(get: Visit, method: str) -> None:
    page = get("/rss.xml")
    again = get("/rss.xml", method, if_none_match=page.headers["etag"])
    assert again.headers.keys() == {"cache-control", "etag", "last-modified", "vary"}
    assert again.headers.items() <= page.headers.items()


def test_other_rules_for_a_page_give_it_another_tag(get: Visit, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    client_has = get("/", accept_encoding="gzip").headers["etag"]
    monkeypatch.setattr(conditional, "RULES", b"others")
    assert get("/", accept_encoding="br", if_none_match=client_has.replace("gzip", "br")).status == 200


def test_conditions_on_several_lines_are_one(get: Visit) -> None:
    tag = get("/").headers["etag"]
    assert get("/", more=[("if-none-match", '"x"'), ("if-none-match", tag)]).status == 304


@pytest.mark.parametrize(
    "date", ["Tue, 01 Dec 99999999999999 11:00:00 GMT", "Tue, 01 Dec 2026 11:00:00 +99999999999999", "0", "\x00"]
)
def test_a_date_of_no_calendar_is_no_condition(get: Visit, date: str) -> None:
    assert get("/").status == get("/", if_modified_since=date).status == 200


@pytest.mark.parametrize("tags", ["", '"x"', "x", "W/", '"', "é"])
def test_a_reader_who_has_another_one_gets_the_page(get: Visit, tags: str) -> None:
    assert get("/", more=[("if-none-match", tags)]).status == 200


def test_the_tag_of_another_encoding_is_another_one(get: Visit) -> None:
    assert get("/", if_none_match=get("/", accept_encoding="gzip").headers["etag"]).status == 200


def test_page_and_fragment_have_tags_of_their_own(get: Visit) -> None:
    tag = get("/notebook/").headers["etag"]
    assert get("/notebook/", if_none_match=tag).status == 304
    assert get("/notebook/", if_none_match=tag, hx_request_type="partial").status == 200


def test_the_date_counts_only_without_a_tag(get: Visit, time: Clock) -> None:
    date = get("/").headers["last-modified"]
    assert get("/", if_modified_since=date).status == 304
    assert get("/", if_modified_since=http_date(time.now + timedelta(days=1))).status == 304
    assert get("/", if_modified_since=http_date(time.now - timedelta(seconds=1))).status == 200
    assert get("/", if_modified_since=date, if_none_match='"x"').status == 200
    for nonsense in ("yesterday", "Fri, 99 Nov 2026 99:00:00 GMT", "é", "0"):
        assert get("/", if_modified_since=nonsense).status == 200


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("path", ["/", "/notebook/?x=1"])
def test_who_wants_only_what_it_is_not_gets_nothing(get: Visit, path: str, method: str, time: Clock) -> None:
    page = get(path)
    tag, date = page.headers["etag"], page.headers["last-modified"]
    before = http_date(time.now - timedelta(days=3))
    refused: list[dict[str, str]] = [
        {"if_match": f"W/{tag}"},
        {"if_match": '"x", "y"'},
        {"if_unmodified_since": before},
    ]
    for conditions in (*refused, {"if_match": '"x"', "if_none_match": tag}):
        answer = get(path, method, **conditions)
        assert (answer.status, answer.raw, answer.headers["cache-control"]) == (412, b"", "no-store"), conditions
    met = [
        {"if_match": f'"x", {tag}'},
        {"if_match": "*"},
        {"if_unmodified_since": date},
        {"if_unmodified_since": "soon"},
    ]
    for conditions in (*met, {"if_match": tag, "if_unmodified_since": before}):
        assert get(path, method, **conditions).status == 200, conditions
    assert get(path, method, if_match=tag, if_none_match=tag).status == 304
    assert get("/nothing/", method, if_match='"x"').status == 404


def test_no_two_editions_have_one_date(get: Visit, time: Clock) -> None:
    moment, dates = time.now, set()
    for name in ("Ann", "Bob", "Cem"):
        time.now = moment
        save_site(SiteFields(name=name), time.now, None)
        time.forward(seconds=5)
        dates.add(get("/").headers["last-modified"])
    assert len(dates) == 3


def test_a_date_that_lies_ahead_is_not_given_out(get: Visit, time: Clock) -> None:
    save_site(SiteFields(name="Ann"), time.now, None)
    save_site(SiteFields(name="Bob"), time.now, None)
    assert "last-modified" not in get("/").headers


def test_what_is_not_kept_is_conditional_and_compressed_too(get: Visit, renders: Counter[str]) -> None:
    found = get("/search/?q=one")
    assert found.headers["content-encoding"] == "br"
    assert get("/search/?q=one", if_none_match=found.headers["etag"]).status == 304
    assert renders["/search/"] == 2


def test_what_is_for_one_is_compressed_only_where_its_secret_is_new_each_time(get: Visit) -> None:
    forms = [get("/contact/", accept_encoding="br") for _ in range(2)]
    assert [form.headers["content-encoding"] for form in forms] == ["br", "br"]
    assert forms[0].text != forms[1].text
    assert "content-encoding" not in get("/setup", accept_encoding="br").headers


def test_other_methods_know_no_conditions(get: Visit) -> None:
    tag = get("/").headers["etag"]
    assert get("/", "OPTIONS", if_none_match=tag).status == 200
    assert get("/contact/", "POST", if_none_match="*", body=b"text=x").status == 422


def test_what_is_not_there_is_no_304(get: Visit) -> None:
    assert get("/nothing/", if_none_match="*").status == 404
