"""The rest of the desk: the list, messages, the site's settings, and what scanners send."""

import pytest
from flask.testing import FlaskClient

from blog.reading import desk as reading
from blog.writing import messages, pieces
from tests.conftest import Clock, Write
from tests.web.forms import faults, parsed, send, token, told, values_in
from tests.writing.edits import kept

HOSTILE = [
    "a\x00b",
    "\x00",
    "\ufeff\x08",
    "\ufffe",
    "\u202e",
    "a\r\nb",
    "<script>",
    "{{ 7*7 }}",
    "%00",
    "'; --",
    "x" * 70_000,
]
NEW = "/desk/pieces/new"


def labels(client: FlaskClient, address: str = "/desk/") -> list[str]:
    return ["".join(heading.itertext()) for heading in parsed(client.get(address)).iter("h2")]


def counts(client: FlaskClient) -> list[str]:
    return [
        "".join(each.itertext()) for each in parsed(client.get("/desk/")).iter("a") if "show=" in each.get("href", "")
    ]


@pytest.fixture
def full(write: Write, time: Clock) -> None:
    write("Public")
    write("Draft", publish=False)
    write("Ahead", at=time.now.replace(year=2030))
    write("Hidden", listed=False)
    gone = write("Gone")
    pieces.withdraw(gone.id, time.now)


@pytest.mark.usefixtures("full")
def test_the_desk_has_everything_by_where_it_stands(author: FlaskClient) -> None:
    assert counts(author) == ["All 5", "Drafts 1", "Scheduled 1", "Published 2", "Withdrawn 1"]
    assert set(labels(author)) == {"Public", "Draft", "Ahead", "Hidden", "Gone"}
    shown = {show: labels(author, f"/desk/?show={show}") for show in ("drafts", "scheduled", "published", "withdrawn")}
    assert shown == {
        "drafts": ["Draft"], "scheduled": ["Ahead"], "published": ["Hidden", "Public"], "withdrawn": ["Gone"],
    }  # fmt: skip


@pytest.mark.usefixtures("full")
def test_only_what_is_public_can_be_viewed_from_there(author: FlaskClient, client: FlaskClient) -> None:
    links = [link for link in parsed(author.get("/desk/")).iter("a") if link.text == "View"]
    assert [link.get("href") for link in links] == ["/notebook/hidden/", "/notebook/public/"]
    assert {link.get("aria-label") for link in links} == {"View Hidden", "View Public"}
    assert all(client.get(link.get("href") or "").status_code == 200 for link in links)


def test_a_long_desk_comes_in_parts(author: FlaskClient, write: Write) -> None:
    for number in range(51):
        write(f"Piece {number}", publish=False)
    assert len(labels(author)) == 50
    following = next(
        each.get("href") or "" for each in parsed(author.get("/desk/")).iter("a") if each.text == "Earlier"
    )
    assert labels(author, following) == ["Piece 0"]
    assert "Nothing earlier" in author.get("/desk/?before=0-1").text


def test_an_empty_desk_says_how_to_begin(author: FlaskClient) -> None:
    page = author.get("/desk/").text
    assert "Nothing is written yet" in page and 'href="/desk/pieces/new"' in page


def test_an_empty_filter_has_a_way_out(author: FlaskClient, write: Write) -> None:
    write("Public")
    assert "Nothing here is scheduled" in author.get("/desk/?show=scheduled").text


def test_a_thought_without_title_is_called_by_its_beginning(author: FlaskClient, write: Write) -> None:
    write("", "A passing thought.", kind="thought")
    assert labels(author) == ["A passing thought."]


def test_messages_are_counted_read_and_deleted(author: FlaskClient, time: Clock) -> None:
    for name in ("Bea", "Cem"):
        time.forward(minutes=1)
        messages.keep(name, f"{name}@example.org", f"Hello\n<b>from</b> {name}", time.now)
    assert "Messages (2)" in author.get("/desk/").text
    page = author.get("/desk/messages")
    assert labels(author, "/desk/messages") == ["Cem new", "Bea new"]
    assert "&lt;b&gt;from&lt;/b&gt; Bea" in page.text
    send(author, "/desk/messages", "/desk/messages/1/reading")
    assert "Messages (1)" in author.get("/desk/").text
    send(author, "/desk/messages", "/desk/messages/2/deletion")
    assert labels(author, "/desk/messages") == ["Bea"]
    assert "Messages (" not in author.get("/desk/").text


