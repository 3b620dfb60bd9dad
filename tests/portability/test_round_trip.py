"""What is exported comes back as it was, byte for byte."""

from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from blog.models import Author, Byline, Correction, Kind, Piece, Relation, Standing, Status, Topic, new_uid
from blog.portability.exporting import ExportRefused, export
from blog.portability.folder_import import import_folder
from blog.portability.head import split_head
from blog.portability.note import Options
from blog.portability.own import own_note
from blog.portability.piece_file import piece_file
from blog.portability.report import Report
from blog.portability.samples import SAMPLE, load_sample
from blog.portability.values import lowered
from blog.reading.pieces import Linked, public_piece
from blog.state import media
from blog.state.database import transaction
from blog.text import clean, clean_line
from blog.writing import pieces
from blog.writing.fields import Fields
from blog.writing.imported import put_pictures
from blog.writing.links import put_links
from blog.writing.pieces import leave_address
from tests.conftest import Clock, running
from tests.portability.conftest import put_files, sentences, stored
from tests.portability.pictures import picture

LONDON = ZoneInfo("Europe/London")
moments = st.datetimes(datetime(1901, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)).map(
    lambda moment: moment.replace(microsecond=0)
)
lines = st.text(max_size=40).map(clean_line)
texts = st.text(max_size=120).map(clean) | st.text("-#:+{}[]>| \n\t'\"ab~`%@!&*?", max_size=60)
slugs = st.from_regex(r"[a-zé語0-9]{1,8}(-[a-z0-9]{1,5})?", fullmatch=True)


@st.composite
def any_piece(draw: st.DrawFn) -> Piece:
    """A piece as the database holds it."""
    author = draw(st.sampled_from(Author))
    byline = Byline(name=draw(lines) or "A", author=author, model=draw(lines), reviewer=draw(lines))
    published_at = draw(moments)
    return Piece(
        uid=new_uid(),
        kind=draw(st.sampled_from(Kind)),
        slug=draw(slugs),
        title=draw(lines),
        summary=draw(lines),
        source=draw(texts),
        status=draw(st.sampled_from(Status)),
        published_at=published_at,
        changed_at=draw(st.none() | moments),
        created_at=draw(st.just(published_at) | moments),
        version=draw(st.integers(1, 9)),
        language=draw(st.sampled_from(["", "de", "no", "pt-BR"])),
        canonical=draw(st.sampled_from(["", "https://old.example/a?b=c#d"])),
        listed=draw(st.booleans()),
        standing=draw(st.sampled_from(["", *Standing])),
        checked_on=draw(st.none() | st.dates(date(1950, 1, 1), date(2999, 12, 30))),
        checked_against=draw(lines),
        symptom=draw(texts),
        byline=draw(st.none() | st.just(byline)),
        topics=[Topic(name=name) for name in draw(st.lists(lines.filter(bool), max_size=3))],
        corrections=[Correction(made_at=draw(moments), sentence=draw(lines.filter(bool))) for _ in range(2)],
    )


PLAIN = (
    "kind", "slug", "title", "summary", "source", "published_at", "language", "canonical", "listed", "standing",
    "checked_on", "checked_against", "symptom",
)  # fmt: skip


@given(any_piece(), st.lists(slugs, max_size=2, unique=True))
@settings(max_examples=100)
def test_the_file_of_a_piece_holds_all_of_it(piece: Piece, others: list[str]) -> None:
    links = [Linked(Piece(slug=slug), Relation.ANSWERS, newer=False) for slug in others]
    text = piece_file(piece, LONDON, links, ["old/address", "a b/ü"])
    front = split_head(clean(text))
    note = own_note("notebook/x/index.md", lowered(front.data), front.body, datetime.now(UTC))
    assert {name: getattr(note.fields, name) for name in PLAIN} == {name: getattr(piece, name) for name in PLAIN}
    for name in ("uid", "status", "changed_at", "created_at", "version"):
        assert getattr(note, name) == getattr(piece, name), name
    assert list(note.fields.topics) == [topic.name for topic in piece.topics]
    assert list(note.corrections) == [(one.made_at, one.sentence) for one in piece.corrections]
    assert sorted(note.relations) == sorted((Relation.ANSWERS, slug) for slug in others)
    assert note.addresses == ["a b/ü", "old/address"]
    signed = note.byline
    assert (signed is None) == (piece.byline is None)
    if signed and piece.byline:
        shown = (piece.byline.name, piece.byline.author, piece.byline.model, piece.byline.reviewer)
        assert (signed.name, signed.author, signed.model, signed.reviewer) == shown


