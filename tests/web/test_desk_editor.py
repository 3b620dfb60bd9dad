"""Writing: begun, saved, published, withdrawn, deleted, corrected; and every refusal keeps what was typed."""

import time as real_time

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from blog.reading import desk as reading
from tests.conftest import Clock
from tests.web.forms import alerts, faults, parsed, send, told, values_in

NEW = "/desk/pieces/new"
PUBLISH = f"{NEW}/publication"
ONE = "/desk/pieces/1"


def write_new(author: FlaskClient, to: str = "", **typed: str) -> TestResponse:
    return send(author, NEW, NEW, to=to, **{"title": "Tides", "source": "Water *rises*.", **typed})


def state(author: FlaskClient, address: str = ONE) -> str:
    spans = parsed(author.get(address)).iter("span")
    return next((span.text or "") for span in spans if (span.get("class") or "").startswith("state"))


def edition(client: FlaskClient) -> str:
    return client.get("/up").text


def test_a_new_piece_is_a_draft(author: FlaskClient, client: FlaskClient) -> None:
    before = edition(client)
    answer = write_new(author, topics="Sea, Linux & hardware", summary="How water rises.")
    assert (answer.status_code, answer.headers["Location"]) == (303, ONE)
    values = values_in(author.get(ONE), ONE)
    assert [values[name] for name in ("kind", "title", "slug", "summary", "source", "topics", "published_at")] == [
        "essay", "Tides", "tides", "How water rises.", "Water *rises*.", "Sea, Linux & hardware", "",
    ]  # fmt: skip
    assert state(author) == "Draft"
    assert client.get("/notebook/tides/").status_code == 404
    assert edition(client) == before


def test_the_kind_that_was_asked_for_is_chosen(author: FlaskClient) -> None:
    assert values_in(author.get(f"{NEW}?kind=field-note"), NEW)["kind"] == "field-note"
    assert values_in(author.get(f"{NEW}?kind=nonsense"), NEW)["kind"] == "essay"


def test_it_is_published_where_that_is_asked_for(author: FlaskClient, client: FlaskClient) -> None:
    assert "Water <em>rises</em>." not in client.get("/notebook/").text
    write_new(author, to=PUBLISH)
    assert told(author.get(ONE)) == "Saved and public."
    assert state(author) == "Published"
    assert "<em>rises</em>" in client.get("/notebook/tides/").text


def test_a_draft_is_saved_and_published_by_one_button(author: FlaskClient, client: FlaskClient) -> None:
    write_new(author)
    send(author, ONE, ONE, to=f"{ONE}/publication", source="Water *falls*.")
    assert "<em>falls</em>" in client.get("/notebook/tides/").text


def test_a_stored_draft_is_published_without_its_text(author: FlaskClient, client: FlaskClient) -> None:
    write_new(author)
    assert send(author, NEW, "/logout", to=f"{ONE}/publication").status_code == 303
    assert "<em>rises</em>" in client.get("/notebook/tides/").text


def test_saving_a_draft_turns_no_edition_and_publishing_one_does(author: FlaskClient, client: FlaskClient) -> None:
    write_new(author)
    before = edition(client)
    send(author, ONE, ONE, source="Other words.")
    assert edition(client) == before
    send(author, ONE, ONE, to=f"{ONE}/publication")
    assert edition(client) != before


def test_the_text_is_kept_to_the_letter(author: FlaskClient) -> None:
    text = "\n\n  indented & <b>bold</b> “quoted”\n\ttab\n```\n</textarea>\n```\ntwo spaces  \nend\n\n"
    write_new(author, source=text.replace("\n", "\r\n"))
    for _ in range(3):
        assert values_in(author.get(ONE), ONE)["source"] == text
        send(author, ONE, ONE, title=f"Tides {_}")


def test_a_change_to_a_public_piece_is_dated_only_where_it_matters(
    author: FlaskClient, client: FlaskClient, time: Clock
) -> None:
    write_new(author, to=PUBLISH)
    time.forward(days=1)
    send(author, ONE, ONE, source="A comma, moved.")
    assert "changed" not in client.get("/notebook/tides/").text
    send(author, ONE, ONE, source="The figure was wrong.", matters="yes")
    assert "changed" in client.get("/notebook/tides/").text


