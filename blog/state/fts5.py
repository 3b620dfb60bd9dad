"""SQLite's search index FTS5: how it writes a word."""

import sqlite3
from contextlib import closing

TOKENS = 'tokenize = "unicode61 remove_diacritics 2"'


def term(word: str) -> str:
    """A word as it stands in the index; "" where it is several words there, or none.

    What is not ASCII is given to an index of its own, which knows best what its letters are.
    """
    if word.isascii() and word.isalnum():
        return word.lower()
    with closing(sqlite3.connect(":memory:")) as memory:
        memory.execute(f"CREATE VIRTUAL TABLE said USING fts5 (word, {TOKENS})")
        memory.execute("CREATE VIRTUAL TABLE terms USING fts5vocab (said, instance)")
        memory.execute("INSERT INTO said VALUES (?)", [word])
        found = memory.execute("SELECT term FROM terms LIMIT 2").fetchall()
    return str(found[0][0]) if len(found) == 1 else ""
