"""The sitemap: one list while it is short, a list of lists when it is long, and every page once in all of them."""

import re
from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from blog.models import Kind, Piece
from blog.reading import sitemap as reading
from blog.writing import pieces
from tests.conftest import Clock, Write

LOC = re.compile(r"<loc>https://blog\.example([^<]*)</loc>")
SITE = "https://blog.example"


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Portions of three."""
    monkeypatch.setattr(reading, "PORTION", 3)


def fill(write: Write) -> list[Piece]:
    """Eight public pieces, of which one is in no list, and a draft."""
    made = [write(f"Piece {number}", topics=("Ink",), listed=number != 4) for number in range(8)]
    write("Draft", publish=False)
    return made


def located(client: FlaskClient, path: str) -> list[str]:
    """The addresses that a sitemap names."""
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/xml; charset=utf-8")
    return LOC.findall(answer.text)


def test_a_short_sitemap_is_one_list(client: FlaskClient, write: Write) -> None:
    fill(write)
    assert "<urlset" in client.get("/sitemap.xml").text
    found = located(client, "/sitemap.xml")
    assert {"/", "/notebook/", "/notebook/essays/", "/topics/ink/", "/notebook/piece-7/"} <= set(found)
    assert "/notebook/piece-4/" not in found and "/notebook/draft/" not in found


@pytest.mark.parametrize("more", [0, 8])
@pytest.mark.usefixtures("short")
def test_what_appeared_elsewhere_first_is_left_to_that_site(client: FlaskClient, write: Write, more: int) -> None:
    write("Mine")
    write("Theirs", canonical="https://other.example/theirs")
    for number in range(more):
        write(f"Piece {number}")
    lists = [path for path in located(client, "/sitemap.xml") if path.endswith(".xml")] or ["/sitemap.xml"]
    found = [page for path in lists for page in located(client, path)]
    assert "/notebook/mine/" in found and "/notebook/theirs/" not in found


@pytest.mark.usefixtures("short")
def test_a_long_sitemap_is_a_list_of_lists_that_name_the_same_pages(client: FlaskClient, write: Write) -> None:
    write("First")
    before = set(located(client, "/sitemap.xml"))
    made = fill(write)
    assert "<sitemapindex" in client.get("/sitemap.xml").text
    lists = located(client, "/sitemap.xml")
    assert lists == ["/sitemap-pages.xml", "/sitemap-0.xml", "/sitemap-1.xml", "/sitemap-2.xml", "/sitemap-3.xml"]
    found = [page for path in lists for page in located(client, path)]
    assert len(found) == len(set(found))
    shown = {f"/notebook/{piece.slug}/" for piece in made if piece.listed}
    assert set(found) == before | shown | {"/topics/ink/"}


@pytest.mark.usefixtures("short")
def test_a_portion_says_when_a_piece_of_it_last_changed(client: FlaskClient, write: Write, time: Clock) -> None:
    made = fill(write)
    time.forward(days=1)
    pieces.correct(made[3].id, "A word was missing.", time.now)
    page = client.get("/sitemap.xml").text
    assert f"<loc>{SITE}/sitemap-1.xml</loc><lastmod>{time.now.isoformat()}</lastmod>" in page
    assert page.count(time.now.isoformat()) == 2


@pytest.mark.usefixtures("short")
def test_a_portion_without_a_listed_piece_is_not_there(client: FlaskClient, write: Write, time: Clock) -> None:
    made = fill(write)
    for piece in made[2:5]:
        pieces.withdraw(piece.id, time.now)
    assert "/sitemap-1.xml" not in located(client, "/sitemap.xml")
    for number in ("1", "9", "-1", "x", "99999999999999999999"):
        assert client.get(f"/sitemap-{number}.xml", follow_redirects=True).status_code == 404


@pytest.mark.usefixtures("short")
def test_a_scheduled_piece_is_in_its_portion_when_its_moment_comes(
    client: FlaskClient, write: Write, time: Clock
) -> None:
    fill(write)
    write("Soon", kind=Kind.ESSAY, at=time.now + timedelta(hours=2))
    assert "/sitemap-3.xml" not in located(client, "/sitemap.xml")
    time.forward(hours=2)
    assert located(client, "/sitemap-3.xml") == ["/notebook/soon/"]


@pytest.mark.parametrize("spelling", ["01", "0000001", "+1", "%D9%A1", "1.0", "-0", "%201"])
def test_a_portion_has_one_spelling(client: FlaskClient, write: Write, short: None, spelling: str) -> None:
    fill(write)
    assert client.get("/sitemap-1.xml").status_code == 200
    assert client.get(f"/sitemap-{spelling}.xml").status_code == 404
