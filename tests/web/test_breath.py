"""The breath is small, and on every public page without holding one up."""

import gzip
from pathlib import Path

import pytest
from flask.testing import FlaskClient

STATIC = Path(__file__).parents[2] / "static"


def test_script_and_rules_of_the_breath_are_at_most_four_kilobytes_compressed() -> None:
    rules = (STATIC / "site.css").read_text("utf-8").partition("@layer breath")[2]
    assert "view-transition" in rules
    text = (STATIC / "breath.js").read_text("utf-8") + rules
    assert len(gzip.compress(text.encode(), mtime=0)) <= 4096


@pytest.mark.parametrize("address", ["/", "/notebook/", "/topics/", "/dispatch/", "/search/", "/contact/", "/nowhere/"])
def test_a_public_page_has_the_breath_and_does_not_wait_for_it(client: FlaskClient, address: str) -> None:
    [line] = [line for line in client.get(address).text.splitlines() if "static/breath." in line]
    assert line.strip().startswith("<script src=")
    assert line.strip().endswith("defer></script>")
