"""The breath is small, and on every public page without holding one up."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
from flask.testing import FlaskClient

from blog.web.pressing import press

STATIC = Path(__file__).parents[2] / "static"


def test_scripts_and_rules_of_the_breath_are_at_most_four_kilobytes_compressed() -> None:
    rules = (STATIC / "site.css").read_text("utf-8").partition("@layer breath")[2]
    assert "view-transition" in rules
    scripts = [press((STATIC / name).read_text("utf-8"), ".js") for name in ("wake.js", "breath-draw.js")]
    assert len(gzip.compress("".join((*scripts, press(rules, ".css"))).encode(), mtime=0)) <= 4096


def test_what_every_page_has_of_scripts_is_next_to_nothing() -> None:
    assert len(brotli.compress(press((STATIC / "wake.js").read_text("utf-8"), ".js").encode())) <= 480


@pytest.mark.parametrize("address", ["/", "/notebook/", "/topics/", "/dispatch/", "/search/", "/contact/", "/nowhere/"])
def test_a_public_page_has_the_breath_and_does_not_wait_for_it(client: FlaskClient, address: str) -> None:
    [line] = [line for line in client.get(address).text.splitlines() if "static/wake." in line]
    assert line.strip().startswith("<script src=")
    assert line.strip().endswith("defer></script>")
    found = re.search('data-draw="([^"]+)"', line)
    assert found
    assert "/breath-draw." in found[1]
    assert client.get(found[1]).mimetype == "text/javascript"
