"""Saving a piece with a few things changed, as the editor's form does it."""

from blog.models import Kind, Piece, Revision
from blog.reading import desk
from blog.writing import pieces
from blog.writing.fields import Fields
from blog.writing.pieces import PLAIN
from tests.conftest import Clock


def typed(piece: Piece, **changes: object) -> Fields:
    """What the editor's form holds for a piece, with some fields changed."""
    values = {name: getattr(piece, name) for name in PLAIN} | {"kind": Kind(piece.kind)}
    values |= {"slug": piece.slug, "published_at": piece.published_at}
    values["topics"] = tuple(topic.name for topic in piece.topics)
    return Fields(**{**values, **changes})


def kept(piece_id: int) -> list[Revision]:
    """Every saved state of a piece, newest first."""
    found = (desk.revision(piece_id, saved.id) for saved in desk.revisions(piece_id).rows)
    return [revision for revision in found if revision]


def edit(piece: Piece, time: Clock, matters: bool = False, version: int | None = None, **changes: object) -> Piece:
    """Save a piece with changes, a minute later."""
    time.forward(minutes=1)
    saved = pieces.save(piece.id, typed(piece, **changes), time.now, version, matters)
    assert saved is not None
    return saved
