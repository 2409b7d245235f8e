"""How Alembic reaches the database: by the connection that ``storage.migrate`` hands it."""

from alembic import context

from mirabilia.table.rooms import (
    archive,
    devices,
    leases,
    pads,
    printed,
    puzzling,
    review_rows,
    schema,
    talk,
)
from mirabilia.table.rooms.club import rows as club

target = schema.metadata
# Beside those of the schema itself.
further = (
    archive.games,
    review_rows.reviews,
    pads.table,
    puzzling.rows,
    devices.rows,
    talk.lines,
    leases.leases,
    printed.rows,
    *club.ALL,
)
assert all(table.metadata is target for table in further)

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=target, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
