"""What Alembic runs for the migrations: on a connection whose transaction `blog/state/schema.py` begins and ends.

The rule for every migration: nodes of the version before it go on serving, and may even start anew, until the last
of them has been replaced. So a migration only adds: tables, indexes, columns that may be empty or have a default in
the database. Nothing that a running version reads or writes is renamed, narrowed or removed; what is no longer used
is removed by a later version, whose predecessor did not use it any more. A migration that cannot keep to this begins
a new generation: the first two digits of its revision go up (0007, then 0101). Code refuses a database of a later
generation, and all nodes have to be stopped before such a migration.
"""

from alembic import context

from blog.models import Base, is_file

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    render_as_batch=is_file(connection.dialect),
    transactional_ddl=True,
    transaction_per_migration=False,
    include_object=lambda _object, name, kind, *_: not (kind == "table" and str(name).startswith("piece_search")),
    user_module_prefix="models.",
)
with context.begin_transaction():
    context.run_migrations()