def test_a_window_of_a_deleted_message_touches_no_other_one(author: FlaskClient, time: Clock) -> None:
    first = messages.keep("", "", "One.", time.now).id
    deletion, reading = (f"/desk/messages/{first}/{what}" for what in ("deletion", "reading"))
    page = author.get("/desk/messages")
    old = [values_in(page, deletion), values_in(page, reading)]
    author.post(deletion, data=old[0])
    time.forward(seconds=1)
    messages.keep("", "ann+b%c@example.org", "Two.", time.now)
    for action, values in zip((deletion, reading), old, strict=True):
        author.post(action, data=values)
    page = author.get("/desk/messages")
    assert "deleted in another window before" in told(page)
    assert "Messages (1)" in page.text and "Two." in page.text


def test_fields_at_the_desk_run_the_way_of_what_is_typed(author: FlaskClient, write: Write) -> None:
    place = f"/desk/pieces/{write('Tides').id}"
    names = {"title", "summary", "source", "symptom", "topics", "sentence", "name", "tagline"}
    fields = [
        field
        for address in (place, f"{place}/corrections", "/desk/site")
        for field in parsed(author.get(address)).iter()
        if field.get("name") in names and field.tag != "meta"
    ]
    assert {field.get("name") for field in fields} == names
    assert {field.get("dir") for field in fields} == {"auto"}


def test_an_answer_goes_to_the_address_as_it_was_written(author: FlaskClient, time: Clock) -> None:
    messages.keep("", "ann+b%c@example.org", "Hello.", time.now)
    assert 'href="mailto:ann%2Bb%25c@example.org"' in author.get("/desk/messages").text


def test_no_message_is_no_error(author: FlaskClient) -> None:
    assert "Nobody has written yet" in author.get("/desk/messages").text
    assert author.post("/desk/messages/7/reading", data={"csrf_token": token(author)}).status_code == 303


def test_the_settings_show_at_once(author: FlaskClient, client: FlaskClient) -> None:
    typed = {"name": "Ann’s notes", "role": "Engineer", "place": "Kiel", "tagline": "On tides.", "language": "de"}
    assert send(author, "/desk/site", "/desk/site", **typed, contact_line="Write!").status_code == 303
    home = client.get("/").text
    assert all(words in home for words in ("Ann’s notes", "Engineer", "On tides.", '<html lang="de"'))
    assert "Write!" in client.get("/contact/").text


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("name", " "), ("name", "n" * 201), ("tagline", "t" * 501), ("time_zone", "Mars/Olympus"), ("time_zone", ""),
        ("time_zone", "../../etc/passwd"), ("language", "english please"), ("language", ""),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_said_beside_its_field(author: FlaskClient, field: str, typed: str) -> None:
    answer = send(author, "/desk/site", "/desk/site", **{"place": "Kiel", field: typed})
    assert (answer.status_code, list(faults(answer))) == (422, [field])
    assert (values_in(answer, "/desk/site")[field], values_in(answer, "/desk/site")["place"]) == (typed, "Kiel")
    assert reading.site().place == ""


@pytest.mark.parametrize("hostile", HOSTILE)
def test_the_editor_takes_any_character_or_says_no(author: FlaskClient, client: FlaskClient, hostile: str) -> None:
    plain = values_in(author.get(NEW), NEW) | {"title": "Title", "source": "Words."}
    for name in plain:
        if name == "csrf_token":
            continue
        answer = author.post(f"{NEW}/publication", data={**plain, "form": f"f-{name}", name: hostile})
        assert answer.status_code in (303, 422), name
        assert author.post("/desk/preview", data={**plain, name: hostile}).status_code in (200, 422), name
    assert all("\x00" not in revision.source + revision.title for revision in kept(1))
    assert client.get("/notebook/").status_code == client.get("/rss.xml").status_code == 200


@pytest.mark.parametrize("hostile", HOSTILE)
def test_so_do_the_other_forms(author: FlaskClient, write: Write, hostile: str) -> None:
    place = f"/desk/pieces/{write('Tides').id}"
    for address in ("/desk/site", f"{place}/corrections", "/desk/password", f"{place}/deletion"):
        for name in values_in(author.get(address), address):
            if name != "csrf_token":
                usual = (303, 404) if name == "uid" else (303, 409, 422)
                assert send(author, address, address, **{name: hostile}).status_code in usual, name
    assert author.get(f"/login?next={hostile[:100]}").status_code == 302


def test_bytes_that_are_no_text_are_no_fault_of_ours(author: FlaskClient) -> None:
    form = f"csrf_token={token(author)}&title=%ED%A0%80%FF%FE&source=%C3%28%00&kind=essay&form=%FF"
    answer = author.post(NEW, data=form, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 303
    assert "\x00" not in values_in(author.get("/desk/pieces/1"), "/desk/pieces/1")["source"]
