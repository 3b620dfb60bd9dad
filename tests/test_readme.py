"""The README says what is true: every setting, command, folder and file it names exists, and the other way round."""

import re
from pathlib import Path

import click
import pytest

from blog.cli import blog
from blog.commands import serving

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def section(title: str) -> str:
    return README.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def command_names() -> set[str]:
    """Every command as it is typed, groups with their members."""
    names = set()
    for name, command in blog.commands.items():
        members = command.commands if isinstance(command, click.Group) else {}
        names |= {f"{name} {member}" for member in members} or {name}
    return names


def test_every_command_is_described_and_every_described_one_exists() -> None:
    rows = re.findall(r"^\| (`[^|]+`) \|", section("From the shell"), re.MULTILINE)
    described = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert described == command_names()


def test_every_command_says_what_it_does() -> None:
    for command in blog.commands.values():
        assert command.help


def test_every_setting_is_described_and_every_described_one_is_read() -> None:
    source = (ROOT / "blog" / "state" / "settings.py").read_text("utf-8")
    read = set(re.findall(r"\"((?:BLOG_[A-Z_]+)|HOST|PORT|WEB_CONCURRENCY)\"", source))
    described = set(re.findall(r"`(BLOG_[A-Z_]+|HOST|PORT|WEB_CONCURRENCY)`", section("Settings")))
    assert described == read


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:blog|templates|static|tests|instance|deploy)/[\w/.-]*)`", README)))
)
def test_every_file_and_folder_it_names_exists(path: str) -> None:
    made_at_setup = path.startswith("static/vendor")
    assert made_at_setup or (ROOT / path).exists()


def test_every_floor_is_on_the_map() -> None:
    folders = {path.name for path in (ROOT / "blog").iterdir() if path.is_dir() and path.name != "__pycache__"}
    named = set(re.findall(r"`blog/(\w+)/`", section("The map of the house")))
    assert folders == named


def test_every_function_of_the_walks_exists() -> None:
    walks = section("The map of the house").split("### A walk", 1)[1]
    code = "".join(path.read_text("utf-8") for path in (ROOT / "blog").rglob("*.py"))
    for name in re.findall(r"`([a-z]+_[a-z_]+|Fields)`", walks):
        assert re.search(rf"(def|class) {name}\b", code), name
    for path in re.findall(r"`((?:reading|writing|text|state)/\w+\.py)`", walks):
        assert (ROOT / "blog" / path).exists(), path


def test_the_make_targets_it_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in set(re.findall(r"`?make (run|test|setup|lock|format|bench)\b", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    assert serving.COMMANDS
