"""How far the caches in front of the site were told what to forget. A table more, which older versions do not see."""

import sqlalchemy as sa
from alembic import op

from blog.models import Moment

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "purge",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("again_at", Moment(), nullable=True),
        sa.Column("fault", sa.String(length=300), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_purge_one_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_purge")),
    )
    op.execute("INSERT INTO purge (id, begun, done, fault) SELECT 1, number, number, '' FROM edition")


def downgrade() -> None:
    op.drop_table("purge")
