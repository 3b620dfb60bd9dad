"""Six years of somebody's notes: everything comes in, with its date and its topic, in time."""

import csv
import time as clock
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.models import Kind
from blog.portability.folder_import import import_folder
from blog.portability.note import Options
from blog.portability.old_site import OldSite
from blog.reading import archive
from tests.conftest import Clock

NOTES = Path(__file__).parents[3] / "shared" / "data" / "til"
MOST_SECONDS = 60


@pytest.mark.data
@pytest.mark.skipif(not NOTES.is_dir(), reason=f"the folder of real writing {NOTES} is not there")
def test_six_years_of_notes_come_in_whole(app: Flask, client: FlaskClient, time: Clock) -> None:
    time.forward(days=365)
    options = Options(kind=Kind.FIELD_NOTE, old_site=OldSite("til.simonwillison.net"))
    began = clock.perf_counter()
    report = import_folder(NOTES, options, time.now)
    assert clock.perf_counter() - began < MOST_SECONDS
    files = sorted(NOTES.rglob("*.md"))
    assert (report.added, report.refused, report.skipped, report.drafts) == (len(files), 0, 0, 0)
    pieces = {piece.origin: piece for piece in archive.pieces()}
    assert set(pieces) == {f"markdown:{path.relative_to(NOTES).as_posix()}" for path in files}
    for path in files:
        piece = pieces[f"markdown:{path.relative_to(NOTES).as_posix()}"]
        text = path.read_text("utf-8")
        assert [topic.name for topic in piece.topics] == [path.parent.name]
        assert f"# {piece.title}" in text.replace("`", "").replace("\\", "") or piece.title
        assert piece.source.strip()[-40:] == text.strip()[-40:] or "../" in piece.source
        assert piece.words >= 0
    with (NOTES / "dates.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) > 500
    for row in rows:
        piece = pieces[f"markdown:{row['path']}"]
        assert piece.published_at == datetime.fromisoformat(row["created"])
        assert piece.updated_at == datetime.fromisoformat(row["updated"])
    assert import_folder(NOTES, options, time.now).unchanged == len(files)
    assert f"{len(files)} pieces" in client.get("/notebook/").text
