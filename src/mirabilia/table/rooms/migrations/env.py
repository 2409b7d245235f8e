"""How Alembic reaches the database: by the connection that ``storage.migrate`` hands it."""

from alembic import context

from mirabilia.table.rooms import archive, pads, puzzling, review_rows, schema

target = schema.metadata
# Beside those of the schema itself.
declared = (archive.games, review_rows.reviews, pads.table, puzzling.rows)
assert all(table.metadata is target for table in declared)

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=target, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
