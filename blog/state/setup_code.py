"""The one-time code that makes the first account: whoever reads the server's output is the author."""

import hmac
import secrets
from pathlib import Path

from blog.state.settings import make_secret

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def present_code(instance: Path) -> str:
    """The code that is waiting to be used; made where there is none. Workers share it through the folder."""
    file = instance / "setup-code"
    if not file.exists():
        make_secret(file, "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(4)))
    return file.read_text("ascii")


def is_code(instance: Path, given: str) -> bool:
    """Whether `given` is the waiting code, in any case and however its groups are set apart."""
    file = instance / "setup-code"
    if not file.exists():
        return False
    return hmac.compare_digest(letters(file.read_text("ascii")), letters(given))


def letters(code: str) -> bytes:
    """What of a code counts."""
    return "".join(filter(str.isalnum, code)).upper().encode()


def use_up(instance: Path) -> None:
    """Forget the code: there is an account now."""
    (instance / "setup-code").unlink(missing_ok=True)
