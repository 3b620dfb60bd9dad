"""An import that is run again, that breaks, or that is only rehearsed."""

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from blog.models import FormerAddress, Kind, Picture, Piece, Relation, Revision, Topic
from blog.portability import ahead, folder_import
from blog.portability.folder_import import import_folder
from blog.portability.folder_write import ImportStopped
from blog.portability.note import Options
from blog.portability.report import Report
from blog.reading import archive
from blog.reading.site import front
from blog.state import media
from blog.state.database import db
from blog.text import RENDERER_VERSION
from blog.writing import imported, pieces, topics
from blog.writing.fields import Fields
from blog.writing.links import Said
from tests.conftest import Clock
from tests.portability.conftest import Files, Import, put_files, sentences, stored
from tests.portability.pictures import picture

FOUR: Files = {
    "linux/a.md": "---\ntitle: A\ndate: 2024-01-01\naliases: /old/a/\n---\n[b](b.md) ![x](x.png)",
    "linux/b.md": "---\ntitle: B\ndate: 2024-01-02\n---\ntext",
    "linux/c.md": "---\ntitle: C\ndate: 2024-01-03\n---\ntext",
    "linux/d.md": "---\ntitle: D\ndate: 2024-01-04\n---\ntext",
    "linux/x.png": picture(),
}


def numbers(report: Report) -> tuple[int, int, int, int]:
    return report.added, report.updated, report.unchanged, report.kept


def count(model: Any) -> int:
    db.session.rollback()
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def fields_of(piece: Piece, **changes: object) -> Fields:
    """What the form at the desk sends for a piece, with changes."""
    given: dict[str, Any] = {
        "kind": Kind(piece.kind),
        "title": piece.title,
        "slug": piece.slug,
        "source": piece.source,
        "topics": tuple(topic.name for topic in piece.topics),
        "published_at": piece.published_at,
    }
    return Fields(**{**given, **changes})


def test_a_second_run_changes_nothing(take: Import, time: Clock) -> None:
    assert numbers(take(FOUR)) == (4, 0, 0, 0)
    edition = front(time.now).edition
    time.forward(days=1)
    assert numbers(take()) == (0, 0, 4, 0)
    assert (count(Piece), count(Picture), count(Revision), count(FormerAddress)) == (4, 1, 4, 1)
    assert front(time.now).edition == edition


def test_changed_notes_are_updated_new_ones_added_and_removed_ones_left(take: Import, notes: Path) -> None:
    take(FOUR)
    uid = stored("b").uid
    (notes / "linux/d.md").unlink()
    report = take({"linux/b.md": "---\ntitle: B\ndate: 2024-01-02\n---\nother text", "linux/e.md": "# E\n\ntext"})
    assert numbers(report) == (1, 1, 2, 0)
    assert (stored("b").source, stored("b").uid, count(Piece)) == ("other text", uid, 5)
    assert numbers(take()) == (0, 0, 4, 0)


def test_the_author_s_edits_are_left_alone(take: Import, time: Clock) -> None:
    take(FOUR)
    pieces.save(stored("b").id, fields_of(stored("b"), source="my words"), time.now, None)
    assert numbers(take()) == (0, 0, 4, 0)
    report = take({"linux/b.md": "---\ntitle: B\ndate: 2024-01-02\n---\nother text"})
    assert numbers(report) == (0, 0, 3, 1)
    assert stored("b").source == "my words"
    assert "linux/b.md: It was changed here and in the folder: the piece here is left alone." in sentences(report)


def test_a_link_that_the_author_made_is_left_alone(take: Import, time: Clock) -> None:
    take(FOUR)
    said = [Said("link_1", Relation.REPLACES, ("notebook/a",))]
    pieces.save(stored("b").id, fields_of(stored("b")), time.now, None, said=said)
    assert numbers(take()) == (0, 0, 4, 0)
    report = take({"linux/b.md": "---\ntitle: B\ndate: 2024-01-02\n---\nother text"})
    assert numbers(report) == (0, 0, 3, 1)
    assert archive.links_from([stored("b").id]) == [(stored("b").id, "replaces", "a")]


