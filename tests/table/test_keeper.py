"""Keepers: bots that answer at a bad moment, writes that wait or fail, tables that stand still.

Storage and thinking wait at gates here, so that what happens while something else is being stored
or thought about happens in every run.
"""

import asyncio
import logging
import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from gates import Place, at
from mirabilia.table.rooms.keeper import Keeper
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.storage import StorageError
from mirabilia.table.rooms.table import Table
from mirabilia.table.rooms.table_view import OVER, PLAYING, Options
from tables import ANN, BEN, CLEO, SMALL, owes, play_on, run, until
from waiting import PATIENCE, spin

# Bots


def test_bots_whose_answer_comes_while_another_deed_is_stored_go_on() -> None:
    async def story(place: Place) -> None:
        await spin(lambda: place.thinking.asked and place.keeper._asking is None)
        for _ in range(3):  # in each step, the answer comes at the worst moment
            place.thinking.gate.close()
            await place.decide()
            await spin(lambda: place.thinking.gate.waiting)
            place.storage.gate.close()
            holding = asyncio.create_task(place.keeper.do(lambda table: table.leave(ANN)))
            await spin(lambda: place.storage.gate.waiting)
            back = asyncio.create_task(place.keeper.do(lambda table: table.come_back(ANN)))
            place.thinking.gate.open()
            for _ in range(20):
                await asyncio.sleep(0)
            place.storage.gate.open()
            await asyncio.gather(holding, back)
        await place.play_to_the_end()

    at(Place, story)


def test_bots_are_asked_again_whatever_went_wrong_when_they_were_asked() -> None:
    async def story(place: Place) -> None:
        for error in (ValueError("odd"), StorageError("down"), Refused("no"), OSError("pipe")):
            place.thinking.fail.append(error)
            await place.decide()
        await place.play_to_the_end()

    at(Place, story)


