"""Pictures at the desk: brought, listed with the line that shows each, and taken away."""

import sys
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import EnvironBuilder, TestResponse

from blog.models import Edition, Picture
from blog.reading import pictures as reading
from blog.state import media
from blog.state.database import Busy, db
from blog.state.media_folder import MediaUnreachable
from blog.state.sandbox import Sandbox
from blog.web.guard import MOST_BODY, MOST_PICTURES
from tests.conftest import Write
from tests.portability.pictures import HEIC, SVG, corner, exif, picture
from tests.web.forms import alerts, send, token, told, values_in

HERE = "/desk/pictures"


def bring(author: FlaskClient, *files: tuple[str, bytes]) -> TestResponse:
    """Choose files in the form and send it."""
    typed = values_in(author.get(HERE), HERE)
    return author.post(HERE, data={**typed, "picture": [(BytesIO(data), name) for name, data in files]})


def names() -> list[str]:
    """The names of all pictures, as they are now."""
    db.session.rollback()
    return list(db.session.scalars(select(Picture.name).order_by(Picture.id)))


def remove(author: FlaskClient, number: int = 1) -> TestResponse:
    return author.post(f"{HERE}/{number}/deletion", data={"csrf_token": token(author)})


def test_a_picture_is_stored_listed_and_shown(author: FlaskClient, client: FlaskClient) -> None:
    assert bring(author, ("My corner.JPG", picture("JPEG", exif=exif(6)))).status_code == 303
    (name,) = names()
    page = author.get(HERE)
    assert told(page) == "The picture is here."
    assert name.startswith("my-corner-") and f"![What it shows](../../media/{name})" in page.text
    assert "20 × 40" in page.text
    shown = client.get(f"/media/{name}")
    assert shown.status_code == 200
    assert b"SN-4711" not in shown.data


def test_it_is_shown_by_the_line_that_the_list_gives(author: FlaskClient, client: FlaskClient, write: Write) -> None:
    bring(author, ("a.png", picture()))
    write("A", source=f"![A corner](../../media/{names()[0]})")
    assert f'<img src="../../media/{names()[0]}"' in client.get("/notebook/a/").text.replace(' alt="A corner"', "")


def test_several_come_at_once_and_the_same_one_is_one(author: FlaskClient) -> None:
    bring(author, ("a.png", picture()), ("b.png", picture(image=corner(50))), ("again.png", picture()))
    assert [name[:2] for name in names()] == ["a-", "b-"]
    bring(author, ("c.png", picture()))
    assert len(names()) == 2


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.svg", SVG, "a.svg: it is an SVG drawing"),
        ("a.jpg", HEIC, "a.jpg: it is a HEIC photo"),
        ("a.png", b"", "a.png: it is empty"),
        ("a.png", picture()[:60], "a.png: it is broken"),
        ("<b>.png", b"text", "<b>.png: it is none of PNG"),
    ],
)
def test_what_is_no_picture_is_named_and_the_others_stay(
    author: FlaskClient, name: str, data: bytes, sentence: str
) -> None:
    answer = bring(author, (name, data), ("good.png", picture()))
    assert answer.status_code == 422
    assert sentence in alerts(answer)
    assert [each[:5] for each in names()] == ["good-"]


def test_what_is_stored_beside_what_is_refused_is_named(author: FlaskClient) -> None:
    answer = bring(author, ("good.png", picture("PNG")), ("bad.svg", SVG))
    assert answer.status_code == 422 and "bad.svg" in alerts(answer)
    assert told(answer) == "Stored: good.png."
    assert told(author.get(HERE)) == ""


def test_pictures_that_are_too_much_at_once_are_refused_with_a_way_out(author: FlaskClient) -> None:
    promised = {"CONTENT_LENGTH": str(MOST_PICTURES + 1)}
    answer = author.post(HERE, content_type="multipart/form-data; boundary=x", environ_overrides=promised)
    assert answer.status_code == 413 and "smaller ones" in answer.text and "divide" not in answer.text


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the library leaves them to be closed
def test_so_many_files_that_they_would_fill_the_memory_are_refused(author: FlaskClient) -> None:
    answer = bring(author, *((f"p{n}.png", picture()) for n in range(70)))
    assert answer.status_code == 413 and "20 pictures at once" in answer.text
    assert names() == []


@pytest.mark.parametrize(
    ("kind", "begin", "size"),
    [
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n', 4_000_000),
        ("application/x-www-form-urlencoded", b"a=", 13_000_000),
    ],
)
def test_what_would_be_in_memory_may_not_be_as_large_as_pictures(
    author: FlaskClient, kind: str, begin: bytes, size: int
) -> None:
    assert author.post(HERE, data=begin + b"x" * size, content_type=kind).status_code == 413