@pytest.mark.parametrize(
    "edit",
    [
        lambda piece, now: pieces.withdraw(piece.id, now),
        lambda piece, now: pieces.correct(piece.id, "Mended.", now),
        lambda piece, now: pieces.save(piece.id, fields_of(piece, topics=("other",)), now, None),
        lambda piece, now: pieces.save(piece.id, fields_of(piece, published_at=now - timedelta(days=9)), now, None),
    ],
    ids=["withdrawn", "corrected", "topics", "date"],
)
def test_every_edit_at_the_desk_is_an_edit(take: Import, time: Clock, edit: Callable[..., object]) -> None:
    take(FOUR)
    edit(stored("b"), time.now)
    assert take({"linux/b.md": "---\ntitle: B\ndate: 2024-01-02\n---\nother text"}).kept == 1


def test_a_new_address_at_the_desk_is_where_links_lead(take: Import, time: Clock) -> None:
    take(FOUR)
    pieces.save(stored("b").id, fields_of(stored("b"), slug="better"), time.now, None)
    assert numbers(take()) == (0, 1, 3, 0)
    assert "[b](../better/)" in stored("a").source


def test_a_new_date_of_the_file_alone_changes_nothing(take: Import, notes: Path) -> None:
    take({"a.md": "# A\n\ntext"})
    published_at = stored().published_at
    os.utime(notes / "a.md", (1_600_000_000, 1_600_000_000))
    assert numbers(take()) == (0, 0, 1, 0)
    assert stored().published_at == published_at
    put_files(notes, {"a.md": "# A\n\nother text"})
    os.utime(notes / "a.md", (1_600_000_000, 1_600_000_000))
    assert numbers(take()) == (0, 1, 0, 0)
    assert stored().published_at == published_at


def test_a_renamed_topic_keeps_its_pieces(take: Import, time: Clock) -> None:
    take(FOUR)
    topic = db.session.scalars(select(Topic)).one()
    topics.rename(topic.id, "Linux & more", time.now)
    assert numbers(take()) == (0, 0, 4, 0)
    assert [topic.name for topic in stored("b").topics] == ["Linux & more"]


def test_another_kind_for_everything_is_a_change(take: Import) -> None:
    take(FOUR)
    assert numbers(take(kind=Kind.FIELD_NOTE)) == (0, 4, 0, 0)


def test_a_rehearsal_says_the_same_and_changes_nothing(take: Import) -> None:
    rehearsal = take(FOUR, dry_run=True)
    assert (count(Piece), count(Topic), count(Picture)) == (0, 0, 0)
    assert not media.folder().exists()
    assert list(take().lines()) == list(rehearsal.lines())


def test_a_rehearsal_of_a_change_says_the_same_and_changes_nothing(take: Import) -> None:
    take(FOUR)
    change = {
        "linux/b.md": "---\ntitle: B\ndate: 2024-01-02\naliases: /old/b\n---\nother text ![](y.png)",
        "linux/y.png": picture("GIF"),
    }
    rehearsal = take(change, dry_run=True)
    assert stored("b").source == "text"
    assert len(list(media.folder().iterdir())) == 1
    assert list(take().lines()) == list(rehearsal.lines())


def test_an_import_that_breaks_leaves_the_site_as_it_was(
    take: Import, monkeypatch: pytest.MonkeyPatch, time: Clock
) -> None:
    take({"first.md": "# First\n\ntext"})
    edition = front(time.now).edition
    put = imported.put
    asked: list[object] = []

    def breaks_at_the_third(*words: Any) -> Any:
        asked.append(words)
        if len(asked) == 3:
            raise MemoryError
        return put(*words)

    monkeypatch.setattr(imported, "put", breaks_at_the_third)
    with pytest.raises(MemoryError):
        take(FOUR)
    assert (count(Piece), count(Topic), count(Picture), count(FormerAddress)) == (1, 0, 0, 0)
    assert list(media.folder().iterdir()) == []
    assert front(time.now).edition == edition
    monkeypatch.undo()
    assert numbers(take()) == (4, 0, 1, 0)


