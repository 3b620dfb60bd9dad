"""What Alembic runs for each migration: on the application's own database, each one in one transaction."""

from alembic import context

from blog.models import Base
from blog.state.database import db

with db.engine.connect() as connection:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        transactional_ddl=True,
        transaction_per_migration=False,
        include_object=lambda _object, name, kind, *_: not (kind == "table" and str(name).startswith("piece_search")),
        user_module_prefix="models.",
    )
    with context.begin_transaction():
        context.run_migrations()
