"""The code of the first account."""

import re

from blog.state.setup_code import is_code, setup_code

SECRET = "a key for tests and for nothing else 0123456789"


def test_who_shares_the_secret_knows_the_code_and_nobody_else() -> None:
    code = setup_code(SECRET)
    assert re.fullmatch(r"([A-Z2-9]{4}-){3}[A-Z2-9]{4}", code)
    assert setup_code(SECRET) == code != setup_code(SECRET + "!")
    assert is_code(SECRET, code)
    assert not is_code(SECRET + "!", code)


def test_the_code_is_read_however_its_groups_are_set_apart() -> None:
    code = setup_code(SECRET)
    for typed in (code.lower(), code.replace("-", " "), f"  {code.replace('-', '')}\n"):
        assert is_code(SECRET, typed)
    for wrong in ("", "-", code[:-1], f"{code}A", "ünïcödé", "é\ud800", "x" * 100_000):
        assert not is_code(SECRET, wrong)
