"""Where a login leads: inside this site, whatever the address says, by the rules of browsers."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.models import Account
from blog.writing.accounts import create_account
from tests.conftest import Clock, reader_of, running
from tests.web.conftest import NAME, PASSWORD
from tests.web.forms import values_in

FOREIGN = [
    "https://evil.example/",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\n//evil.example",
    "\t//evil.example",
    " //evil.example",
    "/ /evil.example",
    "/\x00/evil.example",
    "/\x85/evil.example",
    "/.//evil.example",
    "/desk/..//evil.example",
    "/desk/%2e%2e//evil.example",
    "/%2E%2e/evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "desk/",
    "http:/desk/",
    "?next=x",
    "",
]


def leads_to(client: FlaskClient, address: str, root: str = "") -> str:
    """Where the login that was asked for with `address` ends."""
    page = client.get(f"{root}/login?next={quote(address, safe='')}")
    sent = values_in(page, f"{root}/login") | {"name": NAME, "password": PASSWORD}
    answer = client.post(f"{root}/login", data=sent)
    assert answer.status_code == 303
    return answer.headers["Location"]


@pytest.mark.parametrize("address", FOREIGN)
def test_a_login_never_leads_elsewhere(client: FlaskClient, account: Account, address: str) -> None:
    assert leads_to(client, address) == "/desk/"


@pytest.mark.parametrize("address", FOREIGN)
def test_nor_does_a_forged_field_of_the_form(client: FlaskClient, account: Account, address: str) -> None:
    sent = values_in(client.get("/login"), "/login") | {"name": NAME, "password": PASSWORD, "next": address}
    assert client.post("/login", data=sent).headers["Location"] == "/desk/"


@pytest.mark.parametrize("address", FOREIGN)
def test_nor_does_the_form_for_who_is_in_already(author: FlaskClient, address: str) -> None:
    assert author.get(f"/login?next={quote(address, safe='')}").headers["Location"] == "/desk/"


@pytest.mark.parametrize("address", ["/desk/messages", "/desk/?show=drafts&part=2", "/notebook/a//b/", "/", "/desk/#x"])
def test_a_login_leads_to_any_address_of_ours(client: FlaskClient, account: Account, address: str) -> None:
    assert leads_to(client, address) == address


@pytest.fixture
def mounted(empty_instance: Path, tmp_path: Path, time: Clock) -> Iterator[Flask]:
    """The same application under a path of its own."""
    with running(empty_instance, tmp_path / "mounted", site_url="https://blog.example/~ann") as app:
        create_account(NAME, PASSWORD, time.now)
        yield app


@pytest.mark.parametrize("address", ["/", "/desk/", "/~anna/", "/~ann/../desk/", "/~ann/%2e./desk/", "//~ann/"])
def test_a_login_stays_under_the_path_of_the_site(mounted: Flask, address: str) -> None:
    assert leads_to(reader_of(mounted), address, "/~ann") == "/~ann/desk/"


def test_the_desk_works_under_a_path(mounted: Flask) -> None:
    client = reader_of(mounted)
    answer = client.get("/~ann/desk/messages?x=1")
    assert answer.headers["Location"] == "/~ann/login?next=/~ann/desk/messages?x%3D1"
    assert leads_to(client, "/~ann/desk/messages?x=1", "/~ann") == "/~ann/desk/messages?x=1"
    assert "Path=/~ann" in reader_of(mounted).get("/~ann/login").headers["Set-Cookie"]
    assert client.get("/~ann/desk/").status_code == 200
