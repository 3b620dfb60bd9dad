"""Links between pieces, made at the desk: named by any address, told to readers, taken away, and never lost."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.models import FormerAddress, Piece
from blog.reading import desk as reading
from blog.state.database import transaction
from blog.web.desk.linked import paths
from blog.writing.accounts import set_password
from tests.conftest import Write, running
from tests.web.conftest import NAME, PASSWORD
from tests.web.forms import alerts, faults, form_in, parsed, send, values_in
from tests.web.test_desk_conflicts import edition

NEW = "/desk/pieces/new"
HERE = "https://blog.example"
NO_PIECE = "There is no piece at this address."


@pytest.fixture
def old(write: Write) -> Piece:
    """The piece that others are linked to."""
    return write("Ebbs", "Water falls.")


@pytest.fixture
def piece(old: Piece, write: Write) -> Piece:
    """The piece that is linked to it."""
    return write("Tides", "Water rises.")


@pytest.fixture
def place(piece: Piece) -> str:
    return f"/desk/pieces/{piece.id}"


def rows(values: dict[str, str]) -> list[tuple[str, str]]:
    """The rows that a form holds: a relation and an address each."""
    numbers = [name.removeprefix("link_") for name in values if name.startswith("link_")]
    return [(values[f"relation_{number}"], values[f"link_{number}"]) for number in numbers]


def rows_at(author: FlaskClient, place: str) -> list[tuple[str, str]]:
    return rows(values_in(author.get(place), place))


def said(client: FlaskClient, slug: str) -> list[str]:
    """What a piece's page says of its links."""
    found = (
        each for each in parsed(client.get(f"/notebook/{slug}/")).iter("p") if "link" in each.get("class", "").split()
    )
    return [" ".join("".join(each.itertext()).split()) for each in found]


def test_there_is_one_empty_row(author: FlaskClient, place: str) -> None:
    assert rows_at(author, NEW) == [("follows up", "")]
    assert rows_at(author, place) == [("follows up", "")]


def test_a_link_is_made_and_both_pages_say_so(author: FlaskClient, client: FlaskClient, place: str) -> None:
    assert (said(client, "tides"), said(client, "ebbs")) == ([], [])
    before = edition(client)
    assert send(author, place, place, relation_1="replaces", link_1="ebbs").status_code == 303
    assert said(client, "tides") == ["This replaces: Ebbs"]
    assert said(client, "ebbs") == ["This was replaced by: Tides"]
    assert edition(client) == before + 1
    assert rows_at(author, place) == [("replaces", "ebbs"), ("follows up", "")]


def test_a_new_piece_may_come_with_a_link(author: FlaskClient, client: FlaskClient, old: Piece) -> None:
    form = values_in(author.get(NEW), NEW) | {"title": "Tides", "source": "Words.", "link_1": "ebbs"}
    answers = [author.post(f"{NEW}/publication", data=form) for _ in range(2)]
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert said(client, "ebbs") == ["There is a follow-up: Tides"]


def test_an_emptied_row_takes_the_link_away(author: FlaskClient, client: FlaskClient, place: str, write: Write) -> None:
    write("Waves")
    send(author, place, place, link_1="ebbs")
    send(author, place, place, relation_2="answers", link_2="waves")
    assert rows_at(author, place) == [("answers", "waves"), ("follows up", "ebbs"), ("follows up", "")]
    before = edition(client)
    send(author, place, place, link_1=" ")
    assert rows_at(author, place) == [("follows up", "ebbs"), ("follows up", "")]
    assert said(client, "waves") == []
    assert edition(client) == before + 1


def test_a_row_is_changed(author: FlaskClient, client: FlaskClient, place: str) -> None:
    send(author, place, place, link_1="ebbs")
    send(author, place, place, relation_1="answers")
    assert said(client, "ebbs") == ["There is an answer: Tides"]


def test_the_same_link_twice_is_one(author: FlaskClient, place: str) -> None:
    send(author, place, place, link_1="ebbs", relation_2="follows up", link_2="/notebook/ebbs/")
    assert rows_at(author, place) == [("follows up", "ebbs"), ("follows up", "")]


