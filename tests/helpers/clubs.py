"""What the tests of the club share: players that have joined, tournaments that are played."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Mapping, Sequence

import httpx
import sqlalchemy as sa

from mirabilia.table.rooms import visitors
from mirabilia.table.rooms.club import links, passphrases, tournaments
from mirabilia.table.rooms.club import players as kept
from mirabilia.table.rooms.club.players import Player
from mirabilia.table.rooms.club.tournaments import Course
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER, Options
from tables import GENEROUS, Served
from waiting import PATIENCE

WORDS = "a camel in Gizah"
NAMES = ("Ada", "Bea", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ian", "Joy", "Kit", "Lou")
CLUB = {
    "club": True,
    "sign_in_limit": (1e9, 1e9),
    "name_sign_in_limit": (1e9, 1e9),
    "clocks": GENEROUS["clocks"],
}
HERE = "192.0.2.7"
SMALL = Options(players=3, level="random")
_LOCK = passphrases.close(WORDS, "x" * 43)


def token_of(name: str) -> str:
    return (name + "_" * 43)[:43]


def visitor_of(name: str) -> str:
    found = visitors.visitor_of(token_of(name))
    assert found
    return found


async def members(
    service: Service, *names: str, keeper: str = "", tokens: Mapping[str, str] | None = None
) -> list[str]:
    """Players of the club who have not had to wait for scrypt; their visitors."""
    found = [visitors.visitor_of((tokens or {}).get(name, token_of(name))) or "" for name in names]

    def add(connection: sa.Connection) -> None:
        for name, visitor in zip(names, found, strict=True):
            kept.add(connection, kept.new(name, visitor, name == keeper), _LOCK)

    await service.storage.write_beside(add)
    return found


async def entered(service: Service) -> str:
    """A tournament for which nobody has entered."""
    made = await service.club.transact(
        lambda connection: tournaments.add(connection, "Cup", SMALL, 2, False, 1000)
    )
    return made.id


async def invited(service: Service) -> str:
    """The code of a link by which one player joins."""
    return await invitation(service, uses=1)


async def invitation(service: Service, uses: int = 5, keeper: bool = False) -> str:
    code, link = links.invitation("for a test", uses, 3, keeper)
    await service.club.transact(lambda connection: links.put(connection, code, link, 10**6))
    return code


async def player(service: Service, name: str) -> Player:
    found = await service.club.player(visitor_of(name))
    assert found
    return found


async def play_game(service: Service, people: Sequence[str], options: Options = SMALL) -> str:
    """A game of some visitors, from its beginning to its end; bots have the other seats."""
    code = await service.create(options, "Guest", people[0])
    for number, other in enumerate(people[1:], 2):
        await service.join(code, other, f"Guest {number}")
    if len(people) < options.players:
        await service.start_game(code, people[0])
    await finish(service, code)
    return code


async def finish(service: Service, code: str, seed: int = 1) -> None:
    """People at a table come and play at random, to the end."""
    chance = random.Random(seed)
    people = sorted(visitor for visitor in service.outline(code).visitors)  # type: ignore[union-attr]
    for visitor in people:
        await service.arrive(code, visitor)
    busy = time.monotonic()
    while time.monotonic() < busy + PATIENCE:
        outline = service.outline(code)
        assert outline
        if outline.status == OVER:
            return
        idle = True
        for visitor in people:
            view = await service.table_view(code, visitor, quotes=False)
            for offer in view.offers:
                if offer.choice is None:
                    idle, busy = False, time.monotonic()
                    move = str(chance.choice(offer.moves))
                    await service.decide(code, visitor, offer.seat, move, view.step)
                    break
        if idle:
            await asyncio.sleep(0.002)
    raise AssertionError("The game has not come to its end.")


async def tournament(
    service: Service,
    names: Sequence[str],
    *,
    rounds: int = 2,
    duplicate: bool = False,
    options: Options = SMALL,
) -> str:
    """A tournament that has been started by its keeper, the first of these players."""
    host = visitor_of(names[0])
    id = await service.club.keeping.add_tournament(host, "Cup", options, rounds, duplicate)
    for name in names:
        await service.club.enter(visitor_of(name), id)
    await service.club.keeping.start(host, id)
    return id


async def drawn(service: Service, id: str, number: int, seconds: float = PATIENCE) -> Course:
    """The tournament once a round is drawn; 0: once it is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        course = await service.club.course(id)
        if (number == 0 and course.tournament.status == "over") or (
            number and course.tournament.round >= number
        ):
            return course
        await asyncio.sleep(0.02)
    raise AssertionError(f"It did not come to round {number}.")


def over_http(
    server: Served, names: Sequence[str], codes: Sequence[str], seconds: float = 2 * PATIENCE
) -> None:
    """Players come to these tables and play them to the end, as programs over HTTP."""
    chance, end = random.Random(1), time.monotonic() + seconds
    http = server.client()
    while time.monotonic() < end:
        left = [code for code in codes if server.service.outline(code).status != OVER]  # type: ignore[union-attr]
        if not left:
            time.sleep(0.3)  # for what follows from it
            return
        for code in left:
            for name in names:
                play_once(http, code, name, chance)
    raise AssertionError("The games have not come to their end.")


def play_once(http: httpx.Client, code: str, name: str, chance: random.Random) -> None:
    """What somebody owes at a table, if he has a seat there; if it waits, he comes."""
    headers = {"Authorization": f"Bearer {token_of(name)}"}
    answer = http.get(f"/api/tables/{code}", headers=headers)
    if answer.status_code != 200 or answer.json()["seat"] is None:
        return
    seen = answer.json()
    if seen["sitters"][seen["seat"]]["away"]:
        http.post(f"/api/tables/{code}/back", headers=headers)
    for offer in seen["offers"]:
        if offer["choice"] is None:
            move = {"move": chance.choice(offer["moves"]), "step": seen["step"]}
            body = {**move, "seat": offer["seat"]}
            http.post(f"/api/tables/{code}/decide", json=body, headers=headers)
