"""What pieces say of one another: that one follows another up, replaces it or answers it."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from blog.models import Link, Relation


def put_links(session: Session, from_id: int, wanted: Iterable[tuple[Relation, int]]) -> None:
    """Have a piece say exactly this of others, inside of the transaction that runs; of itself it says nothing."""
    said = {(str(relation), to_id) for relation, to_id in wanted if to_id != from_id}
    present = {
        (link.relation, link.to_id): link for link in session.scalars(select(Link).where(Link.from_id == from_id))
    }
    for what, link in present.items():
        if what not in said:
            session.delete(link)
    for relation, to_id in sorted(said - present.keys()):
        session.add(Link(from_id=from_id, to_id=to_id, relation=relation))
    session.flush()
