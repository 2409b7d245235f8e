"""How Alembic reaches the database: by the connection that ``storage.migrate`` hands it."""

from alembic import context

from mirabilia.table.rooms import archive, puzzling, review_rows, schema

target = schema.metadata
declared = (archive.games, review_rows.reviews, puzzling.rows)  # beside those of the schema itself
assert all(table.metadata is target for table in declared)

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=target, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
