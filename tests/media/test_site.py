"""A site whose pictures lie in a bucket: readers, imports, exports, backups, the doctor; and the bucket gone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from blog.models import Picture, Piece
from blog.state import media
from blog.state.database import db
from blog.state.media_folder import Folder
from blog.state.settings import Settings
from tests.commands.conftest import assert_refused
from tests.conftest import Clock, reader_of, running
from tests.media.store import Store
from tests.portability.pictures import picture

Run = Callable[..., Result]
NOTE = "---\ndate: 2026-01-01\n---\n# A\n\n![A corner](p.png)\n"


@pytest.fixture
def run(app: Flask) -> Run:
    """Runs `flask blog` with words."""

    def run_command(*words: str | Path) -> Result:
        db.session.remove()
        return app.test_cli_runner().invoke(args=["blog", *map(str, words)])

    return run_command


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder with a note and its picture."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text(NOTE)
    (folder / "p.png").write_bytes(picture())
    return folder


@pytest.fixture
def name(run: Run, notes: Path) -> str:
    """The name of a picture that an import brought."""
    assert run("import", "markdown", notes).exit_code == 0
    (name,) = db.session.scalars(select(Picture.name))
    return str(name)


def forget_copies(app: Flask) -> None:
    """Have this node be a new one, which has no copy of anything."""
    settings: Settings = app.extensions["settings"]
    app.extensions["media"] = media.place_at(settings.media_url, settings.instance / "another")


def test_an_import_puts_pictures_into_the_bucket(store: Store, name: str) -> None:
    assert store.buckets["pictures"] == {f"site/{name}": picture()}
    assert not media.folder().exists()


def test_readers_get_pictures_from_the_site_itself(app: Flask, client: FlaskClient, store: Store, name: str) -> None:
    assert f'media/{name}"' in client.get("/notebook/a/").text
    for _ in range(2):
        answer = client.get(f"/media/{name}")
        assert (answer.status_code, answer.data) == (200, picture())
        assert answer.headers["Content-Type"] == "image/png"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert store.asked.count(f"GET site/{name}") == 1


def test_the_store_is_not_asked_for_what_the_site_does_not_know(client: FlaskClient, store: Store) -> None:
    store.buckets["pictures"]["site/x-12345678.png"] = b"of another program"
    for name in ("x-12345678.png", "../x-12345678.png", "x.png", "%2e%2e%2fsecret"):
        assert client.get(f"/media/{name}").status_code == 404
    assert store.asked == []


def test_a_store_that_is_gone_costs_new_pictures_and_nothing_else(
    app: Flask, client: FlaskClient, store: Store, name: str
) -> None:
    client.get(f"/media/{name}")
    store.fault = 503
    assert client.get(f"/media/{name}").status_code == 200
    forget_copies(app)
    for _ in range(2):
        answer = client.get(f"/media/{name}")
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "10"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "The picture cannot be had just now." in answer.text
    assert client.get("/notebook/a/").status_code == 200
    store.fault = 0
    media.place().rest.end()  # type: ignore[attr-defined]
    assert client.get(f"/media/{name}").data == picture()


def test_an_import_without_its_store_ends_with_a_sentence_and_changes_nothing(
    run: Run, notes: Path, store: Store
) -> None:
    store.fault = 503
    assert_refused(run("import", "markdown", notes), "The store of pictures s3://pictures/site cannot be used")
    assert db.session.scalars(select(Piece)).all() == []
    assert store.buckets["pictures"] == {}
    store.fault = 0
    assert run("import", "markdown", notes).exit_code == 0


def test_an_import_that_fails_takes_back_what_nobody_knows(
    run: Run, notes: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError("the lights went out")

    monkeypatch.setattr("blog.portability.folder_import.FolderWrite.write", fails)
    assert isinstance(run("import", "markdown", notes).exception, OSError)
    assert store.buckets["pictures"] == {}


def test_an_import_that_fails_leaves_what_another_one_has_noted(
    app: Flask, run: Run, notes: Path, store: Store, monkeypatch: pytest.MonkeyPatch, time: Clock
) -> None:
    def fails(_write: object, pictures: list[media.Stored]) -> None:
        (one,) = pictures
        with app.app_context(), db.session.begin():
            db.session.add(
                Picture(
                    name=one.name, digest=one.digest, media_type=one.media_type,
                    width=one.width, height=one.height, size=one.size, created_at=time.now,
                )
            )  # fmt: skip
        raise OSError("the lights went out")

    monkeypatch.setattr("blog.portability.folder_import.FolderWrite.write", fails)
    assert isinstance(run("import", "markdown", notes).exception, OSError)
    assert len(store.buckets["pictures"]) == 1


def test_an_export_has_the_pictures_and_gives_the_same_bytes_again(
    run: Run, name: str, tmp_path: Path, store: Store
) -> None:
    assert run("export", tmp_path / "export").exit_code == 0
    assert (tmp_path / "export" / "media" / name).read_bytes() == picture()
    del store.buckets["pictures"][f"site/{name}"]
    result = run("export", tmp_path / "export")
    assert f"The file of the picture {name} is missing." in result.stderr
    store.fault = 500
    assert_refused(run("export", tmp_path / "export"), "The store of pictures")


def test_a_backup_holds_the_pictures_and_puts_them_back_wherever_they_belong(
    app: Flask, run: Run, name: str, tmp_path: Path, store: Store, empty_instance: Path
) -> None:
    assert run("backup", tmp_path / "site.zip").exit_code == 0
    store.buckets["pictures"].clear()
    assert run("restore", tmp_path / "site.zip").exit_code == 0
    assert store.buckets["pictures"] == {f"site/{name}": picture()}
    with running(empty_instance, tmp_path / "near") as near:
        assert near.test_cli_runner().invoke(args=["blog", "restore", str(tmp_path / "site.zip")]).exit_code == 0
        assert Folder(tmp_path / "near" / "media").get(name) == picture()
        assert reader_of(near).get(f"/media/{name}").data == picture()
    store.fault = 500
    assert_refused(run("backup", tmp_path / "site.zip"), "The store of pictures")


def test_the_doctor_sees_what_is_missing_damaged_left_and_gone(run: Run, name: str, store: Store) -> None:
    assert run("doctor").stdout == "All is well.\n"
    objects = store.buckets["pictures"]
    objects["site/left-12345678.png"] = b"x"
    assert "left-12345678.png. They are harmless" in run("doctor").stdout
    objects[f"site/{name}"] = b"half"
    assert f"The picture {name} is damaged" in run("doctor").stdout
    del objects[f"site/{name}"]
    assert f"The picture {name} is missing" in run("doctor").stdout
    store.fault = 500
    result = run("doctor")
    assert result.exit_code == 1
    assert "The store of pictures s3://pictures/site cannot be used" in result.stdout


def test_pictures_are_copied_into_the_bucket_and_back(
    run: Run, app: Flask, address: str, store: Store, name: str
) -> None:
    result = run("pictures", "copy", address, "folder")
    assert result.stdout == f"1 pictures of s3://pictures/site are in {media.folder()}, 1 of them new.\n"
    assert (media.folder() / name).read_bytes() == picture()
    store.buckets["pictures"].clear()
    assert run("pictures", "copy", "folder", address).exit_code == 0
    assert store.buckets["pictures"] == {f"site/{name}": picture()}
    store.fault = 503
    assert_refused(run("pictures", "copy", address, "folder"), "cannot be used (SlowDown)")


@pytest.mark.parametrize(
    "typed",
    [
        "elsewhere",
        "s3://key:secret@pictures/site",
        "secret://key@pictures",
        "s3://b?endpoint=https://a:secret@s3.example",
    ],
)
def test_an_address_that_cannot_be_is_not_repeated(run: Run, typed: str) -> None:
    result = run("pictures", "copy", "folder", typed)
    assert result.exit_code == 2
    assert "'TARGET': The address " in result.stderr
    assert "secret" not in result.output
