"""Mends how html5lib's tree keeps what stands in a table but outside of its cells.

Parsers put such content before the table. html5lib's own elements forget what is inserted so: it is lost at the top
of a text, and taking it out again fails.
"""

from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def remembering(plain: type[Any]) -> type[Any]:
    """Return html5lib's class of elements as one that counts what is inserted among its children."""

    class Remembering(plain):  # type: ignore[misc]
        def insertBefore(self, node: Any, before: Any) -> None:  # noqa: N802
            """Insert a node before a child, which mostly is the last one."""
            children = self._childNodes
            at = next(at for at in range(len(children) - 1, -1, -1) if children[at] is before)
            children.insert(at, node)
            self._element.insert(at, node._element)
            node.parent = self

    return Remembering
