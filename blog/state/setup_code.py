"""The code that makes the first account: whoever reads the server's output is the author.

It comes from the secret, so every node that shares the secret says the same code and takes it. With the first account
there is nothing left that it could open.
"""

import hashlib
import hmac

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
GROUP, LENGTH = 4, 16


def setup_code(secret: str) -> str:
    """The code of the site with this secret, in groups."""
    digest = hmac.new(secret.encode(), b"the first account", hashlib.sha256).digest()
    code = "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:LENGTH])
    return "-".join(code[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def is_code(secret: str, given: str) -> bool:
    """Whether `given` is the code, in any case and however its groups are set apart."""
    return hmac.compare_digest(letters(setup_code(secret)), letters(given))


def letters(code: str) -> bytes:
    """What of a code counts."""
    return "".join(filter(str.isalnum, code)).upper().encode("utf-8", "replace")
