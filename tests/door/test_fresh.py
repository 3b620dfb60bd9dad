"""No page from before the last change: the counter, crashes, scheduled pieces, and a database that is gone."""

import os
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask

from blog.door import Door
from blog.models import Piece
from blog.reading.topics import all_topics
from blog.state.database import db
from blog.state.turns import Turns
from blog.writing import pieces, topics
from blog.writing.site import SiteFields, save_site
from tests.conftest import Clock, Write
from tests.door.asking import visit
from tests.door.conftest import Visit
from tests.state.processes import together
from tests.writing.edits import edit


@pytest.fixture
def one(write: Write) -> Piece:
    """One public piece."""
    return write("One", topics=("Linux",))


def turns(app: Flask) -> Turns:
    found: Turns = app.extensions["turns"]
    return found


def test_every_public_change_shows_at_once(get: Visit, write: Write, one: Piece, time: Clock) -> None:
    def title() -> str:
        return get("/notebook/").text

    assert "One" in title()
    write("Two")
    assert "Two" in title()
    edit(one, time, title="First")
    assert "First" in title()
    topics.rename(all_topics()[0].id, "Unix", time.now)
    assert "Unix" in title()
    save_site(SiteFields(name="Ann's notebook"), time.now, None)
    assert "Ann&#39;s notebook" in title()
    pieces.withdraw(one.id, time.now)
    assert "First" not in title()


def test_a_draft_ends_no_entry(get: Visit, write: Write, one: Piece, time: Clock, renders: Counter[str]) -> None:
    get("/")
    draft = write("Draft", publish=False)
    edit(draft, time, source="Better.")
    get("/")
    assert renders["/"] == 1


@pytest.mark.sqlite
def test_the_counter_alone_is_looked_at_while_nothing_is_written(
    get: Visit, door: Door, one: Piece, monkeypatch: pytest.MonkeyPatch
) -> None:
    get("/")
    get("/")
    monkeypatch.setattr(door.present.reader, "name", lambda anew: pytest.fail("the database was asked"))
    assert get("/").status == 200


@pytest.mark.sqlite
def test_a_change_by_another_process_shows_at_once(app: Flask, get: Visit, one: Piece, tmp_path: Path) -> None:
    instance = app.extensions["settings"].instance
    assert "from elsewhere" not in get("/notebook/one/").text
    lines = """
from app import create_app
from blog.state import clock
from blog.writing import pieces
from blog.writing.pieces import PLAIN
from blog.writing.fields import Fields
from blog.models import Piece
from blog.state.database import reader
app = create_app()
with app.app_context():
    piece = reader().query(Piece).one()
    fields = Fields(kind=piece.kind, title=piece.title, source="Text from elsewhere.", published_at=piece.published_at)
    pieces.save(piece.id, fields, clock.now(), None)
"""
    together(tmp_path, lines, 1, BLOG_INSTANCE=str(instance), BLOG_SITE_URL="https://blog.example")
    assert "from elsewhere" in get("/notebook/one/").text


DIES_BEFORE = "os._exit(9)"
DIES_AFTER = """
import sqlite3
with sqlite3.connect(place / "bokashi.db") as connection:
    connection.execute("UPDATE edition SET number = number + 1")
    connection.execute("UPDATE piece SET title = 'Changed by the dead'")
connection.close()
os._exit(9)
"""


@pytest.mark.sqlite
@pytest.mark.parametrize("death", [DIES_BEFORE, DIES_AFTER])
def test_a_writer_that_dies_leaves_no_stale_page(app: Flask, get: Visit, one: Piece, write: Write, death: str) -> None:
    assert "One" in get("/notebook/").text
    folder = app.extensions["settings"].instance
    lines = f"""
import os
from blog.state.database import db
from blog.state.turns import Turns
with Turns(place / "bokashi.db-turns").changing():
    {death.strip().replace(chr(10), chr(10) + "    ")}
"""
    with pytest.raises(AssertionError):
        together(folder, lines, 1)
    assert turns(app).present() & 1
    assert ("Changed by the dead" in get("/notebook/").text) is (death == DIES_AFTER)
    write("Two")
    assert not turns(app).present() & 1
    assert "Two" in get("/notebook/").text


def test_an_answer_begun_before_a_change_is_not_taken_for_one_from_after(
    app: Flask, get: Visit, write: Write, one: Piece, renders: Counter[str]
) -> None:
    inner = app.wsgi_app
    changed: list[Piece] = []

    def change_meanwhile(environ, start_response):  # type: ignore[no-untyped-def]
        answer = list(inner(environ, start_response))
        with app.app_context():
            if not changed:
                changed.append(write("Two"))
        return answer

    app.wsgi_app = change_meanwhile  # type: ignore[method-assign]
    assert "Two" not in get("/notebook/").text
    assert "Two" in get("/notebook/").text


