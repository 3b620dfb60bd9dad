"""The cursor of a list: a position (date, id), not a count, so that it survives every change to the list."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from sqlalchemy import BigInteger, ColumnElement, bindparam, tuple_

from blog.models import Moment, Piece, piece_topic

# What lists run along, from the newest to the oldest: a date, and an id that tells pieces of one date apart.
Place = tuple[ColumnElement[datetime | None], ColumnElement[int]]
BY_DATE: Place = (Piece.__table__.c.published_at, Piece.__table__.c.id)
ABOUT_BY_DATE: Place = (piece_topic.c.listed_at, piece_topic.c.piece_id)

BEFORE = tuple_(bindparam("before_moment", type_=Moment()), bindparam("before_id", type_=BigInteger()))

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FORM = re.compile(r"(-?[0-9]{1,12})-([0-9]{1,18})", re.ASCII)


class Placed(Protocol):
    """What has a place in a list."""

    @property
    def published_at(self) -> datetime | None: ...

    @property
    def id(self) -> int: ...


@dataclass(frozen=True, slots=True, order=True)
class Cursor:
    """A position in a list that runs from the newest piece to the oldest."""

    moment: datetime
    id: int

    def __str__(self) -> str:
        return f"{int((self.moment - EPOCH).total_seconds())}-{self.id}"

    @classmethod
    def of(cls, piece: Placed) -> "Cursor":
        """The position of a published piece."""
        return cls(piece.published_at or EPOCH, piece.id)

    @classmethod
    def parse(cls, text: str) -> "Cursor | None":
        """The cursor that `text` spells, or None where it spells none, or not as a list would."""
        match = FORM.fullmatch(text)
        if not match:
            return None
        try:
            found = cls(EPOCH + timedelta(seconds=int(match[1])), int(match[2]))
        except OverflowError:
            return None
        return found if found.id and str(found) == text else None

    def reached(self, now: datetime) -> datetime:
        """The moment up to which the rest of a list runs, so that an index is entered here and not at `now`."""
        return min(now, self.moment)

    def values(self) -> dict[str, object]:
        """This position as what `earlier` takes for parameters."""
        return {"before_moment": self.moment, "before_id": self.id}

    def earlier(self, place: Place = BY_DATE) -> ColumnElement[bool]:
        """True for pieces that come after this position in a list from newest to oldest."""
        return tuple_(*place) < tuple_(self.moment, self.id)

    def later(self, place: Place = BY_DATE) -> ColumnElement[bool]:
        """True for pieces that come before this position in a list from newest to oldest."""
        return tuple_(*place) > tuple_(self.moment, self.id)


def earlier(place: Place) -> ColumnElement[bool]:
    """`Cursor.earlier` for a query that is made once; its parameters are the cursor's `values`."""
    return tuple_(*place) < BEFORE
