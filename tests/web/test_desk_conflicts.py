"""Two windows, double clicks, the way back in the browser: nothing typed is lost, nothing is made twice."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.models import Piece
from blog.state.database import db
from tests.conftest import Clock, Write
from tests.web.conftest import logged_in
from tests.web.forms import alerts, form_in, parsed, send, told, values_in
from tests.writing.edits import kept

NEW = "/desk/pieces/new"
PUBLISH = f"{NEW}/publication"


@pytest.fixture
def piece(write: Write) -> Piece:
    return write("Tides", "Version one.", topics=("Sea",))


@pytest.fixture
def place(piece: Piece) -> str:
    return f"/desk/pieces/{piece.id}"


def source(author: FlaskClient, place: str) -> str:
    return values_in(author.get(place), place)["source"]


def count(app: Flask, table: str = "piece") -> int:
    with app.app_context():
        return int(db.session.execute(db.text(f"SELECT count(*) FROM {table}")).scalar_one())


def test_the_second_window_is_told_of_the_first_and_has_both_texts(author: FlaskClient, place: str) -> None:
    first, second = (values_in(author.get(place), place) for _ in range(2))
    assert author.post(place, data={**first, "source": "From the first."}).status_code == 303
    answer = author.post(place, data={**second, "source": "From the second."})
    assert answer.status_code == 409
    assert "changed in another window" in alerts(answer)
    assert values_in(answer, place)["source"] == "From the second."
    shown = next(area for area in parsed(answer).iter("textarea") if area.get("id") == "stored-source")
    assert "".join(shown.itertext()) == "From the first."
    assert source(author, place) == "From the first."


@pytest.mark.parametrize("to", ["", "/publication"])
def test_it_may_save_over_the_first_whose_text_stays_among_the_revisions(
    author: FlaskClient, place: str, to: str, time: Clock
) -> None:
    first, second = (values_in(author.get(place), place) for _ in range(2))
    author.post(place, data={**first, "source": "From the first."})
    answer = author.post(place + to, data={**second, "source": "From the second."})
    button = next(each for each in form_in(answer, place).iter("button") if each.get("name") == "overwrite")
    time.forward(minutes=1)
    again = {**values_in(answer, place), "overwrite": button.get("value", "")}
    assert author.post(place, data=again).status_code == 303
    assert source(author, place) == "From the second."
    texts = [revision.source for revision in kept(int(place.rpartition("/")[2]))]
    assert texts == ["From the second.", "From the first.", "Version one."]


def test_it_cannot_save_over_a_third_that_it_has_not_seen(author: FlaskClient, place: str) -> None:
    first, second = (values_in(author.get(place), place) for _ in range(2))
    author.post(place, data={**first, "source": "From the first."})
    answer = author.post(place, data={**second, "source": "From the second."})
    button = next(each for each in form_in(answer, place).iter("button") if each.get("name") == "overwrite")
    send(author, place, place, source="From a third.")
    again = author.post(place, data={**values_in(answer, place), "overwrite": button.get("value", "")})
    assert again.status_code == 409
    assert source(author, place) == "From a third."


def test_saving_again_after_a_conflict_is_still_a_conflict(author: FlaskClient, place: str) -> None:
    second = values_in(author.get(place), place)
    send(author, place, place, source="From the first.")
    answer = author.post(place, data={**second, "source": "From the second."})
    assert author.post(place, data=values_in(answer, place)).status_code == 409


def test_a_refused_text_keeps_the_version_it_was_typed_over(author: FlaskClient, place: str) -> None:
    second = values_in(author.get(place), place)
    send(author, place, place, source="From the first.")
    refused = author.post(place, data={**second, "title": "", "source": "From the second."})
    assert refused.status_code == 422
    answer = author.post(place, data={**values_in(refused, place), "title": "Tides"})
    assert answer.status_code == 409


@pytest.mark.parametrize("version", ["", "x", "0", "-1", "9" * 40, "٣"])
def test_a_form_that_names_no_version_overwrites_nothing(author: FlaskClient, place: str, version: str) -> None:
    assert send(author, place, place, source="Blind.", version=version).status_code == 409
    assert source(author, place) == "Version one."


def test_an_old_window_that_changes_nothing_is_no_conflict(author: FlaskClient, place: str) -> None:
    untouched = values_in(author.get(place), place)
    author.post(place, data={**untouched, "summary": ""})
    assert author.post(place, data=untouched).status_code == 303


def test_saving_what_is_there_makes_no_revision(app: Flask, author: FlaskClient, place: str) -> None:
    before = count(app, "revision")
    for _ in range(3):
        send(author, place, place)
    assert count(app, "revision") == before


def test_a_piece_deleted_in_another_window_is_saved_as_a_new_one(author: FlaskClient, place: str) -> None:
    second = values_in(author.get(place), place)
    send(author, f"{place}/deletion", f"{place}/deletion")
    answer = author.post(place, data={**second, "source": "From the second."})
    assert answer.status_code == 409
    assert "deleted in another window" in alerts(answer)
    values = values_in(answer, NEW)
    assert values["source"] == "From the second."
    made = author.post(NEW, data={**values, "slug": ""}).headers["Location"]
    assert source(author, made) == "From the second."


def test_a_piece_changed_meanwhile_is_not_deleted_before_it_is_looked_at(author: FlaskClient, place: str) -> None:
    question = values_in(author.get(f"{place}/deletion"), f"{place}/deletion")
    send(author, place, place, source="Newer.")
    answer = author.post(f"{place}/deletion", data=question)
    assert answer.status_code == 409
    assert "changed in another window" in alerts(answer)
    assert source(author, place) == "Newer."
    assert author.post(f"{place}/deletion", data=values_in(answer, f"{place}/deletion")).status_code == 303
    assert author.get(place).status_code == 404


def test_deleting_twice_is_no_error(author: FlaskClient, place: str) -> None:
    question = values_in(author.get(f"{place}/deletion"), f"{place}/deletion")
    assert [author.post(f"{place}/deletion", data=question).status_code for _ in range(2)] == [303, 303]


@pytest.mark.parametrize("to", ["", "/publication", "/withdrawal", "/deletion", "/corrections"])
def test_a_window_of_a_deleted_piece_touches_no_other_one(author: FlaskClient, place: str, to: str) -> None:
    shown_at = place + to if to in ("/deletion", "/corrections") else place
    old = values_in(author.get(shown_at), place if to == "/publication" else place + to)
    send(author, f"{place}/deletion", f"{place}/deletion")
    other = send(author, NEW, NEW, to=PUBLISH, title="Winds", source="Of another one.").headers["Location"]
    answer = author.post(other + to, data={**old, **dict.fromkeys(old.keys() & {"source", "sentence"}, "Old.")})
    assert answer.status_code == {"": 409, "/publication": 409, "/deletion": 303}.get(to, 404)
    page = author.get(other)
    assert values_in(page, other)["source"] == "Of another one."
    assert 'class="state published"' in page.text
    assert "Old." not in author.get(f"{other}/corrections").text
    if "source" in old:
        assert "deleted in another window" in alerts(answer)
        assert values_in(answer, NEW)["source"] == "Old."


def test_the_settings_have_two_windows_too(author: FlaskClient) -> None:
    second = values_in(author.get("/desk/site"), "/desk/site")
    send(author, "/desk/site", "/desk/site", name="From the first")
    answer = author.post("/desk/site", data={**second, "name": "From the second"})
    assert answer.status_code == 409
    assert values_in(answer, "/desk/site")["name"] == "From the second"
    assert "From the first" in answer.text
    button = next(each for each in form_in(answer, "/desk/site").iter("button") if each.get("name") == "overwrite")
    author.post("/desk/site", data={**values_in(answer, "/desk/site"), "overwrite": button.get("value", "")})
    assert values_in(author.get("/desk/site"), "/desk/site")["name"] == "From the second"


@pytest.mark.parametrize("to", [NEW, PUBLISH])
def test_a_double_click_makes_one_piece(app: Flask, author: FlaskClient, time: Clock, to: str) -> None:
    form = values_in(author.get(NEW), NEW) | {"title": "Tides", "source": "Words."}
    places = {author.post(to, data=form).headers["Location"] for _ in range(2)}
    time.forward(seconds=5)
    places.add(author.post(to, data=form).headers["Location"])
    assert places == {"/desk/pieces/1"}
    assert (count(app), count(app, "revision")) == (1, 1)


@pytest.mark.parametrize("to", [NEW, PUBLISH])
def test_two_clicks_at_the_same_moment_make_one_piece(app: Flask, author: FlaskClient, to: str) -> None:
    form = values_in(author.get(NEW), NEW) | {"title": "Tides", "source": "Words."}
    cookie = author.get_cookie("bokashi")
    assert cookie

    def click(_: int) -> int:
        window = app.test_client()
        window.set_cookie("bokashi", cookie.value)
        return window.post(to, data=form).status_code

    with ThreadPoolExecutor(4) as clicks:
        assert list(clicks.map(click, range(4))) == [303] * 4
    assert count(app) == 1


def test_a_double_click_publishes_once(author: FlaskClient, client: FlaskClient, time: Clock) -> None:
    send(author, NEW, NEW, title="Tides", source="Words.")
    place = "/desk/pieces/1"
    form = values_in(author.get(place), place) | {"source": "Better words."}
    before = edition(client)
    answers = []
    for _ in range(2):
        answers.append(author.post(f"{place}/publication", data=form).status_code)
        time.forward(seconds=2)
    assert answers == [303, 303]
    assert edition(client) == before + 1


def edition(client: FlaskClient) -> int:
    return int(client.get("/up").text.split()[-1])


def test_a_second_piece_with_the_same_title_is_made_by_a_fresh_form(app: Flask, author: FlaskClient) -> None:
    for _ in range(2):
        send(author, NEW, NEW, title="Tides", source="Words.")
    assert count(app) == 2


def test_what_is_typed_after_going_back_is_saved_into_the_same_piece(app: Flask, author: FlaskClient) -> None:
    form = values_in(author.get(NEW), NEW) | {"title": "Tides", "source": "Words."}
    place = author.post(NEW, data=form).headers["Location"]
    assert author.post(NEW, data={**form, "source": "More words."}).headers["Location"] == place
    assert source(author, place) == "More words."
    assert count(app) == 1


def test_and_not_over_what_was_changed_there_since(author: FlaskClient) -> None:
    form = values_in(author.get(NEW), NEW) | {"title": "Tides", "source": "Words."}
    place = author.post(NEW, data=form).headers["Location"]
    send(author, place, place, source="Changed there.")
    answer = author.post(NEW, data={**form, "source": "More words."})
    assert answer.status_code == 409
    assert values_in(answer, place)["source"] == "More words."
    assert source(author, place) == "Changed there."


def test_two_browsers_of_one_author_are_two_windows(app: Flask, author: FlaskClient, place: str) -> None:
    elsewhere = logged_in(app)
    form = values_in(elsewhere.get(place), place)
    send(author, place, place, source="From the first.")
    assert told(author.get(place)) == "Saved and public."
    assert elsewhere.post(place, data={**form, "source": "From elsewhere."}).status_code == 409
