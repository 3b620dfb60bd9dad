"""Pages on PostgreSQL: the sample reads the same, and no address makes the database fail."""

import re
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from blog.models import Site
from blog.portability.samples import load_sample
from blog.state import clock
from blog.state.database import transaction
from tests.conftest import Clock, reader_of, running

LATER = datetime(2026, 12, 24, tzinfo=UTC)
HOSTILE = [
    "/notebook/?before=0-99999999999999999",
    "/notebook/?before=0-999999999999999999",
    "/notebook/?before=1793448000-4294967296",
    "/notebook/?before=-99999999999-1",
    "/topics/sqlite/?before=1793448000-4294967296",
    "/notebook/a%00b/",
    "/notebook/%00/",
    "/%00",
    "/topics/%00/",
    "/projects/%00/",
    "/paths/%00/",
    "/notebook/%FF%FE/",
    "/sitemap-99999999999.xml",
    "/sitemap-1073742.xml",
    "/search/?q=%00",
    "/search/?q=a%00b",
    "/search/?q=%27%20%26%20%7C%20%21%20%3A%2A%20%5C",
    "/search/?q=" + "a" * 300,
    "/search/?q=%F0%9F%90%A2",
    "/search/?q=%E5%A4%A9%E6%B0%97%25_%5C",
    "/media/%00.png",
    "/" + "a" * 3000 + "/",
    "/desk/pieces/99999999999/",
]


def test_no_address_makes_the_database_fail(app: Flask, client: FlaskClient, time: Clock) -> None:
    time.now = LATER
    load_sample(clock.now())
    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    assert [address for address in HOSTILE if client.get(address).status_code >= 500] == []


PAGES = [
    "/",
    "/notebook/",
    "/notebook/essays/",
    "/notebook/field-notes/",
    "/topics/",
    "/topics/sqlite/",
    "/dispatch/",
    "/notebook/etag-that-never-matches/",
    "/notebook/etag-that-never-matches.md",
    "/projects/",
    "/projects/bokashi/",
    "/paths/start/",
    "/changes/",
    "/about/",
    "/rss.xml",
    "/atom.xml",
    "/feed.json",
    "/sitemap.xml",
    "/llms.txt",
]
SEARCHES = ["/search/?q=etag", "/search/?q=database", "/search/?q=lock", "/search/?q=not+modif"]  # fmt: skip


def test_the_sample_reads_the_same_on_both(app: Flask, time: Clock, empty_instance: Path, tmp_path: Path) -> None:
    time.now = LATER
    on_server = bodies(app)
    with running(empty_instance, tmp_path / "file") as on_file:
        assert bodies(on_file) == on_server


def bodies(app: Flask) -> dict[str, list[str]]:
    """What the sample's pages say; of searches what they find, as the passages of two databases differ in length."""
    load_sample(clock.now())
    with transaction() as session:
        session.execute(update(Site).values(uid="11a93a1e-59e0-5ad2-bf81-fa4f74c589e9"))
    said = {page: reader_of(app).get(page).text for page in PAGES}
    found = {
        page: sorted(re.findall(r'<h2[^>]*><a href="([^"]+)"', reader_of(app).get(page).text)) for page in SEARCHES
    }
    assert all(found.values())
    return {page: text.splitlines() for page, text in said.items()} | found
