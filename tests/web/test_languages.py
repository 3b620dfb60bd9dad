"""A site and its interface may speak two languages: each part of a page says which one it is in."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

import pytest
from flask.testing import FlaskClient

from blog.models import Kind, Page, Project
from blog.state.database import transaction
from blog.state.edition import turn
from blog.writing import pieces
from blog.writing.site import SiteFields, save_site
from tests.conftest import Clock, Write
from tests.web.forms import parsed

SITE = {"name": "Müller", "role": "Schlosserin", "place": "Köln", "tagline": "Vom Feilen.", "contact_line": "Schreib!"}
PATHS = (
    *("/", "/notebook/", "/dispatch/", "/topics/", "/changes/", "/contact/", "/search/?q=Feile", "/nowhere/"),
    *("/notebook/feile/", "/notebook/spruch/", "/projects/", "/projects/presse/", "/ueber/"),
)
GERMAN = {
    *("Müller", "Schlosserin, Köln", "Köln", "Vom Feilen.", "Schreib!"),
    *(
        "Die Feile",
        "Vom Hieb.",
        "Ein Wort.",
        "Werkzeug",
        "Es waren zwei.",
        "Die Presse",
        "Druckt.",
        "Läuft",
        "Über mich",
    ),
}
ENGLISH = {
    *("Skip to content", "Search", "Writing", "Contact", "Changes", "Essay", "Thought", "All kinds", "Topic"),
    *("Latest thought", "Latest essays", "Corrections", "For whom", "Status", "Nothing here", "Send"),
}


@pytest.fixture
def german(write: Write, time: Clock) -> None:
    """A notebook in German, with something of everything."""
    save_site(SiteFields(**SITE, language="de"), time.now, None)
    piece = write("Die Feile", "Text.", summary="Vom Hieb.", topics=("Werkzeug",), slug="feile", kind=Kind.ESSAY)
    pieces.correct(piece.id, "Es waren zwei.", time.now)
    write("Spruch", "Ein Wort.", kind=Kind.THOUGHT, slug="spruch")
    with transaction() as session:
        told = {"slug": "presse", "title": "Die Presse", "summary": "Druckt.", "status": "Läuft", "audience": "Alle"}
        session.add(Project(**told, changed_at=time.now))
        session.add(Page(slug="ueber", title="Über mich", source="Wort.", published=True, uid="u", changed_at=time.now))
        turn(session, time.now)


def said(element: Element, language: str = "") -> Iterator[tuple[str, str]]:
    """Each text below an element that is all of one, with the language that it is said to be in."""
    language = element.get("lang", language)
    yield (element.text or "").strip(), language
    for child in element:
        yield from said(child, language)
        yield (child.tail or "").strip(), language


def test_each_part_of_a_page_says_its_language(client: FlaskClient, german: None) -> None:
    found: dict[str, set[str]] = {}
    for path in PATHS:
        body = parsed(client.get(path)).find("body")
        assert body is not None and body.get("lang") == "en"
        for text, language in said(body):
            found.setdefault(text, set()).add(language)
    assert {text: found.get(text) for text in GERMAN} == {text: {"de"} for text in GERMAN}
    assert {text: found.get(text) for text in ENGLISH} == {text: {"en"} for text in ENGLISH}


def test_a_page_as_a_whole_is_in_the_language_of_the_site(client: FlaskClient, german: None) -> None:
    for path in PATHS:
        assert parsed(client.get(path)).get("lang") == "de"


def test_a_piece_in_the_language_of_the_interface_says_so(client: FlaskClient, german: None, write: Write) -> None:
    write("The file", "Words.", language="en", slug="file")
    text = next(each for each in parsed(client.get("/notebook/file/")).iter("div") if each.get("class") == "text")
    assert (text.get("lang"), text.get("dir")) == ("en", "ltr")


@pytest.mark.parametrize("language", ["en", "EN-GB"])
def test_where_both_are_the_same_nothing_is_said_twice(
    client: FlaskClient, write: Write, time: Clock, language: str
) -> None:
    save_site(SiteFields(name="Ines", language=language), time.now, None)
    write("Tides", topics=("Sea",))
    for path in ("/", "/notebook/", "/notebook/tides/"):
        assert client.get(path).text.count(" lang=") == 1
