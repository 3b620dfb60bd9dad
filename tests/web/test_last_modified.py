"""Last-Modified: two answers that are not the same never have the same date."""

from datetime import timedelta
from email.utils import parsedate_to_datetime

from flask.testing import FlaskClient

from blog.writing import pieces
from tests.conftest import Clock, Write


def test_a_change_in_the_second_of_a_scheduled_piece_has_a_date_of_its_own(
    client: FlaskClient, write: Write, time: Clock
) -> None:
    first = write("One")
    write("Tomorrow", at=time.now + timedelta(days=1, hours=1))
    time.forward(days=1)
    known: dict[str, bytes] = {}
    for _ in range(3):
        for step in range(2):
            answer = client.get("/rss.xml")
            if "Last-Modified" in answer.headers:
                assert known.setdefault(answer.headers["Last-Modified"], answer.data) == answer.data
            if not step:
                pieces.correct(first.id, f"Better than {len(known)}.", time.now)
        time.forward(seconds=1)
    assert len(known) > 1


def test_a_scheduled_piece_has_its_moment_as_a_date_when_the_second_is_over(
    client: FlaskClient, write: Write, time: Clock
) -> None:
    write("Tomorrow", at=time.now + timedelta(days=1, hours=1))
    moment = time.now + timedelta(days=1)
    time.now = moment
    assert "Last-Modified" not in client.get("/rss.xml").headers
    time.forward(seconds=1)
    assert parsedate_to_datetime(client.get("/rss.xml").headers["Last-Modified"]) == moment
