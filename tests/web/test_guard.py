"""What holds for every answer."""

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from blog.state.database import Busy
from tests.conftest import Clock, Write, reader_of, running

PAGES = ("/", "/notebook/", "/nothing/", "/contact/", "/login", "/desk/")
OTHERS = ("/rss.xml", "/feed.json", "/sitemap.xml", "/robots.txt", "/up")
PICTURES = ("/favicon.ico", "/apple-touch-icon.png", "/static/icon.svg", "/share.png")
BESIDE_PAGES = ("/static/site.css", "/static/wake.js", "/speculation-rules.json")
PATHS = (*PAGES, *OTHERS, *PICTURES)


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_is_what_it_says_and_stands_in_no_frame(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"].split("; ")
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Strict-Transport-Security"] == "max-age=31536000"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_uses_what_is_ours_and_asks_a_browser_for_nothing(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"].split("; ")
    assert {"script-src 'self'", "connect-src 'self'", "form-action 'self'", "base-uri 'none'"} <= set(policy)
    [styles] = [each for each in policy if each.startswith("style-src")]
    assert re.fullmatch(r"style-src ('self'|'sha256-[\w+/]{43}=')", styles)


@pytest.mark.parametrize("path", [path for path in PATHS if not path.startswith("/static/")])
def test_whatever_is_answered_tells_little_and_opens_little(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert headers["Permissions-Policy"] == "camera=(), microphone=(), geolocation=(), browsing-topics=()"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize("path", (*OTHERS, *PICTURES))
def test_what_is_no_page_loads_nothing_and_runs_nothing(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.mimetype != "text/html"
    assert not re.search(r"script-src|style-src|img-src", answer.headers["Content-Security-Policy"])


@pytest.mark.parametrize("path", PATHS)
def test_other_sites_may_show_our_pictures_and_nothing_else(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Cross-Origin-Resource-Policy"] == ("cross-origin" if path in PICTURES else "same-origin")
    assert headers["Content-Security-Policy"].endswith("; sandbox") == (path in PICTURES)


@pytest.mark.parametrize("path", BESIDE_PAGES)
def test_what_a_page_brings_along_has_only_the_headers_that_count_there(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert len(str(headers)) < 450


@pytest.mark.parametrize("path", [path for path in PATHS if path not in ("/contact/", "/login", "/desk/")])
def test_public_answers_set_no_cookie_and_depend_on_none(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert "Set-Cookie" not in headers
    assert "Cookie" not in headers.get("Vary", "")


def test_no_strict_transport_over_plain_http(empty_instance: Path, tmp_path: Path, time: Clock) -> None:
    with running(empty_instance, tmp_path / "plain", site_url="http://127.0.0.1:8000") as app:
        assert "Strict-Transport-Security" not in reader_of(app).get("/").headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "https://blog.example"},
    ],
)
def test_a_form_from_another_site_changes_nothing(client: FlaskClient, headers: dict[str, str]) -> None:
    answer = client.post("/contact/", data={"text": "hello"}, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.text


def test_pages_load_nothing_from_elsewhere_and_run_nothing_inline(client: FlaskClient, write: Write) -> None:
    piece = write("One", source="```python\nx = 1\n```\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n", topics=("T",))
    for path in ("/", "/notebook/", f"/notebook/{piece.slug}/", "/dispatch/", "/search/?q=one", "/contact/", "/no/"):
        page = client.get(path).text
        assert not re.search(r"<script(?![^>]* src=)| style=|\son\w+=|javascript:|hx-on|\bjs:", page), path
        assert not re.search(r'(?:src|<link rel="(?:stylesheet|icon|preload)[^>]*href)="https?://', page), path


def test_static_files_are_kept_for_ever_under_their_own_name(client: FlaskClient) -> None:
    script = re.search(r'<script src="([^"]+)"', client.get("/").text)
    assert script
    answer = client.get(script[1])
    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert "immutable" not in client.get("/static/wake.js").headers["Cache-Control"]
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/none.css", "/static/"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_page_takes_no_other_method(client: FlaskClient, method: str) -> None:
    answer = client.open("/notebook/", method=method)
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_a_body_that_is_too_large_gets_a_sentence(client: FlaskClient) -> None:
    answer = client.post("/contact/", data={"text": "x" * (4 * 1024 * 1024)})
    assert answer.status_code == 413
    assert "larger" in answer.text


def test_a_fault_of_ours_is_said_without_telling_more(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the inner secret")

    monkeypatch.setattr("blog.reading.lists.latest", fail)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = reader_of(app).get("/")
    assert answer.status_code == 500
    assert "Something broke" in answer.text
    assert "secret" not in answer.text


@pytest.mark.parametrize(
    "away", [Busy("Somebody else is writing: try again."), OperationalError("SELECT 1", {}, Exception("gone"))]
)
def test_a_database_that_is_away_is_no_fault(app: Flask, monkeypatch: pytest.MonkeyPatch, away: Exception) -> None:
    def fail(*_: object) -> None:
        raise away

    monkeypatch.setattr("blog.reading.lists.latest", fail)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = reader_of(app).get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "try again" in answer.text.lower()
    assert "SELECT" not in answer.text


def test_pictures_do_nothing_when_opened_alone(app: Flask, client: FlaskClient) -> None:
    folder = app.extensions["settings"].instance / "media"
    folder.mkdir(exist_ok=True)
    (folder / "a-12345678.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    answer = client.get("/media/a-12345678.png")
    assert answer.status_code == 200
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "immutable" in answer.headers["Cache-Control"]
    for name in ("..%2fbokashi.db", "../bokashi.db", "none.png", "%2e%2e/secret", ".hidden"):
        assert client.get(f"/media/{name}").status_code == 404
