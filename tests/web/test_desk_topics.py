"""The topics at the desk: counted, renamed, merged, deleted, and safe from another window."""

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from blog.reading.topics import all_topics
from blog.state.database import reader, transaction
from blog.writing import topics
from tests.conftest import Clock, Write
from tests.web.forms import alerts, faults, parsed, send, told, values_in

PAGE = "/desk/topics/1"


def rows(client: FlaskClient) -> list[str]:
    page = parsed(client.get("/desk/topics"))
    return [" ".join("".join(each.itertext()).split()) for each in page.iter("li") if each.get("class") == "entry"]


def names() -> set[str]:
    reader().expire_all()
    return {topic.name for topic in all_topics()}


def rename(author: FlaskClient, name: str, **more: str) -> TestResponse:
    return send(author, PAGE, PAGE, name=name, **more)


def test_every_topic_stands_there_with_all_of_its_pieces(author: FlaskClient, write: Write) -> None:
    assert "There is no topic yet" in author.get("/desk/topics").text
    write("A", topics=("sea", "Air"))
    write("B", topics=("sea",), publish=False)
    assert rows(author) == ["Air 1 piece", "sea 2 pieces"]
    assert 'href="/desk/topics" aria-current="page"' in author.get("/desk/topics").text


def test_a_topic_is_renamed_and_its_old_address_leads_there(
    author: FlaskClient, client: FlaskClient, write: Write
) -> None:
    write("A", topics=("Databases",))
    answer = rename(author, "SQLite & friends")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/desk/topics")
    assert rows(author) == ["SQLite & friends 1 piece"]
    assert client.get("/topics/databases/").headers["Location"] == "/topics/sqlite-friends/"


def test_a_name_that_another_topic_has_offers_to_merge(author: FlaskClient, client: FlaskClient, write: Write) -> None:
    write("A", topics=("Databases", "SQLite"))
    write("B", topics=("Databases",))
    answer = rename(author, "sqlite")
    assert answer.status_code == 422
    assert faults(answer) == {"name": "There is a topic “SQLite” already."}
    (button,) = (each for each in parsed(answer).iter("button") if each.get("name") == "into")
    assert (button.text, button.get("value")) == ("Merge into “SQLite”", "SQLite")
    merged = author.post(PAGE, data={**values_in(answer, PAGE), "into": "SQLite"}, follow_redirects=True)
    assert told(merged) == "Merged into “SQLite”."
    assert rows(author) == ["SQLite 2 pieces"]
    assert client.get("/topics/databases/").headers["Location"] == "/topics/sqlite/"


def test_a_name_that_cannot_be_comes_back_with_what_is_wrong(author: FlaskClient, write: Write) -> None:
    write("A", topics=("Databases",))
    for name in ("", "x" * 101):
        answer = rename(author, name)
        assert answer.status_code == 422 and "name" in faults(answer)
        assert values_in(answer, PAGE)["name"] == name
    assert 'name="into"' not in answer.text
    assert names() == {"Databases"}


def test_another_window_is_never_overwritten(author: FlaskClient, write: Write, time: Clock) -> None:
    write("A", topics=("Databases",))
    form = values_in(author.get(PAGE), PAGE)
    topics.rename(1, "SQLite", time.now)
    for more in ({}, {"into": "Anything"}):
        answer = author.post(PAGE, data={**form, "name": "PostgreSQL", **more})
        assert answer.status_code == 409 and "renamed in another window" in alerts(answer)
        assert values_in(answer, PAGE) | {"csrf_token": ""} == {
            "name": "PostgreSQL",
            "seen": "SQLite",
            "csrf_token": "",
        }
    assert names() == {"SQLite"}
    write("B", topics=("Other",))
    topics.merge(1, "Other", time.now)
    answer = author.post(PAGE, data=form, follow_redirects=True)
    assert "This topic is no more" in told(answer)


def test_a_form_from_before_a_topic_was_renamed_brings_nothing_back(
    author: FlaskClient, write: Write, time: Clock
) -> None:
    piece = write("A", topics=("Databases", 'Salt, "sea"', "Other"))
    write("B", topics=("Air",))
    place = f"/desk/pieces/{piece.id}"
    form = values_in(author.get(place), place)
    topics.rename(1, "SQLite", time.now)
    topics.merge(3, "Air", time.now)
    typed = {**form, "topics": f"New, {form['topics']}", "source": "Changed."}
    refused = author.post(place, data={**typed, "slug": "a b"})
    assert author.post(place, data={**values_in(refused, place), "slug": ""}).status_code == 303
    assert values_in(author.get(place), place)["topics"] == 'New, SQLite, "Salt, ""sea""", Air'
    assert names() == {"SQLite", 'Salt, "sea"', "Air", "New"}
    # Whoever types a name that was not there means what it says.
    assert send(author, place, place, topics="Databases").status_code == 303
    assert values_in(author.get(place), place)["topics"] == "Databases"


def test_only_an_unused_topic_is_deleted(author: FlaskClient, write: Write, time: Clock) -> None:
    write("A", topics=("Databases",))
    deletion = f"{PAGE}/deletion"
    form = {**values_in(author.get(PAGE), PAGE), "seen": "Databases"}
    assert deletion not in author.get(PAGE).text
    answer = author.post(deletion, data=form)
    assert answer.status_code == 409 and "A piece is about this topic" in alerts(answer)
    with transaction() as session:
        topics.named(session, ("Empty",), time.now)
    send(author, "/desk/topics/2", "/desk/topics/2/deletion")
    assert names() == {"Databases"}


def test_a_lost_token_loses_no_name(author: FlaskClient, write: Write) -> None:
    write("A", topics=("Databases",))
    answer = rename(author, "SQLite", csrf_token="x")
    assert answer.status_code == 400
    assert values_in(answer, PAGE)["name"] == "SQLite"
    assert names() == {"Databases"}
