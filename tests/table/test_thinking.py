"""Bots in worker processes: they answer, and whatever happens to them, the table goes on."""

import asyncio
import os
import signal
from concurrent.futures import Future

import pytest

from mirabilia import Game, Move, bots
from mirabilia.table.rooms import thinking as asking
from mirabilia.table.rooms import workers as processes
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER, Options
from mirabilia.table.rooms.thinking import Thinking
from mirabilia.table.rooms.workers import Job, Thought, think
from tables import ANN, BEN, CLEO, owes, play_on, run, until


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
        assert await service.thinking.ask([("expert", view)] * 2, seconds=0.05) == [None] * 2
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
        monkeypatch.setattr(processes, "_new_process", lambda *_: Failing(error))
        assert await thinking.ask([("greedy", {}), ("random", {})]) == [None, None]
        assert await thinking.ask([("greedy", {})]) == [None]  # the worker can be had again

    asyncio.run(story())


class Slow:
    """A worker that takes its time to get ready, and answers in the order it was asked."""

    _processes: dict[int, object] | None = None

    def __init__(self) -> None:
        self.asked: list[tuple[object, Future[object]]] = []
        self.ended = False

    def submit(self, _: object, job: object) -> Future[object]:
        answer: Future[object] = Future()
        self.asked.append((job, answer))
        return answer

    def shutdown(self, **_: object) -> None:
        self.ended = True

    def answer(self) -> object:
        """Finish what was asked first; what that was."""
        job, answer = self.asked.pop(0)
        if not answer.cancelled():
            work = isinstance(job, tuple)
            answer.set_result((None,) if work else [None] * len(list(job)))  # type: ignore[call-overload]
        return job


def test_the_time_of_a_bot_counts_from_when_its_worker_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        started: list[Slow] = []

        def start(*_: object) -> Slow:
            started.append(Slow())
            return started[-1]

        monkeypatch.setattr(processes, "_new_process", start)
        thinking = Thinking(1, seconds=0.05)
        asking = asyncio.create_task(thinking.ask([("greedy", {})]))
        await asyncio.sleep(0.2)
        (worker,) = started
        assert not asking.done()
        assert worker.answer() == ()  # it is ready
        await asyncio.sleep(0.02)
        assert worker.answer() == [("greedy", {})]
        assert await asking == [None]
        assert not worker.ended
        assert await thinking.ask([("greedy", {})]) == [None]  # now it is too slow
        assert worker.ended

    asyncio.run(story())


def test_a_slow_bot_costs_the_others_nothing_but_its_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        started: list[Slow] = []

        def start(*_: object) -> Slow:
            started.append(Slow())
            started[-1].submit(None, ())
            return started[-1]

        monkeypatch.setattr(processes, "_new_process", start)
        thinking = Thinking(2, seconds=0.1)
        slow = asyncio.create_task(thinking.ask([("slow", {})]))
        quick = asyncio.create_task(thinking.ask([("quick", {})], seconds=5))
        await asyncio.sleep(0)
        for worker in started:
            worker.asked.pop(0)
            worker.answer()
        assert await slow == [None]
        assert [worker.ended for worker in started] == [True, False]
        assert started[1].answer() == [("quick", {})]
        assert await quick == [None]

    asyncio.run(story())


def test_bots_come_before_hints_these_before_bots_that_play_alone_and_reviews_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        worker = Slow()
        monkeypatch.setattr(processes, "_new_process", lambda *_: worker)
        thinking = Thinking(1)
        asked: list[asyncio.Task[object]] = [asyncio.create_task(thinking.ask([("first", {})]))]
        await asyncio.sleep(0)
        worker.answer()
        asked.append(asyncio.create_task(thinking.work(str, "review")))
        await asyncio.sleep(0.01)
        asked.append(asyncio.create_task(thinking.ask([("show", {})], show=True)))
        await asyncio.sleep(0.01)
        for number in range(20):
            asking = thinking.ask([(f"hint {number}", {})], hint=True)
            asked.append(asyncio.create_task(asking))
        await asyncio.sleep(0.01)
        asked.append(asyncio.create_task(thinking.ask([("bot", {})])))
        await asyncio.sleep(0.01)
        assert thinking.waiting == 22
        order = []
        while len(worker.asked[0][0]) == 1:  # type: ignore[arg-type]
            order += [level for level, _ in worker.answer()]  # type: ignore[attr-defined]
            await asyncio.sleep(0.01)
        hints = [f"hint {number}" for number in range(20)]
        assert order == ["first", "bot", *hints, "show"]
        assert worker.answer() == (str, ("review",))
        await asyncio.gather(*asked)
        assert thinking.waiting == 0

    asyncio.run(story())


def slow_workers(monkeypatch: pytest.MonkeyPatch) -> list[Slow]:
    started: list[Slow] = []

    def start(*_: object) -> Slow:
        started.append(Slow())
        return started[-1]

    monkeypatch.setattr(processes, "_new_process", start)
    return started


def asked_of(worker: Slow) -> list[str]:
    """Which levels a worker is asked for now; nothing if it is to get ready."""
    return [level for job, _ in worker.asked for level, _ in job]  # type: ignore[attr-defined]


