"""What pieces say of one another: that one follows another up, replaces it or answers it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from blog.models import FormerAddress, Link, Piece, Relation
from blog.writing.refusals import Refused

# So much of a piece's `origin_digest` tells what was read; what follows tells what was made of it.
HALF = 32
Wanted = set[tuple[Relation, int]]


@dataclass(frozen=True, slots=True)
class Said:
    """What the author has a piece say of another: the one that the first of these paths that leads to one leads to.

    The paths are in the form that FormerAddress describes; `field` names where the author typed them.
    """

    field: str
    relation: Relation
    paths: tuple[str, ...]


def wanted(session: Session, piece_id: int | None, said: Sequence[Said]) -> Wanted:
    """The relations and ids that are meant. Raises Refused with a sentence for each that leads to no other piece."""
    found = pieces_at(session, {path for each in said for path in each.paths})
    meant: Wanted = set()
    faults: dict[str, str] = {}
    for each in said:
        to_id = next((found[path] for path in each.paths if path in found), None)
        if to_id is None:
            faults[each.field] = "There is no piece at this address."
        elif to_id == piece_id:
            faults[each.field] = "This is the piece itself: name another one."
        else:
            meant.add((each.relation, to_id))
    if faults:
        raise Refused(**faults)
    return meant


def pieces_at(session: Session, paths: Collection[str]) -> dict[str, int]:
    """The ids of the pieces that have these paths or, where none has one, had it once."""
    if not paths:
        return {}
    slugs = [path.removeprefix("notebook/") for path in paths if path.startswith("notebook/")]
    former = select(FormerAddress.address, FormerAddress.piece_id).where(
        FormerAddress.address.in_(paths), FormerAddress.piece_id.is_not(None)
    )
    present = select("notebook/" + Piece.slug, Piece.id).where(Piece.slug.in_(slugs))
    found: dict[str, int] = {}
    for query in (former, present):
        found |= {address: piece_id for address, piece_id in session.execute(query) if piece_id}
    return found


def says(session: Session, piece_id: int) -> Wanted:
    """What a piece says of others now."""
    links = session.scalars(select(Link).where(Link.from_id == piece_id))
    return {(Relation(link.relation), link.to_id) for link in links}


def say(session: Session, piece: Piece, wanted: Wanted) -> None:
    """Have a piece say exactly this, as its author wants it.

    An import leaves alone what was changed here. Links are no part of the digest that tells it so: without its
    second half it tells that.
    """
    if says(session, piece.id) != wanted:
        put_links(session, piece.id, wanted)
        piece.origin_digest = piece.origin_digest[:HALF]


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
