"""Watching with a delay: spectators get the table as it stood some turns ago, by every address."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER, PLAYING, Options, TableView
from tables import ANN, BEN, CLEO, DION, Program, Served, play_on, refusal, run, served, serving

THREE = Options(players=3, level="random", delay=3)
PEOPLE = [ANN, BEN, CLEO]


async def seated(service: Service, options: Options = THREE) -> str:
    code = await service.create(options, "Ann", ANN)
    await service.join(code, BEN, "Ben")
    await service.join(code, CLEO, "Cleo")
    return code


def when(view: TableView) -> tuple[int, int]:
    assert view.view is not None
    return view.view["age"], view.view["turn"]


async def play_turns(
    service: Service, code: str, people: list[str], turns: int
) -> list[tuple[int, int]]:
    """People play until so many more turns have begun, or to the end; when each of them began.
    Turns may have several steps, and an age one turn more.
    """
    begun = [when(await service.table_view(code, people[0]))]
    while len(begun) <= turns:
        live = await play_on(service, code, people, 1, seed=len(begun))
        if live.status == OVER:
            break
        if when(live) != begun[-1]:
            begun.append(when(live))
    return begun


@pytest.mark.parametrize("delay", [0, 1, 3])
def test_a_spectator_is_so_many_turns_behind(delay: int) -> None:
    async def story(service: Service) -> None:
        code = await seated(service, Options(players=3, level="random", delay=delay))
        begun = [when(await service.table_view(code, ANN))]
        while True:
            live, late = await service.table_view(code, ANN), await service.table_view(code, DION)
            if live.status == OVER:
                assert late.status == OVER
                break
            assert when(live) == begun[-1]
            assert when(late) == begun[max(0, len(begun) - 1 - delay)]
            assert late.view is not None
            if delay:
                assert late.view["to_decide"] == []
                assert late.version < live.version or len(begun) == 1
            assert len(late.events) == late.events_until(late.version)
            begun += (await play_turns(service, code, PEOPLE, 1))[1:]

    run(story)


def test_within_a_turn_a_spectator_sees_nothing_of_it() -> None:
    async def story(service: Service) -> None:
        code = await seated(service)
        await play_on(service, code, PEOPLE, 5)
        before = await service.table_view(code, None)
        live = await service.table_view(code, ANN)
        await service.decide(code, ANN, 0, str(live.offers[0].moves[0]), live.step)
        assert await service.table_view(code, None) == before
        assert await service.progress(code, None) is None
        assert await service.progress(code, DION) is None
        progress = await service.progress(code, BEN)
        assert progress is not None
        assert progress.decided == (0,)

    run(story)


def test_players_are_never_delayed_also_not_who_share_a_device() -> None:
    async def story(service: Service) -> None:
        code = await service.create(THREE, "Ann", ANN, beside=["Ben"])
        await service.join(code, CLEO, "Cleo")
        now = await service.table_view(code, CLEO)
        await service.show_hand(code, ANN, 0)
        for visitor, seat in ((ANN, 0), (CLEO, 2)):
            view = await service.table_view(code, visitor)
            await service.decide(code, visitor, seat, str(view.offers[0].moves[0]), now.step)
        await service.show_hand(code, ANN, 1)
        view = await service.table_view(code, ANN)
        await service.decide(code, ANN, 1, str(view.offers[0].moves[0]), now.step)
        covered = await service.table_view(code, ANN)
        assert covered.covered
        assert when(covered) == (1, 2)
        assert when(await service.table_view(code, None)) == (1, 1)

    run(story)


def test_the_host_sets_it_before_and_during_the_game() -> None:
    async def story(service: Service) -> None:
        code = await service.create(Options(players=3, level="random"), "Ann", ANN)
        await service.set_delay(code, ANN, 1)
        assert (await service.table_view(code, DION)).options.delay == 1
        await service.join(code, BEN, "Ben")
        await service.join(code, CLEO, "Cleo")
        begun = await play_turns(service, code, PEOPLE, 6)
        assert when(await service.table_view(code, DION)) == begun[-2]
        await service.set_delay(code, ANN, 3)
        assert when(await service.table_view(code, DION)) == begun[-4]
        await service.set_delay(code, ANN, 0)
        assert when(await service.table_view(code, DION)) == begun[-1]
        assert "host" in await refusal(service.set_delay(code, BEN, 3), 403)
        assert "0, 1, 3" in await refusal(service.set_delay(code, ANN, 2), 400)
        await service.set_delay(code, ANN, 3)
        await play_on(service, code, PEOPLE)
        end = await service.table_view(code, DION)
        assert end.status == OVER  # shown at once
        assert end.scores
        await refusal(service.set_delay(code, ANN, 0))

    run(story)


def test_a_restart_keeps_it_and_what_it_shows(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with serving(database) as service:
            code = await seated(service)
            begun = await play_turns(service, code, PEOPLE, 8)
            before = await service.table_view(code, None)
        async with serving(database) as service:
            after = await service.table_view(code, None)
            assert after == before
            assert when(after) == begun[-4]

    asyncio.run(story())


def test_a_rematch_keeps_it_and_bots_alone_have_none() -> None:
    async def story(service: Service) -> None:
        code = await service.create(THREE, "Ann", ANN, begin=True)
        await play_on(service, code, [ANN])
        again = await service.rematch(code, ANN)
        assert (await service.table_view(again, None)).options.delay == 3
        show = await service.create_show(THREE, ANN)
        view = await service.table_view(show, None)
        assert (view.status, view.options.delay, view.delay) == (PLAYING, 0, 0)

    run(story)


def test_who_takes_back_leaves_spectators_in_the_past() -> None:
    async def story(service: Service) -> None:
        code = await service.create(THREE, "Ann", ANN, begin=True)
        begun = await play_turns(service, code, [ANN], 5)
        live = await service.table_view(code, ANN)
        await service.take_back(code, ANN, live.step)
        assert when(await service.table_view(code, ANN)) in begun[-2:]
        assert when(await service.table_view(code, None)) in begun[:-3]

    run(story)


# Over HTTP


def all_that_a_spectator_can_get(server: Served, code: str) -> dict[str, str]:
    """Every address of a running game, and how far each goes."""
    with server.client() as client:
        texts = {
            path: client.get(path.format(code=code))
            for path in (
                "/t/{code}",
                "/t/{code}?seat=2",
                "/t/{code}/log",
                "/t/{code}/log?seat=1",
                "/t/{code}/sheet",
                "/api/tables/{code}",
                "/api/tables/{code}?since=0",
                "/api/tables/{code}/events",
                "/api/tables/{code}/moves",
                "/t/{code}/record",
                "/t/{code}/result.svg",
                "/r/{code}",
                "/r/{code}/record",
                "/api/tables/{code}/record",
            )
        }
        heard: dict[str, str] = {}
        for path in ("/stream", "/api/stream"):
            with client.stream("GET", f"{path}?t={code}:0") as answer:
                lines = answer.iter_lines()
                heard[path] = next(line for line in lines if line.startswith("data: "))
    return {path: one.text for path, one in texts.items() if one.is_success} | heard


def test_no_address_tells_more_than_the_delay_allows() -> None:

    with served() as server:
        people = [server.program().create(players=3, delay=3)]
        code = people[0].code
        people += [server.program().join(code, name) for name in ("Ben", "Cleo")]
        chance = random.Random(2)
        cities: list[set[str]] = []  # what had been built when each turn began
        turn: tuple[int, int] | None = None
        for _ in range(14):
            view = people[0].get()["view"]
            built = {card for entry in view["seats"] for card in entry["city"]}
            if turn != (view["age"], view["turn"]):
                turn = view["age"], view["turn"]
                cities.append(built)
            allowed = cities[max(0, len(cities) - 4)]
            found = all_that_a_spectator_can_get(server, code)
            assert len(found) >= 9
            assert not any(path.endswith("record") or "/r/" in path for path in found)
            for path, text in found.items():
                newer = {card for card in built - allowed if names(text, card)}
                assert not newer, (path, newer)
            decide_all(people, chance)


def names(text: str, card: str) -> bool:
    return any(
        mark in text
        for mark in (f'data-face="{card}"', f'data-face=\\"{card}\\"', f'"{card}"', f'-{card}"')
    )


def decide_all(people: list[Program], chance: Any) -> None:
    step = people[0].get()["step"]
    for person in people:
        view = person.get()
        if view["step"] == step:
            person.decide(view, chance)


def test_it_is_said_to_who_watches_and_to_who_plays() -> None:
    with served() as server:
        ann = server.program().create(players=3, begin=True)
        code = ann.code
        ann.http.cookies.set("mirabilia", ann.token)
        assert "Watching" in ann.http.get(f"/t/{code}").text
        answer = ann.http.post(f"/t/{code}/delay", data={"delay": "3"})
        assert answer.status_code == 303
        page = ann.http.get(f"/t/{code}").text
        assert "Watched with a delay of 3 turns" in page
        with server.client() as other:
            watched = other.get(f"/t/{code}").text
            assert "You are watching, 3 turns behind" in watched
            assert "Watched with a delay" not in watched
            assert other.post(f"/t/{code}/delay", data={"delay": "0"}).status_code == 403
            with other.stream("GET", f"/stream?t={code}:0") as stream:
                lines = stream.iter_lines()  # a client hangs up when nobody holds these any more
                next(lines)
                assert "1 watches" in ann.http.get(f"/t/{code}").text
        told = json.loads(ann.http.get(f"/api/tables/{code}").text)
        assert told["options"]["delay"] == 3
