"""Everything there is, whatever the public may see of it: for export, and what an import has to know of it."""

from collections.abc import Collection, Iterator
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import joinedload, selectinload

from blog.models import FormerAddress, Link, Page, Path, Picture, Piece, Project, Stop
from blog.state.database import reader

T = TypeVar("T")
# So many values are asked for at once.
MOST_ASKED = 500
WHOLE = (selectinload(Piece.topics), selectinload(Piece.corrections), joinedload(Piece.byline))


def pieces() -> list[Piece]:
    """Every piece with topics, byline and corrections, by slug: three queries."""
    return list(reader().scalars(select(Piece).order_by(Piece.slug).options(*WHOLE)))


def known_pieces(uids: Collection[str], origins: Collection[str]) -> list[Piece]:
    """The pieces that have one of these uids or origins, with topics, byline and corrections."""
    found: dict[int, Piece] = {}
    for column, values in ((Piece.uid, uids), (Piece.origin, origins)):
        for part in parts(values):
            query = select(Piece).where(column.in_(part)).options(*WHOLE)
            found |= {piece.id: piece for piece in reader().scalars(query)}
    return list(found.values())


def links_from(piece_ids: Collection[int]) -> list[tuple[int, str, str]]:
    """What pieces say of others: the id of one, the relation, the slug of the other."""
    query = select(Link.from_id, Link.relation, Piece.slug).join(Piece, Piece.id == Link.to_id)
    found = (reader().execute(query.where(Link.from_id.in_(part))) for part in parts(piece_ids))
    return [(from_id, relation, slug) for rows in found for from_id, relation, slug in rows]


def owners(addresses: Collection[str]) -> dict[str, str]:
    """The uids of the pieces that have these addresses or, where none has one, had it once."""
    found: dict[str, str] = {}
    former = select(FormerAddress.address, Piece.uid).join(Piece, Piece.id == FormerAddress.piece_id)
    present = select("notebook/" + Piece.slug, Piece.uid)
    for part in parts(addresses):
        slugs = [address.removeprefix("notebook/") for address in part if address.startswith("notebook/")]
        for query in (former.where(FormerAddress.address.in_(part)), present.where(Piece.slug.in_(slugs))):
            found |= {row[0]: row[1] for row in reader().execute(query)}
    return found


def former_owners(addresses: Collection[str]) -> dict[str, int]:
    """The ids of the pieces that had these addresses once."""
    query = select(FormerAddress.address, FormerAddress.piece_id).where(FormerAddress.piece_id.is_not(None))
    found = (reader().execute(query.where(FormerAddress.address.in_(part))) for part in parts(addresses))
    return {address: piece_id for rows in found for address, piece_id in rows if piece_id}


def slugs() -> list[str]:
    """The slug of every piece."""
    return list(reader().scalars(select(Piece.slug)))


def parts(values: Collection[T]) -> Iterator[list[T]]:
    """Values in lists that one query can ask for."""
    listed = list(values)
    return (listed[start : start + MOST_ASKED] for start in range(0, len(listed), MOST_ASKED))


def links() -> list[Link]:
    """Every link between pieces."""
    return list(reader().scalars(select(Link).order_by(Link.from_id, Link.relation, Link.to_id)))


def former_addresses() -> list[FormerAddress]:
    """Every former address."""
    return list(reader().scalars(select(FormerAddress).order_by(FormerAddress.address)))


def pages() -> list[Page]:
    """Every standing page, by slug."""
    return list(reader().scalars(select(Page).order_by(Page.slug)))


def projects() -> list[Project]:
    """Every project, by slug."""
    return list(reader().scalars(select(Project).order_by(Project.slug)))


def paths() -> list[Path]:
    """Every path with its stops and their pieces, by slug."""
    whole = selectinload(Path.stops).joinedload(Stop.piece)
    return list(reader().scalars(select(Path).order_by(Path.slug).options(whole)))


def pictures() -> list[Picture]:
    """Every picture, by name."""
    return list(reader().scalars(select(Picture).order_by(Picture.name)))


def uid_of(slug: str) -> str | None:
    """The uid of the piece with this slug, whatever its state."""
    return reader().scalar(select(Piece.uid).where(Piece.slug == slug))
