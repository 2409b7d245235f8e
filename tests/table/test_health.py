"""What a server says of itself: that nothing can be stored, that a table stands still."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from mirabilia.table.rooms import storage as storing
from tables import Served, served
from waiting import soon


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(f"sqlite:///{tmp_path / 'tables.sqlite'}") as found:
        yield found


def health(server: Served) -> tuple[int, dict[str, Any]]:
    server.service.storage._went_well = 0.0  # what was stored lately says nothing here
    with server.client() as client:
        answer = client.get("/health")
    return answer.status_code, answer.json()


def test_a_healthy_server_says_so(server: Served) -> None:
    status, told = health(server)
    assert status == 200
    assert told["ok"] is True
    assert told["database"] == "ok"
    assert (told["tables"], told["standing"], told["streams"], told["waiting_bots"]) == (0, 0, 0, 0)


def test_a_locked_database_is_said_within_seconds_and_so_is_its_end(
    server: Served, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    status, told = health(server)
    assert status == 503
    assert told["ok"] is False
    assert told["database"] == "The database does not answer."
    other.execute("ROLLBACK")
    soon(lambda: health(server)[0] == 200)


def test_a_full_disk_is_said_and_nothing_has_happened(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.program().create(players=3, begin=True)
    seen = ann.get()

    def full(*_: object) -> None:
        raise sa.exc.OperationalError("", {}, sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr(storing, "write", full)
    status, told = health(server)
    assert status == 503
    assert told["database"] == "Nothing was stored: database or disk is full."
    body = {"move": seen["offers"][0]["moves"][0], "step": seen["step"]}
    headers = {"Authorization": f"Bearer {ann.token}"}
    with server.client() as client:
        answer = client.post(f"/api/tables/{ann.code}/decide", json=body, headers=headers)
        assert answer.status_code == 503
        assert "can't be reached" in answer.json()["error"]
        assert client.get("/").status_code == 200
    failed = [json.loads(line) for line in server.log.lines if "storage failed" in line]
    assert failed[0]["words"] == "database or disk is full."
    monkeypatch.undo()
    ann.post("decide", **body)
    assert health(server)[0] == 200


def test_a_table_that_stands_still_is_a_number_in_it(server: Served) -> None:
    server.service._upkeep.standing = 3
    status, told = health(server)
    assert (status, told["standing"]) == (200, 3)
