"""What tests of commands share: `flask blog …` in this process, on the application's own instance folder."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask

from blog.state.database import db
from blog.state.settings import Settings

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