NASTY = [
    "", "\n\nleading blank lines", "---\n\ndashes", "---\ntitle: fake\n---\n", "text  \ntrailing  ", "no final newline",
    "final newline\n", "\n", "+++\n", "{\"a\": 1}", "```yaml\n---\na: b\n---\n```", "tab\there", "___\n",
    "a\u2028b\u0085c",
    "# The title\n\nsaid again", "[x](other.md) [y](index.md) [[Note]] ![z](missing.png) [w](../essays/)",
    "title: x\nlink: y\n___\nbody",
]  # fmt: skip
TITLES = [
    "no",
    "1984",
    "12:30",
    "Foo: bar",
    "@x",
    "[x] y",
    "*star*",
    "'q'",
    '"q"',
    "a # b",
    "~",
    "null",
    "- x",
    "日本語 🎉",
    "%",
]


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def other_site(empty: Path, tmp_path: Path, name: str = "other") -> AbstractContextManager[Flask]:
    return running(empty, tmp_path / name)


def take_back(folder: Path, now: datetime, **options: Any) -> Report:
    return import_folder(folder, Options(with_site=True, **options), now)


def fill_site(time: Clock) -> None:
    """Pieces with everything that pieces can have."""
    made = []
    for number, source in enumerate(NASTY):
        title = TITLES[number % len(TITLES)]
        fields = Fields(
            kind=Kind.FIELD_NOTE, title=title, source=source, topics=("b, c", "Café & more"), symptom=f"{source}\nE: x"
        )
        made.append(pieces.create(fields, time.now))
        if number % 3:
            pieces.publish(made[-1].id, time.now + timedelta(hours=number))
    pieces.correct(made[1].id, "What was wrong: everything.", time.now)
    pieces.withdraw(made[2].id, time.now + timedelta(days=2))
    with transaction() as session:
        put_links(session, made[4].id, [(Relation.FOLLOWS_UP, made[1].id), (Relation.ANSWERS, made[5].id)])
        leave_address(session, made[4], "2019/old title", time.now)
        stored_picture = media.store(picture(), "a.png")
        put_pictures(session, [stored_picture], time.now)
    source = f"![x](../../media/{stored_picture.name})"
    pieces.create(Fields(kind=Kind.THOUGHT, source=source), time.now)


def test_export_import_export_gives_the_same_bytes(
    app: Flask, empty_instance: Path, tmp_path: Path, time: Clock
) -> None:
    fill_site(time)
    export(tmp_path / "one")
    one = files_of(tmp_path / "one")
    assert len([name for name in one if name.startswith("notebook/")]) == len(NASTY) + 1
    with other_site(empty_instance, tmp_path):
        time.forward(days=100)
        report = take_back(tmp_path / "one", time.now)
        assert (report.added, report.refused, report.pictures, sentences(report)) == (
            len(NASTY) + 1, 0, 1, "notebook/no-2/index.md: The picture missing.png is missing."
        )  # fmt: skip
        export(tmp_path / "two")
    assert files_of(tmp_path / "two") == one


def test_an_export_taken_back_by_its_own_site_changes_nothing(app: Flask, tmp_path: Path, time: Clock) -> None:
    fill_site(time)
    export(tmp_path / "one")
    report = take_back(tmp_path / "one", time.now)
    assert (report.added, report.updated, report.kept, report.unchanged) == (0, 0, 0, len(NASTY) + 1)
    assert files_of(tmp_path / "one") == (export(tmp_path / "one") and files_of(tmp_path / "one"))


def test_an_exported_file_may_be_edited_and_taken_back(app: Flask, tmp_path: Path, time: Clock) -> None:
    piece = pieces.create(Fields(kind=Kind.ESSAY, title="A", source="old words"), time.now)
    pieces.publish(piece.id, time.now)
    export(tmp_path / "out")
    file = tmp_path / "out/notebook/a/index.md"
    file.write_text(file.read_text().replace("old words", "new words"))
    assert take_back(tmp_path / "out", time.now).updated == 1
    assert stored().source == "new words"
    pieces.save(
        piece.id, Fields(Kind.ESSAY, "A", "a", source="my words", published_at=piece.published_at), time.now, None
    )
    file.write_text(file.read_text().replace("new words", "newer words"))
    assert take_back(tmp_path / "out", time.now).kept == 1
    assert stored().source == "my words"


