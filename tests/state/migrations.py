"""A migration that breaks in the middle, on any database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from alembic import op

BREAKS_AT = 6


@contextmanager
def breaking() -> Iterator[None]:
    """Within, the first migration breaks at one of its tables, and what runs it raises what broke it."""
    made: list[str] = []
    create_table = op.create_table

    def breaks(name: str, *given: Any, **more: Any) -> None:
        made.append(name)
        if len(made) == BREAKS_AT:
            raise OSError("the lights went out")
        create_table(name, *given, **more)

    with pytest.MonkeyPatch.context() as patch, pytest.raises(OSError, match="the lights went out"):
        patch.setattr(op, "create_table", breaks)
        yield
