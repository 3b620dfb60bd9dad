"""What lists and search know of each piece, read off its text anew: after the renderer changed, or the index broke."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import select

from blog.models import Piece
from blog.state.caches import rendered
from blog.state.database import reader, transaction
from blog.state.edition import turn
from blog.text import TextRefused
from blog.writing import index
from blog.writing.pieces import read_off

Progress = Callable[[int, int, str], None]


def reindex(now: datetime, progress: Progress) -> list[str]:
    """Read every piece's text anew; returns a sentence for each that cannot be read, which stays as it is.

    Each piece is a short transaction of its own, and its text is rendered before, so that writers never wait.
    """
    refusals = []
    known = reader().execute(select(Piece.id, Piece.uid, Piece.source)).all()
    for number, (piece_id, uid, source) in enumerate(known, 1):
        try:
            rendered(source, key=uid[:8])
            read_again(piece_id)
        except TextRefused as error:
            refusals.append(f"{uid}: {error}")
        progress(number, len(known), uid)
    with transaction() as session:
        index.forget_others(session)
        turn(session, now)
    return refusals


def read_again(piece_id: int) -> None:
    """Read one piece's text anew."""
    with transaction() as session:
        piece = session.get(Piece, piece_id)
        if piece:
            read_off(session, piece)
