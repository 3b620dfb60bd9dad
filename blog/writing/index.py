"""The search index: the words of every piece, kept in the transaction that saves it."""

import unicodedata
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.orm import Session

from blog.models import Piece, is_file
from blog.state.word_index import vector
from blog.text.tokens import bare_words, letters_of

IN_FILE = ("piece_search", "piece_search_titles", "piece_search_letters")
FORGET = [text(f"DELETE FROM {table} WHERE rowid = :id") for table in IN_FILE]  # noqa: S608
FORGET_OTHERS = [text(f"DELETE FROM {table} WHERE rowid NOT IN (SELECT id FROM piece)") for table in IN_FILE]  # noqa: S608
FORGET_ALL = [text(f"DELETE FROM {table}") for table in IN_FILE]  # noqa: S608
LEARN = text("INSERT INTO piece_search (rowid, title, summary, body) VALUES (:id, :title, :summary, :body)")
LEARN_TITLE = text("INSERT INTO piece_search_titles (rowid, title) VALUES (:id, :title)")
LEARN_LETTERS = text("INSERT INTO piece_search_letters (rowid, letters) VALUES (:id, :letters)")
FORGET_ALL_ON_SERVER = text("DELETE FROM piece_search")
LEARN_ON_SERVER = text("""
INSERT INTO piece_search (piece_id, body, words) VALUES (:id, :body, CAST(:words AS tsvector))
ON CONFLICT (piece_id) DO UPDATE SET body = excluded.body, words = excluded.words
""")


def learn(session: Session, piece: Piece, plain: str) -> None:
    """Put a piece's words in place of what the index knew of it. `plain` is its visible text."""
    body = "\n".join(filter(None, (plain, piece.symptom)))
    put(session.connection(), piece.id, piece.title, piece.summary, body)


def put(connection: Connection, piece_id: int, title: str, summary: str, body: str) -> None:
    """Have the index know exactly these words of a piece."""
    if is_file(connection.dialect):
        put_into_file(connection, {"id": piece_id, "title": title, "summary": summary, "body": body})
    else:
        body = unicodedata.normalize("NFC", body)
        words = vector(piece_id, title, summary, body)
        connection.execute(LEARN_ON_SERVER, {"id": piece_id, "body": body, "words": words})


def put_into_file(connection: Connection, piece: dict[str, Any]) -> None:
    """Have SQLite's index know exactly these words of a piece."""
    forget_in_file(connection, piece["id"])
    connection.execute(LEARN, piece)
    connection.execute(LEARN_TITLE, piece)
    whole = "\n".join((piece["title"], piece["summary"], piece["body"]))
    letters = letters_of(whole) | bare_words(whole)
    if letters:
        connection.execute(LEARN_LETTERS, {"id": piece["id"], "letters": " ".join(sorted(letters))})


def forget(session: Session, piece_id: int) -> None:
    """Take a piece's words out of the index; PostgreSQL's loses them with the piece's row."""
    if is_file(session.connection().dialect):
        forget_in_file(session.connection(), piece_id)


def forget_in_file(connection: Connection, piece_id: int) -> None:
    """Take a piece's words out of SQLite's index."""
    for statement in FORGET:
        connection.execute(statement, {"id": piece_id})


def forget_all(connection: Connection) -> None:
    """Empty the index."""
    for statement in FORGET_ALL if is_file(connection.dialect) else (FORGET_ALL_ON_SERVER,):
        connection.execute(statement)


def forget_others(session: Session) -> None:
    """Take out of the index what is no piece."""
    for statement in FORGET_OTHERS if is_file(session.connection().dialect) else ():
        session.execute(statement)
