"""Letters beyond ASCII and each two side by side, so that a search inside of words does not read every text.

Pieces without such letters have none. A piece that an older version saves meanwhile is found by its words, but not by
what is inside of them, until it is saved again or `flask blog reindex` has run.
"""

import sqlalchemy as sa
from alembic import op

from blog.state.word_index import vector
from blog.text.tokens import letters_of

revision = "0005"
down_revision = "0004"

IN_PARTS = {"yield_per": 500}
IN_FILE = sa.text("SELECT rowid, title, summary, body FROM piece_search")
ON_SERVER = sa.text("""
SELECT piece_id, title, summary, body FROM piece_search JOIN piece ON piece.id = piece_id
WHERE title || summary || body ~ '[^[:ascii:]]'
""")
LEARN = sa.text("INSERT INTO piece_search_letters (rowid, letters) VALUES (:id, :letters)")
LEARN_ON_SERVER = sa.text("UPDATE piece_search SET words = CAST(:words AS tsvector) WHERE piece_id = :id")


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        for piece_id, *texts in connection.execute(ON_SERVER, execution_options=IN_PARTS):
            connection.execute(LEARN_ON_SERVER, {"id": piece_id, "words": vector(piece_id, *texts)})
        return
    op.execute("CREATE VIRTUAL TABLE piece_search_letters USING fts5 (letters, tokenize = ascii, detail = none)")
    for rows in connection.execute(IN_FILE, execution_options=IN_PARTS).partitions():
        letters = ((piece_id, letters_of("\n".join(filter(None, texts)))) for piece_id, *texts in rows)
        known = [{"id": piece_id, "letters": " ".join(sorted(each))} for piece_id, each in letters if each]
        if known:
            connection.execute(LEARN, known)


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TABLE piece_search_letters")