@pytest.mark.parametrize(
    "typed",
    ["ebbs", " Ebbs ", "/ebbs/", "/notebook/ebbs/", "notebook/ebbs", "/notebook/ebbs.md", "/notebook/%65bbs/?x=1#end",
     f"{HERE}/notebook/ebbs/", f"{HERE.upper()}/notebook/ebbs/#end", "http://blog.example/notebook/ebbs",
     "//blog.example/notebook/ebbs/", "low-water", "/notebook/low-water/", f"{HERE}/notebook/low-water/"],
)  # fmt: skip
def test_the_other_piece_is_named_by_any_address(author: FlaskClient, place: str, old: Piece, typed: str) -> None:
    there = f"/desk/pieces/{old.id}"
    send(author, there, there, slug="low-water")
    assert send(author, place, place, link_1=typed).status_code == 303
    assert rows_at(author, place)[0] == ("follows up", "low-water")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("nothing", NO_PIECE), ("/", NO_PIECE), ("?", NO_PIECE), ("/notebook/", NO_PIECE), ("a%00b", NO_PIECE),
     ("%ff", NO_PIECE), ("a:b", NO_PIECE), ("/topics/sea/", NO_PIECE), (f"{HERE}/", NO_PIECE), ("ebbs'--", NO_PIECE),
     ("tides", "This is the piece itself: name another one."),
     (f"{HERE}/notebook/tides/", "This is the piece itself: name another one."),
     ("https://example.org/notebook/ebbs/", "This is on another site: name a piece of this one."),
     ("https://blog.example:81/notebook/ebbs/", "This is on another site: name a piece of this one."),
     ("//example.org/ebbs", "This is on another site: name a piece of this one."),
     ("http://[", "This is no address."),
     ("x" * 4001, "This is too long for an address.")],
)  # fmt: skip
def test_what_leads_to_no_other_piece_is_told_beside_it(
    author: FlaskClient, client: FlaskClient, place: str, typed: str, sentence: str
) -> None:
    send(author, place, place, link_1="ebbs")
    before = edition(client)
    answer = send(author, place, place, source="Better words.", relation_2="answers", link_2=typed)
    assert answer.status_code == 422
    assert faults(answer) == {"link_2": sentence}
    values = values_in(answer, place)
    assert values["source"] == "Better words."
    assert rows(values) == [("follows up", "ebbs"), ("answers", typed), ("follows up", "")]
    field = next(each for each in form_in(answer, place).iter("input") if each.get("name") == "link_2")
    assert (field.get("aria-invalid"), (field.get("aria-describedby") or "").strip()) == ("true", "link_2-fault")
    assert edition(client) == before
    assert rows_at(author, place) == [("follows up", "ebbs"), ("follows up", "")]


def test_all_that_is_wrong_is_told_at_once(author: FlaskClient, place: str) -> None:
    answer = send(
        author, place, place, title="", relation_1="hates", link_1="ebbs", link_2="//x.org/", relation_2="answers"
    )
    assert answer.status_code == 422
    assert sorted(faults(answer)) == ["link_2", "relation_1", "title"]


def test_a_new_piece_that_is_refused_is_not_made(app: Flask, author: FlaskClient) -> None:
    answer = send(author, NEW, NEW, title="Tides", source="Words.", link_1="tides")
    assert (answer.status_code, faults(answer)) == (422, {"link_1": NO_PIECE})
    assert rows(values_in(answer, NEW))[0] == ("follows up", "tides")
    assert reading.piece(1) is None


@pytest.mark.parametrize("is_other", [True, False])
def test_a_link_with_a_draft_is_shown_once_both_are_public(
    author: FlaskClient, client: FlaskClient, write: Write, old: Piece, is_other: bool
) -> None:
    draft = write("Waves", publish=False)
    one, other = (old, draft) if is_other else (draft, old)
    there = f"/desk/pieces/{one.id}"
    assert send(author, there, there, link_1=other.slug).status_code == 303
    assert said(client, "ebbs") == []
    assert "waves" not in client.get("/notebook/ebbs/").text + client.get("/notebook/ebbs.md").text
    send(author, f"/desk/pieces/{draft.id}", f"/desk/pieces/{draft.id}", to=f"/desk/pieces/{draft.id}/publication")
    assert len(said(client, "ebbs")) == len(said(client, "waves")) == 1


def test_a_link_of_a_draft_turns_no_edition(author: FlaskClient, client: FlaskClient, write: Write, old: Piece) -> None:
    there = f"/desk/pieces/{write('Waves', publish=False).id}"
    before = edition(client)
    send(author, there, there, link_1="ebbs")
    assert edition(client) == before


def test_a_link_is_no_revision_and_dates_nothing(author: FlaskClient, place: str, piece: Piece) -> None:
    version = values_in(author.get(place), place)["version"]
    send(author, place, place, link_1="ebbs")
    stored = reading.piece(piece.id)
    assert stored and stored.changed_at is None
    assert int(values_in(author.get(place), place)["version"]) == int(version) + 1
    assert len(reading.revisions(piece.id).rows) == 1


def test_saving_what_is_there_changes_nothing(author: FlaskClient, client: FlaskClient, place: str) -> None:
    send(author, place, place, link_1="ebbs")
    before = (edition(client), values_in(author.get(place), place)["version"])
    send(author, place, place, link_1=f"{HERE}/notebook/ebbs/")
    assert (edition(client), values_in(author.get(place), place)["version"]) == before


def test_two_windows_are_a_conflict_and_nothing_is_lost(author: FlaskClient, place: str, write: Write) -> None:
    write("Waves")
    first, second = (values_in(author.get(place), place) for _ in range(2))
    author.post(place, data={**first, "relation_1": "replaces", "link_1": "waves"})
    answer = author.post(place, data={**second, "link_1": "ebbs"})
    assert answer.status_code == 409
    assert rows(values_in(answer, place)) == [("follows up", "ebbs"), ("follows up", "")]
    assert "replaces waves" in ["".join(each.itertext()) for each in parsed(answer).iter("li")]
    assert rows_at(author, place) == [("replaces", "waves"), ("follows up", "")]
    button = next(each for each in form_in(answer, place).iter("button") if each.get("name") == "overwrite")
    author.post(place, data={**values_in(answer, place), "overwrite": button.get("value", "")})
    assert rows_at(author, place) == [("follows up", "ebbs"), ("follows up", "")]


