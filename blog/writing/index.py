"""The search index: the words of every piece, kept in the transaction that saves it."""

import unicodedata

from sqlalchemy import Connection, text
from sqlalchemy.orm import Session

from blog.models import Piece
from blog.state.word_index import vector

FORGET = text("DELETE FROM piece_search WHERE rowid = :id")
FORGET_TITLE = text("DELETE FROM piece_search_titles WHERE rowid = :id")
FORGET_ALL = text("DELETE FROM piece_search")
FORGET_ALL_TITLES = text("DELETE FROM piece_search_titles")
FORGET_OTHERS = text("DELETE FROM piece_search WHERE rowid NOT IN (SELECT id FROM piece)")
FORGET_OTHER_TITLES = text("DELETE FROM piece_search_titles WHERE rowid NOT IN (SELECT id FROM piece)")
LEARN = text("INSERT INTO piece_search (rowid, title, summary, body) VALUES (:id, :title, :summary, :body)")
LEARN_TITLE = text("INSERT INTO piece_search_titles (rowid, title) VALUES (:id, :title)")
LEARN_ON_SERVER = text("""
INSERT INTO piece_search (piece_id, body, words) VALUES (:id, :body, CAST(:words AS tsvector))
ON CONFLICT (piece_id) DO UPDATE SET body = excluded.body, words = excluded.words
""")


def is_file(connection: Connection) -> bool:
    """Whether the index is SQLite's own; a server's forgets a piece when its row goes."""
    return connection.dialect.name == "sqlite"


def learn(session: Session, piece: Piece, plain: str) -> None:
    """Put a piece's words in place of what the index knew of it. `plain` is its visible text."""
    body = "\n".join(filter(None, (plain, piece.symptom)))
    put(session.connection(), piece.id, piece.title, piece.summary, body)


def put(connection: Connection, piece_id: int, title: str, summary: str, body: str) -> None:
    """Have the index know exactly these words of a piece."""
    if is_file(connection):
        forget_in_file(connection, piece_id)
        connection.execute(LEARN, {"id": piece_id, "title": title, "summary": summary, "body": body})
        connection.execute(LEARN_TITLE, {"id": piece_id, "title": title})
    else:
        body = unicodedata.normalize("NFC", body)
        words = vector(piece_id, title, summary, body)
        connection.execute(LEARN_ON_SERVER, {"id": piece_id, "body": body, "words": words})


def forget(session: Session, piece_id: int) -> None:
    """Take a piece's words out of the index."""
    if is_file(session.connection()):
        forget_in_file(session.connection(), piece_id)


def forget_in_file(connection: Connection, piece_id: int) -> None:
    """Take a piece's words out of SQLite's index."""
    connection.execute(FORGET, {"id": piece_id})
    connection.execute(FORGET_TITLE, {"id": piece_id})


def forget_all(connection: Connection) -> None:
    """Empty the index."""
    connection.execute(FORGET_ALL)
    if is_file(connection):
        connection.execute(FORGET_ALL_TITLES)


def forget_others(session: Session) -> None:
    """Take out of the index what is no piece."""
    if is_file(session.connection()):
        session.execute(FORGET_OTHERS)
        session.execute(FORGET_OTHER_TITLES)