def test_a_scheduled_piece_appears_everywhere_at_its_moment(get: Visit, write: Write, one: Piece, time: Clock) -> None:
    write("Soon", at=time.now + timedelta(hours=2))
    places = ("/", "/notebook/", "/rss.xml", "/sitemap.xml", "/dispatch/")
    tags = {place: get(place).headers["etag"] for place in places}
    time.now += timedelta(seconds=3599)
    assert not any("soon" in get(place).text.lower() for place in places)
    assert get("/notebook/soon/").status == 404
    time.now += timedelta(seconds=1)
    assert all("soon" in get(place, if_none_match=tags[place]).text.lower() for place in places)
    assert get("/notebook/soon/").status == 200


def test_a_page_that_was_kept_before_a_piece_was_scheduled_ends_with_its_moment_too(
    get: Visit, write: Write, one: Piece, time: Clock
) -> None:
    places = ("/", "/notebook/", "/rss.xml", "/sitemap.xml", "/dispatch/")
    before = {place: get(place) for place in places}
    write("Soon", at=time.now + timedelta(hours=2))
    for place in places:
        still = get(place, if_none_match=before[place].headers["etag"])
        assert (still.status, still.headers["last-modified"]) == (304, before[place].headers["last-modified"]), place
    time.now += timedelta(hours=1)
    assert all("soon" in get(place).text.lower() for place in places)


def test_a_piece_that_is_moved_to_an_earlier_date_appears_then(
    get: Visit, write: Write, one: Piece, time: Clock
) -> None:
    soon = write("Soon", at=time.now + timedelta(days=9))
    assert "Soon" not in get("/notebook/").text
    edit(soon, time, published_at=time.now + timedelta(minutes=5))
    assert "Soon" not in get("/notebook/").text
    time.now += timedelta(minutes=5)
    assert "Soon" in get("/notebook/").text


@pytest.mark.sqlite
def test_without_its_database_the_last_edition_stands_and_says_so(
    app: Flask, get: Visit, one: Piece, time: Clock
) -> None:
    fresh = get("/notebook/one/")
    assert "bokashi-stale" not in fresh.headers
    file = app.extensions["settings"].database_file
    away = file.rename(file.with_suffix(".away"))
    time.forward(seconds=2)
    stale = get("/notebook/one/")
    assert (stale.status, stale.raw) == (200, fresh.raw)
    assert "bokashi-stale" in stale.headers
    assert "bokashi-stale" in get("/notebook/one/", if_none_match=fresh.headers["etag"]).headers
    assert get("/up").status == 503
    away.rename(file)
    time.forward(seconds=2)
    assert "bokashi-stale" not in get("/notebook/one/").headers
    assert get("/up").status == 200


@pytest.mark.sqlite
def test_a_page_that_is_due_stands_while_the_database_is_gone(
    app: Flask, get: Visit, write: Write, one: Piece, time: Clock
) -> None:
    write("Soon", at=time.now + timedelta(hours=2))
    get("/")
    file = app.extensions["settings"].database_file
    file.rename(file.with_suffix(".away"))
    os.truncate(file.with_suffix(".away"), 0)
    time.forward(hours=3)
    assert (stale := get("/")).status == 200
    assert "bokashi-stale" in stale.headers


@pytest.mark.sqlite
def test_what_was_withdrawn_does_not_come_back_while_the_database_is_gone(
    app: Flask, get: Visit, write: Write, one: Piece, time: Clock
) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    get("/notebook/one/")
    pieces.withdraw(one.id, time.now)
    get("/notebook/")
    file = app.extensions["settings"].database_file
    file.rename(file.with_suffix(".away"))
    os.truncate(file.with_suffix(".away"), 0)
    time.forward(seconds=2)
    assert "bokashi-stale" in get("/notebook/").headers
    with app.app_context():
        db.engine.dispose()
    assert get("/notebook/one/").status == 503


def test_a_fault_of_ours_is_no_reason_for_an_old_page(app: Flask, get: Visit, write: Write, one: Piece) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    get("/")
    app.jinja_env.globals["front"] = lambda: 1 / 0
    write("Two")
    assert get("/").status == 500


def test_without_a_counter_the_database_is_asked_each_time(
    app: Flask, time: Clock, one: Piece, write: Write, renders: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.extensions, "turns", None)
    door = Door(app)
    try:
        assert visit(door, "/notebook/").raw == visit(door, "/notebook/").raw
        assert renders["/notebook/"] == 1
        write("Two")
        assert "Two" in visit(door, "/notebook/").text
    finally:
        door.close()
