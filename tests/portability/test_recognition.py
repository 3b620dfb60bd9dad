"""Notes whose pieces are here without a word on where they came from: they are known again, and never twice."""

import os
from pathlib import Path

from blog.models import Piece
from blog.portability.exporting import export
from blog.portability.folder_import import import_folder
from blog.portability.note import Options
from blog.writing import pieces
from tests.conftest import Clock, Write, running
from tests.portability.conftest import Import, sentences, stored
from tests.portability.test_again import FOUR, count, fields_of, numbers
from tests.portability.test_round_trip import files_of

MORE = {
    "thoughts/rain.md": "Just rain.\n",
    "thoughts/e.md": "---\nslug: eee\n---\n# E\n\n[a](../linux/a.md)",
    "f.md": "---\ntitle: F\ndraft: true\n---\n# F\n\nnot yet",
}


def test_the_folder_is_known_again_after_a_restore_from_an_export(
    take: Import, empty_instance: Path, notes: Path, tmp_path: Path, time: Clock
) -> None:
    take({**FOUR, **MORE})
    pieces.save(stored("c").id, fields_of(stored("c"), slug="better"), time.now, None)
    pieces.save(stored("d").id, fields_of(stored("d"), source="my words"), time.now, None)
    export(tmp_path / "export")
    with running(empty_instance, tmp_path / "other"):
        import_folder(tmp_path / "export", Options(with_site=True), time.now)
        os.utime(notes / "thoughts/rain.md", (1_600_000_000, 1_600_000_000))
        report = import_folder(notes, Options(), time.now)
        said = "It is here already, though not from this folder, and differs"
        assert [f"linux/{name}.md: {said}" in sentences(report) for name in "abcd"] == [False, False, False, True]
        assert (report.added, report.updated, report.kept) == (0, 0, 1), sentences(report)
        assert (count(Piece), stored("d").source, stored("better").title) == (7, "my words", "C")
        assert numbers(import_folder(notes, Options(), time.now)) == numbers(report)
        export(tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(tmp_path / "export")


def test_another_piece_at_the_address_of_a_note_is_another_piece(take: Import, write: Write) -> None:
    write("Weekly notes", "My own.")
    report = take({"weekly-notes.md": "---\ndate: 2024-01-01\n---\n# Weekly notes\n\nOther words."})
    assert numbers(report) == (1, 0, 0, 0)
    assert stored("weekly-notes-2").source == "Other words."


def test_two_notes_are_never_one_recognised_piece(take: Import, write: Write) -> None:
    at = write("A", "text").published_at
    text = f"---\ndate: {at and at.isoformat()}\n---\n# A\n\ntext"
    report = take({"one/a.md": text, "two/a.md": text})
    assert (report.added, report.kept + report.unchanged, count(Piece)) == (1, 1, 2)
