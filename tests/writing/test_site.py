"""The site's own settings: one row, checked, and not overwritten unseen."""

from dataclasses import replace

import pytest
from flask import Flask

from blog.reading import desk
from blog.writing.refusals import Conflict, Refused
from blog.writing.site import SiteFields, save_site
from tests.conftest import Clock

GOOD = SiteFields(name="Mine", role="Engineer", time_zone="Europe/Vienna", language="de-AT")


def test_settings_are_saved_as_one_line_each(app: Flask, time: Clock) -> None:
    saved = save_site(replace(GOOD, tagline=" Paper,\n\tink\x00 \ud800"), time.now, 1)
    assert (saved.name, saved.tagline, saved.time_zone, saved.language) == (
        "Mine",
        "Paper, ink",
        "Europe/Vienna",
        "de-AT",
    )
    assert saved.version == 2 and desk.site() is saved


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", " "), ("name", "x" * 201), ("role", "x" * 201), ("place", "x" * 201), ("tagline", "x" * 501),
        ("contact_line", "x" * 501), ("language", ""), ("language", "German!"), ("time_zone", ""),
        ("time_zone", "Mars/Olympus"), ("time_zone", "../../etc/passwd"), ("time_zone", "/etc/localtime"),
        ("time_zone", "europe/vienna"),
    ],
)  # fmt: skip
def test_a_broken_rule_is_a_sentence_beside_its_field(app: Flask, time: Clock, name: str, value: str) -> None:
    with pytest.raises(Refused) as caught:
        save_site(replace(GOOD, **{name: value}), time.now, None)
    assert list(caught.value.fields) == [name] and caught.value.fields[name].endswith(".")
    assert desk.site().version == 1


def test_two_windows_do_not_overwrite_each_other(app: Flask, time: Clock) -> None:
    save_site(GOOD, time.now, 1)
    with pytest.raises(Conflict) as caught:
        save_site(replace(GOOD, name="Other"), time.now, 1)
    assert caught.value.present is desk.site()
    assert save_site(GOOD, time.now, 1).version == 2
    assert save_site(replace(GOOD, name="Other"), time.now, None).name == "Other"
