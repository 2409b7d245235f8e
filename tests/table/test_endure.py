"""Short forms of what ``scripts/endure.py`` does at length: a real server, killed and cut off."""

import asyncio
import contextlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import waiting
from scripts import script

endure, load = script("endure"), script("load")
TABLES = 3


@pytest.fixture(autouse=True)
def patiently(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here nothing may be lost; how soon a table goes on is what the script measures."""
    monkeypatch.setattr(endure, "PATIENCE", waiting.PATIENCE)


@contextlib.contextmanager
def running(database: str) -> Iterator[Any]:
    server = endure.Server(database)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def test_tables_of_quick_programs_do_not_stand_still(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'tables.sqlite'}") as server:
        players = asyncio.run(endure.steady(server, TABLES, 6, steps=TABLES))
    assert players.failed == []


def test_where_processes_cannot_be_found_none_of_them_is_killed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(endure, "Path", lambda name: tmp_path / name.lstrip("/"))
    monkeypatch.setattr(sys, "argv", ["endure.py", "processes"])
    monkeypatch.setattr(endure, "postgres_programs", lambda: pytest.fail("It was begun."))
    with pytest.raises(SystemExit) as ended:
        endure.main()
    assert ended.value.code == 2
    assert "/proc, which only Linux has" in capsys.readouterr().err


def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'tables.sqlite'}") as server:
        players = asyncio.run(endure.kills(server, TABLES, 2))
    assert players.failed == []


def test_nothing_is_lost_when_the_database_is_restarted() -> None:
    programs = endure.postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (initdb not found; see MIRABILIA_POSTGRES).")
    with endure.postgres(programs) as cluster, running(cluster.url) as server:
        players = asyncio.run(endure.outages(server, cluster, TABLES, 2))
    assert players.failed == []


def test_nothing_is_lost_when_one_of_two_processes_is_killed_or_their_database_restarted() -> None:
    programs = endure.postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (initdb not found; see MIRABILIA_POSTGRES).")
    with endure.postgres(programs) as cluster:
        server = endure.Group(cluster.url)
        server.start()
        try:
            players = asyncio.run(endure.processes(server, cluster, TABLES, 4, every=4))
        finally:
            server.stop()
    assert players.failed == []


def test_what_programs_cost_the_server_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    times = dict.fromkeys(("p50", "p95", "p99", "worst", "click", "burst", "page_seconds"), 0.1)
    bytes_of = {"memory": 1000.0, "page": 1000.0}
    good: dict[str, Any] = {**times, **bytes_of, "each": 0.005, "cores": 1.0}
    good |= {"updates": 4, "steps": 1, "lost": 0, "errors": []}
    plan = load.Plan(1000, 60.0)
    for processes in (1, 2):
        of_programs = replace(plan, processes=processes)
        assert load.report(good, of_programs) == 0
        assert load.report({**good, "cores": 1.1}, of_programs) == 1
        assert "missed: cores" in capsys.readouterr().out
    assert load.report({**good, "each": 0.006}, plan) == 1
    assert "missed: each" in capsys.readouterr().out
    assert load.report({**good, "each": 0.006}, replace(plan, processes=2)) == 0, "they pass on"
    assert load.report({**good, "cores": 1.1}, replace(plan, tables=1100)) == 0
    assert load.report({**good, "each": 0.03, "cores": 1.1}, replace(plan, browsers=True)) == 0


def test_what_is_lost_is_noticed() -> None:
    """The programs' memory is what the rest rests on."""
    view = {"version": 5, "step": 2, "status": "playing", "offers": [], "events": [1, 2]}
    person = endure.Person(0, "abcdef", "")
    person._check(view)
    for spoilt in ({"version": 4}, {"events": [1, 3]}, {"events": [1]}):
        with pytest.raises(endure.Lost):
            person._check({**view, **spoilt})
    person._acknowledged = 2, 0, "sell:altar"
    person._check({**view, "offers": [{"seat": 0, "choice": "sell:altar"}]})
    person._check({**view, "step": 3})
    for gone in ({"step": 1}, {"offers": [{"seat": 0, "choice": None}]}):
        with pytest.raises(endure.Lost):
            person._check({**view, **gone})
