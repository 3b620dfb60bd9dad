"""The edition: the number of the site's present public state."""

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from blog.models import Edition


def turn(session: Session, now: datetime) -> None:
    """Begin the next edition, as part of the transaction that changed something public at `now`."""
    session.execute(update(Edition).values(number=Edition.number + 1, turned_at=now))
