"""All tables of the first version, the search index, and the rows that there is always one of."""

from datetime import UTC, datetime
from uuid import uuid4

import sqlalchemy as sa
from alembic import op

from blog.models import Moment

revision = "0001"
down_revision = None

SEARCH_TABLE = """
CREATE VIRTUAL TABLE piece_search USING fts5 (title, summary, body, tokenize = "unicode61 remove_diacritics 2")
"""
# PostgreSQL keeps the words as blog/writing/index_postgresql.py finds them, and the text that passages are shown from.
SEARCH_TABLE_OF_SERVER = """
CREATE TABLE piece_search (
    piece_id integer PRIMARY KEY REFERENCES piece (id) ON DELETE CASCADE,
    body text NOT NULL,
    words tsvector NOT NULL
)
"""
SEARCH_INDEX_OF_SERVER = "CREATE INDEX ix_piece_search_words ON piece_search USING gin (words) WITH (fastupdate = off)"


def first_rows() -> None:
    """Put in the one site and the one edition."""
    names = ("name", "role", "place", "tagline", "contact_line", "time_zone", "language", "uid")
    others = (sa.column("id"), sa.column("version"), sa.column("navigation", sa.JSON()))
    site = sa.table("site", *others, *(sa.column(name) for name in names))
    values = ("A Bokashi notebook", "", "", "", "", "UTC", "en", str(uuid4()))
    op.execute(site.insert().values(id=1, version=1, navigation=[], **dict(zip(names, values, strict=True))))
    edition = sa.table("edition", sa.column("id"), sa.column("number"), sa.column("turned_at", Moment()))
    op.execute(edition.insert().values(id=1, number=1, turned_at=datetime.now(UTC)))


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("password_hash", sa.String(length=300), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("name", name=op.f("uq_account_name")),
    )
    op.create_table(
        "byline",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("author", sa.String(length=10), nullable=False),
        sa.Column("model", sa.String(length=200), nullable=False),
        sa.Column("reviewer", sa.String(length=200), nullable=False),
        sa.CheckConstraint("author IN ('person', 'machine')", name=op.f("ck_byline_author")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_byline")),
    )
    op.create_table(
        "edition",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turned_at", Moment(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_edition_one_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_edition")),
    )
    op.create_table(
        "message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("received_at", Moment(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("read_at", Moment(), nullable=True),
        sa.Column("form", sa.String(length=64), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
        sa.UniqueConstraint("form", name=op.f("uq_message_form")),
    )
    with op.batch_alter_table("message", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_message_received_at"), ["received_at"], unique=False)

    op.create_table(
        "page",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("slug", sa.String(length=120), nullable=False),
        sa.Column("title", sa.String(length=300), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("published", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("changed_at", Moment(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("origin", sa.String(length=1000), nullable=True),
        sa.Column("origin_digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_page")),
        sa.UniqueConstraint("origin", name=op.f("uq_page_origin")),
        sa.UniqueConstraint("slug", name=op.f("uq_page_slug")),
        sa.UniqueConstraint("uid", name=op.f("uq_page_uid")),
    )
    op.create_table(
        "path",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=120), nullable=False),
        sa.Column("title", sa.String(length=300), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_path")),
        sa.UniqueConstraint("slug", name=op.f("uq_path_slug")),
    )
    op.create_table(
        "picture",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("media_type", sa.String(length=100), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("origin", sa.String(length=1000), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_picture")),
        sa.UniqueConstraint("digest", name=op.f("uq_picture_digest")),
        sa.UniqueConstraint("name", name=op.f("uq_picture_name")),
    )
    op.create_table(
        "project",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("slug", sa.String(length=120), nullable=False),
        sa.Column("title", sa.String(length=300), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("audience", sa.String(length=300), nullable=False),
        sa.Column("status", sa.String(length=100), nullable=False),
        sa.Column("stack", sa.String(length=500), nullable=False),
        sa.Column("links", sa.JSON(), nullable=False),
        sa.Column("featured", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("published", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("changed_at", Moment(), nullable=False),
        sa.Column("origin", sa.String(length=1000), nullable=True),
        sa.Column("origin_digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project")),
        sa.UniqueConstraint("origin", name=op.f("uq_project_origin")),
        sa.UniqueConstraint("slug", name=op.f("uq_project_slug")),
        sa.UniqueConstraint("uid", name=op.f("uq_project_uid")),
    )
    op.create_table(
        "site",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("role", sa.String(length=200), nullable=False),
        sa.Column("place", sa.String(length=200), nullable=False),
        sa.Column("tagline", sa.String(length=500), nullable=False),
        sa.Column("contact_line", sa.String(length=500), nullable=False),
        sa.Column("time_zone", sa.String(length=100), nullable=False),
        sa.Column("language", sa.String(length=35), nullable=False),
        sa.Column("navigation", sa.JSON(), nullable=False),
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_site_one_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_site")),
    )
    op.create_table(
        "topic",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=120), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_topic")),
        sa.UniqueConstraint("name", name=op.f("uq_topic_name")),
        sa.UniqueConstraint("slug", name=op.f("uq_topic_slug")),
    )
    op.create_table(
        "login",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("expires_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_login_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_login")),
        sa.UniqueConstraint("digest", name=op.f("uq_login_digest")),
    )
    with op.batch_alter_table("login", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_login_account_id"), ["account_id"], unique=False)

    op.create_table(
        "piece",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("slug", sa.String(length=120), nullable=False),
        sa.Column("title", sa.String(length=300), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("published_at", Moment(), nullable=True),
        sa.Column("changed_at", Moment(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("saved_at", Moment(), nullable=False),
        sa.Column("language", sa.String(length=35), nullable=False),
        sa.Column("canonical", sa.String(length=2000), nullable=False),
        sa.Column("listed", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("standing", sa.String(length=20), nullable=False),
        sa.Column("checked_on", sa.Date(), nullable=True),
        sa.Column("checked_against", sa.String(length=500), nullable=False),
        sa.Column("byline_id", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("excerpt", sa.Text(), nullable=False),
        sa.Column("words", sa.Integer(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("origin", sa.String(length=1000), nullable=True),
        sa.Column("origin_digest", sa.String(length=64), nullable=False),
        sa.Column("form", sa.String(length=64), nullable=True),
        sa.Column("symptom", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.CheckConstraint("kind IN ('essay', 'field-note', 'thought')", name=op.f("ck_piece_kind")),
        sa.CheckConstraint("status IN ('draft', 'published', 'withdrawn')", name=op.f("ck_piece_status")),
        sa.ForeignKeyConstraint(
            ["byline_id"], ["byline.id"], name=op.f("fk_piece_byline_id_byline"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_piece")),
        sa.UniqueConstraint("form", name=op.f("uq_piece_form")),
        sa.UniqueConstraint("origin", name=op.f("uq_piece_origin")),
        sa.UniqueConstraint("slug", name=op.f("uq_piece_slug")),
        sa.UniqueConstraint("uid", name=op.f("uq_piece_uid")),
    )
    with op.batch_alter_table("piece", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_piece_byline_id"), ["byline_id"], unique=False)
        batch_op.create_index("ix_piece_changed", ["status", "listed", "changed_at", "published_at"], unique=False)
        batch_op.create_index("ix_piece_kind_list", ["kind", "status", "listed", "published_at", "id"], unique=False)
        batch_op.create_index("ix_piece_list", ["status", "listed", "published_at", "id"], unique=False)
        batch_op.create_index("ix_piece_public", ["status", "published_at", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_piece_saved_at"), ["saved_at"], unique=False)
        batch_op.create_index("ix_piece_shelf", ["status", "saved_at", "id"], unique=False)

    op.create_table(
        "correction",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("piece_id", sa.Integer(), nullable=False),
        sa.Column("made_at", Moment(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["piece_id"], ["piece.id"], name=op.f("fk_correction_piece_id_piece"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_correction")),
    )
    with op.batch_alter_table("correction", schema=None) as batch_op:
        batch_op.create_index("ix_correction_newest", ["made_at", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_correction_piece_id"), ["piece_id"], unique=False)

    op.create_table(
        "former_address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=1000), nullable=False),
        sa.Column("piece_id", sa.Integer(), nullable=True),
        sa.Column("topic_id", sa.Integer(), nullable=True),
        sa.Column("since", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["piece_id"], ["piece.id"], name=op.f("fk_former_address_piece_id_piece"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["topic_id"], ["topic.id"], name=op.f("fk_former_address_topic_id_topic"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_former_address")),
        sa.UniqueConstraint("address", name=op.f("uq_former_address_address")),
    )
    with op.batch_alter_table("former_address", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_former_address_piece_id"), ["piece_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_former_address_topic_id"), ["topic_id"], unique=False)

    op.create_table(
        "link",
        sa.Column("from_id", sa.Integer(), nullable=False),
        sa.Column("to_id", sa.Integer(), nullable=False),
        sa.Column("relation", sa.String(length=20), nullable=False),
        sa.CheckConstraint("relation IN ('follows up', 'replaces', 'answers')", name=op.f("ck_link_relation")),
        sa.ForeignKeyConstraint(["from_id"], ["piece.id"], name=op.f("fk_link_from_id_piece"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["to_id"], ["piece.id"], name=op.f("fk_link_to_id_piece"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("from_id", "to_id", "relation", name=op.f("pk_link")),
    )
    with op.batch_alter_table("link", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_link_to_id"), ["to_id"], unique=False)

    op.create_table(
        "piece_topic",
        sa.Column("piece_id", sa.Integer(), nullable=False),
        sa.Column("topic_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("kind", sa.String(length=20), server_default="", nullable=False),
        sa.Column("listed_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(
            ["piece_id"], ["piece.id"], name=op.f("fk_piece_topic_piece_id_piece"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["topic_id"], ["topic.id"], name=op.f("fk_piece_topic_topic_id_topic"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("piece_id", "topic_id", name=op.f("pk_piece_topic")),
    )
    with op.batch_alter_table("piece_topic", schema=None) as batch_op:
        batch_op.create_index("ix_piece_topic_kind_list", ["topic_id", "kind", "listed_at", "piece_id"], unique=False)
        batch_op.create_index("ix_piece_topic_list", ["topic_id", "listed_at", "piece_id"], unique=False)

    op.create_table(
        "revision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("piece_id", sa.Integer(), nullable=False),
        sa.Column("saved_at", Moment(), nullable=False),
        sa.Column("title", sa.String(length=300), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["piece_id"], ["piece.id"], name=op.f("fk_revision_piece_id_piece"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revision")),
    )
    with op.batch_alter_table("revision", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_revision_piece_id"), ["piece_id"], unique=False)

    op.create_table(
        "stop",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("path_id", sa.Integer(), nullable=False),
        sa.Column("piece_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["path_id"], ["path.id"], name=op.f("fk_stop_path_id_path"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["piece_id"], ["piece.id"], name=op.f("fk_stop_piece_id_piece"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stop")),
    )
    with op.batch_alter_table("stop", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_stop_path_id"), ["path_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_stop_piece_id"), ["piece_id"], unique=False)

    first_rows()
    if op.get_bind().dialect.name == "sqlite":
        op.execute(SEARCH_TABLE)
    else:
        treat_words_like_sqlite()
        op.execute(SEARCH_TABLE_OF_SERVER)
        op.execute(SEARCH_INDEX_OF_SERVER)


def treat_words_like_sqlite() -> None:
    """Have PostgreSQL order words by their letters' numbers, on every server alike, and count none.

    How long something may be is said in writing/, for every database.
    """
    present = sa.inspect(op.get_bind())
    for table in present.get_table_names():
        for column in present.get_columns(table):
            if isinstance(column["type"], sa.VARCHAR) and table != "alembic_version":
                op.alter_column(table, column["name"], type_=sa.String(collation="C"))


def downgrade() -> None:
    raise NotImplementedError("Restore the copy that was made before the upgrade.")
