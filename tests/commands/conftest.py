"""What tests of commands share: `flask blog …` in this process, on the application's own instance folder."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask

from app import create_app
from blog.state.database import db
from blog.state.settings import Settings
from tests.commands.sites import NAME, PICTURE
from tests.conftest import Write, close, settings_for

Run = Callable[..., Result]


@pytest.fixture
def settings(app: Flask) -> Settings:
    """The settings of the application."""
    found: Settings = app.extensions["settings"]
    return found


@pytest.fixture
def run(app: Flask) -> Run:
    """Runs `flask blog` with words, and something on standard input."""

    def run_command(*words: str | Path, stdin: str | None = None) -> Result:
        db.session.remove()
        return app.test_cli_runner().invoke(args=["blog", *map(str, words)], input=stdin)

    return run_command


@pytest.fixture
def full(write: Write, settings: Settings) -> Settings:
    """A site with two pieces, a picture and a secret."""
    for title in ("One", "Two"):
        write(title, topics=("Linux",))
    (settings.instance / "media").mkdir()
    (settings.instance / "media" / NAME).write_bytes(PICTURE)
    (settings.instance / "media" / ".fresh-00").write_bytes(b"half of something")
    (settings.instance / "secret").write_text("the secret of the site, quite long enough")
    return settings


@pytest.fixture
def saved(full: Settings, run: Run, tmp_path: Path) -> Path:
    """A backup of that site."""
    assert run("backup", tmp_path / "site.zip").exit_code == 0
    return tmp_path / "site.zip"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Flask]:
    """An application on another, empty instance folder."""
    (tmp_path / "elsewhere").mkdir()
    app = create_app(settings_for(tmp_path / "elsewhere"))
    yield app
    close(app)


def break_reference(settings: Settings) -> None:
    """Put in a row that refers to nothing, as a program without foreign keys could."""
    assert settings.database_file is not None
    with closing(sqlite3.connect(settings.database_file)) as connection:
        connection.execute("INSERT INTO piece_topic (piece_id, topic_id) VALUES (98, 99)")
        connection.commit()


def assert_refused(result: Result, *parts: str) -> None:
    """The command failed with one sentence on standard error that holds all the parts."""
    assert result.exit_code == 1, result.output
    line = result.stderr.strip()
    assert line.startswith("Error: ") and "\n" not in line and line.endswith("."), line
    for part in parts:
        assert part in line, line