def test_a_table_of_many_slow_bots_lets_others_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        started, thinking = slow_workers(monkeypatch), Thinking(1)
        busy = asyncio.create_task(
            thinking.ask([("expert", {"n": n}) for n in range(6)], table="a")
        )
        await asyncio.sleep(0.01)
        (worker,) = started
        worker.answer()  # it is ready
        await asyncio.sleep(0.01)
        other = asyncio.create_task(thinking.ask([("expert", {"n": 9})], table="b"))
        await asyncio.sleep(0.01)
        order = []
        while worker.asked:
            order += [view["n"] for _, view in worker.answer()]  # type: ignore[attr-defined]
            await asyncio.sleep(0.01)
        assert order == [0, 1, 9, 2, 3, 4, 5] or order == [0, 9, 1, 2, 3, 4, 5]
        assert (await busy, await other) == ([None] * 6, [None])
        thinking.stop()

    asyncio.run(story())


def test_a_quick_bot_does_not_wait_for_another_tables_slow_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        started, thinking = slow_workers(monkeypatch), Thinking(1)
        slow = [asyncio.create_task(thinking.ask([("expert", {})], table=code)) for code in "ab"]
        await asyncio.sleep(0.01)
        started[0].answer()
        await asyncio.sleep(0.01)
        own = asyncio.create_task(thinking.ask([("greedy", {})], table="a"))
        await asyncio.sleep(0.01)
        assert len(started) == 1  # its own table waits for the slow one anyway
        quick = asyncio.create_task(thinking.ask([("greedy", {}), ("easy", {})], table="c"))
        await asyncio.sleep(0.01)
        assert len(started) == 2
        assert asked_of(started[1]) == []  # not before it is ready
        started[1].answer()
        for _ in range(2):
            await asyncio.sleep(0.01)
            started[1].answer()
        assert (await own, await quick) == ([None], [None, None])
        assert asked_of(started[0]) == ["expert"]
        assert not started[1].asked  # and it takes no slow one, though one waits
        for _ in slow:
            started[0].answer()
            await asyncio.sleep(0.01)
        assert await asyncio.gather(*slow) == [[None], [None]]
        again = asyncio.create_task(thinking.ask([("greedy", {})], table="d"))
        await asyncio.sleep(0.01)
        assert sum(bool(worker.asked) for worker in started) == 1
        next(worker for worker in started if worker.asked).answer()
        assert await again == [None]
        thinking.stop()
        assert all(worker.ended for worker in started)

    asyncio.run(story())


def test_when_much_waits_every_bot_has_the_same_share_of_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        started, thinking = slow_workers(monkeypatch), Thinking(2)
        assert thinking.share == 1
        some = [
            asyncio.create_task(thinking.ask([("expert", {})], table=str(n))) for n in range(42)
        ]
        await asyncio.sleep(0.01)
        assert thinking.share == pytest.approx(2.0 / (40 * 0.5 / 2))
        while not all(task.done() for task in some):
            await asyncio.sleep(0.001)
            for worker in started:
                if worker.asked:
                    worker.answer()
        assert await asyncio.gather(*some) == [[None]] * 42
        assert (thinking.share, thinking.waiting) == (1, 0)

    asyncio.run(story())


def test_a_share_of_the_time_shortens_every_level() -> None:
    assert processes.budget("expert", 1.0) == (None, None)
    assert processes.budget("expert", 0.5) == (0.25, None)
    assert processes.budget("hard", 0.5) == (0.05, None)
    assert processes.budget("medium", 0.1) == (None, 15)
    assert processes.budget("greedy", 0.1) == processes.budget("another", 0.1) == (None, None)
    (thought,) = think([("expert", Game(3, seed=2).view(0))], share=0.1)
    assert thought is not None
    assert thought.seconds < 0.4


def test_a_worker_is_not_lost_with_who_waited_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        worker = Slow()
        monkeypatch.setattr(processes, "_new_process", lambda *_: worker)
        monkeypatch.setattr(asking, "_PATIENCE", 0.05)
        thinking = Thinking(1)
        first = asyncio.create_task(thinking.ask([("first", {})]))
        await asyncio.sleep(0)
        worker.answer()
        impatient = asyncio.create_task(thinking.ask([("hint", {})], hint=True))
        gone = asyncio.create_task(thinking.ask([("gone", {})]))
        assert await impatient == [None]
        worker.answer()
        await first
        gone.cancel()  # just as the worker is his
        await asyncio.gather(gone, return_exceptions=True)
        last = asyncio.create_task(thinking.ask([("last", {})]))
        await asyncio.sleep(0.01)
        while worker.asked:
            worker.answer()
            await asyncio.sleep(0.01)
        assert await last == [None]

    asyncio.run(story())


def test_a_hint_is_thought_about_once_for_each_seat_and_step() -> None:
    class Counting(Thinking):
        asked = 0

        async def ask(
            self,
            job: Job,
            seconds: float | None = None,
            *,
            table: str = "",
            hint: bool = False,
            show: bool = False,
        ) -> list[Thought | None]:
            if not hint:
                return [None] * len(job)
            self.asked += 1
            await asyncio.sleep(0.01)
            return [Thought("sell:altar", "because") for _ in job]

    async def story(service: Service) -> None:
        service.thinking = counting = Counting(0)
        code = await service.create(Options(players=3), "Ann", ANN)
        await service.join(code, BEN, "Ben")
        await service.join(code, CLEO, "Cleo")
        hints = await asyncio.gather(*(service.hint(code, ANN) for _ in range(5)))
        assert len(set(hints)) == counting.asked == 1
        await service.hint(code, BEN)
        assert counting.asked == 2
        await play_on(service, code, [ANN, BEN, CLEO], 1)
        while not owes(await service.table_view(code, ANN)):
            await play_on(service, code, [BEN, CLEO], 1)
        await service.hint(code, ANN)
        assert counting.asked == 3
        assert len(service._keepers[code]._advice) == 1

    run(story)


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