def test_everything_about_a_field_note_is_kept(author: FlaskClient, client: FlaskClient) -> None:
    typed = {
        "kind": "field-note", "symptom": "error: no such table\n  at line 3", "standing": "partly",
        "checked_on": "2026-03-01", "checked_against": "SQLite 3.45", "language": "de", "canonical": "https://a.example/x",
    }  # fmt: skip
    write_new(author, to=PUBLISH, **typed)
    values = values_in(author.get(ONE), ONE)
    assert {name: values[name] for name in typed} == typed
    assert "no such table" in client.get("/notebook/tides/").text


def test_an_unlisted_piece_is_in_no_list(author: FlaskClient, client: FlaskClient) -> None:
    ticked = values_in(author.get(NEW), NEW) | {"title": "Tides", "source": "Water."}
    author.post(PUBLISH, data={name: value for name, value in ticked.items() if name != "listed"})
    assert "listed" not in values_in(author.get(ONE), ONE)
    assert client.get("/notebook/tides/").status_code == 200
    assert "Tides" not in client.get("/notebook/").text
    send(author, ONE, ONE, listed="yes")
    assert "Tides" in client.get("/notebook/").text


def test_names_with_commas_and_quotes_stay_one_topic(author: FlaskClient) -> None:
    write_new(author, topics='Sea, "C, C++", 5" disks, "say ""hi"""')
    for _ in range(2):
        topics = values_in(author.get(ONE), ONE)["topics"]
        send(author, ONE, ONE, title=f"Tides {_}")
    piece = reading.piece(1)
    assert piece and [topic.name for topic in piece.topics] == ["Sea", "C, C++", '5" disks', 'say "hi"']
    assert topics == 'Sea, "C, C++", "5"" disks", "say ""hi"""'
    assert 'value="C, C++"' in author.get(NEW).text


CHOSEN = ("kind", "standing")
BROKEN = [
    ({"title": ""}, "title"),
    ({"title": " \u200b "}, "title"),
    ({"title": "t" * 301}, "title"),
    ({"summary": "s" * 1001}, "summary"),
    ({"slug": "two words!"}, "slug"),
    ({"slug": "s" * 1000}, "slug"),
    ({"slug": "essays"}, "slug"),
    ({"slug": "../up"}, "slug"),
    ({"kind": "sonnet"}, "kind"),
    ({"published_at": "yesterday"}, "published_at"),
    ({"published_at": "2026-02-30T10:00"}, "published_at"),
    ({"published_at": "2026-02-03T10:00+02:00"}, "published_at"),
    ({"published_at": "0001-01-01T00:00"}, "published_at"),
    ({"published_at": "1066-10-14T09:00"}, "published_at"),
    ({"checked_on": "3 March"}, "checked_on"),
    ({"standing": "maybe"}, "standing"),
    ({"language": "en_GB!"}, "language"),
    ({"canonical": "example.org/x"}, "canonical"),
    ({"canonical": "javascript:alert(1)"}, "canonical"),
    ({"topics": "t" * 101}, "topics"),
    ({"topics": ",".join(map(str, range(21)))}, "topics"),
    ({"topics": "t" * 10_001}, "topics"),
    ({"source": "x" * 1_000_001}, "source"),
    ({"title": "", "kind": "thought", "source": " "}, "source"),
]


@pytest.mark.parametrize(("typed", "field"), BROKEN)
@pytest.mark.parametrize("to", [NEW, PUBLISH])
def test_what_cannot_be_is_said_beside_its_field_and_nothing_typed_is_lost(
    author: FlaskClient, typed: dict[str, str], field: str, to: str
) -> None:
    sent = {"title": " A title ", "source": "\nThe text.", "summary": " S ", "topics": "One,,Two", **typed}
    answer = write_new(author, to=to, **sent)
    assert answer.status_code == 422
    assert field in faults(answer)
    assert "Nothing is saved" in alerts(answer)
    values = values_in(answer, NEW)
    assert [values[name] for name in sent if name not in CHOSEN] == [sent[name] for name in sent if name not in CHOSEN]
    assert reading.piece(1) is None


def test_all_faults_are_said_at_once(author: FlaskClient) -> None:
    answer = write_new(author, title="", published_at="x", checked_on="y", language="?")
    assert set(faults(answer)) == {"title", "published_at", "checked_on", "language"}
    assert "the 4 fields" in alerts(answer)


def test_a_refused_change_leaves_the_stored_piece(author: FlaskClient, client: FlaskClient) -> None:
    write_new(author, to=PUBLISH)
    answer = send(author, ONE, ONE, title="", source="Half a thought")
    assert answer.status_code == 422
    assert values_in(answer, ONE)["source"] == "Half a thought"
    assert "<em>rises</em>" in client.get("/notebook/tides/").text


