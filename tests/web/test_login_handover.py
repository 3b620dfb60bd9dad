"""The login ends while the author writes: the text comes back after the next login, and nothing else happens."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from blog.models import Piece
from blog.writing.accounts import create_account, set_password
from tests.conftest import Clock, Write, reader_of
from tests.web.conftest import NAME, PASSWORD, log_in
from tests.web.forms import alerts, send, told, values_in

TEXT = "\n  Three thousand words,\n\nwith a “quote” & <b>tags</b>.\n" + "word " * 3000


@pytest.fixture
def piece(write: Write) -> Piece:
    return write("Tides", "The old text.", publish=False)


def typed_into(author: FlaskClient, piece: Piece) -> dict[str, str]:
    """The editor's fields, filled in; then the login ends on the server."""
    values = values_in(author.get(f"/desk/pieces/{piece.id}"), f"/desk/pieces/{piece.id}")
    set_password(NAME, PASSWORD)
    return {**values, "source": TEXT, "title": "Tides & “ebbs”", "topics": "One, Two"}


def log_in_there(client: FlaskClient, page: TestResponse, name: str = NAME, password: str = PASSWORD) -> TestResponse:
    """Fill in the login form on a page and send it with everything that it carries."""
    return client.post("/login", data={**values_in(page, "/login"), "name": name, "password": password})


def test_the_login_form_carries_the_text(author: FlaskClient, piece: Piece) -> None:
    page = author.post(f"/desk/pieces/{piece.id}", data=typed_into(author, piece))
    assert page.status_code == 401
    assert "Nothing was saved or published" in alerts(page)
    assert values_in(page, "/login")["kept-source"] == TEXT
    assert page.headers["Cache-Control"] == "no-store"


def test_after_the_login_the_text_is_in_the_editor_and_not_saved_yet(author: FlaskClient, piece: Piece) -> None:
    typed = typed_into(author, piece)
    page = author.post(f"/desk/pieces/{piece.id}/publication", data=typed)
    back = log_in_there(author, page)
    values = values_in(back, f"/desk/pieces/{piece.id}")
    assert "not saved yet" in alerts(back)
    assert {**values, "csrf_token": ""} == {**typed, "csrf_token": ""}
    assert stored(author, piece)["source"] == "The old text."
    assert "Draft" in author.get("/desk/").text


def test_it_is_saved_from_there(author: FlaskClient, piece: Piece) -> None:
    page = author.post(f"/desk/pieces/{piece.id}", data=typed_into(author, piece))
    values = values_in(log_in_there(author, page), f"/desk/pieces/{piece.id}")
    assert author.post(f"/desk/pieces/{piece.id}", data=values).status_code == 303
    assert stored(author, piece)["source"] == TEXT


def stored(author: FlaskClient, piece: Piece) -> dict[str, str]:
    return values_in(author.get(f"/desk/pieces/{piece.id}"), f"/desk/pieces/{piece.id}")


def test_a_wrong_password_or_too_many_tries_do_not_lose_it(author: FlaskClient, piece: Piece) -> None:
    page = author.post(f"/desk/pieces/{piece.id}", data=typed_into(author, piece))
    for _ in range(12):
        page = log_in_there(author, page, password="wrong")
        assert values_in(page, "/login")["kept-source"] == TEXT
    assert page.status_code == 429


def test_nor_does_a_browser_that_lost_its_cookies(app: Flask, author: FlaskClient, piece: Piece) -> None:
    typed, elsewhere = typed_into(author, piece), reader_of(app)
    page = elsewhere.post(f"/desk/pieces/{piece.id}", data=typed)
    assert values_in(log_in_there(elsewhere, page), f"/desk/pieces/{piece.id}")["source"] == TEXT


def test_a_new_piece_comes_back_too_and_is_made_once(author: FlaskClient) -> None:
    typed = values_in(author.get("/desk/pieces/new"), "/desk/pieces/new") | {"title": "New", "source": TEXT}
    set_password(NAME, PASSWORD)
    pages = [author.post("/desk/pieces/new/publication", data=typed) for _ in range(2)]
    values = [values_in(log_in_there(author, page), "/desk/pieces/new") for page in pages]
    tokens = values_in(author.get("/desk/pieces/new"), "/desk/pieces/new")["csrf_token"]
    places = {
        author.post("/desk/pieces/new", data={**each, "csrf_token": tokens}).headers["Location"] for each in values
    }
    assert places == {"/desk/pieces/1"}


def test_two_tabs_get_back_their_own_text(author: FlaskClient, piece: Piece, write: Write) -> None:
    other = write("Moons", "Moon text.", publish=False)
    typed = typed_into(author, piece)
    pages = [
        author.post(f"/desk/pieces/{piece.id}", data=typed),
        author.post(f"/desk/pieces/{other.id}", data={**typed, "source": "Moon text, longer."}),
    ]
    assert values_in(log_in_there(author, pages[0]), f"/desk/pieces/{piece.id}")["source"] == TEXT
    assert values_in(log_in_there(author, pages[1]), f"/desk/pieces/{other.id}")["source"] == "Moon text, longer."


