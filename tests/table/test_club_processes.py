"""The club's keeper at one process, and the tables that he looks after at another."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx
import pytest

from clubs import CLUB, NAMES, members, token_of
from databases import fresh
from mirabilia.table.rooms import visitors
from mirabilia.table.rooms.outline import CLOSED
from mirabilia.table.rooms.table_view import BOT, OVER, PLAYING
from tables import Served, served
from waiting import soon

pytest_plugins = ["database_fixtures"]


@pytest.fixture
def two(cluster: Any) -> Iterator[tuple[Served, Served]]:
    database = fresh(cluster.url)
    with served(database, **CLUB) as first, served(database, **CLUB) as second:
        asyncio.run(members(first.service, *NAMES[:6], keeper="Ada"))
        yield first, second


def keepers(two: tuple[Served, Served], code: str) -> list[Served]:
    return [each for each in two if each.service.keeps(code)]


def keeper(server: Served) -> httpx.Client:
    return server.client(cookies={visitors.COOKIE: token_of("Ada")})


def test_what_the_keeper_does_at_a_table_is_done_where_it_is_kept(
    two: tuple[Served, Served],
) -> None:
    ada = keeper(two[0])
    form = {"name": "Cup", "rounds": "1", "players": "3", "level": "random"}
    path = ada.post("/club/keeper/tournament", data=form).headers["location"]
    for name in NAMES[:6]:
        ada.post(f"{path}/add", data={"name": name})
    assert ada.post(f"{path}/start").status_code == 303
    tables = soon(lambda: ada.get(f"/api{path}").json()["played"])[0]["tables"]
    for table, deed in zip(tables, ("void", "begin"), strict=True):
        code, chair = table["code"], table["seats"][0]
        here = soon(partial(keepers, two, code))[0]
        elsewhere = next(each for each in two if each is not here)
        at = f"{path}/tables/{code}"

        def seat(here: Served = here, code: str = code) -> Any:
            return here.service.outline(code).seats[0]  # type: ignore[union-attr]

        fields = {"seat": "0", "who": chair["name"]}
        assert keeper(elsewhere).post(f"{at}/walkover", data=fields).status_code == 303
        assert seat().kind == BOT
        assert keeper(elsewhere).post(f"{at}/{deed}").status_code == 303
        outline = here.service.outline(code)
        assert outline
        assert outline.status in ((CLOSED,) if deed == "void" else (PLAYING, OVER))


def test_who_is_removed_plays_nowhere_any_more(two: tuple[Served, Served]) -> None:
    first, second = two
    bea = first.program()
    bea.token = token_of("Bea")
    bea.create(players=3)
    for name in ("Cleo", "Dion"):
        first.program().join(bea.code, name)
    assert first.service.keeps(bea.code)
    soon(lambda: second.service.outline(bea.code))
    removed = keeper(second).post("/club/keeper/remove", data={"name": "Bea"})
    assert removed.status_code == 303
    outline = first.service.outline(bea.code)
    assert outline
    assert outline.status == PLAYING
    assert [seat.name for seat in outline.seats] == ["Player 1", "Cleo", "Dion"]
    assert not first.service.has_seat(visitors.visitor_of(bea.token) or "")
    assert keeper(first).get("/club/players/Bea").status_code == 404