def test_an_evening_of_writing_is_saved(author: FlaskClient, time: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    values = values_in(author.get(NEW), NEW) | {"title": "Tides", "source": "Three hours later."}
    time.forward(hours=3)
    later = real_time.time() + 3 * 60 * 60
    monkeypatch.setattr("time.time", lambda: later)
    assert author.post(NEW, data=values).status_code == 303
    assert values_in(author.get(ONE), ONE)["source"] == "Three hours later."


def test_a_form_of_the_login_before_gives_its_text_back_to_send_again(author: FlaskClient) -> None:
    write_new(author)
    old = values_in(author.get(ONE), ONE) | {"source": "Typed before."}
    author.post("/logout", data=values_in(author.get("/desk/"), "/logout"))
    send(author, "/login", "/login", name="Ann", password="correct horse battery")
    answer = author.post(ONE, data=old)
    assert answer.status_code == 400
    assert "another login" in alerts(answer)
    assert author.post(ONE, data=values_in(answer, ONE)).status_code == 303
    assert values_in(author.get(ONE), ONE)["source"] == "Typed before."


def test_a_withdrawn_piece_is_gone_and_comes_back_with_its_date(
    author: FlaskClient, client: FlaskClient, time: Clock
) -> None:
    write_new(author, to=PUBLISH)
    date = values_in(author.get(ONE), ONE)["published_at"]
    assert send(author, ONE, f"{ONE}/withdrawal").status_code == 303
    assert state(author) == "Withdrawn"
    assert client.get("/notebook/tides/").status_code == 410
    time.forward(days=3)
    send(author, ONE, ONE, to=f"{ONE}/publication")
    assert client.get("/notebook/tides/").status_code == 200
    assert values_in(author.get(ONE), ONE)["published_at"] == date


def test_a_scheduled_piece_waits_and_can_be_taken_back(author: FlaskClient, client: FlaskClient, time: Clock) -> None:
    write_new(author, to=PUBLISH, published_at="2026-11-21T09:00")
    assert (told(author.get(ONE)), state(author)) == ("Saved. It is scheduled.", "Scheduled")
    assert client.get("/notebook/tides/").status_code == 404
    send(author, ONE, f"{ONE}/withdrawal")
    assert state(author) == "Draft"
    send(author, ONE, ONE, to=f"{ONE}/publication")
    time.forward(days=1)
    assert client.get("/notebook/tides/").status_code == 200


def test_a_piece_is_deleted_after_a_question(author: FlaskClient, client: FlaskClient) -> None:
    write_new(author, to=PUBLISH)
    question = author.get(f"{ONE}/deletion")
    assert "Delete “Tides”?" in question.text and "withdraw it instead" in question.text
    answer = send(author, f"{ONE}/deletion", f"{ONE}/deletion")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/desk/")
    assert told(author.get("/desk/")) == "“Tides” is deleted."
    assert author.get(ONE).status_code == 404
    assert client.get("/notebook/tides/").status_code == 410


def test_a_correction_is_public_and_dated(author: FlaskClient, client: FlaskClient) -> None:
    write_new(author, to=PUBLISH)
    place = f"{ONE}/corrections"
    assert send(author, place, place, sentence=" The figure was wrong. ").status_code == 303
    assert "The figure was wrong." in author.get(place).text
    assert "The figure was wrong." in client.get("/notebook/tides/").text
    assert "The figure was wrong." in client.get("/changes/").text


def test_a_correction_says_something(author: FlaskClient) -> None:
    write_new(author, to=PUBLISH)
    answer = send(author, f"{ONE}/corrections", f"{ONE}/corrections", sentence=" \u200b")
    assert answer.status_code == 422
    assert "sentence" in faults(answer)


def test_every_saved_text_can_be_read_again(author: FlaskClient, time: Clock) -> None:
    write_new(author)
    for number in range(3):
        time.forward(minutes=1)
        send(author, ONE, ONE, source=f"\nVersion {number}")
    listed = [link.get("href") or "" for link in parsed(author.get(f"{ONE}/revisions")).iter("a")]
    texts = [author.get(address).text for address in listed if address.startswith(f"{ONE}/revisions/")]
    assert [f"Version {number}" in text for number, text in zip((2, 1, 0), texts, strict=False)] == [True] * 3
    assert "Water *rises*." in texts[3]
