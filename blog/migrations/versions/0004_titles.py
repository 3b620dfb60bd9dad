"""What keeps a search on SQLite from reading everything: beginnings of four and five letters, the words, the titles.

The words are only another look at the index and take no room; each length of beginnings takes two fifths of what all
words take, and titles next to nothing. The table keeps its name and its columns, so that older versions go on with it;
a title that one of them saves meanwhile is found among the others instead of first, until it is saved again.
"""

from alembic import op

revision = "0004"
down_revision = "0003"

COLUMNS = "title, summary, body"
TOKENS = 'tokenize = "unicode61 remove_diacritics 2"'
BEGINNINGS = "prefix = '3 4 5'"


def make_anew(options: str) -> None:
    """Make the search index anew with other options."""
    op.execute(f"CREATE VIRTUAL TABLE piece_search_next USING fts5 ({COLUMNS}, {options})")
    op.execute(f"INSERT INTO piece_search_next (rowid, {COLUMNS}) SELECT rowid, {COLUMNS} FROM piece_search")  # noqa: S608
    op.execute("DROP TABLE piece_search")
    op.execute("ALTER TABLE piece_search_next RENAME TO piece_search")


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    make_anew(f"{TOKENS}, {BEGINNINGS}")
    op.execute("CREATE VIRTUAL TABLE piece_search_words USING fts5vocab (piece_search, instance)")
    op.execute(f"CREATE VIRTUAL TABLE piece_search_titles USING fts5 (title, {TOKENS}, {BEGINNINGS})")
    op.execute("INSERT INTO piece_search_titles (rowid, title) SELECT rowid, title FROM piece_search")


def downgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.execute("DROP TABLE piece_search_titles")
    op.execute("DROP TABLE piece_search_words")
    make_anew(f"{TOKENS}, prefix = '3'")
