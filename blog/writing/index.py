"""The search index: the words of every piece, kept in the transaction that saves it."""

from sqlalchemy import text
from sqlalchemy.orm import Session

from blog.models import Piece

FORGET = text("DELETE FROM piece_search WHERE rowid = :id")
FORGET_OTHERS = text("DELETE FROM piece_search WHERE rowid NOT IN (SELECT id FROM piece)")
LEARN = text("INSERT INTO piece_search (rowid, title, summary, body) VALUES (:id, :title, :summary, :body)")


def has_index(session: Session) -> bool:
    """Whether this database has the index; it is SQLite's."""
    return session.get_bind().dialect.name == "sqlite"


def learn(session: Session, piece: Piece, plain: str) -> None:
    """Put a piece's words in place of what the index knew of it. `plain` is its visible text."""
    if not has_index(session):
        return
    forget(session, piece.id)
    body = "\n".join(filter(None, (plain, piece.symptom)))
    session.execute(LEARN, {"id": piece.id, "title": piece.title, "summary": piece.summary, "body": body})


def forget(session: Session, piece_id: int) -> None:
    """Take a piece's words out of the index."""
    if has_index(session):
        session.execute(FORGET, {"id": piece_id})


def forget_others(session: Session) -> None:
    """Take out of the index what is no piece."""
    if has_index(session):
        session.execute(FORGET_OTHERS)
