"""The page on running Bokashi says what is true: its files, settings, commands and numbers are those of the code."""

import json
import os
import re
import subprocess
from pathlib import Path

import click
import pytest
from flask import Flask

from blog.cli import blog
from blog.web.guard import MOST_BODY, MOST_PICTURES
from tests.nodes.fronts import DEPLOY
from tests.nodes.stand_in import PROBE
from tests.servers.fixtures import absent
from tests.servers.service import Missing, program

ROOT = DEPLOY.parent
PAGE = (DEPLOY / "README.md").read_text("utf-8")
UNIT = (DEPLOY / "bokashi.service").read_text("utf-8")
CONTAINER = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
VCL = (DEPLOY / "varnish.vcl").read_text("utf-8")
NGINX = (DEPLOY / "nginx.conf").read_text("utf-8")
SETTING = re.compile(r"\b(BLOG_[A-Z_]+|WEB_CONCURRENCY)\b")


def test_every_file_is_in_the_table_and_every_one_in_it_is_there() -> None:
    named = {name for row in re.findall(r"^\| (`.+?) \|", PAGE, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)}
    there = {path.name for path in DEPLOY.iterdir()} - {"README.md"}
    assert there <= named
    assert {name for name in named if (DEPLOY / name).suffix in (".conf", ".vcl", ".service", ".example")} <= there


@pytest.mark.parametrize("name", sorted(path.name for path in DEPLOY.iterdir()))
def test_every_setting_that_is_named_is_read(name: str) -> None:
    read = set(re.findall(r"\"(BLOG_[A-Z_]+|WEB_CONCURRENCY)\"", (ROOT / "blog/state/settings.py").read_text("utf-8")))
    assert set(SETTING.findall((DEPLOY / name).read_text("utf-8"))) <= read


def test_every_command_that_is_named_exists() -> None:
    for words in re.findall(r"(?:`|^ +|&& |; |bin/)bokashi ([a-z]+(?: [a-z]+)?)", PAGE, re.MULTILINE):
        first, _, second = words.partition(" ")
        command = blog.commands[first]
        assert not isinstance(command, click.Group) or second in command.commands


def test_unit_script_and_container_start_the_same_product() -> None:
    serve = "-m flask --app app blog serve"
    assert f"ExecStart=/opt/bokashi/.venv/bin/python {serve}\n" in UNIT
    assert " ".join(json.loads(CONTAINER.rsplit("CMD ", 1)[1])).endswith(f"/opt/bokashi/.venv/bin/python {serve}")
    script = (DEPLOY / "bokashi").read_text("utf-8")
    for part in ("/var/lib/bokashi", "/etc/bokashi/env", "/opt/bokashi"):
        assert part in UNIT
        assert part in script
    assert os.access(DEPLOY / "bokashi", os.X_OK)


def test_what_a_container_is_made_of_is_there() -> None:
    for source in re.findall(r"^COPY (?!--from)(\S+) ", CONTAINER, re.MULTILINE):
        assert (ROOT / source).exists()
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()} & {"blog", "static", "templates"}
    assert folders <= set(re.findall(r"^COPY (\w+) \w+$", CONTAINER, re.MULTILINE))


def test_the_fronts_know_the_numbers_and_names_of_the_product(app: Flask) -> None:
    usual, pictures = (int(most) * 1024 * 1024 for most in re.findall(r"client_max_body_size (\d+)m;", NGINX))
    assert MOST_BODY < usual < MOST_PICTURES < pictures
    assert f"(^|; ?){app.config['SESSION_COOKIE_NAME']}=" in VCL
    probe = re.search(r'\.url = "(.+)"', VCL)
    assert probe and probe[1] == PROBE
    assert app.test_client().get(PROBE).status_code == 200
    passing = re.search(r'req\.url ~ "/\(([a-z|]+)\)', VCL)
    rules = {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}
    assert passing and set(passing[1].split("|")) <= rules


@pytest.mark.service
def test_varnish_takes_its_files_as_they_stand(tmp_path: Path) -> None:
    try:
        varnishd = program("varnishd")
    except Missing as missing:
        absent(missing)
    command = [
        varnishd,
        "-C",
        "-f",
        str(DEPLOY / "varnish.vcl"),
        "-p",
        f"vcl_path={DEPLOY}",
        "-n",
        str(tmp_path),
        "-j",
        "none",
    ]
    tried = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert tried.returncode == 0, tried.stderr


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    try:
        verify = program("systemd-analyze")
    except Missing:
        pytest.skip("No systemd on this machine, so its unit was not tested.")
    unit = tmp_path / "bokashi.service"
    unit.write_text(UNIT.replace("/opt/bokashi/.venv/bin/python", "/bin/true"))
    tried = subprocess.run([verify, "verify", str(unit)], capture_output=True, text=True, timeout=30)
    assert (tried.returncode, tried.stderr) == (0, "")