def test_another_account_does_not_get_the_text(author: FlaskClient, piece: Piece, time: Clock) -> None:
    create_account("Ben", "quite another password", time.now)
    page = author.post(f"/desk/pieces/{piece.id}", data=typed_into(author, piece))
    answer = log_in_there(author, page, "Ben", "quite another password")
    assert answer.status_code == 403
    assert author.get("/desk/").status_code == 302
    assert values_in(log_in_there(author, answer), f"/desk/pieces/{piece.id}")["source"] == TEXT


def test_a_piece_that_is_gone_meanwhile_comes_back_as_a_new_one(author: FlaskClient, piece: Piece) -> None:
    send(author, f"/desk/pieces/{piece.id}/deletion", f"/desk/pieces/{piece.id}/deletion")
    page = author.get("/desk/pieces/new")
    typed = {**values_in(page, "/desk/pieces/new"), "form": "", "piece": str(piece.id), "title": "T", "source": TEXT}
    set_password(NAME, PASSWORD)
    back = log_in_there(author, author.post(f"/desk/pieces/{piece.id}", data=typed))
    values = values_in(back, "/desk/pieces/new")
    assert values["source"] == TEXT
    assert author.post("/desk/pieces/new", data=values).status_code == 303


def test_the_settings_and_a_correction_come_back_too(author: FlaskClient, write: Write) -> None:
    place = f"/desk/pieces/{write('Tides').id}/corrections"
    settings = values_in(author.get("/desk/site"), "/desk/site") | {"name": "Ann’s notes", "tagline": "On tides."}
    correction = values_in(author.get(place), place) | {"sentence": "The figure was wrong."}
    set_password(NAME, PASSWORD)
    back = log_in_there(author, author.post("/desk/site", data=settings))
    assert values_in(back, "/desk/site")["name"] == "Ann’s notes"
    set_password(NAME, PASSWORD)
    back = log_in_there(author, author.post(place, data=correction))
    assert values_in(back, place)["sentence"] == "The figure was wrong."
    assert "not saved yet" in alerts(back)


@pytest.mark.parametrize("place", ["/desk/", "/nowhere/at/all", "//evil.example", "/desk/pieces/1/withdrawal"])
def test_a_forged_hand_over_saves_and_publishes_nothing(author: FlaskClient, piece: Piece, place: str) -> None:
    set_password(NAME, PASSWORD)
    form = {**values_in(author.get("/login"), "/login"), "next": place, "kept-source": "Forged", "kept-title": "Forged"}
    author.post("/login", data={**form, "name": NAME, "password": PASSWORD})
    assert author.get("/desk/").text.count('class="entry"') == 1
    assert stored(author, piece)["source"] == "The old text."


def test_a_button_without_text_asks_for_the_login_and_changes_nothing(author: FlaskClient, write: Write) -> None:
    piece = write("Tides")
    place = f"/desk/pieces/{piece.id}"
    form = values_in(author.get(place), f"{place}/withdrawal")
    set_password(NAME, PASSWORD)
    answer = author.post(f"{place}/withdrawal", data=form)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/login?next={place}")
    assert reader_of(author.application).get("/notebook/tides/").status_code == 200


def test_htmx_gets_a_sentence_and_a_link_and_no_login_form(author: FlaskClient, piece: Piece) -> None:
    typed = typed_into(author, piece)
    for headers in ({"HX-Request": "true", "HX-Request-Type": "partial"}, {"HX-Request": "true"}):
        answer = author.post("/desk/preview", data=typed, headers=headers)
        assert answer.status_code == 401
        assert 'role="alert"' in answer.text
        assert 'href="/login?next=/desk/"' in answer.text
        assert "password" not in answer.text and "<html" not in answer.text


def test_a_page_asks_for_the_login_and_leads_back(author: FlaskClient) -> None:
    set_password(NAME, PASSWORD)
    answer = author.get("/desk/?show=drafts&part=1")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/login?next=/desk/?show%3Ddrafts%26part%3D1")
    answer = send(author, answer.headers["Location"], "/login", name=NAME, password=PASSWORD)
    assert answer.headers["Location"] == "/desk/?show=drafts&part=1"


def test_logging_in_says_nothing_of_texts_where_there_are_none(author: FlaskClient) -> None:
    author.post("/logout", data=values_in(author.get("/desk/"), "/logout"))
    assert "Your text is safe" not in author.get("/login").text
    assert log_in(author).status_code == 303
    assert told(author.get("/desk/")) == ""
