"""The benchmark says what it lacks."""

import shutil

import pytest

from bench.__main__ import need_programs


def test_missing_programs_are_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path: None if name == "wrk" else name)
    with pytest.raises(SystemExit) as ended:
        need_programs()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "The benchmark needs wrk: apt-get install nginx-light wrk\n"
