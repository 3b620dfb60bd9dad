"""Everything there is, whatever the public may see of it: for import and export."""

from sqlalchemy import select
from sqlalchemy.orm import joinedload, selectinload

from blog.models import FormerAddress, Link, Page, Path, Picture, Piece, Project, Stop
from blog.state.database import reader


def pieces() -> list[Piece]:
    """Every piece with topics, byline and corrections, by slug: three queries."""
    whole = (selectinload(Piece.topics), selectinload(Piece.corrections), joinedload(Piece.byline))
    return list(reader().scalars(select(Piece).order_by(Piece.slug).options(*whole)))


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
