"""What is worked out once for each public state of the site and kept in the process: counts, and the like.

The state names it: whoever asks within the same state gets the same thing, and the next state works it out anew.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from flask import current_app

T = TypeVar("T")
State = tuple[int, datetime, datetime | None]
"""The number of the edition, when it turned, and the date of the newest public piece.

The edition's number moves with each change that the public sees, and that date when a scheduled piece's moment
comes, which changes nothing in the database.
"""


def once(name: str, state: State, work_out: Callable[[], T]) -> T:
    """What `work_out` gives in a state of the site; `name` says what that is."""
    kept: dict[str, tuple[State, T]] = current_app.extensions.setdefault("per edition", {})
    found = kept.get(name)
    if found is None or found[0] != state:
        found = kept[name] = (state, work_out())
    return found[1]
