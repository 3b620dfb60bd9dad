"""Queries: a page asks the database at most six times, and no more often where there are many pieces."""

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from blog.state.database import db, transaction
from tests.conftest import NOON, Clock
from tests.reading.test_queries import fill
from tests.statements import statements

DEEP = f"?before={int(NOON.timestamp()) - 36_000}-1"
PAGES = (
    "/", "/notebook/", f"/notebook/{DEEP}", "/notebook/essays/", f"/notebook/essays/{DEEP}", "/topics/one/",
    f"/topics/one/{DEEP}", "/topics/two/thoughts/", "/topics/", "/dispatch/", "/notebook/piece-3/",
    "/notebook/piece-3.md", "/rss.xml", "/topics/one/atom.xml", "/sitemap.xml", "/llms.txt", "/changes/", "/projects/",
    "/search/?q=words", "/search/?q=nowhere", "/notebook/none/", "/topics/none/",
)  # fmt: skip


def asked(client: FlaskClient) -> dict[str, tuple[int, int]]:
    """How many queries each page takes: right after a change, and once more."""
    return {page: (queries(client, page, anew=True), queries(client, page)) for page in PAGES}


def queries(client: FlaskClient, page: str, anew: bool = False) -> int:
    """How many queries a page takes; `anew` forgets what was worked out for this state of the site."""
    if anew:
        client.application.extensions.pop("per edition", None)
    db.session.remove()
    with statements() as sent:
        client.get(page)
    return len([statement for statement in sent if not statement.startswith("BEGIN")])


def test_no_page_asks_more_than_six_times(app: Flask, client: FlaskClient, time: Clock) -> None:
    fill(30)
    assert {page: numbers for page, numbers in asked(client).items() if max(numbers) > 6} == {}


def test_many_pieces_take_no_more_queries(app: Flask, client: FlaskClient, time: Clock) -> None:
    fill(30)
    few = asked(client)
    with transaction() as session:
        for table in ("piece_search", "piece", "topic"):
            session.execute(text(f"DELETE FROM {table}"))
    fill(530)
    assert asked(client) == few