def test_a_fault_in_asking_is_logged_and_does_not_end_the_keeper(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(place: Place) -> None:
        asked, faults = Table.question, [KeyError("seat"), KeyError("seat")]

        def question(table: Table) -> Any:
            if faults:
                raise faults.pop()
            return asked(table)

        monkeypatch.setattr(Table, "question", question)
        with suppress(KeyError):
            await place.decide()
        await spin(lambda: not faults)
        await place.play_to_the_end()
        assert any("table failed" in line.message for line in caplog.records)

    at(Place, story)


def test_a_deed_that_fails_changes_nothing_and_the_table_goes_on() -> None:
    async def story(place: Place) -> None:
        await spin(lambda: place.keeper._asking is None)
        before = await place.keeper.table_view(ANN)

        def spoil(table: Table) -> None:
            table.leave(ANN)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await place.keeper.do(spoil)
        assert await place.keeper.table_view(ANN) == before
        await place.play_to_the_end()

    at(Place, story)


# What is seen is stored


def test_nobody_sees_what_is_not_stored_yet() -> None:
    async def story(place: Place) -> None:
        seen = await place.keeper.table_view(ANN)
        place.storage.gate.close()
        first = asyncio.create_task(place.decide())
        await spin(lambda: place.storage.gate.waiting)
        assert place.keeper.table.version > seen.version
        assert place.keeper.outline.version == seen.version
        looking = asyncio.create_task(place.keeper.table_view(ANN))
        brief = asyncio.create_task(place.keeper.progress(ANN))
        second = asyncio.create_task(place.decide(BEN))
        await asyncio.sleep(0.01)
        assert not looking.done()
        place.storage.gate.open()
        await first
        # The next deed may have begun when these are answered; they show none of it.
        place.storage.gate.close()
        table_view, progress = await looking, await brief
        assert progress is not None
        assert table_view.version == progress.version == place.stored_version
        place.storage.gate.open()
        await second

    at(lambda: Place(Options(players=3), 3), story)


def test_a_look_is_answered_while_deeds_never_cease() -> None:
    async def story(place: Place) -> None:
        async def trouble() -> None:
            while True:
                await place.keeper.do(lambda table: table.leave(BEN))
                await place.keeper.do(lambda table: table.come_back(BEN))

        busy = [asyncio.create_task(trouble()) for _ in range(4)]
        async with asyncio.timeout(PATIENCE):
            for _ in range(50):
                seen = await place.keeper.table_view(CLEO)
                assert seen.version <= place.stored_version
        for task in busy:
            task.cancel()

    at(lambda: Place(Options(players=3), 3), story)


def test_a_version_that_was_not_stored_is_not_known_to_anybody() -> None:
    async def story(place: Place) -> None:
        seen = await place.keeper.table_view(ANN)
        place.storage.down = True
        with pytest.raises(StorageError):
            await place.decide()
        place.storage.down = False
        known = await place.keeper.table_view(ANN)
        assert known == seen
        await place.keeper.do(lambda table: table.leave(BEN))
        after = await place.keeper.table_view(ANN)
        assert after.version == seen.version + 1
        assert after.sitters[1].away

    at(lambda: Place(Options(players=3), 3), story)


# Outages


def without_late_choices() -> Place:
    """A table at which the last step of a game is everybody's: nobody plays a seventh card or takes
    one from the discard pile after it.
    """
    while True:
        place = Place()
        assert place.keeper.table.game is not None
        seats = place.keeper.table.game.view(0)["seats"]
        if not {"babylon", "halikarnassos"} & {seat["wonder"] for seat in seats}:
            return place
        place.storage.stop()


async def ann_ends_it(place: Place) -> bool:
    """Once all others have decided: whether the game is over when Ann decides."""
    keeper = place.keeper
    await spin(lambda: keeper.table.game and keeper.table.game.to_decide == [0])
    trial = keeper.table.game and keeper.table.game.copy()
    assert trial is not None
    trial.play(0, random.Random(keeper.table.step).choice(trial.moves(0)))  # as ``decide`` does
    return trial.over


def test_a_game_whose_end_is_not_stored_is_not_over() -> None:
    async def story(place: Place) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await ann_ends_it(place):
                await place.decide()
        await place.keeper.table_view(ANN)
        await spin(lambda: place.keeper.outline.version == place.keeper.table.version)
        place.published = 0
        place.storage.down = True
        with pytest.raises(StorageError):
            await place.decide()
        with pytest.raises(StorageError):
            await place.keeper.table_view(ANN)
        assert place.published == 0
        assert place.keeper.outline.status == PLAYING
        place.storage.down = False
        seen = await place.keeper.table_view(ANN)
        assert (seen.status, seen.ranking) == (PLAYING, ())
        assert seen.fairness is not None
        assert seen.fairness.secret is None
        assert place.published == 1
        await place.decide()
        assert (await place.keeper.table_view(ANN)).status == OVER

    at(without_late_choices, story)


@pytest.mark.parametrize("seconds", [0.0, 0.4])
def test_after_an_outage_bots_go_on_by_themselves(seconds: float) -> None:
    async def story(place: Place) -> None:
        await spin(lambda: place.keeper._asking is None)
        place.thinking.gate.close()
        await place.decide()
        await spin(lambda: place.thinking.gate.waiting)
        place.storage.down = True
        place.thinking.gate.open()
        await spin(lambda: place.keeper._unread)
        await asyncio.sleep(seconds)
        place.storage.down = False
        step = place.keeper.outline.version
        await spin(lambda: place.keeper.outline.version > step)
        await place.play_to_the_end()

    at(Place, story)


def test_a_clock_that_ran_out_during_an_outage_is_heard_after_it() -> None:
    async def story(place: Place) -> None:
        await spin(lambda: place.keeper._asking is None)
        place.storage.down = True
        with pytest.raises(StorageError):
            await place.decide()
        await asyncio.sleep(1.2)
        place.storage.down = False
        await spin(lambda: place.keeper.outline.seats[0].away == "clock")

    at(lambda: Place(replace(SMALL, clock=1)), story)


def test_who_comes_back_in_the_step_whose_time_was_over_has_time_again() -> None:
    async def story(place: Place) -> None:
        await spin(lambda: place.keeper._asking is None)
        place.thinking.gate.close()
        await spin(lambda: place.keeper.outline.seats[0].away == "clock")
        await place.keeper.do(lambda table: table.come_back(ANN))
        left = (await place.keeper.table_view(ANN)).seconds_left
        assert left is not None
        assert left > 0.5
        await spin(lambda: place.keeper.outline.seats[0].away == "clock")

    at(lambda: Place(replace(SMALL, clock=1)), story)


# The end of a keeper


def test_nobody_waits_for_a_keeper_that_has_ended() -> None:
    async def story(place: Place) -> None:
        place.storage.gate.close()
        deciding = asyncio.create_task(place.decide())
        await spin(lambda: place.storage.gate.waiting)
        looking = asyncio.create_task(place.keeper.table_view(ANN))
        doing = asyncio.create_task(place.keeper.do(lambda table: table.leave(ANN)))
        await asyncio.sleep(0)
        ending = asyncio.create_task(place.keeper.end())
        await asyncio.sleep(0)
        place.storage.gate.open()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(ending, deciding, doing, looking, return_exceptions=True)
        with pytest.raises(Refused, match="cleared away"):
            await place.keeper.do(lambda _: None)
        with pytest.raises(Refused, match="cleared away"):
            await place.keeper.table_view(ANN)

    at(Place, story)


def test_a_keeper_of_an_unread_table_ends_too() -> None:
    async def story(place: Place) -> None:
        place.storage.down = True
        with pytest.raises(StorageError):
            await place.decide()
        looking = asyncio.create_task(place.keeper.table_view(ANN))
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await place.keeper.end()
        with pytest.raises((StorageError, Refused)):
            await looking

    at(Place, story)


# Watching over tables


def test_a_table_that_stands_still_is_noticed_and_nudged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN, begin=True)
        await until(service, code, ANN, owes)
        keeper = service._keepers[code]
        await spin(lambda: keeper._asking is None and not keeper.outline.bots_owe)
        service.watch_over()
        service.watch_over()
        assert service.standing == 0
        serve = Keeper._serve
        monkeypatch.setattr(Keeper, "_serve", lambda _: None)
        await play_on(service, code, [ANN], 0)
        seen = await service.table_view(code, ANN)
        offer = seen.offers[0]
        await service.decide(code, ANN, None, str(offer.moves[0]), seen.step)
        if not keeper.outline.bots_owe:  # they had decided before: the step is done
            assert keeper.outline.version > seen.version
        await spin(lambda: keeper.outline.bots_owe)
        with caplog.at_level(logging.ERROR):
            service.watch_over()
            assert service.standing == 0  # it may just have come about
            service.watch_over()
        assert service.standing == 1
        assert any("stands still" in line.message for line in caplog.records)
        monkeypatch.setattr(Keeper, "_serve", serve)
        service.watch_over()
        await spin(lambda: not keeper.outline.bots_owe)
        service.watch_over()
        assert service.standing == 0

    run(story, watch_every=3600)