def test_an_import_during_a_change_stops_without_changing_anything(
    take: Import, monkeypatch: pytest.MonkeyPatch, time: Clock
) -> None:
    take(FOUR)
    kept = folder_import.FolderImport.count

    def meanwhile(*words: Any) -> None:
        kept(*words)
        pieces.save(stored("b").id, fields_of(stored("b"), source="my words"), time.now, None)

    monkeypatch.setattr(folder_import.FolderImport, "count", meanwhile)
    with pytest.raises(ImportStopped, match="Run it again"):
        take({"linux/b.md": "# B\n\nother", "linux/e.md": "# E\n\ntext"})
    assert (stored("b").source, count(Piece)) == ("my words", 4)


def test_an_address_taken_in_the_meantime_stops_the_import(
    take: Import, monkeypatch: pytest.MonkeyPatch, time: Clock
) -> None:
    kept = folder_import.FolderImport.count

    def meanwhile(*words: Any) -> None:
        kept(*words)
        pieces.create(Fields(kind=Kind.ESSAY, title="A"), time.now)

    monkeypatch.setattr(folder_import.FolderImport, "count", meanwhile)
    with pytest.raises(ImportStopped, match="Run it again"):
        take(FOUR)
    assert count(Piece) == 1


def test_readers_see_an_import_at_once(take: Import, client: FlaskClient, time: Clock) -> None:
    before = client.get("/notebook/").text
    edition = front(time.now).edition
    take(FOUR)
    assert front(time.now).edition == edition + 1
    after = client.get("/notebook/").text
    assert ">A<" not in before
    assert "4 pieces" in after


def test_many_notes_are_rendered_by_several_processes(take: Import, monkeypatch: pytest.MonkeyPatch) -> None:
    many = {f"{number}.md": f"# Note {number}\n\nSome **words** [^1].\n\n[^1]: A footnote." for number in range(45)}
    report = take(many)
    assert numbers(report) == (45, 0, 0, 0)
    assert stored("44").excerpt.startswith("Some words")
    jobs = [ahead.Job(text, "key", "") for text in many.values()]
    used = ahead.in_processes
    heard: list[int] = []

    def counted(jobs: list[ahead.Job]) -> Any:
        heard.append(len(jobs))
        return used(jobs)

    monkeypatch.setattr(ahead, "in_processes", counted)
    assert list(ahead.render_all(jobs)) == [ahead.result_of(job) for job in jobs]
    assert heard == [45]


def test_without_room_for_processes_the_import_renders_by_itself(take: Import, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: Any, **__: Any) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(ahead, "ProcessPoolExecutor", no_room)
    assert take({f"{number}.md": f"# Note {number}\n\ntext" for number in range(45)}).added == 45


def test_what_was_rendered_for_an_import_is_not_rendered_for_readers(
    take: Import, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(FOUR)
    monkeypatch.setattr("blog.state.caches.render", lambda *_, **__: pytest.fail("rendered again"))
    assert client.get("/notebook/a/").status_code == 200
    assert RENDERER_VERSION


def test_progress_is_told_for_every_note(notes: Path, time: Clock, take: Import) -> None:
    take(FOUR, dry_run=True)
    told: list[tuple[int, int, str]] = []
    import_folder(notes, Options(), time.now, lambda *words: told.append(words))
    assert [done for done, _, _ in told] == [1, 2, 3, 4]
    assert {total for _, total, _ in told} == {4}


def test_a_folder_that_is_none_is_named(take: Import, notes: Path, time: Clock) -> None:
    notes.rmdir()
    with pytest.raises(ImportStopped, match="cannot be read"):
        take()
    notes.write_text("a file")
    with pytest.raises(ImportStopped, match="cannot be read"):
        import_folder(notes, Options(), time.now)