def test_links_between_pieces_follow_a_piece_whose_address_was_taken(
    app: Flask, empty_instance: Path, tmp_path: Path, time: Clock
) -> None:
    pieces.create(Fields(kind=Kind.ESSAY, title="A", source="[b](../b/) and [b](../b)"), time.now)
    pieces.create(Fields(kind=Kind.ESSAY, title="B", source="text"), time.now)
    export(tmp_path / "out")
    with other_site(empty_instance, tmp_path):
        pieces.create(Fields(kind=Kind.ESSAY, title="B", source="another"), time.now)
        report = take_back(tmp_path / "out", time.now)
        assert stored("a").source == "[b](../b-2/) and [b](../b-2/)"
        assert report.links == 2


def test_the_sample_notebook_is_whole(app: Flask, empty_instance: Path, tmp_path: Path, time: Clock) -> None:
    report = load_sample(time.now)
    beside = [path for folder in ("pages", "projects", "paths") for path in (SAMPLE / folder).iterdir()]
    assert (report.added, report.refused, len(report.topics), report.standing) == (30, 0, 6, len(beside))
    assert report.remarks == []
    assert load_sample(time.now).unchanged == 30
    export(tmp_path / "one")
    with other_site(empty_instance, tmp_path):
        take_back(tmp_path / "one", time.now)
        export(tmp_path / "two")
    assert files_of(tmp_path / "two") == files_of(tmp_path / "one")
    assert files_of(SAMPLE).keys() == files_of(tmp_path / "one").keys()


def test_two_exports_of_one_site_are_equal_and_touch_no_file_again(app: Flask, tmp_path: Path, time: Clock) -> None:
    load_sample(time.now)
    export(tmp_path / "out")
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*.md")}
    time.forward(days=3)
    export(tmp_path / "out")
    assert {path: path.stat().st_mtime_ns for path in times} == times


def test_an_export_replaces_an_earlier_one_and_nothing_else(app: Flask, tmp_path: Path, time: Clock) -> None:
    piece = pieces.create(Fields(kind=Kind.ESSAY, title="Gone soon"), time.now)
    export(tmp_path / "out")
    put_files(
        tmp_path / "out", {".git/config": "mine", "notes.txt": "mine", "notebook/old/pic.png": "x", "pages/old.md": "x"}
    )
    pieces.delete(piece.id, time.now)
    result = export(tmp_path / "out")
    assert sorted(files_of(tmp_path / "out")) == [".git/config", "notes.txt", "site.md"]
    assert result.summary() == "0 pieces, 0 pages, 0 projects, 0 paths, 0 pictures."


@pytest.mark.parametrize(
    "files", [{"letter.txt": "x"}, {"site.md": "x"}, {"site.md": b"\0"}, {"site.md": "---\nname: x\n---\n"}]
)
def test_a_folder_with_anything_else_is_refused(app: Flask, tmp_path: Path, files: dict[str, str]) -> None:
    put_files(tmp_path / "out", files)
    with pytest.raises(ExportRefused, match="holds something else"):
        export(tmp_path / "out")
    assert sorted(files_of(tmp_path / "out")) == sorted(files)


def test_a_file_in_the_place_of_the_folder_is_refused(app: Flask, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x")
    with pytest.raises(ExportRefused, match="cannot be used"):
        export(tmp_path / "out")


def test_a_missing_picture_is_named_by_the_export(app: Flask, tmp_path: Path, time: Clock) -> None:
    with transaction() as session:
        kept = media.store(picture(), "a.png")
        put_pictures(session, [kept], time.now)
    media.discard(kept.name)
    assert export(tmp_path / "out").missing == [kept.name]


def test_file_names_stay_short_whatever_the_title(app: Flask, tmp_path: Path, time: Clock) -> None:
    for letter in ("語", "word ", "é"):
        pieces.create(Fields(kind=Kind.ESSAY, title=(letter * 300)[:300]), time.now)
    export(tmp_path / "out")
    names = [path.name for path in (tmp_path / "out/notebook").iterdir()]
    assert len(names) == 3
    assert max(len(name.encode()) for name in names) < 255


def test_a_public_file_says_only_what_it_is_given(app: Flask, time: Clock) -> None:
    piece = pieces.create(Fields(kind=Kind.ESSAY, title="A", source="text"), time.now)
    pieces.publish(piece.id, time.now)
    found = public_piece("a", time.now)
    assert found is not None
    text = piece_file(found, LONDON)
    assert "aliases" not in text
    assert text.startswith("---\nuid: ")
    assert "published_at: '2026-11-20T12:00:00+00:00'" in text or 'published_at: "2026-11-20T12:00:00+00:00"' in text
    assert text.endswith("---\n\ntext")
