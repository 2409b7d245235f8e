"""A week of slow games, with restarts, kills and a wall clock that jumps: every clock is right.

Time is injected and not waited for. What each clock should show is worked out here from what
happened at the table alone: it runs while somebody who is there and not on holiday is awaited,
while the game is not paused and while the server lives.
"""

import asyncio
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hours import Hours, begin, kill, ring
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.table_view import OVER, PERSON, PLAYING, Options, TableView

DAY = 86400.0
SECOND = 1.0
CLOCKS = (300, 1800, 3600, 8 * 3600, 86400, 2 * 86400)
LEAST = 60.0


@dataclass
class Expected:
    """A table and what its clock should show."""

    code: str
    clock: int
    people: list[str]
    step: int = -1
    left: float = math.nan
    runs: bool = False
    paused: bool = False
    rung: int = 0

    @property
    def until_it_rings(self) -> float:
        return self.left if self.runs else math.inf


class Week:
    """Tables, the people at them, and the server, which comes and goes."""

    def __init__(self, path: Path, seed: int, tables: int) -> None:
        self.path, self.hours, self.number = path, Hours(), tables
        self.chance = random.Random(seed)
        self.people = [f"{number:064x}" for number in range(1, 10)]
        self.tables: list[Expected] = []
        self.away: dict[str, float] = {}  # until when, by the wall clock
        self.said: dict[str, float] = {}  # the same, also when it is over
        self.checked = self.rung = self.stops = self.kills = 0
        self.slack = 0.0

    async def open(self) -> None:
        self.service = await begin(self.path, self.hours)
        while len(self.tables) < self.number:
            await self.open_table()

    async def open_table(self) -> None:
        clock = self.chance.choice(CLOCKS)
        people = self.chance.sample(self.people, self.chance.choice([1, 2, 3]))
        options = Options(players=3, level="random", clock=clock)
        code = await self.service.create(options, f"P{people[0][-2:]}", people[0])
        for person in people[1:]:
            await self.service.join(code, person, f"P{person[-2:]}")
        if len(people) < 3:
            await self.service.start_game(code, people[0])
        self.tables.append(Expected(code, clock, people))

    # The clocks, as they should be

    def pass_by(self, seconds: float, lives: bool = True) -> None:
        self.hours.pass_by(seconds)
        for table in self.tables:
            if table.runs and lives:
                table.left -= seconds

    async def ring(self) -> None:
        await ring(self.service)
        self.away = {who: until for who, until in self.away.items() if until > self.hours.wall}

    async def settled(self, code: str) -> TableView:
        """The table once its bots have decided."""
        for _ in range(4000):
            keeper = self.service._keepers[code]
            seen = await self.service.table_view(code, None, quotes=False)
            if seen.status != PLAYING or seen.waits.paused or not keeper.outline.bots_owe:
                return seen
            await asyncio.sleep(0)
        raise AssertionError("the bots don't decide")

    async def check(self) -> None:
        """Every clock, to the second; right after a kill what is lost is less than one."""
        for table in list(self.tables):
            seen = await self.settled(table.code)
            if seen.status == OVER:
                self.tables.remove(table)
                await self.open_table()
                table = self.tables[-1]
                seen = await self.settled(table.code)
            self.compare(table, seen)
        self.slack = 0.0

    def compare(self, table: Expected, seen: TableView) -> None:
        awaited = self.awaited(table, seen)
        if seen.step != table.step:
            table.step, table.left = seen.step, table.clock
        held_up = any(self.away.get(person, 0.0) > self.hours.wall for person in awaited)
        table.runs = bool(awaited) and not table.paused and not (held_up and table.clock >= 3600)
        assert seen.waits.paused == table.paused
        if awaited:
            assert seen.seconds_left is not None
            assert abs(seen.seconds_left - table.left) <= self.slack + 1e-3, (table, seen.waits)
            table.left = seen.seconds_left
            assert seen.waits.stands == (not table.runs)
            if table.runs:
                assert seen.waits.until is not None
                assert abs(seen.waits.until - self.hours.wall - table.left) < 1e-3
        else:
            assert seen.seconds_left is None
        self.checked += 1

    def awaited(self, table: Expected, seen: TableView) -> list[str]:
        """The people who are there and have yet to decide."""
        assert seen.view is not None
        return [
            table.people[seat]
            for seat in seen.view["to_decide"]
            if seen.sitters[seat].kind == PERSON and not seen.sitters[seat].away
        ]

    # What happens

    async def pass_until(self, seconds: float) -> None:
        """Time passes; clocks ring when they run out, and not a second before."""
        while seconds > 0:
            holidays = [until - self.hours.wall for until in self.away.values()]
            ahead = [each for each in holidays if each > 0]
            nearest = min([table.until_it_rings for table in self.tables] + ahead)
            if nearest > seconds:
                self.pass_by(seconds)
                await self.ring()
                return
            if nearest > SECOND / 2:
                self.pass_by(nearest - SECOND / 2)
                await self.ring()
                await self.check()
                self.pass_by(SECOND / 2)
            else:
                self.pass_by(nearest)
            self.pass_by(1e-4)  # past it, whatever the fractions say
            due = [table for table in self.tables if table.left <= 0 and table.runs]
            await self.ring()
            for table in due:
                await self.has_rung(table)
            await self.check()
            seconds -= nearest

    async def has_rung(self, table: Expected) -> None:
        seen = await self.settled(table.code)
        assert seen.step != table.step or not self.awaited(table, seen), "it has not rung"
        table.left, table.runs = table.clock, False
        self.rung += 1

    async def someone_decides(self) -> None:
        table = self.chance.choice(self.tables)
        for person in self.chance.sample(table.people, len(table.people)):
            seen = await self.service.table_view(table.code, person)
            owed = [offer for offer in seen.offers if offer.choice is None]
            if owed and not table.paused:
                move = str(self.chance.choice(owed[0].moves))
                await self.service.decide(table.code, person, owed[0].seat, move, seen.step)
                if self.away.pop(person, None):
                    self.said[person] = self.hours.wall
                if self.chance.random() < 0.7:
                    return

    async def someone_comes_back(self) -> None:
        table = self.chance.choice(self.tables)
        for person in table.people:
            await self.service.come_back(table.code, person)

    async def someone_leaves(self) -> None:
        table = self.chance.choice(self.tables)
        await self.service.leave(table.code, self.chance.choice(table.people))

    def host(self, table: Expected) -> str:
        """Not always who has opened it: another takes over from a host who is gone."""
        host = self.service._keepers[table.code].table.stored.host
        assert host in table.people
        return host

    async def the_host_pauses(self) -> None:
        table = self.chance.choice(self.tables)
        await self.service.slow.pause(table.code, self.host(table))
        table.paused = True

    async def someone_resumes(self) -> None:
        for table in self.tables:
            if table.paused:
                await self.service.slow.resume(table.code, self.chance.choice(table.people))
                table.paused, table.left = False, max(table.left, min(LEAST, table.clock))

    async def the_host_extends(self) -> None:
        table = self.chance.choice(self.tables)
        seen = await self.settled(table.code)
        try:
            await self.service.slow.extend(table.code, self.host(table), seen.step)
        except Refused:
            return
        table.left += table.clock

    async def someone_goes_on_holiday(self) -> None:
        person = self.chance.choice(self.people)
        until = self.hours.wall + self.chance.uniform(3600, 1.5 * DAY)
        try:
            await self.service.slow.go_away(person, until)
        except Refused:
            return
        self.away[person] = self.said[person] = until

    async def tables_rest(self) -> None:
        for keeper in self.service._keepers.values():
            keeper.rest()

    async def the_wall_clock_is_set(self) -> None:
        """Backwards or forwards by hours; for who is on holiday it is another time then."""
        self.hours.wall += self.chance.uniform(-5, 5) * 3600
        await self.ring()

    async def it_stops(self) -> None:
        self.pass_by(self.chance.uniform(0, 30))
        await self.service.stop()
        self.stops += 1
        await self.down()

    async def it_is_killed(self) -> None:
        await self.ring()
        since = self.chance.uniform(0, SECOND)  # the last sign of life
        self.pass_by(since)
        await kill(self.service)
        self.kills += 1
        self.slack = SECOND
        await self.down()

    async def down(self) -> None:
        self.pass_by(self.chance.choice([0.1, 60, 3600, 12 * 3600]), lives=False)
        self.service = await begin(self.path, self.hours)
        self.away = {who: until for who, until in self.said.items() if until > self.hours.wall}
        if self.chance.random() < 0.5:
            await self.ring()  # before anybody has opened a table

    async def live(self, seconds: float, events: int) -> None:
        often: list[Callable[[], Any]] = [self.someone_decides] * 12
        often += [self.someone_comes_back] * 4
        often += [self.someone_leaves, self.the_host_pauses, self.someone_resumes]
        often += [self.the_host_extends, self.someone_goes_on_holiday, self.tables_rest]
        often += [self.the_wall_clock_is_set, *[self.it_stops, self.it_is_killed] * 2]
        await self.check()
        for _ in range(events):
            await self.chance.choice(often)()
            await self.check()
            await self.pass_until(self.chance.expovariate(events / seconds))
            await self.check()


def tell(path: Path, seed: int, tables: int, seconds: float, events: int) -> Week:
    async def story() -> Week:
        week = Week(path / "slow.sqlite", seed, tables)
        await week.open()
        try:
            await week.live(seconds, events)
        finally:
            await week.service.stop()
        return week

    return asyncio.run(story())


def test_in_a_day_of_slow_games_with_restarts_every_clock_is_right(tmp_path: Path) -> None:
    week = tell(tmp_path, 1, 5, DAY, 80)
    assert week.checked > 300
    assert min(week.rung, week.stops, week.kills) > 0


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(2, 6))
def test_in_a_week_of_slow_games_with_restarts_every_clock_is_right(
    tmp_path: Path, seed: int
) -> None:
    week = tell(tmp_path, seed, 12, 7 * DAY, 400)
    assert week.checked > 4000
    assert week.rung > 20
    assert min(week.stops, week.kills) > 5
