"""The game in the browser: tables, seats, storage, pages. ``docs/table.md`` is its map."""