def test_a_picture_that_is_too_large_is_not_even_read(author: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("blog.web.desk.pictures.MOST_BYTES", 50_000)
    answer = bring(author, ("big.png", bytes(100_000)), ("good.png", picture()))
    assert (answer.status_code, told(answer)) == (413, "Stored: good.png.")
    assert alerts(answer).startswith("big.png: it has 0.1 MB; ")
    assert [each[:5] for each in names()] == ["good-"]


def test_without_the_database_little_is_read(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise Busy("Somebody else is writing: try again.")

    most = app.extensions["most_body"]
    asked = EnvironBuilder(HERE, "https://blog.example", content_type="multipart/form-data").get_environ()
    monkeypatch.setattr("blog.web.desk.entrance.present_login", away)
    assert most(asked) == MOST_BODY


def test_nothing_chosen_is_said(author: FlaskClient) -> None:
    answer = author.post(HERE, data={"csrf_token": token(author)})
    assert (answer.status_code, alerts(answer)) == (422, "Choose a picture first.")


def test_too_many_at_once_are_said(author: FlaskClient) -> None:
    answer = bring(author, *((f"p{n}.png", picture(image=corner(40 + n))) for n in range(21)))
    assert "20 pictures are the most at once" in alerts(answer)
    assert len(names()) == 20


def test_the_list_comes_in_parts(author: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PART", 2)
    for number in range(5):
        bring(author, (f"p{number}.png", picture(image=corner(40 + number))))
    seen, address = [], HERE
    while address:
        page = author.get(address)
        seen += [name for name in reversed(names()) if f"<h2>{name}</h2>" in page.text]
        following = page.text.partition('<p class="more"><a href="')[2].partition('"')[0]
        address = following
    assert seen == list(reversed(names()))


@pytest.mark.parametrize("before", ["x", "-1", "1.5", "²", "9" * 12])
def test_a_part_that_cannot_be_is_not_found(author: FlaskClient, before: str) -> None:
    assert author.get(HERE, query_string={"before": before}).status_code == 404


def test_a_picture_is_deleted_for_good(author: FlaskClient, client: FlaskClient) -> None:
    bring(author, ("a.png", picture()))
    (name,) = names()
    assert remove(author).status_code == 303
    assert told(author.get(HERE)) == "The picture is deleted."
    assert (names(), media.sizes()) == ([], {})
    assert client.get(f"/media/{name}").status_code == 404
    assert remove(author).status_code == 303


def test_a_window_of_a_deleted_picture_touches_no_other_one(author: FlaskClient) -> None:
    bring(author, ("a.png", picture()))
    action = f"{HERE}/1/deletion"
    old = values_in(author.get(HERE), action)
    author.post(action, data=old)
    bring(author, ("b.png", picture("JPEG")))
    author.post(action, data=old)
    assert "This picture was deleted in another window before." in told(author.get(HERE))
    assert len(names()) == len(media.sizes()) == 1


def test_a_picture_that_a_text_shows_stays(author: FlaskClient, write: Write) -> None:
    bring(author, ("a.png", picture()))
    write("A draft", source=f"![x](../../media/{names()[0]})", publish=False)
    answer = remove(author)
    assert answer.status_code == 409
    assert "is shown in /notebook/a-draft/: take it out there first." in alerts(answer)
    assert len(names()) == len(media.sizes()) == 1


def test_a_picture_that_cannot_be_stored_leaves_no_row(
    author: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> bool:
        raise MediaUnreachable("The store of pictures cannot be used (SlowDown).")

    monkeypatch.setattr(type(media.place()), "put", fails)
    answer = bring(author, ("a.png", picture()))
    assert (answer.status_code, alerts(answer)) == (
        422,
        "a.png was not stored: The store of pictures cannot be used (SlowDown).",
    )
    assert names() == []


def test_a_full_disk_is_a_sentence(author: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> bool:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(media.place()), "put", no_room)
    assert "was not stored: No space left on device." in alerts(bring(author, ("a.png", picture())))


@pytest.mark.parametrize(
    ("does", "sentence"),
    [
        ("os.abort()", "a.png: it is broken: it cannot be shown whole."),
        ("os.kill(os.getpid(), 9)", "a.png: it takes too much memory: save it with fewer pixels or frames."),
        ("sys.exit(1)", "a.png was not stored: The program that looks at pictures has failed."),
    ],
)
def test_a_picture_at_which_the_looking_ends_is_refused_and_nothing_is_stored(
    author: FlaskClient, monkeypatch: pytest.MonkeyPatch, does: str, sentence: str
) -> None:
    sandbox = Sandbox((sys.executable, "-c", f"import os, sys; {does}"))
    monkeypatch.setattr(media, "SANDBOX", sandbox)
    answer = bring(author, ("a.png", picture()))
    assert (answer.status_code, alerts(answer)) == (422, sentence)
    assert (names(), media.sizes(), sandbox.child) == ([], {}, None)


def test_bringing_pictures_ends_no_kept_page(author: FlaskClient) -> None:
    before = db.session.scalar(select(Edition.number))
    bring(author, ("a.png", picture()))
    db.session.rollback()
    assert db.session.scalar(select(Edition.number)) == before


def test_a_foreign_form_brings_nothing(author: FlaskClient, client: FlaskClient) -> None:
    sent = {"csrf_token": "none", "picture": (BytesIO(picture()), "a.png")}
    assert author.post(HERE, data=sent).status_code == 400
    assert client.post(HERE, data={"picture": (BytesIO(picture()), "a.png")}).status_code in (303, 401)
    assert db.session.scalar(select(func.count()).select_from(Picture)) == 0


def test_the_form_says_what_it_takes(author: FlaskClient) -> None:
    page = send(author, HERE, HERE)
    assert page.status_code == 422
    assert "There is no picture yet." in page.text
