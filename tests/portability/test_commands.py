"""The commands that move writing in and out, as somebody types them."""

from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask

from blog.commands import portability
from tests.portability.conftest import put_files, stored
from tests.portability.pictures import SVG


def run(app: Flask, *words: object) -> Result:
    """Run one of our commands inside of the application."""
    command = {command.name: command for command in portability.COMMANDS}[str(words[0])]
    return app.test_cli_runner().invoke(command, [str(word) for word in words[1:]])


def test_an_import_prints_its_report_and_ends_well(app: Flask, notes: Path) -> None:
    put_files(notes, {"linux/a.md": "# A\n\n![x](a.svg)", "linux/a.svg": SVG})
    result = run(app, "import", "markdown", notes, "--kind", "field-note", "--status", "draft")
    assert result.exit_code == 0
    assert "1 of 1: linux/a.md" in result.stderr
    assert (
        "Pieces: 1 added, 0 updated, 0 unchanged, 0 edited here and left alone; 1 of them not public." in result.stdout
    )
    assert "linux/a.svg: The picture does not come along: it is an SVG drawing" in result.stdout
    assert (stored().kind, stored().status) == ("field-note", "draft")


def test_a_refused_file_makes_the_exit_code_two(app: Flask, notes: Path) -> None:
    put_files(notes, {"a.md": "---\ntitle: A\ndate: 2024-02-30\n---\n", "b.md": "# B\n\ntext"})
    result = run(app, "import", "markdown", notes)
    assert result.exit_code == 2
    assert "a.md:3: Not imported: there is no date 2024-02-30." in result.stdout
    assert stored().title == "B"


def test_a_rehearsal_says_that_it_is_one(app: Flask, notes: Path) -> None:
    put_files(notes, {"a.md": "# A\n\ntext"})
    result = run(app, "import", "markdown", notes, "--dry-run", "--zone", "Asia/Tokyo")
    assert result.exit_code == 0
    assert "nothing was changed" in result.stdout
    assert "1 added" in run(app, "import", "markdown", notes).stdout


def test_a_folder_that_cannot_be_read_is_one_sentence(app: Flask, tmp_path: Path) -> None:
    result = run(app, "import", "markdown", tmp_path / "nowhere")
    assert result.exit_code == 1
    assert result.stderr.strip().startswith("Error: The folder ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "option",
    [
        ("--zone", "Mars/Base"),
        ("--kind", "poem"),
        ("--status", "withdrawn"),
        ("--old-site", "old.example"),
        ("--old-site", "https://["),
        ("--old-site", "ftp://a"),
    ],
)
def test_an_option_that_cannot_be_is_named(app: Flask, notes: Path, option: tuple[str, str]) -> None:
    result = run(app, "import", "markdown", notes, *option)
    assert result.exit_code == 2
    assert option[1] in result.stderr


def test_the_sample_is_loaded_exported_and_taken_back(app: Flask, tmp_path: Path) -> None:
    assert "30 added" in run(app, "sample").stdout
    result = run(app, "export", tmp_path / "out")
    assert result.exit_code == 0
    assert "30 pieces, " in result.stdout
    back = run(app, "import", "markdown", tmp_path / "out", "--site")
    assert "30 unchanged" in back.stdout
    assert back.exit_code == 0


def test_an_export_over_something_else_is_one_sentence(app: Flask, notes: Path) -> None:
    put_files(notes, {"a.md": "mine"})
    result = run(app, "export", notes)
    assert result.exit_code == 1
    assert "holds something else than an export" in result.stderr


def test_every_command_says_what_it_does(app: Flask) -> None:
    for words in (("import", "--help"), ("import", "markdown", "--help"), ("export", "--help"), ("sample", "--help")):
        result = run(app, *words)
        assert result.exit_code == 0
        assert len(result.stdout) > 100


@pytest.mark.parametrize("files", [{}, {"a.md": "", "README.md": "# About", "data.txt": "x"}])
def test_a_folder_with_nothing_to_import_is_named(app: Flask, notes: Path, files: dict[str, str]) -> None:
    put_files(notes, files)
    result = run(app, "import", "markdown", notes)
    assert (result.exit_code, result.stderr) == (1, f"There is nothing to import in {notes}.\n")


def test_only_refused_files_are_no_import(app: Flask, notes: Path) -> None:
    put_files(notes, {"a.md": "---\ntitle: A\ndate: soon\n---\n"})
    assert run(app, "import", "markdown", notes, "--dry-run").exit_code == 1
    assert run(app, "import", "markdown", notes).exit_code == 1


@pytest.mark.parametrize("words", [("--site",), ("--site", "--dry-run")])
def test_settings_alone_are_something_to_import(app: Flask, notes: Path, words: tuple[str, ...]) -> None:
    put_files(notes, {"site.md": "---\nname: Ada\ntime_zone: UTC\n---\n"})
    assert run(app, "import", "markdown", notes, *words).exit_code == 0
    assert run(app, "import", "markdown", notes).exit_code == 1


def test_an_unchanged_folder_ends_well(app: Flask, notes: Path) -> None:
    put_files(notes, {"a.md": "# A\n\ntext"})
    assert run(app, "import", "markdown", notes).exit_code == 0
    assert run(app, "import", "markdown", notes).exit_code == 0


def test_scheduled_pieces_are_counted_as_not_public_yet(app: Flask, notes: Path) -> None:
    put_files(notes, {"a.md": "---\ntitle: A\ndate: 2199-01-01\n---\n", "_drafts/b.md": "# B\n\ntext"})
    assert "; 1 of them not public, 1 not public yet." in run(app, "import", "markdown", notes).stdout
