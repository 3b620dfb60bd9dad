"""Search: finds words, takes anything."""

from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blog.models import Kind
from blog.reading.found import MOST_FOUND
from tests.conftest import Write


def test_words_are_found_in_title_summary_and_text(client: FlaskClient, write: Write) -> None:
    write("Locked databases", summary="Two writers meet.", source="The journal mode is `WAL`.", kind=Kind.FIELD_NOTE)
    write("Something else")
    for query in ("locked", "Writers", "wal", "journal+mode", "LOCKED+wal", "databa"):
        page = client.get(f"/search/?q={query}").text
        assert "Locked databases" in page, query
        assert "Something else" not in page
        assert "<mark>" in page
        assert "20 November 2026" in page
        assert "Field note" in page


def test_the_passage_is_text_and_never_markup(client: FlaskClient, write: Write) -> None:
    write("One", source="Use `<script>alert(1)</script>` never, dear reader.")
    page = client.get("/search/?q=alert").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_other_scripts_are_found_inside_of_words(client: FlaskClient, write: Write) -> None:
    write("設計の概要について", source="今日の天気は晴れです。")
    assert "設計の概要" in client.get("/search/?q=概要").text
    assert "設計の概要" in client.get("/search/?q=天気").text


def test_nothing_found_says_so_and_offers_a_way_on(client: FlaskClient, write: Write) -> None:
    write("One")
    page = client.get("/search/?q=unfindable").text
    assert "Nothing with “unfindable”" in page
    assert "Try fewer or other words" in page and "the notebook</a>" in page
    assert "There is no word in" in client.get("/search/?q=***").text
    assert client.get("/search/").status_code == 200


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(max_size=60))
def test_any_input_is_safe(client: FlaskClient, query: str) -> None:
    assert client.get("/search/", query_string={"q": query.encode("utf-8", "replace")}).status_code in (200, 429)


def test_signs_that_mean_something_to_the_index_mean_nothing_here(client: FlaskClient, write: Write) -> None:
    write("One", source="near the column: rowid")
    for query in (
        '"',
        '""',
        "a.b/c-d",
        "NEAR(",
        "title:one",
        "-one",
        "one OR",
        "^one",
        "one*",
        "{x y}:z",
        "%00",
        "%ff",
        "_",
    ):
        assert client.get(f"/search/?q={query}").status_code == 200, query


def test_search_engines_are_to_keep_the_form_and_no_results(client: FlaskClient) -> None:
    noindex = '<meta name="robots" content="noindex">'
    assert noindex not in client.get("/search/").text
    assert "\nDisallow: /search/?\n" in client.get("/robots.txt").text
    assert noindex in client.get("/search/?q=anything").text


def test_where_more_is_found_than_is_shown_the_page_says_so(client: FlaskClient, write: Write) -> None:
    for number in range(MOST_FOUND - 1):
        write(f"Needle {number}")
    assert "the best" not in client.get("/search/?q=needle").text
    write("One more needle")
    assert f"(the best {MOST_FOUND})" in client.get("/search/?q=needle").text
