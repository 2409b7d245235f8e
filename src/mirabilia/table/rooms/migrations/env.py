"""How Alembic reaches the database: by the connection that ``storage.migrate`` hands it."""

from alembic import context

from mirabilia.table.rooms import archive, schema

target = schema.metadata
assert archive.games.metadata is target  # all that is declared, wherever that is

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=target, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
