"""Who watches: bots that play alone, for whoever looks on, and from whose side a table is seen."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mirabilia import Game
from mirabilia.table.http.watching import COOKIE
from mirabilia.table.rooms.hub import Listener
from mirabilia.table.rooms.keeper import Keeper
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER, PLAYING, Options, Pace, TableView
from named import named_in
from tables import ANN, BEN, SMALL, Served, events_of, refusal, run, served, serving, until


async def show(service: Service, address: str | None = None, seconds: float = 0.01) -> str:
    code = await service.create_show(SMALL, ANN, address=address)
    service._keepers[code].table.show.pace = Pace(seconds)
    return code


def looking(service: Service, code: str) -> Any:
    return service.hub.heard_by(Listener([code], "here"))


async def at_step(service: Service, code: str, step: int) -> TableView:
    return await until(service, code, None, lambda view: view.step >= step)


def idle(keeper: Keeper) -> bool:
    """Nothing goes on at a table, and nothing will by itself."""
    waiting = keeper._deeds or keeper._looks or keeper._bell.is_set()
    return not (
        waiting or keeper._asking or keeper._conductor._timer or keeper.table.timing.deadline
    )


async def stands_still(service: Service, code: str) -> None:
    keeper = service._keepers[code]
    await until(service, code, None, lambda _: idle(keeper))
    version = keeper.outline.version
    await asyncio.sleep(0.1)
    assert idle(keeper)
    assert keeper.outline.version == version


def test_bots_that_play_alone_play_only_while_somebody_looks() -> None:
    async def story(service: Service) -> None:
        code = await show(service)
        await stands_still(service, code)
        assert service._keepers[code].table.step == 0
        with looking(service, code):
            await at_step(service, code, 2)
            with looking(service, code):
                await at_step(service, code, 3)
            await at_step(service, code, 5)
        await stands_still(service, code)
        step = service._keepers[code].table.step
        with looking(service, code):
            await at_step(service, code, step + 1)
        await stands_still(service, code)
        service.watch_over()
        service.watch_over()
        assert service.standing == 0  # that is how it should be

    run(story)


def test_bots_that_play_alone_take_their_time() -> None:
    async def story(service: Service) -> None:
        code = await show(service, seconds=0.25)
        with looking(service, code):
            began = time.monotonic()
            await at_step(service, code, 2)
            assert time.monotonic() - began > 0.45

    run(story)


def test_the_host_of_bots_that_play_alone_has_them_wait_and_go_on() -> None:
    async def story(service: Service) -> None:
        code = await show(service)
        view = await service.table_view(code, ANN)
        assert (view.seat, view.host, view.status) == (None, True, PLAYING)
        assert not (await service.table_view(code, BEN)).host
        with looking(service, code):
            await at_step(service, code, 2)
            await service.set_pace(code, ANN, "pause")
            await stands_still(service, code)
            step = (await service.table_view(code, ANN)).step
            for number in (1, 2):
                await service.set_pace(code, ANN, "step")
                await at_step(service, code, step + number)
                await stands_still(service, code)
                assert (await service.table_view(code, ANN)).step == step + number
            await service.set_pace(code, ANN, "0.5")
            assert (await service.table_view(code, BEN)).pace == Pace(0.5)
            await at_step(service, code, step + 3)
            for wrong in ("", "0", "0.01", "-1", "nan", "fast", "1" * 50):
                assert "A pace is one of" in await refusal(service.set_pace(code, ANN, wrong), 400)
            assert "Only the host" in await refusal(service.set_pace(code, BEN, "pause"), 403)
            assert "Only the host" in await refusal(service.set_pace(code, None, "pause"), 403)
        own = await service.create(SMALL, "Ann", ANN, begin=True)
        assert "play alone" in await refusal(service.set_pace(own, ANN, "pause"))

    run(story)


def test_one_step_is_played_though_nobody_has_a_stream() -> None:
    async def story(service: Service) -> None:
        code = await show(service)
        await service.set_pace(code, ANN, "step")
        await at_step(service, code, 1)
        await stands_still(service, code)

    run(story)


def test_bots_that_play_alone_come_to_an_end() -> None:
    async def story(service: Service) -> None:
        code = await show(service, seconds=0.001)
        with looking(service, code):
            over = await until(service, code, None, lambda view: view.status == OVER, 60)
        await stands_still(service, code)
        assert len(over.scores) == 3
        assert Game.from_record(await service.record(code)).over
        assert "play alone" in await refusal(service.set_pace(code, ANN, "step"))
        assert "no seat" in await refusal(service.rematch(code, ANN), 403)
        assert not service.my_tables(ANN)
        assert not service.open_tables()

    run(story)


def test_with_two_players_a_step_of_bots_alone_is_whole() -> None:
    async def story(service: Service) -> None:
        options = Options(players=2, edition="1st", level="random", clock=30)
        code = await service.create_show(options, ANN)
        service._keepers[code].table.show.pace = Pace(0.01)
        with looking(service, code):
            view = await at_step(service, code, 4)
        assert (view.options.clock, view.seconds_left) == (None, None)

    run(story)


def test_after_a_restart_bots_that_play_alone_wait(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite")

    async def tell() -> None:
        async with serving(database) as service:
            code = await show(service)
            with looking(service, code):
                await at_step(service, code, 2)
            await stands_still(service, code)
            before = await service.table_view(code, ANN)
        async with serving(database) as service:
            keeper = service._keepers[code]
            assert keeper.at_rest
            with looking(service, code):
                view = await service.table_view(code, ANN)
                assert (view.step, view.events, view.host) == (before.step, before.events, True)
                assert view.pace
                assert view.pace.paused
                await stands_still(service, code)
                await service.set_pace(code, ANN, "0.5")
                await at_step(service, code, before.step + 1)

    asyncio.run(tell())


def test_one_address_has_few_shows_and_those_nobody_looks_at_give_way() -> None:
    async def story(service: Service) -> None:
        first, second = [await show(service, "here") for _ in range(2)]
        with looking(service, first):
            third = await show(service, "here")
            assert set(service._keepers) == {first, third}
            await show(service, "elsewhere")
            with looking(service, third):
                said = await refusal(service.create_show(SMALL, BEN, address="here"), 429)
                assert "being watched where you are" in said
            assert second not in service._keepers

    run(story, address_shows=2)


def test_a_show_that_nobody_looks_at_is_soon_cleared_away() -> None:
    async def story(service: Service) -> None:
        code = await show(service)
        keeper = service._keepers[code]
        keeper.outline = replace(keeper.outline, touched=time.time() - 100)
        with looking(service, code):
            assert await service.clean_up() == 0
        keeper.outline = replace(keeper.outline, touched=time.time() - 100)
        assert await service.clean_up() == 1
        assert not service.count

    run(story, keep_waiting=50)


# Over HTTP


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def opened(server: Served, **headers: str) -> tuple[Any, str]:
    client = server.client(headers={"Accept-Language": "en", **headers})
    answer = client.post("/watch")
    assert answer.status_code == 303, answer.text
    return client, answer.headers["location"].removeprefix("/t/")


def own_name(html: str) -> str:
    found = re.search(r'id="own-name".*?<strong>(.*?)</strong>', html, re.S)
    assert found
    return found[1]


def test_bots_play_from_the_start_page(server: Served) -> None:
    client = server.client()
    assert 'action="/watch"' in client.get("/").text
    client, code = opened(server)
    page = client.get(f"/t/{code}").text
    assert 'value="pause"' in page
    assert 'value="pause"' not in server.client().get(f"/t/{code}").text
    answer = client.post(f"/t/{code}/pace", data={"pace": "pause"})
    assert answer.headers["location"] == f"/t/{code}"
    page = client.get(f"/t/{code}").text
    assert "The bots wait" in page
    assert 'value="step"' in page
    answer = client.post(
        f"/t/{code}/pace", data={"pace": "quick"}, headers={"Accept": "application/json"}
    )
    assert answer.status_code == 400
    assert "A pace is one of" in answer.json()["error"]


def test_to_watch_bots_is_to_open_a_table() -> None:
    with served(create_limit=(2, 0)) as server:
        client = server.client()
        assert [client.post("/watch").status_code for _ in range(3)] == [303, 303, 429]


def test_what_is_refused_comes_back_on_the_start_page() -> None:
    with served(most_tables=0) as server:
        answer = server.client().post("/watch")
        assert answer.status_code == 503
        assert "as many tables as this server can hold" in answer.text
        assert 'action="/watch"' in answer.text


def test_a_spectator_looks_from_the_side_of_any_seat_and_updates_keep_it(server: Served) -> None:
    ann = server.program().create(players=4, begin=True)
    spectator = server.client()
    names = [sitter["name"] for sitter in ann.get()["sitters"]]
    for seat, name in enumerate(names):
        page = spectator.get(f"/t/{ann.code}?seat={seat}").text
        assert own_name(page) == name
        assert own_name(spectator.get(f"/t/{ann.code}").text) == name
    spectator.get(f"/t/{ann.code}?seat=2")
    with spectator.stream("GET", f"/stream?t={ann.code}:0") as stream:
        events = events_of(stream.iter_lines())
        for _ in range(2):
            assert own_name(next(events)[2]["html"]) == names[2]
            view = ann.get()
            if not view["offers"] or view["offers"][0]["choice"]:
                break
            ann.post("decide", move=view["offers"][0]["moves"][0], step=view["step"])
    # Whoever sits here is in the middle of his own page, whatever he asks for.
    ann.http.cookies.set("mirabilia", ann.token)
    assert own_name(ann.http.get(f"/t/{ann.code}?seat=2").text) == "You"


def test_each_table_is_seen_from_the_side_chosen_there(server: Served) -> None:
    spectator = server.client()
    codes = [server.program().create(players=3, begin=True).code for _ in range(10)]
    for number, code in enumerate(codes):
        spectator.get(f"/t/{code}?seat={number % 3}")
    kept = [int("aria-current" in spectator.get(f"/t/{code}").text) for code in codes]
    assert kept == [1] * 10
    for number, code in list(enumerate(codes))[2:]:
        page = spectator.get(f"/t/{code}").text
        assert re.search(rf'seat={number % 3}"[^>]*aria-current', page)


@pytest.mark.parametrize(("asked", "status"), [("3", 400), ("9", 422), ("-1", 422), ("x", 422)])
def test_a_side_that_is_none_is_refused(server: Served, asked: str, status: int) -> None:
    code = server.program().create(players=3, begin=True).code
    answer = server.client().get(f"/t/{code}?seat={asked}")
    assert answer.status_code == status
    assert COOKIE not in answer.cookies


@pytest.mark.parametrize("odd", ["", "x", ".", "{code}", "{code}9", "{code}x", "{code}1" * 99])
def test_whatever_the_cookie_says_the_page_comes(server: Served, odd: str) -> None:
    code = server.program().create(players=3, begin=True).code
    cookies = {COOKIE: odd.format(code=code)}
    assert server.client(cookies=cookies).get(f"/t/{code}").status_code == 200


def test_no_side_shows_a_hand(server: Served) -> None:
    client, code = opened(server)
    for number in range(3):
        client.post(f"/t/{code}/pace", data={"pace": "step"})
        while server.service._keepers[code].table.step <= number:
            time.sleep(0.005)
    game = server.service._keepers[code].table.game
    assert game is not None
    hands = {card for seat in range(game.seats) for card in game.hand(seat)}
    built = {card for seat in range(game.seats) for card in game.city(seat)}
    assert len(hands - built) > 5
    for seat in range(game.seats):
        page = client.get(f"/t/{code}?seat={seat}").text
        assert not named_in(page) & (hands - built)
        fragment = client.post(
            f"/t/{code}/pace", data={"pace": "pause"}, headers={"Accept": "application/json"}
        )
        assert not named_in(json.loads(fragment.text)["html"]) & (hands - built)
