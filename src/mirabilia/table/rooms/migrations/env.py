"""How Alembic reaches the database: by the connection that ``storage.migrate`` hands it."""

from alembic import context

from mirabilia.table.rooms.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
