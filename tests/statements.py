"""The SQL statements that something sends."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from blog.state.database import db


@contextmanager
def statements() -> Iterator[list[str]]:
    """Gathers the statements that are sent inside of it, in order."""
    sent: list[str] = []

    def keep(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    event.listen(db.engine, "before_cursor_execute", keep)
    try:
        yield sent
    finally:
        event.remove(db.engine, "before_cursor_execute", keep)
