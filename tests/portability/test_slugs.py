"""The address that a note has here, and those that it had elsewhere."""

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from blog.models import FormerAddress
from blog.portability.foreign import address_of
from blog.state.database import db
from tests.conftest import Write
from tests.portability.conftest import Import, sentences, stored
from tests.portability.test_standing import UIDS, piece


@pytest.mark.parametrize(
    ("path", "head", "slug"),
    [
        ("2023-05-06-old-name.md", "title: Quite another", "old-name"),
        ("a.md", "title: A\nslug: chosen", "chosen"),
        ("a.md", "title: A\nslug: /2019/chosen/", "chosen"),
        ("a.md", "title: A\npermalink: /2019/05/old-title.html", "old-title"),
        ("a.md", "title: A\nurl: /blog/old/index.html", "old"),
        ("a.md", "title: A\npermalink: /:year/:title/", "a"),
        ("posts/my-bundle/index.md", "title: A", "my-bundle"),
        ("日本 語.md", "title: A", "日本-語"),
        ("🎉.md", "title: Party time", "party-time"),
        ("Cafe\u0301.md", "title: A", "café"),
        ("a--b_c.md", "title: A", None),
        ("essays.md", "title: A", "essays-2"),
    ],
)
def test_the_declared_address_wins_then_the_files_name(take: Import, path: str, head: str, slug: str | None) -> None:
    take({path: f"---\n{head}\n---\ntext"})
    assert slug in (None, stored().slug)
    assert "--" not in stored().slug


def test_notes_of_one_name_are_told_apart(take: Import) -> None:
    report = take({"a/note.md": "# One\n\ntext", "b/note.md": "# Two\n\ntext", "c/note.md": "# Three\n\ntext"})
    assert (stored("note").title, stored("note-2").title, stored("note-3").title) == ("One", "Two", "Three")
    assert report.remarks == []


def test_a_declared_address_comes_before_one_made_of_a_name(take: Import) -> None:
    take({"a/note.md": "# One\n\ntext", "b/other.md": "---\ntitle: Two\nslug: note\n---\ntext"})
    assert (stored("note").title, stored("note-2").title) == ("Two", "One")


def test_an_address_that_cannot_be_had_is_reported(take: Import, write: Write) -> None:
    write("Taken")
    report = take({"a.md": "---\ntitle: A\nslug: taken\n---\ntext"})
    assert "a.md: The address “taken” cannot be had: it is “taken-2” here." in sentences(report)
    assert stored("taken").title == "Taken"


@pytest.mark.parametrize("length", [300, 3000])
@pytest.mark.parametrize("letter", ["word ", "語"])
def test_a_long_title_gives_an_address_that_fits(take: Import, letter: str, length: int) -> None:
    take({"🎉.md": f"---\ntitle: {letter * length}\n---\ntext"})
    assert 0 < len(stored().slug.encode()) <= 240


@pytest.mark.parametrize(
    "lines",
    [
        "aliases: [/2019/05/old-title/]",
        "aliases:\n  - 2019/05/old-title",
        "aliases: /2019/05/old-title/?utm=1#top",
        "redirect_from: https://old.example/2019/05/old-title",
        "permalink: /2019/05/old-title/",
        "url: /2019/05/old%2Dtitle",
    ],
)
def test_a_former_address_leads_to_the_piece(take: Import, client: FlaskClient, lines: str) -> None:
    report = take({"a.md": f"---\ntitle: A\nslug: a\ndate: 2024-01-01\n{lines}\n---\ntext"})
    assert report.addresses == 1
    answer = client.get("/2019/05/old-title")
    assert answer.status_code in (301, 308)
    assert client.get("/2019/05/old-title", follow_redirects=True).request.path == "/notebook/a/"


def test_a_former_address_may_be_added_later(take: Import, client: FlaskClient) -> None:
    take({"a.md": "---\ntitle: A\ndate: 2024-01-01\n---\ntext"})
    report = take({"a.md": "---\ntitle: A\ndate: 2024-01-01\naliases: /2019/old\n---\ntext"})
    assert (report.updated, report.addresses) == (1, 1)
    assert client.get("/2019/old", follow_redirects=True).request.path == "/notebook/a/"
    assert take().unchanged == 1


def test_a_former_address_that_is_too_long_is_reported(take: Import) -> None:
    report = take({"a.md": f"---\ntitle: A\naliases: /{'x' * 1200}\n---\ntext"})
    assert "is too long." in sentences(report)
    assert report.addresses == 0


def test_a_former_address_of_a_draft_says_nothing(take: Import, client: FlaskClient) -> None:
    take({"a.md": "---\ntitle: A\ndraft: true\naliases: [/2019/old]\n---\ntext"})
    assert client.get("/2019/old").status_code == 404


def test_two_notes_cannot_share_a_former_address(take: Import) -> None:
    report = take({"a.md": "---\ntitle: A\naliases: /old\n---\nx", "b.md": "---\ntitle: B\naliases: /old/\n---\nx"})
    assert "b.md: The former address /old leads to another piece already." in sentences(report)
    db.session.rollback()
    assert [former.piece_id for former in db.session.scalars(select(FormerAddress))] == [stored("a").id]


def test_an_address_in_use_is_no_former_address(take: Import) -> None:
    report = take({"a.md": "# A\n\nx", "b.md": "---\ntitle: B\naliases: /notebook/a/\n---\nx"})
    assert "b.md: The former address /notebook/a leads to another piece already." in sentences(report)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("/a/b/", "a/b"),
        ("https://old.example/a%20b?c#d", "a b"),
        ("/cafe\u0301/", "café"),
        ("/", ""),
        ("http://[broken", ""),
        ("x.html", "x.html"),
    ],
)
def test_a_former_address_is_a_decoded_path(text: str, address: str) -> None:
    assert address_of(text) == address


def test_an_address_with_commas_is_one(take: Import) -> None:
    report = take({"a.md": '---\ntitle: A\nurl: "/x,y/z/"\npermalink: /a,b\naliases: /c, /d\n---\ntext'})
    assert report.addresses == 4
    db.session.rollback()
    assert {former.address for former in db.session.scalars(select(FormerAddress))} == {"x,y/z", "a,b", "c", "d"}


@pytest.mark.parametrize(
    "address",
    [
        "/login", "/rss.xml", "/feed/", "/feed.xml", "/desk/", "/desk/old", "/notebook/", "/notebook/essays/",
        "/notebook/rss.xml", "/static/a.css", "/media/a.png", "/sitemap.xml", "/projects", "/up", "/contact/",
    ],
)  # fmt: skip
def test_an_address_of_the_site_itself_is_left_out_with_a_word(take: Import, address: str) -> None:
    report = take({"a.md": f"---\ntitle: A\naliases: [{address}, /old/]\n---\ntext"})
    assert report.addresses == 1
    assert (
        f"a.md: The former address /{address.strip('/')} is one that the site itself has, and is left out."
        == sentences(report)
    )


@pytest.mark.parametrize(
    "address", ["/old", "/posts/", "/notebook/old", "/topics/old", "/tag/old", "/logins", "/2019/up"]
)
def test_any_other_address_is_kept(take: Import, address: str) -> None:
    report = take({"a.md": f"---\ntitle: A\naliases: [{address}]\n---\ntext"})
    assert (report.addresses, report.remarks) == (1, [])


def test_two_spellings_of_one_former_address_are_one(take: Import) -> None:
    report = take({"a.md": piece(UIDS[2], "one", "aliases: [/old, /old/, /]\n")})
    assert (report.addresses, report.remarks) == (1, [])
