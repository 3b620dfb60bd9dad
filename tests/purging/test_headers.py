"""What a cache in front may hold, under which keys, and for how long; and that nothing else changes."""

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask, Response, g
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from blog.models import Kind
from blog.state import media
from blog.state.kept import TERM, Term
from blog.web import conditional, shared_cache
from blog.web.shared_cache import DAY
from blog.writing import pieces
from tests.conftest import NOON, Clock, Write, reader_of, running
from tests.portability.pictures import picture

HELD = f"public, max-age=0, s-maxage={DAY}"


@pytest.mark.parametrize(
    ("path", "sort"),
    [
        ("/", "list"),
        ("/notebook/", "list"),
        ("/notebook/essays/", "list"),
        ("/dispatch/", "list"),
        ("/rss.xml", "feed"),
        ("/feed.json", "feed"),
        ("/search/", ""),
        ("/sitemap.xml", ""),
        ("/contact/", None),
    ],
)
def test_public_answers_may_be_held_and_have_keys(
    client: FlaskClient, write: Write, path: str, sort: str | None
) -> None:
    write("A")
    headers = client.get(path).headers
    if sort is None:
        assert "Surrogate-Key" not in headers
        assert headers["Cache-Control"] == "no-store"
    else:
        assert headers["Surrogate-Key"] == f"site {sort}".strip()
        assert headers["Cache-Control"] == HELD


@pytest.mark.parametrize("path", ["/notebook/a/", "/notebook/a.md", "/notebook/a.png"])
def test_what_shows_one_piece_has_its_key(client: FlaskClient, write: Write, path: str) -> None:
    uid = write("A").uid
    assert client.get(path).headers["Surrogate-Key"] == f"site piece-{uid}"


def test_a_redirect_is_held_as_well_and_may_be_forgotten(client: FlaskClient, write: Write) -> None:
    write("A")
    answer = client.get("/notebook/A/")
    assert answer.status_code == 301
    assert answer.headers["Surrogate-Key"].split()[0] == "site"
    assert answer.headers["Cache-Control"] == HELD


def test_a_picture_has_a_key_of_its_own_and_stays_for_ever(client: FlaskClient) -> None:
    name = media.store(picture(), "a.png").name
    headers = client.get(f"/media/{name}").headers
    assert headers["Surrogate-Key"] == "media"
    assert headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_304_says_the_same(client: FlaskClient) -> None:
    whole = client.get("/")
    answer = client.get("/", headers={"If-None-Match": whole.headers["ETag"]})
    assert answer.status_code == 304
    assert answer.headers["Cache-Control"] == HELD


def test_what_is_private_wrong_or_gone_is_never_held(author: FlaskClient, client: FlaskClient, write: Write) -> None:
    piece = write("Draft", publish=False)
    gone = write("Gone")
    pieces.withdraw(gone.id, NOON)
    asked = [
        *(author.get(path) for path in ("/desk/", f"/desk/pieces/{piece.id}", "/desk/pieces/new", "/desk/messages")),
        *(client.get(path) for path in ("/login", "/nothing/", "/notebook/draft/", "/notebook/gone/", "/up", "/desk/")),
        client.post("/contact/", data={}),
    ]
    for answer in asked:
        assert "Surrogate-Key" not in answer.headers
        assert "s-maxage" not in answer.headers.get("Cache-Control", "")


def test_nothing_is_held_beyond_the_moment_of_a_scheduled_piece(client: FlaskClient, write: Write, time: Clock) -> None:
    write("A")
    write("B", at=time.now + timedelta(hours=3))
    time.forward(minutes=2)
    headers = client.get("/").headers
    seconds = int(headers["Cache-Control"].rpartition("=")[2])
    left = 2 * 3600 - 2 * 60
    assert left - 120 < seconds < left
    time.forward(hours=1, minutes=57, seconds=30)
    assert client.get("/").headers["Cache-Control"] == "public, no-cache"


@given(ahead=st.integers(1, 4 * DAY))
def test_whenever_the_door_hands_it_out_it_ends_in_time(ahead: int) -> None:
    """The latest moment at which the door hands it out, and as long as it may be held from then on."""
    ends = NOON + timedelta(seconds=ahead)
    app = Flask(__name__)
    app.extensions["settings"] = SimpleNamespace(purge_url="http://cache.example/")
    term = Term()
    with app.test_request_context("/", environ_overrides={TERM: term}):
        g.now, g.front = NOON, SimpleNamespace(state=(1, NOON, None), settled=NOON)
        held = shared_cache.hold(Response("x"), ends)
        conditional.tell_door(ends, held)
    assert term.until + held <= ends.timestamp()
    assert term.until > NOON.timestamp()


def test_without_a_hook_nothing_is_said_to_caches(empty_instance: Path, tmp_path: Path, time: Clock) -> None:
    with running(empty_instance, tmp_path / "plain") as app:
        headers = reader_of(app).get("/").headers
    assert "Surrogate-Key" not in headers
    assert headers["Cache-Control"] == "public, no-cache"


def test_unlisted_pieces_have_keys_too(client: FlaskClient, write: Write) -> None:
    uid = write("Hidden", listed=False, kind=Kind.THOUGHT).uid
    assert client.get("/notebook/hidden/").headers["Surrogate-Key"] == f"site piece-{uid}"
