"""Nodes: machines that share one database. Each is called so that others see whether it shares their secret too."""

import hashlib
from collections.abc import Iterator

from sqlalchemy import text

from blog.models import is_file
from blog.state.database import db, reader

KIND = "bokashi node "
OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND starts_with(application_name, :kind) AND application_name <> :name"
)
DIFFERENT = (
    "Another node on this database has another secret, so neither knows the logins and forms of the other: "
    "start every node, and every command, with the same BLOG_SECRET_KEY."
)


def node_name(secret: str) -> str:
    """What a node with this secret is called in the database: too little to find the secret by, and dear to try."""
    return KIND + hashlib.scrypt(secret.encode(), salt=KIND.encode(), n=4096, r=8, p=1, dklen=3).hex()


def strangers(secret: str) -> Iterator[str]:
    """A sentence where a node that runs on this database has another secret."""
    if is_file(db.engine.dialect):
        return
    if reader().scalar(OTHERS, {"kind": KIND, "name": node_name(secret)}):
        yield DIFFERENT
