"""htmx's file: the official build inside the django-htmx wheel, copied to where pages ask for it.

The wheel is only read from, never imported: nothing of Django is installed.
"""

import re
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

NAME = "htmx-4.min.js"


class NotInstalled(RuntimeError):
    """The wheel is missing or holds another htmx. Its text is one sentence."""


def find() -> Path:
    """The build inside the installed wheel. Raises NotInstalled."""
    try:
        found = [file for file in files("django-htmx") or () if file.name == NAME]
        return Path(str(found[0].locate()))
    except (PackageNotFoundError, IndexError) as error:
        raise NotInstalled("The wheel that carries htmx is missing: install the locked dependencies.") from error


def put_htmx(static: Path) -> str:
    """Copy htmx to `static/vendor/htmx.js`; returns its version. Raises NotInstalled."""
    source = find()
    text = source.read_text("utf-8")
    version = re.search(r'version\s*=\s*"(4\.[^"]+)"', text)
    if not version:
        raise NotInstalled(f"{source} is no htmx 4: install the locked dependencies.")
    target = static / "vendor" / "htmx.js"
    target.parent.mkdir(exist_ok=True)
    target.write_text(text, "utf-8")
    return version[1]
