"""The desk is for who is logged in, and changes something only by a form of this very login."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.reading import desk as reading
from blog.state.database import db, transaction
from tests.conftest import Write, reader_of
from tests.web.conftest import logged_in
from tests.web.forms import parsed, token, told, values_in

PAGES = [
    "/desk/",
    "/desk/pieces/new",
    "/desk/pieces/1",
    "/desk/pieces/1/deletion",
    "/desk/pieces/1/corrections",
    "/desk/pieces/1/revisions",
    "/desk/pieces/1/revisions/1",
    "/desk/site",
    "/desk/pictures",
    "/desk/topics",
    "/desk/topics/1",
    "/desk/messages",
    "/desk/password",
]
CHANGES = [
    "/desk/pieces/new",
    "/desk/pieces/new/publication",
    "/desk/pieces/1",
    "/desk/pieces/1/publication",
    "/desk/pieces/1/withdrawal",
    "/desk/pieces/1/deletion",
    "/desk/pieces/1/corrections",
    "/desk/preview",
    "/desk/site",
    "/desk/topics/1",
    "/desk/topics/1/deletion",
    "/desk/pictures",
    "/desk/pictures/1/deletion",
    "/desk/messages/1/reading",
    "/desk/messages/1/deletion",
    "/desk/password",
]
FORM = {
    "kind": "essay", "title": "Forged", "source": "Forged", "name": "Forged", "time_zone": "UTC", "language": "en",
    "sentence": "Forged", "version": "2", "present": "correct horse battery", "password": "long enough to be one",
}  # fmt: skip


@pytest.fixture(autouse=True)
def piece(app: Flask, write: Write) -> None:
    """One public piece, number 1."""
    write("Tides", "Forgiven words.", topics=("Sea",))


def everything(app: Flask) -> str:
    """All that is stored."""
    tables = ("piece", "revision", "correction", "site", "edition", "message", "account", "topic", "former_address")
    with app.app_context():
        return str([db.session.execute(db.text(f"SELECT * FROM {table}")).all() for table in tables])


def test_the_lists_of_this_test_are_whole(app: Flask) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("desk.")]
    paths = {re.sub(r"<[^>]+>", "1", rule.rule) for rule in rules}
    assert paths == {*PAGES, *CHANGES}
    assert {rule.endpoint for rule in rules if "POST" in (rule.methods or ())} == posting(app)


def posting(app: Flask) -> set[str]:
    adapter = app.url_map.bind("blog.example")
    return {str(adapter.match(path, method="POST")[0]) for path in CHANGES}


@pytest.mark.parametrize("address", PAGES)
def test_the_author_sees_a_page_that_nobody_keeps(author: FlaskClient, address: str) -> None:
    answer = author.get(address)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "ETag" not in answer.headers
    assert len(list(parsed(answer).iter("h1"))) == 1


@pytest.mark.parametrize("address", PAGES)
def test_nobody_else_sees_it(author: FlaskClient, client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/login?next={address}")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Tides" not in answer.text


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/desk/pictures", "/desk/pictures"),
        ("/desk/password", "/desk/password"),
        ("/desk/pieces/1/deletion", "/desk/pieces/1/deletion"),
        ("/desk/pieces/1/withdrawal", "/desk/pieces/1"),
        ("/desk/messages/1/reading", "/desk/"),
    ],
)
def test_who_is_logged_out_learns_that_nothing_was_done(
    author: FlaskClient, client: FlaskClient, address: str, page: str
) -> None:
    answer = client.post(address, data={"csrf_token": "of another time"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/login?next={page}")
    form = client.get(answer.headers["Location"])
    assert "nothing was changed" in told(form)
    assert "nothing was changed" not in client.get("/login").text


@pytest.mark.parametrize("address", CHANGES)
def test_nobody_else_changes_anything(app: Flask, author: FlaskClient, client: FlaskClient, address: str) -> None:
    before = everything(app)
    answer = client.post(address, data={**FORM, "csrf_token": token(client, "/login")})
    assert answer.status_code in (303, 401)
    assert everything(app) == before


def test_text_is_promised_only_where_it_is_shown_again(author: FlaskClient, app: Flask) -> None:
    foreign = {"csrf_token": token(logged_in(app)), "sentence": "So it was.", "name": "Sea"}
    for path in (*CHANGES, "/logout"):
        answer = author.post(path, data=foreign)
        assert answer.status_code == 400
        is_shown = next(parsed(answer).iter("main")).find(".//form[@method='post']") is not None
        assert ("still here" in answer.text) is is_shown, path
        assert ("Open its page anew" in answer.text) is not is_shown, path


@pytest.mark.parametrize("address", CHANGES)
@pytest.mark.parametrize("kind", ["none", "nonsense", "another login's"])
def test_a_form_without_the_token_of_this_login_changes_nothing(
    app: Flask, author: FlaskClient, address: str, kind: str
) -> None:
    foreign = {"none": "", "nonsense": "x.y.z", "another login's": token(logged_in(app))}[kind]
    before = everything(app)
    assert author.post(address, data={**FORM, "csrf_token": foreign}).status_code == 400
    assert everything(app) == before


@pytest.mark.parametrize("address", CHANGES)
def test_a_form_of_another_site_changes_nothing(app: Flask, author: FlaskClient, address: str) -> None:
    form = {**FORM, "csrf_token": token(author)}
    before = everything(app)
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert author.post(address, data=form, headers=headers).status_code == 403
    assert author.post(address, json=form).status_code == 400
    assert author.post(address, data=str(form), content_type="text/plain").status_code == 400
    assert everything(app) == before


@pytest.mark.parametrize("address", [*PAGES, *CHANGES])
def test_looking_changes_nothing(app: Flask, author: FlaskClient, address: str) -> None:
    before = everything(app)
    for method in ("GET", "HEAD", "OPTIONS"):
        assert author.open(address, method=method, query_string=FORM).status_code < 500
    assert everything(app) == before


@pytest.mark.parametrize("address", [*PAGES, *CHANGES])
def test_htmx_is_never_sent_to_the_login_form(author: FlaskClient, client: FlaskClient, address: str) -> None:
    for method in ("GET", "POST"):
        if (address in PAGES) if method == "GET" else (address in CHANGES):
            answer = client.open(address, method=method, headers={"HX-Request": "true"})
            assert answer.status_code == 401
            assert 'role="alert"' in answer.text and 'type="password"' not in answer.text


@pytest.mark.parametrize(
    "address", ["/desk/pieces/2", "/desk/pieces/2/deletion", "/desk/pieces/1/revisions/9", "/desk/topics/2"]
)
def test_what_is_not_there_is_not_found(author: FlaskClient, address: str) -> None:
    assert author.get(address).status_code == 404


@pytest.mark.parametrize("number", ["0", "2147483648", "9" * 30, "-1", "x", "%00"])
def test_a_number_that_cannot_be_is_not_found(author: FlaskClient, number: str) -> None:
    assert author.get(f"/desk/pieces/{number}").status_code == 404
    assert author.post(f"/desk/messages/{number}/deletion", data={"csrf_token": token(author)}).status_code in (
        303,
        404,
    )


@pytest.mark.parametrize("query", ["show=nonsense", "before=0", "before=-1", "before=x", "before=%00", "show="])
def test_a_part_of_the_desk_that_cannot_be_is_not_found(author: FlaskClient, query: str) -> None:
    assert author.get(f"/desk/?{query}").status_code == 404


def test_a_public_page_is_the_same_for_the_author(author: FlaskClient, client: FlaskClient) -> None:
    for address in ("/", "/notebook/tides/"):
        seen, public = author.get(address), client.get(address)
        assert seen.data == public.data
        assert "Set-Cookie" not in seen.headers
        assert "Cookie" not in seen.headers.get("Vary", "")


def test_the_way_to_a_new_password_is_known(client: FlaskClient) -> None:
    assert client.get("/.well-known/change-password").headers["Location"] == "/desk/password"


def test_no_page_has_what_its_policy_forbids(author: FlaskClient) -> None:
    for address in PAGES:
        tree = parsed(author.get(address))
        for element in tree.iter():
            assert not [name for name in element.attrib if name.startswith(("on", "hx-on", "style"))]
            assert not any(
                value.startswith("js:") or "[" in element.get("hx-trigger", "") for value in element.attrib.values()
            )
        assert not list(tree.iter("style"))
        assert all("src" in script.attrib for script in tree.iter("script"))


def test_whatever_htmx_sends_is_a_form_without_it(author: FlaskClient) -> None:
    for address in PAGES:
        for element in parsed(author.get(address)).iter():
            if "hx-post" in element.attrib:
                assert element.get("formaction") == element.get("hx-post")
            assert "hx-get" not in element.attrib


def test_every_field_has_a_label(author: FlaskClient) -> None:
    for address in PAGES:
        tree = parsed(author.get(address))
        labelled = {label.get("for") for label in tree.iter("label")}
        for tag in ("input", "textarea", "select"):
            for field in tree.iter(tag):
                assert field.get("type") == "hidden" or field.get("id") in labelled


def test_a_deleted_account_is_out(app: Flask, author: FlaskClient) -> None:
    with transaction() as session:
        session.execute(db.text("DELETE FROM account"))
    assert author.get("/desk/").status_code == 302
    assert reading.has_account() is False


def test_the_login_is_asked_for_before_a_missing_piece_is(author: FlaskClient, app: Flask) -> None:
    stranger = reader_of(app)
    assert stranger.get("/desk/pieces/1").status_code == stranger.get("/desk/pieces/99").status_code == 302
    assert "csrf_token" in values_in(stranger.get("/login"), "/login")
