"""Databases of both kinds for tests: files of SQLite, and a real PostgreSQL where it is found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from databases import fresh
from scripts import script

endure = script("endure")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    programs = endure.postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (initdb not found; see MIRABILIA_POSTGRES).")
    with endure.postgres(programs) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of either kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.sqlite'}"
        return
    yield fresh(request.getfixturevalue("cluster").url)
