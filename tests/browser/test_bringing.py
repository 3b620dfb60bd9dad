"""Many pictures at once in a browser, one of them too large: with JavaScript and without."""

from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Page, expect

from blog.state import media
from blog.writing import accounts
from tests.browser.test_desk import PASSWORD, log_in
from tests.browser.watch import Watch
from tests.conftest import Clock


def drawn(width: int) -> bytes:
    """A small picture."""
    file = BytesIO()
    Image.new("RGB", (width, 20), "navy").save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("kind", ["page", "plain_page"])
def test_the_good_ones_of_many_are_stored_and_the_large_one_is_named(
    request: pytest.FixtureRequest, app: Flask, time: Clock, watch: Watch, tmp_path: Path, kind: str
) -> None:
    page: Page = request.getfixturevalue(kind)
    watch.allow("413")
    accounts.create_account("Ann", PASSWORD, time.now)
    files = [tmp_path / f"good-{number}.png" for number in range(11)]
    for number, file in enumerate(files):
        file.write_bytes(drawn(20 + number))
    (tmp_path / "large.png").write_bytes(bytes(21_000_000))
    log_in(page, "/desk/pictures")
    expect(page.get_by_text("20 MB each, 128 MB together")).to_be_visible()
    page.get_by_label("Bring pictures").set_input_files([*files[:6], tmp_path / "large.png", *files[6:]])
    page.get_by_role("button", name="Store").click()
    expect(page.get_by_role("alert")).to_have_text("large.png: it has 21 MB; 20 MB are the most.")
    expect(page.get_by_role("status")).to_contain_text("Stored: good-0.png, ")
    expect(page.locator(".pictures > li")).to_have_count(11)
    assert len(media.sizes()) == 11
