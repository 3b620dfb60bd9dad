"""Pictures on pages: each of ours says how large it is before it arrives."""

import re
from datetime import UTC, datetime

from flask import Flask
from flask.testing import FlaskClient
from markupsafe import Markup

from blog.models import Kind, Picture
from blog.state.database import transaction
from blog.web.pictures import with_sizes
from tests.conftest import Write
from tests.statements import statements

NAME = "three-lines-0123abcd.png"


def store(name: str = NAME) -> None:
    with transaction() as session:
        session.add(
            Picture(
                name=name,
                digest=name,
                media_type="image/png",
                width=1200,
                height=588,
                size=9,
                created_at=datetime(2026, 1, 1, tzinfo=UTC),
            )
        )


def images(html: str) -> list[str]:
    return re.findall(r"<img [^>]*>", html)


def test_a_picture_of_ours_says_how_large_it_is(client: FlaskClient, write: Write) -> None:
    store()
    write("With a picture", f"![Three lines](../../media/{NAME})", kind=Kind.THOUGHT, slug="one")
    for path in ("/notebook/one/", "/"):
        (image,) = images(client.get(path).text)
        assert f"/media/{NAME}" in image and 'alt="Three lines"' in image
        assert 'width="1200" height="588"' in image
        assert 'loading="lazy"' in image and 'decoding="async"' in image


def test_what_an_author_says_of_the_size_stands(app: Flask) -> None:
    store()
    given = f'<img src="/media/{NAME}" width="60">'
    assert with_sizes(Markup(given)) == given


def test_other_pictures_stay_as_they_are(app: Flask) -> None:
    store()
    others = '<img src="/media/unknown-0123abcd.png"><img src="/static/icon.svg"><img alt="x">'
    assert with_sizes(Markup(others)) == others
    assert with_sizes(Markup(f'{others}<img src="/media/{NAME}">')).startswith(others)


def test_a_text_without_pictures_asks_the_database_nothing(app: Flask) -> None:
    with statements() as sent:
        assert with_sizes(Markup("<p>words</p>")) == "<p>words</p>"
    assert sent == []
