"""A SQLite database is the file at its address: not one that was moved away, and never one made by a look at it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

MEMORY = (None, "", ":memory:")
OPENED = "file"


def hold_to_file(engine: Engine) -> None:
    """Have every connection that is taken from the pool be one to the file that stands at the address.

    An open file goes with its name when it is moved, and what is saved there nobody finds again. A connection to
    another file than the present one is replaced; where there is none, the driver refuses with its own error.
    """
    address = engine.url.database
    if address in MEMORY or str(address).startswith("file:"):
        return
    place = Path(str(address)).absolute()
    event.listen(engine, "do_connect", opener(place))
    event.listen(engine, "checkout", checker(place))


def opener(place: Path) -> Callable[..., None]:
    """What has the driver open a file that is there. It is looked at before, so that no later one is taken for it."""

    def open_what_is_there(_dialect: object, record: Any, arguments: list[str], options: dict[str, Any]) -> None:
        if record is not None:
            record.info[OPENED] = identity(place)
        arguments[0] = f"{place.as_uri()}?mode=rw"
        options["uri"] = True

    return open_what_is_there


def checker(place: Path) -> Callable[..., None]:
    """What raises DisconnectionError for a connection whose file is not the one at `place`: the pool connects anew."""

    def check(_connection: object, record: Any, _proxy: object) -> None:
        if record.info.get(OPENED) != identity(place):
            raise DisconnectionError(f"{place} is another file now.")

    return check


def identity(place: Path) -> tuple[int, int] | None:
    """What tells a file from every other one; None where there is none."""
    try:
        found = place.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
