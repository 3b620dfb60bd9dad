"""SQLite's search index FTS5: how it writes words."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing

TOKENS = 'tokenize = "unicode61 remove_diacritics 2"'
LONGEST = 1_000
"""Letters of a word that count; of an endless one the index keeps only the beginning itself."""


def terms(words: Sequence[str]) -> list[str]:
    """Words as they stand in the index, in their order; one of them may be several there, or none.

    What is not ASCII is given to an index of its own, which knows best what its letters are.
    """
    text = " ".join(word[:LONGEST] for word in words)
    if text.isascii() and all(map(str.isalnum, words)):
        return text.lower().split()
    with closing(sqlite3.connect(":memory:")) as memory:
        memory.execute(f"CREATE VIRTUAL TABLE said USING fts5 (text, {TOKENS})")
        memory.execute("CREATE VIRTUAL TABLE terms USING fts5vocab (said, instance)")
        memory.execute("INSERT INTO said VALUES (?)", [text])
        return [term for (term,) in memory.execute("SELECT term FROM terms ORDER BY offset")]
