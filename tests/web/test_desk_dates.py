"""Dates at the desk: typed and shown in the site's zone, and never moved by opening and saving."""

import json
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.models import Account
from blog.reading import desk as reading
from blog.state.database import db
from tests.conftest import Clock, Write
from tests.web.conftest import logged_in
from tests.web.forms import faults, parsed, send, values_in

NEW = "/desk/pieces/new"
PUBLISH = f"{NEW}/publication"
ONE = "/desk/pieces/1"


def set_zone(author: FlaskClient, zone: str) -> None:
    assert send(author, "/desk/site", "/desk/site", time_zone=zone).status_code == 303


def moment(piece_id: int = 1) -> datetime | None:
    db.session.rollback()
    piece = reading.piece(piece_id)
    assert piece
    return piece.published_at


def first_in_feed(client: FlaskClient) -> dict[str, str]:
    entry: dict[str, str] = json.loads(client.get("/feed.json").text)["items"][0]
    return entry


@pytest.mark.parametrize(
    "at",
    [
        datetime(2025, 2, 21, 7, 30, 15, tzinfo=UTC),  # 23:30:15 the day before, in Los Angeles
        datetime(2025, 11, 2, 8, 30, 7, tzinfo=UTC),  # 1:30:07 for the first time
        datetime(2025, 11, 2, 9, 30, 7, tzinfo=UTC),  # 1:30:07 once more
        datetime(2025, 3, 9, 10, 0, 0, tzinfo=UTC),  # the first second after the leap
        datetime(1969, 7, 20, 20, 17, 40, tzinfo=UTC),
    ],
)
def test_opening_and_saving_moves_no_date(author: FlaskClient, client: FlaskClient, write: Write, at: datetime) -> None:
    set_zone(author, "America/Los_Angeles")
    write("Tides", at=at)
    published = first_in_feed(client)["date_published"]
    for number in range(3):
        send(author, ONE, ONE, source=f"Body {number}.")
        assert moment() == at
    assert first_in_feed(client)["date_published"] == published


def test_the_field_shows_the_sites_time_and_names_its_zone(author: FlaskClient, write: Write) -> None:
    set_zone(author, "America/Los_Angeles")
    write("Tides", at=datetime(2025, 2, 21, 7, 30, 15, tzinfo=UTC))
    page = author.get(ONE)
    assert values_in(page, ONE)["published_at"] == "2025-02-20T23:30:15"
    label = next(each for each in parsed(page).iter("label") if each.get("for") == "field-published_at")
    assert "America/Los_Angeles" in "".join(label.itertext())


def test_a_browser_that_drops_the_zero_seconds_moves_no_date(author: FlaskClient, write: Write) -> None:
    set_zone(author, "Europe/Berlin")
    later = datetime(2025, 10, 26, 1, 30, tzinfo=UTC)  # 2:30 for the second time
    write("Tides", at=later)
    send(author, ONE, ONE, published_at="2025-10-26T02:30", source="Other.")
    assert moment() == later


def test_a_typed_date_is_meant_in_the_sites_zone(author: FlaskClient) -> None:
    set_zone(author, "Asia/Kolkata")
    send(author, NEW, NEW, title="Tides", published_at="2026-01-02 03:04")
    assert moment() == datetime(2026, 1, 1, 21, 34, tzinfo=UTC)


def test_of_an_hour_that_comes_twice_the_first_is_meant(author: FlaskClient) -> None:
    set_zone(author, "Europe/Berlin")
    send(author, NEW, NEW, title="Tides", published_at="2025-10-26T02:30")
    assert moment() == datetime(2025, 10, 26, 0, 30, tzinfo=UTC)


def test_a_time_that_the_clocks_leap_over_is_refused(author: FlaskClient) -> None:
    set_zone(author, "Europe/Berlin")
    answer = send(author, NEW, NEW, title="Tides", published_at="2026-03-29T02:30")
    assert answer.status_code == 422
    assert "leap over 02:30" in faults(answer)["published_at"]
    assert values_in(answer, NEW)["published_at"] == "2026-03-29T02:30"


def test_an_old_draft_is_published_today(app: Flask, account: Account, write: Write, time: Clock) -> None:
    write("Draft of old", publish=False)
    time.forward(days=39)
    write("Newer")
    time.forward(days=1)
    author = logged_in(app)
    send(author, ONE, ONE, to=f"{ONE}/publication", source="At last.")
    assert moment() == time.now
    assert first_in_feed(author)["title"] == "Draft of old"


def test_publishing_again_keeps_the_date_and_a_typed_one_wins(author: FlaskClient, write: Write, time: Clock) -> None:
    write("Draft of old", publish=False)
    send(author, ONE, ONE, to=f"{ONE}/publication")
    first = time.now
    time.forward(days=1)
    send(author, ONE, f"{ONE}/withdrawal")
    time.forward(days=9)
    send(author, ONE, ONE, to=f"{ONE}/publication")
    assert moment() == first
    send(author, NEW, NEW, to=PUBLISH, title="By hand", published_at="2026-11-10T08:00")
    assert moment(2) == datetime(2026, 11, 10, 8, tzinfo=UTC)


def test_a_published_piece_keeps_its_date_where_none_is_typed(author: FlaskClient, write: Write) -> None:
    before = write("Tides").published_at
    assert send(author, ONE, ONE, published_at=" ", source="Other.").status_code == 303
    assert moment() == before


def test_a_draft_may_lose_its_date(author: FlaskClient) -> None:
    send(author, NEW, NEW, title="Tides", published_at="2026-11-10T08:00")
    send(author, ONE, ONE, published_at="")
    assert moment() is None


def test_another_zone_moves_no_piece(author: FlaskClient, write: Write) -> None:
    before = write("Tides").published_at
    set_zone(author, "Pacific/Kiritimati")
    send(author, ONE, ONE, source="Other.")
    assert moment() == before


def test_a_form_from_before_the_sites_zone_changed_moves_no_piece(author: FlaskClient, write: Write) -> None:
    set_zone(author, "America/Los_Angeles")
    at = datetime(2025, 2, 21, 7, 30, 15, tzinfo=UTC)
    write("Tides", at=at)
    form = values_in(author.get(ONE), ONE)
    set_zone(author, "Asia/Tokyo")
    refused = author.post(ONE, data={**form, "slug": "a b"})
    assert "America/Los_Angeles" in refused.text and "slug" in faults(refused)
    again = {**values_in(refused, ONE), "slug": ""}
    assert author.post(ONE, data={**again, "source": "Other."}).status_code == 303
    assert moment() == at
    form = values_in(author.get(ONE), ONE)
    assert (form["zone"], form["published_at"]) == ("Asia/Tokyo", "2025-02-21T16:30:15")


@pytest.mark.parametrize("zone", ["", "Mars/Base", "../../etc/passwd", "localtime", "x" * 5000])
def test_a_zone_that_is_none_is_the_sites(author: FlaskClient, zone: str) -> None:
    set_zone(author, "Asia/Kolkata")
    send(author, NEW, NEW, title="Tides", published_at="2026-01-02 03:04", zone=zone)
    assert moment() == datetime(2026, 1, 1, 21, 34, tzinfo=UTC)
