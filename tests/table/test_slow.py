"""Slow games: clocks that are stored, pauses that all agree on, more time, nudges, holidays.

Time is injected and not waited for.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gates import Place, at
from hours import Hours, begin, kill, living, ring
from mirabilia.table.rooms.holidays import MOST_DAYS, MOST_TIMES
from mirabilia.table.rooms.schema import CLOCK
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table import Table
from mirabilia.table.rooms.table_view import PLAYING, Options, TableView
from mirabilia.table.rooms.timed import MOST_EXTENDED
from tables import ANN, BEN, CLEO, DION, SMALL, owes, play_on, refusal, until
from waiting import spin

HOUR, DAY = 3600, 86400
SLOW = replace(SMALL, clock=DAY)
Story = Callable[[Service, Hours], Coroutine[Any, Any, None]]


@pytest.fixture
def tell(tmp_path: Path) -> Callable[..., None]:
    """Tells a story to a server whose time only passes when somebody says so."""

    def told(story: Story, **settings: Any) -> None:
        async def telling() -> None:
            hours = Hours()
            async with living(tmp_path / "slow.sqlite", hours, **settings) as service:
                await story(service, hours)

        asyncio.run(telling())

    return told


async def gathered(
    service: Service, options: Options = SLOW, people: tuple[str, ...] = (ANN, BEN, CLEO)
) -> str:
    """A game of some people, with bots at the other seats."""
    names = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo", DION: "Dion"}
    code = await service.create(options, names[people[0]], people[0])
    for person in people[1:]:
        await service.join(code, person, names[person])
    if len(people) < options.players:
        await service.start_game(code, people[0])
    return code


async def seen(service: Service, code: str, visitor: str | None = ANN) -> TableView:
    """The table once its bots have decided."""
    return await until(
        service,
        code,
        visitor,
        lambda _: not service._keepers[code].outline.bots_owe,
    )


async def decide(service: Service, code: str, visitor: str) -> None:
    view = await service.table_view(code, visitor)
    offer = next(offer for offer in view.offers if offer.choice is None)
    await service.decide(code, visitor, offer.seat, str(offer.moves[0]), view.step)


async def left(service: Service, code: str) -> float:
    found = (await seen(service, code)).seconds_left
    assert found is not None
    return found


def away(service: Service, code: str) -> list[str]:
    return [seat.away for seat in service._keepers[code].outline.seats]


# The clock


@pytest.mark.parametrize("clock", [30, 300, 1800, HOUR, 8 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY])
def test_a_clock_gives_from_seconds_to_days(tell: Callable[..., None], clock: int) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service, replace(SMALL, clock=clock), (ANN,))
        assert await left(service, code) == clock
        hours.pass_by(clock - 1)
        await ring(service)
        assert away(service, code)[0] == ""
        hours.pass_by(1.1)
        await ring(service)
        assert away(service, code)[0] == CLOCK

    tell(story)


@pytest.mark.parametrize("clock", [0, 7, 31, 8 * DAY, 10**9])
def test_other_clocks_are_refused(tell: Callable[..., None], clock: int) -> None:
    async def story(service: Service, hours: Hours) -> None:
        deed = service.create(replace(SMALL, clock=clock), "Ann", ANN)
        assert "The clock gives 1, 30, 60" in await refusal(deed, 400)

    tell(story)


@pytest.mark.parametrize("killed", [False, True])
def test_a_clock_stands_while_the_server_is_down(tmp_path: Path, killed: bool) -> None:
    async def story() -> None:
        hours, path = Hours(), tmp_path / "slow.sqlite"
        service = await begin(path, hours)
        code = await gathered(service)
        hours.pass_by(5 * HOUR)
        await ring(service)
        if killed:
            await kill(service)
        else:
            hours.pass_by(0.75)  # since the last sign of life; a clean stop knows of it
            await service.stop()
        hours.pass_by(3 * DAY)
        hours.wall -= DAY  # and somebody has set the clock on the wall
        async with living(path, hours) as again:
            assert await left(again, code) == pytest.approx(19 * HOUR - (0 if killed else 0.75))
            hours.pass_by(19 * HOUR)
            await ring(again)
            assert away(again, code) == [CLOCK] * 3

    asyncio.run(story())


def test_a_clock_rings_at_a_table_that_nobody_has_opened_since_the_start(tmp_path: Path) -> None:
    async def story() -> None:
        hours, path = Hours(), tmp_path / "slow.sqlite"
        service = await begin(path, hours)
        code = await gathered(service)
        await service.stop()
        async with living(path, hours) as again:
            hours.pass_by(DAY + 1)
            await ring(again)
            assert away(again, code) == [CLOCK] * 3

    asyncio.run(story())


def test_a_clock_rings_at_a_table_that_is_at_rest(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service)
        await seen(service, code)
        keeper = service._keepers[code]
        keeper.rest()
        assert keeper.at_rest
        hours.pass_by(DAY + 1)
        await ring(service)
        assert away(service, code) == [CLOCK] * 3

    tell(story)


def test_a_clock_does_not_mind_when_the_wall_clock_is_set(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service)
        for jump in (-9 * HOUR, 30 * HOUR, -400 * DAY):
            hours.wall += jump
            await ring(service)
            view = await seen(service, code)
            assert view.seconds_left == DAY
            assert view.waits.until == pytest.approx(hours.wall + DAY)

    tell(story)


def test_who_decides_and_takes_it_back_has_no_more_time_for_it(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service, replace(SLOW, players=4))
        hours.pass_by(HOUR)
        for person in (ANN, BEN):
            await decide(service, code, person)
        hours.pass_by(HOUR)
        await service.undecide(code, ANN)
        await service.leave(code, CLEO)
        await service.come_back(code, CLEO)
        assert await left(service, code) == DAY - 2 * HOUR

    tell(story)


def test_a_step_that_was_taken_back_has_a_clock_of_its_own(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service, people=(ANN,))
        await decide(service, code, ANN)
        await until(service, code, ANN, lambda view: view.step and owes(view))
        hours.pass_by(9 * HOUR)
        assert await left(service, code) == DAY - 9 * HOUR
        await service.take_back(code, ANN, (await seen(service, code)).step)
        assert await left(service, code) == DAY
        hours.pass_by(DAY + 1)
        await ring(service)
        assert away(service, code)[0] == CLOCK

    tell(story)


def test_a_rematch_has_the_same_clock(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service, people=(ANN,))
        await play_on(service, code, [ANN])
        assert (await service.table_view(code, ANN)).seconds_left is None
        again = await service.rematch(code, ANN)
        assert await left(service, again) == DAY

    tell(story)


def test_a_table_of_an_older_server_gets_its_clock(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service)
        keeper = service._keepers[code]

        def forget(connection: Any) -> None:
            connection.exec_driver_sql("DELETE FROM timings")

        await service.storage.write_beside(forget)
        stored = service.storage.load_table(code)
        assert stored is not None
        keeper.table.read(stored)
        assert await left(service, code) == DAY
        stored = service.storage.load_table(code)
        assert stored is not None
        assert stored.timing == keeper.table.timing
        assert stored.timing.deadline is not None

    tell(story)


def test_steps_without_a_clock_store_nothing_of_it(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service, SMALL, (ANN,))
        await play_on(service, code, [ANN])

        def count(connection: Any) -> int:
            return int(connection.exec_driver_sql("SELECT COUNT(*) FROM timings").scalar())

        assert service.storage.read(count) == 0

    tell(story)


def test_clocks_stand_while_nothing_can_be_stored() -> None:
    hours = Hours()
    life = hours.life()

    async def story(place: Place) -> None:
        await spin(lambda: place.keeper._asking is None)
        hours.pass_by(10)
        await place.clocks.live()
        now = life.now()
        place.storage.down = True
        hours.pass_by(2)
        await place.clocks.live()
        hours.pass_by(HOUR)
        await place.clocks.live()
        assert life.now() == now + 2
        place.storage.down = False
        await place.clocks.live()
        hours.pass_by(1)
        assert life.now() == pytest.approx(now + 3)

    at(lambda: Place(SLOW, life=life), story)


@pytest.mark.parametrize("first", ["decision", "clock"])
def test_a_decision_that_comes_as_the_clock_rings_is_taken(first: str) -> None:
    """Who decides is there, whichever came first; nothing is decided twice."""
    hours = Hours()

    async def story(place: Place) -> None:
        table = place.keeper.table
        await spin(lambda: place.keeper._asking is None)
        place.thinking.gate.close()
        hours.pass_by(DAY + 1)
        view = await place.keeper.table_view(ANN)
        move = str(view.offers[0].moves[0])

        def decide(table: Table) -> None:
            table.decide(ANN, None, move, view.step)

        deeds = [decide, Table.clock_ran_out]
        if first == "clock":
            deeds.reverse()
        await asyncio.gather(*(place.keeper.do(deed) for deed in deeds))
        assert place.keeper.outline.seats[0].away == ""
        assert table._book.move(view.step, 0) == move
        assert table.timing.deadline is None or table.seconds_left == DAY
        place.thinking.gate.open()
        await place.play_to_the_end()

    at(lambda: Place(SLOW, life=hours.life()), story)


def test_a_game_with_a_clock_of_days_is_not_cleared_away(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        slow = await gathered(service, replace(SLOW, clock=7 * DAY))
        paused = await gathered(service)
        quick = await gathered(service, SMALL)
        await service.slow.pause(paused, ANN)
        for code in (slow, paused, quick):
            await seen(service, code)
            keeper = service._keepers[code]
            keeper.outline = replace(keeper.outline, touched=keeper.outline.touched - 8 * DAY)
        assert await service.clean_up() == 1
        assert (service.knows(slow), service.knows(paused), service.knows(quick)) == (
            True,
            True,
            False,
        )

    tell(story)


# Pauses


def test_a_pause_begins_when_all_have_agreed_who_are_there(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service, replace(SLOW, players=4))
        await service.leave(code, CLEO)
        await service.slow.pause(code, BEN)
        view = await seen(service, code)
        assert (view.waits.paused, view.waits.agreed, view.waits.needed) == (False, (1,), (0,))
        await service.slow.pause(code, BEN)  # again: nothing changes
        assert (await seen(service, code)).version == view.version
        await decide(service, code, BEN)  # the game goes on meanwhile
        await service.slow.pause(code, ANN)
        view = await seen(service, code)
        assert (view.waits.paused, view.waits.stands) == (True, True)
        hours.pass_by(40 * DAY)
        await ring(service)
        assert await left(service, code) == DAY

    tell(story)


def test_who_would_rather_play_on_is_heard_and_not_asked_again(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service)
        await service.slow.pause(code, BEN)
        await service.slow.decline(code, CLEO)
        waits = (await seen(service, code)).waits
        assert (waits.agreed, waits.declined) == ((), 2)
        assert "others would rather" in await refusal(service.slow.pause(code, BEN))
        await service.slow.pause(code, CLEO)
        await service.slow.decline(code, CLEO)  # who has asked thinks better of it
        for person in (ANN, BEN, CLEO):
            await decide(service, code, person)
        waits = (await seen(service, code)).waits
        assert waits.declined is None
        await service.slow.pause(code, BEN)

    tell(story)


@pytest.mark.parametrize("people", [(ANN,), (ANN, BEN, CLEO)])
def test_the_host_pauses_alone_and_so_does_who_plays_against_bots(
    tell: Callable[..., None], people: tuple[str, ...]
) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service, people=people)
        await service.slow.pause(code, ANN)
        view = await seen(service, code)
        assert (view.waits.paused, view.waits.by) == (True, 0)

    tell(story)


def test_nobody_decides_while_the_game_is_paused(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service, people=(ANN,))
        await seen(service, code)
        await service.slow.pause(code, ANN)
        view = await seen(service, code)
        move = str(view.offers[0].moves[0])
        for deed in (
            service.decide(code, ANN, None, move, view.step),
            service.undecide(code, ANN),
        ):
            assert "paused" in await refusal(deed)
        assert (await seen(service, code)).version == view.version

    tell(story)


def test_bots_are_not_asked_while_the_game_is_paused(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        await spin(lambda: place.keeper._asking is None)
        place.thinking.gate.close()
        await place.decide()
        await spin(lambda: place.thinking.gate.waiting)
        step = place.keeper.table.step
        await place.keeper.do(lambda table: table.pause(ANN))
        place.thinking.gate.open()  # what they answer now comes too late
        await spin(lambda: place.keeper._asking is None)
        asked = place.thinking.asked
        assert place.keeper.table.step == step
        assert place.keeper.standing() is None
        await place.keeper.do(lambda table: table.resume(ANN))
        await spin(lambda: place.thinking.asked > asked)
        await place.play_to_the_end()

    at(lambda: Place(replace(SMALL, clock=60)), story)


@pytest.mark.parametrize(("clock", "passed", "after"), [(DAY, HOUR, 23 * HOUR), (DAY, DAY - 9, 60)])
def test_when_the_game_goes_on_nobody_has_too_little_time(
    tell: Callable[..., None], clock: int, passed: float, after: float
) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service, replace(SLOW, clock=clock))
        hours.pass_by(passed)
        await service.slow.pause(code, ANN)
        hours.pass_by(DAY)
        await service.slow.resume(code, CLEO)
        assert await left(service, code) == pytest.approx(after)
        view = await seen(service, code)
        assert (view.waits.paused, view.waits.resumed) == (False, 2)
        hours.pass_by(10)
        await service.slow.resume(code, BEN)  # again: nothing changes, nobody gets more
        assert (await seen(service, code)).version == view.version
        assert await left(service, code) == pytest.approx(after - 10)

    tell(story)


def test_a_clock_that_is_shorter_than_a_minute_has_its_whole_time(
    tell: Callable[..., None],
) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service, replace(SLOW, clock=30))
        hours.pass_by(29)
        await service.slow.pause(code, ANN)
        await service.slow.resume(code, ANN)
        assert await left(service, code) == 30

    tell(story)


def test_a_pause_survives_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        hours, path = Hours(), tmp_path / "slow.sqlite"
        service = await begin(path, hours)
        code = await gathered(service)
        hours.pass_by(HOUR)
        await service.slow.pause(code, ANN)
        await kill(service)
        async with living(path, hours) as again:
            hours.pass_by(2 * DAY)
            await ring(again)
            view = await seen(again, code)
            assert (view.waits.paused, view.seconds_left) == (True, 23 * HOUR)

    asyncio.run(story())


def test_only_who_has_a_seat_can_do_anything_about_the_time(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service)
        for visitor in (DION, None):
            for deed in (service.slow.pause, service.slow.decline, service.slow.resume):
                assert "no seat" in await refusal(deed(code, visitor), 403)
            assert "no seat" in await refusal(service.slow.nudge(code, visitor, 0), 403)
            assert "host" in await refusal(service.slow.extend(code, visitor, 0), 403)
        assert "host" in await refusal(service.slow.extend(code, BEN, 0), 403)

    tell(story)


# More time


def test_the_host_extends_the_clock_of_a_step_a_few_times(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service)
        hours.pass_by(HOUR)
        for times in range(MOST_EXTENDED):
            await service.slow.extend(code, ANN, 0, times)
            assert await left(service, code) == (times + 2) * DAY - HOUR
            assert "changed meanwhile" in await refusal(service.slow.extend(code, ANN, 0, times))
        assert "3 times" in await refusal(service.slow.extend(code, ANN, 0))
        assert "changed meanwhile" in await refusal(service.slow.extend(code, ANN, 1))
        for person in (ANN, BEN, CLEO):
            await decide(service, code, person)
        assert await left(service, code) == DAY
        await service.slow.pause(code, ANN)
        await service.slow.extend(code, ANN, 1)
        assert await left(service, code) == 2 * DAY

    tell(story)


def test_where_there_is_no_clock_there_is_nothing_to_extend(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code = await gathered(service, SMALL)
        assert "no clock" in await refusal(service.slow.extend(code, ANN, 0))

    tell(story)


# Nudges


@pytest.mark.parametrize(("clock", "every"), [(DAY, HOUR), (60, 60), (None, 60)])
def test_who_waits_nudges_who_is_awaited_not_too_often(
    tell: Callable[..., None], clock: int | None, every: int
) -> None:
    async def story(service: Service, hours: Hours) -> None:
        told: list[tuple[str, int, str]] = []
        service.slow.nudged = lambda *nudge: told.append(nudge)
        code = await gathered(service, replace(SMALL, clock=clock))
        assert "yet to decide yourself" in await refusal(service.slow.nudge(code, ANN, 1))
        await decide(service, code, ANN)
        await service.slow.nudge(code, ANN, 1)
        assert told == [(code, 1, "Ann")]
        nudge = (await service.table_view(code, BEN)).waits.nudge
        assert nudge is not None
        assert (nudge.by, nudge.at) == (0, hours.wall)
        assert (await service.table_view(code, CLEO)).waits.nudge is None
        await decide(service, code, CLEO)
        if clock != 60:
            hours.pass_by(every - 1)
        assert "not long ago" in await refusal(service.slow.nudge(code, CLEO, 1), 429)
        if clock != 60:
            hours.pass_by(2)
            await service.slow.nudge(code, CLEO, 1)
        assert "Nobody waits" in await refusal(service.slow.nudge(code, CLEO, 0))
        assert "no seat 9" in await refusal(service.slow.nudge(code, CLEO, 9), 400)
        await decide(service, code, BEN)
        assert (await service.table_view(code, BEN)).waits.nudge is None

    tell(story)


def test_a_nudge_is_found_by_who_comes_later(tmp_path: Path) -> None:
    async def story() -> None:
        hours, path = Hours(), tmp_path / "slow.sqlite"
        service = await begin(path, hours)
        code = await gathered(service)
        await decide(service, code, ANN)
        await service.slow.nudge(code, ANN, 1)
        await kill(service)
        async with living(path, hours) as again:
            assert (await again.table_view(code, BEN)).waits.nudge is not None
            assert [each.nudged_by for each in again.slow.turns(BEN)] == ["Ann"]

    asyncio.run(story())


# Holidays


def test_while_a_table_waits_for_somebody_on_holiday_its_clock_stands(
    tell: Callable[..., None],
) -> None:
    async def story(service: Service, hours: Hours) -> None:
        slow, quick = await gathered(service), await gathered(service, replace(SMALL, clock=1800))
        hours.pass_by(HOUR / 4)
        await service.slow.go_away(BEN, hours.wall + 3 * DAY)
        view = await seen(service, slow)
        assert view.waits.holidays == {1: hours.wall + 3 * DAY}
        assert (view.waits.stands, view.waits.until) == (True, None)
        assert not (await seen(service, quick)).waits.holidays
        await decide(service, slow, ANN)
        assert "on holiday" in await refusal(service.slow.nudge(slow, ANN, 1))
        hours.pass_by(3 * DAY - 1)
        await ring(service)
        assert away(service, quick) == [CLOCK] * 3
        assert (await seen(service, slow)).seconds_left == DAY - HOUR / 4
        hours.pass_by(2)
        await ring(service)
        view = await seen(service, slow)
        assert (view.waits.stands, view.waits.holidays) == (False, {})
        hours.pass_by(DAY)
        await ring(service)
        assert away(service, slow) == ["", CLOCK, CLOCK]

    tell(story)


def test_a_holiday_is_over_when_somebody_decides_or_says_so(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        code, other = await gathered(service), await gathered(service)
        await service.slow.go_away(BEN, hours.wall + DAY)
        await decide(service, code, BEN)
        assert service.slow.holidays.until(BEN) is None
        assert not (await seen(service, other)).waits.stands
        await service.slow.go_away(BEN, hours.wall + DAY)
        await service.slow.come_home(BEN)
        await service.slow.come_home(BEN)
        assert not (await seen(service, other)).waits.holidays

    tell(story)


def test_holidays_are_bounded_and_survive_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        hours, path = Hours(), tmp_path / "slow.sqlite"
        service = await begin(path, hours)
        code = await gathered(service)
        go = service.slow.go_away
        assert "no seat" in await refusal(go(DION, hours.wall + DAY), 403)
        assert "over" in await refusal(go(BEN, hours.wall - 1), 400)
        for until_then in (hours.wall + (MOST_DAYS + 1) * DAY, 1e11):
            assert "30 days" in await refusal(go(BEN, until_then), 400)
        await go(BEN, hours.wall + 20 * DAY)
        await go(BEN, hours.wall + 10 * DAY)  # another day, for the same holiday
        await kill(service)
        async with living(path, hours) as again:
            assert (await seen(again, code)).waits.holidays
            hours.pass_by(10 * DAY)
            await ring(again)
            assert not (await seen(again, code)).waits.holidays
            go = again.slow.go_away
            assert "20 of them left" in await refusal(go(BEN, hours.wall + 21 * DAY), 400)
            await go(BEN, hours.wall + 20 * DAY)
            hours.pass_by(5 * DAY)
            await again.slow.come_home(BEN)  # what is not used does not count
            await go(BEN, hours.wall + 15 * DAY)
            hours.pass_by(400 * DAY)
            await ring(again)
            await go(BEN, hours.wall + 30 * DAY)
            await again.slow.come_home(BEN)
            for _ in range(MOST_TIMES - 1):
                hours.pass_by(60)
                await go(BEN, hours.wall + HOUR)
                await again.slow.come_home(BEN)
            hours.pass_by(60)
            assert "too often" in await refusal(go(BEN, hours.wall + HOUR), 400)

    asyncio.run(story())


def test_a_holiday_goes_along_to_another_device(tmp_path: Path) -> None:
    async def story() -> None:
        hours, path = Hours(), tmp_path / "slow.sqlite"
        service = await begin(path, hours)
        code, other = await gathered(service), await gathered(service)
        await service.slow.go_away(BEN, hours.wall + 20 * DAY)
        ticket = await service.hosting.carry(code, BEN)
        await service.hosting.take(code, DION, ticket.pass_code)
        for _ in range(2):
            for each in (code, other):
                view = await seen(service, each)
                assert view.waits.holidays == {1: hours.wall + 20 * DAY}
            await kill(service)
            service = await begin(path, hours)
        hours.pass_by(10 * DAY)
        await decide(service, code, DION)  # on this device he is back
        told = await refusal(service.slow.go_away(DION, hours.wall + 21 * DAY), 400)
        assert "20 of them left" in told
        ticket = await service.hosting.carry(code, DION)
        await service.hosting.take(code, BEN, ticket.pass_code)
        assert (await seen(service, other)).waits.holidays
        await service.stop()

    asyncio.run(story())


# My turn at


def test_the_most_urgent_of_my_turns_comes_first(tell: Callable[..., None]) -> None:
    async def story(service: Service, hours: Hours) -> None:
        alone = await gathered(service, SMALL, (ANN,))  # only bots wait there, without a clock
        none = await gathered(service, SMALL)
        week = await gathered(service, replace(SLOW, clock=7 * DAY))
        hour = await gathered(service, replace(SLOW, clock=HOUR), (BEN, ANN))
        paused = await gathered(service)
        decided = await gathered(service)
        await service.slow.pause(paused, ANN)
        await decide(service, decided, ANN)
        for code in (alone, none, week, hour, paused, decided):
            await seen(service, code)
        turns = service.slow.turns(ANN)
        assert [each.code for each in turns] == [hour, week, none]
        assert [each.seconds_left for each in turns] == [HOUR, 7 * DAY, None]
        assert turns[0].until == hours.wall + HOUR
        assert turns[0].others_awaited == ("Ben",)
        assert [each.code for each in service.slow.turns(CLEO)] == [decided, week, none]
        assert service.slow.turns(DION) == service.slow.turns(None) == ()
        mine = {each.code: each for each in service.my_tables(ANN)}
        assert (mine[paused].paused, mine[paused].your_turn) == (True, False)
        assert mine[alone].your_turn
        assert all(each.status == PLAYING for each in mine.values())

    tell(story)
