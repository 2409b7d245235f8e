"""Bots in worker processes: they answer, and whatever happens to them, the table goes on."""

import asyncio
import os
import signal
from concurrent.futures import Future

import pytest

from mirabilia import Game, Move, bots
from mirabilia.table.glimpse import OVER, Options
from mirabilia.table.service import Service
from mirabilia.table.thinking import Thinking, think
from tables import ANN, owes, play_on, run, until


def test_bots_choose_from_views() -> None:
    game = Game(3, seed=4)
    thoughts = think([(level, game.view(seat)) for seat, level in enumerate(bots.names()[:3])])
    for seat, thought in enumerate(thoughts):
        assert thought is not None
        assert Move.parse(thought.move) in game.moves(seat)
        assert thought.reason


def test_a_bot_that_fails_has_no_answer() -> None:
    assert think([("nobody", {}), ("greedy", {"seat": None})]) == [None, None]


def test_a_worker_that_dies_is_replaced_and_a_slow_one_too() -> None:
    async def story(service: Service) -> None:
        code = await service.create(Options(players=3, level="greedy"), "Ann", ANN, begin=True)
        await until(service, code, ANN, owes)
        hint = await service.hint(code, ANN)
        assert (hint.seat, bool(hint.reason)) == (0, True)
        for pid in service.thinking.workers:
            os.kill(pid, signal.SIGKILL)
        hint = await service.hint(code, ANN)
        assert Move.parse(hint.move)
        assert (await play_on(service, code, [ANN])).status == OVER
        view = Game(3, seed=1).view(0)
        assert await service.thinking.ask([("greedy", view)] * 5000, seconds=0.05) == [None] * 5000
        (thought,) = await service.thinking.ask([("greedy", view)])
        assert thought is not None

    run(story, workers=1)


class Failing:
    """Workers that can't be asked, or drop what they were asked."""

    _processes: dict[int, object] | None = None

    def __init__(self, error: Exception | None) -> None:
        self.error = error

    def submit(self, *_: object) -> Future[object]:
        if self.error:
            raise self.error
        dropped: Future[object] = Future()
        dropped.cancel()
        return dropped

    def shutdown(self, **_: object) -> None:
        pass


@pytest.mark.parametrize("error", [OSError("no more processes"), TypeError("odd"), None])
def test_whatever_goes_wrong_with_the_workers_there_is_an_answer(
    error: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        thinking = Thinking(1)
        monkeypatch.setattr(thinking, "_open", lambda: Failing(error))
        assert await thinking.ask([("greedy", {}), ("random", {})]) == [None, None]

    asyncio.run(story())


def test_whoever_stops_asking_gets_no_answer() -> None:
    async def story() -> None:
        thinking = Thinking(1)
        asking = asyncio.create_task(thinking.ask([("greedy", Game(3, seed=1).view(0))]))
        await asyncio.sleep(0.05)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        thinking.stop()

    asyncio.run(story())


def test_without_workers_bots_draw_their_moves() -> None:
    async def story() -> None:
        thinking = Thinking(0)
        thinking.start()
        assert await thinking.ask([("greedy", {})]) == [None]
        thinking.stop()

    asyncio.run(story())


@pytest.mark.parametrize("level", bots.names())
def test_every_level_plays(level: str) -> None:
    game = Game(3, seed=9)
    (thought,) = think([(level, game.view(1))])
    assert thought is not None
