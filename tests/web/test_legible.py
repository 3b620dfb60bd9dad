"""What stands in old rows and is no text breaks no page."""

import re

import pytest
from flask.testing import FlaskClient

from blog.models import Correction, Kind, Piece, Site, Topic
from blog.state.database import transaction
from tests.conftest import Clock, Write

ILLEGIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufdd0-\ufdef\ufffe\uffff]")
NOISE = "\x00\x01\x08\x0b\x0c\x1f\x7f\ufdd0\ufffe\uffff"
NAMES = ("title", "summary", "source", "excerpt", "symptom", "checked_against", "language", "canonical")


@pytest.fixture
def noisy(client: FlaskClient, write: Write, time: Clock) -> None:
    """A site in whose rows there is something illegible behind everything."""
    write("Piece", "Some words.", kind=Kind.FIELD_NOTE, topics=("Topic",), summary="Sum", symptom="E: x")
    write("Essay", "Some words.", topics=("Topic",))
    with transaction() as session:
        for piece in session.query(Piece):
            for name in NAMES:
                setattr(piece, name, getattr(piece, name) + NOISE if getattr(piece, name) else "")
            piece.corrections.append(Correction(made_at=time.now, sentence=f"Mended{NOISE}."))
        for topic in session.query(Topic):
            topic.name += NOISE
        site = session.query(Site).one()
        site.name, site.role, site.tagline = (f"{text}{NOISE}" for text in ("Name", "Role", "Tagline"))


@pytest.mark.usefixtures("noisy")
@pytest.mark.parametrize(
    "address",
    [
        *("/", "/notebook/", "/notebook/piece/", "/notebook/piece.md", "/dispatch/", "/topics/", "/topics/topic/"),
        *("/search/?q=words", "/changes/", "/nothing/", "/llms.txt", "/opensearch.xml", "/sitemap.xml", "/robots.txt"),
        *("/rss.xml", "/atom.xml", "/feed.json", "/topics/topic/rss.xml"),
    ],
)
def test_no_answer_holds_what_is_no_text(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code in (200, 404)
    assert not ILLEGIBLE.search(answer.text)
    assert client.get(address).headers.get("ETag") == answer.headers.get("ETag")


@pytest.mark.usefixtures("noisy")
def test_the_words_around_it_stay(client: FlaskClient) -> None:
    page = client.get("/notebook/piece/").text.replace("\ufffd", "")  # what PostgreSQL has in the place of a NUL
    assert "<title>Piece · Name</title>" in page
    for words in ("<p>Some words.", ">Sum</p>", "Mended.", ">Topic</a>"):
        assert words in page


def test_what_is_a_text_stays_as_it_is(client: FlaskClient, write: Write) -> None:
    write("Tabs", "```\na\tb\n```\n\n日本 \ufffd 🎉 ﷽")
    page = client.get("/notebook/tabs/").text
    assert "a\tb" in page and "日本 \ufffd 🎉 ﷽" in page
