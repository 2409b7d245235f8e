"""The figures of a server: right, only for its own machine, bounded in number."""

from collections.abc import Iterator

import pytest

from mirabilia.table.http.metrics import BOUNDS, Metrics, kind_of
from tables import Served, served


@pytest.fixture
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def told(server: Served) -> dict[str, float]:
    """Every sample by its name with labels."""
    with server.client() as client:
        answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_what_happens_is_counted(server: Served) -> None:
    before = told(server)
    assert before["mirabilia_tables"] == 0
    program = server.program().create(players=3, begin=True)
    seen = program.get()
    program.post("decide", move=seen["offers"][0]["moves"][0], step=seen["step"])
    with server.client() as client:
        assert client.get("/nothing").status_code == 404
        client.get("/cards")
    after = told(server)
    assert after["mirabilia_tables"] == 1
    assert after["mirabilia_commits_total"] > before["mirabilia_commits_total"]
    assert after["mirabilia_commit_seconds_total"] > 0
    assert after['mirabilia_requests_total{kind="decision",status="200"}'] == 1
    assert after['mirabilia_requests_total{kind="page",status="404"}'] == 1
    assert after['mirabilia_requests_total{kind="page",status="200"}'] == 1
    assert after['mirabilia_request_seconds_count{kind="page"}'] == 2
    assert after['mirabilia_request_seconds_bucket{kind="page",le="+Inf"}'] == 2
    assert after["mirabilia_bots_share"] == 1


def test_errors_of_the_log_are_counted(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("mirabilia.table.page.pages.start_page", broken)
    with server.client() as client:
        assert client.get("/").status_code == 500
    after = told(server)
    assert after["mirabilia_errors_total"] == 1
    assert after['mirabilia_requests_total{kind="page",status="500"}'] == 1


def test_others_see_nothing_of_it_unless_they_are_allowed() -> None:
    forwarded = {"X-Forwarded-For": "192.0.2.7"}
    with served() as server, server.client() as client:
        answer = client.get("/metrics", headers=forwarded)
        assert answer.status_code == 403
        assert "own machine" in answer.text
        assert "mirabilia_tables" not in answer.text
    with served(metrics=("192.0.2.0/24",)) as server, server.client() as client:
        assert client.get("/metrics", headers=forwarded).status_code == 200
        assert client.get("/metrics").status_code == 403


def test_whatever_is_asked_for_there_are_few_kinds() -> None:
    paths = {
        "/": "page",
        "/t/abc": "page",
        "/t/abc/decide": "decision",
        "/api/tables/abc/decide": "decision",
        "/api/tables": "program",
        "/stream": "stream",
        "/api/stream": "stream",
        "/static/x.js": "static",
        "/words/2nd/base/en.json": "static",
        "/health": "health",
        "*": "page",
        "": "page",
        '/"}\n': "page",
    }
    assert {path: kind_of(path) for path in paths} == paths


def test_a_histogram_counts_what_took_at_most_so_long() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.001, 0.003, 99.0):
        metrics.note("/", 200, seconds)
    metrics.note("/stream", 200, 3600.0)
    found = dict(metrics.latencies())
    assert found['_bucket{kind="page",le="0.001"}'] == 2
    assert found['_bucket{kind="page",le="0.005"}'] == 3
    assert found[f'_bucket{{kind="page",le="{BOUNDS[-1]}"}}'] == 3
    assert found['_bucket{kind="page",le="+Inf"}'] == found['_count{kind="page"}'] == 4
    assert not any("stream" in name for name in found)
    assert dict(metrics.requests())['{kind="stream",status="200"}'] == 1
