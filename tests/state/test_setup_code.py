"""The one-time code of the first account."""

from pathlib import Path

from blog.state.setup_code import is_code, present_code, use_up


def test_the_code_is_made_once_and_used_once(tmp_path: Path) -> None:
    code = present_code(tmp_path)
    assert present_code(tmp_path) == code
    assert (tmp_path / "setup-code").stat().st_mode & 0o777 == 0o600
    assert is_code(tmp_path, code)
    use_up(tmp_path)
    assert not is_code(tmp_path, code)
    assert not is_code(tmp_path, "")


def test_the_code_is_read_however_its_groups_are_set_apart(tmp_path: Path) -> None:
    code = present_code(tmp_path)
    for typed in (code.lower(), code.replace("-", " "), f"  {code.replace('-', '')}\n"):
        assert is_code(tmp_path, typed)
    for wrong in ("", "-", code[:-1], f"{code}A", "ünïcödé"):
        assert not is_code(tmp_path, wrong)
