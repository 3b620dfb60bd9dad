"""The cursor of a list: a position (date, id), not a count, so that it survives every change to the list."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import ColumnElement, tuple_

from blog.models import Piece

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FORM = re.compile(r"(-?[0-9]{1,12})-([0-9]{1,18})", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Cursor:
    """A position in a list that runs from the newest piece to the oldest."""

    moment: datetime
    id: int

    def __str__(self) -> str:
        return f"{int((self.moment - EPOCH).total_seconds())}-{self.id}"

    @classmethod
    def of(cls, piece: Piece) -> "Cursor":
        """The position of a published piece."""
        return cls(piece.published_at or EPOCH, piece.id)

    @classmethod
    def parse(cls, text: str) -> "Cursor | None":
        """The cursor that `text` spells, or None where it spells none."""
        match = FORM.fullmatch(text)
        if not match:
            return None
        try:
            return cls(EPOCH + timedelta(seconds=int(match[1])), int(match[2]))
        except OverflowError:
            return None

    @property
    def earlier(self) -> ColumnElement[bool]:
        """True for pieces that come after this position in a list from newest to oldest."""
        return position < tuple_(self.moment, self.id)

    @property
    def later(self) -> ColumnElement[bool]:
        """True for pieces that come before this position in a list from newest to oldest."""
        return position > tuple_(self.moment, self.id)


position = tuple_(Piece.published_at, Piece.id)