def test_a_piece_deleted_meanwhile_keeps_its_rows(author: FlaskClient, place: str) -> None:
    form = values_in(author.get(place), place) | {"link_1": "ebbs"}
    send(author, f"{place}/deletion", f"{place}/deletion")
    answer = author.post(place, data=form)
    assert answer.status_code == 409
    made = author.post(NEW, data={**values_in(answer, NEW), "slug": ""}).headers["Location"]
    assert rows_at(author, made) == [("follows up", "ebbs"), ("follows up", "")]


def test_the_other_piece_deleted_meanwhile_is_told(author: FlaskClient, place: str, old: Piece) -> None:
    send(author, place, place, link_1="ebbs")
    form = values_in(author.get(place), place)
    send(author, f"/desk/pieces/{old.id}/deletion", f"/desk/pieces/{old.id}/deletion")
    answer = author.post(place, data={**form, "source": "Better words."})
    assert (answer.status_code, faults(answer)) == (422, {"link_1": NO_PIECE})
    assert rows_at(author, place) == [("follows up", "")]


def test_the_preview_keeps_the_rows_and_brings_one_more(author: FlaskClient, place: str) -> None:
    answer = send(author, place, place, to="/desk/preview", relation_1="answers", link_1="nothing")
    assert answer.status_code == 200
    assert rows(values_in(answer, place)) == [("answers", "nothing"), ("follows up", "")]
    assert rows_at(author, place) == [("follows up", "")]


def test_a_text_that_is_too_long_keeps_the_rows(author: FlaskClient, place: str) -> None:
    answer = send(author, place, place, source="Water rises. " * 100_000, link_1="ebbs")
    assert answer.status_code == 422
    assert rows(values_in(answer, place))[0] == ("follows up", "ebbs")


def test_a_login_that_ends_keeps_the_rows(author: FlaskClient, place: str) -> None:
    form = values_in(author.get(place), place) | {"relation_1": "answers", "link_1": "ebbs"}
    set_password(NAME, PASSWORD)
    page = author.post(place, data=form)
    assert page.status_code == 401
    back = author.post("/login", data={**values_in(page, "/login"), "name": NAME, "password": PASSWORD})
    assert "not saved yet" in alerts(back)
    values = values_in(back, place)
    assert rows(values) == [("answers", "ebbs"), ("follows up", "")]
    author.post(place, data=values)
    assert rows_at(author, place) == [("answers", "ebbs"), ("follows up", "")]


@pytest.mark.parametrize("title", ["Tides", ""])
def test_a_form_without_rows_leaves_the_links(author: FlaskClient, place: str, title: str) -> None:
    send(author, place, place, link_1="ebbs")
    form = {
        name: text
        for name, text in values_in(author.get(place), place).items()
        if "_1" not in name and "_2" not in name
    }
    answer = author.post(place, data={**form, "title": title, "source": "Better words."})
    if answer.status_code == 422:
        author.post(place, data={**values_in(answer, place), "title": "Tides"})
    assert values_in(author.get(place), place)["source"] == "Better words."
    assert rows_at(author, place) == [("follows up", "ebbs"), ("follows up", "")]


@pytest.mark.parametrize("typed", ["/~me/blog/notebook/ebbs/", "/notebook/ebbs/", f"{HERE}/~me/blog/notebook/ebbs/"])
def test_a_site_below_a_path_knows_its_addresses(empty_instance: Path, tmp_path: Path, typed: str) -> None:
    with running(empty_instance, tmp_path / "instance", site_url=f"{HERE}/~me/blog"):
        assert paths(typed)[0] == "notebook/ebbs"


def test_an_address_from_before_leads_to_its_piece(app: Flask, author: FlaskClient, place: str, old: Piece) -> None:
    with transaction() as session:
        session.add(FormerAddress(address="2019/05/Ebbs.html", piece_id=old.id, since=old.created_at))
        session.add(FormerAddress(address="2019/05/gone", piece_id=None, since=old.created_at))
    assert faults(send(author, place, place, link_1="/2019/05/gone/")) == {"link_1": NO_PIECE}
    assert send(author, place, place, link_1=f"{HERE}/2019/05/Ebbs.html").status_code == 303
    assert rows_at(author, place)[0] == ("follows up", "ebbs")


def test_many_links_are_all_there(author: FlaskClient, place: str, write: Write) -> None:
    slugs = [write(f"Wave {number}").slug for number in range(12)]
    typed = {f"link_{row}": slug for row, slug in enumerate(slugs, 1)}
    send(author, place, place, **typed, **{f"relation_{row}": "answers" for row in range(1, 13)})
    assert rows_at(author, place) == [*(("answers", slug) for slug in sorted(slugs)), ("follows up", "")]
