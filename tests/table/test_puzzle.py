"""The puzzle of the day: made once, the same for all, kept; answers with their reasons."""

import asyncio
import json
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from mirabilia.review import puzzle_maker, puzzles
from mirabilia.review.puzzles import Draft, Find, Puzzle
from mirabilia.table.rooms import puzzling
from mirabilia.table.rooms.puzzling import DONE, FAILED, MAKING, PuzzleView, Puzzling
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.storage import StorageError
from mirabilia.table.rooms.thinking import NoAnswer, Thinking
from riddles import example
from tables import Served, refusal, run, served, serving


@pytest.fixture
def made_at_once(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Workers that answer here and now, with an example; what they were asked for."""
    asked: list[str] = []

    async def work(self: Thinking, job: Callable[..., Any], *given: Any) -> Any:
        asked.append(job.__name__)
        await asyncio.sleep(0)
        return job(*given)

    find = Find(0, 0, "", "", 3.0)
    monkeypatch.setattr(Thinking, "work", work)
    monkeypatch.setattr(
        puzzle_maker, "play_on", lambda draft: replace(draft, finds=(find,), over=True)
    )
    whole = example()
    begun = replace(whole, answers=whole.answers[:1])
    monkeypatch.setattr(puzzle_maker, "look_at", lambda draft, find: begun)
    monkeypatch.setattr(
        puzzle_maker,
        "weigh",
        lambda puzzle, move: replace(puzzle, answers=(*puzzle.answers, whole.answer(move))),
    )
    return asked


async def made(service: Service) -> PuzzleView:
    for _ in range(2000):
        seen = await service.puzzles.of()
        if seen.state in (DONE, FAILED):
            return seen
        await asyncio.sleep(0.005)
    raise AssertionError("It is never made.")


def test_it_is_made_when_first_asked_for_and_kept(made_at_once: list[str], tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with serving(database) as service:
            first, again = await service.puzzles.of(), await service.puzzles.of()
            assert {first.state, again.state} == {MAKING}
            seen = await made(service)
            assert seen.puzzle == example()
            assert made_at_once.count("play_on") == 1  # though it was asked for twice
        async with serving(database) as service:
            assert (await service.puzzles.of()).puzzle == example()
        assert made_at_once.count("play_on") == 1

    asyncio.run(story())


def test_without_bots_there_is_none_and_nobody_waits_in_vain() -> None:
    assert run(made).state == FAILED


def test_a_game_without_a_puzzle_is_followed_by_another(
    made_at_once: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds: list[int] = []

    def look(draft: Draft, find: Find) -> Puzzle | None:
        seeds.append(draft.seed)
        return example() if len(seeds) == 3 else None

    monkeypatch.setattr(puzzle_maker, "look_at", look)
    assert run(made).state == DONE
    assert len(set(seeds)) == 3


@pytest.mark.parametrize("wrong", [NoAnswer(), StorageError("Nothing was stored.")])
def test_where_something_went_wrong_it_is_tried_again_after_a_while(
    made_at_once: list[str], monkeypatch: pytest.MonkeyPatch, wrong: Exception
) -> None:
    now, faults = [0.0], [wrong]

    def look(draft: Draft, find: Find) -> Puzzle:
        if faults:
            raise faults.pop()
        return example()

    monkeypatch.setattr(puzzle_maker, "look_at", look)
    monkeypatch.setattr(Puzzling, "today", "2026-01-01")

    async def story(service: Service) -> None:
        service.puzzles._clock = lambda: now[0]
        assert (await made(service)).state == FAILED
        asked = len(made_at_once)
        now[0] = 59.0
        assert (await service.puzzles.of()).state == FAILED
        assert len(made_at_once) == asked
        now[0] = 60.0
        assert (await service.puzzles.of()).state == MAKING
        assert (await made(service)).state == DONE

    run(story)


def test_where_no_game_has_one_it_is_not_looked_for_again_that_day(
    made_at_once: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzling, "_MOST_GAMES", 2)
    monkeypatch.setattr(puzzle_maker, "look_at", lambda draft, find: None)
    monkeypatch.setattr(Puzzling, "today", "2026-01-01")

    async def story(service: Service) -> None:
        assert (await made(service)).state == FAILED
        service.puzzles._clock = lambda: 1e9
        assert (await service.puzzles.of()).state == FAILED
        assert made_at_once.count("look_at") == 2

    run(story)


def test_one_of_other_rules_is_refused_and_that_of_today_made_anew(
    made_at_once: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    old = replace(example(), record={**example().record, "rules": 10**6})
    packed = zlib.compress(json.dumps(puzzles.write(old)).encode())
    digest = example().game.catalogue.digest
    monkeypatch.setattr(Puzzling, "today", "2026-01-02")

    async def story(service: Service) -> None:
        for day in ("2026-01-01", "2026-01-02"):
            put = partial(puzzling._write, day=day, packed=packed, digest=digest)
            await service.storage.write_beside(put)
        refused = await refusal(service.puzzles.of("2026-01-01"))
        assert "rules have changed" in refused
        assert (await made(service)).puzzle == example()

    run(story)


def test_of_other_days_there_are_those_that_were_made(
    made_at_once: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(service: Service) -> None:
        for day in ("2026-01-01", "2026-01-03"):
            monkeypatch.setattr(Puzzling, "today", day)
            await made(service)
        assert (await service.puzzles.of()).earlier == ("2026-01-01",)
        assert (await service.puzzles.of("2026-01-01")).state == DONE
        for day in ("2026-01-02", "2026-01-04"):
            assert "no puzzle" in await refusal(service.puzzles.of(day), 404)
        monkeypatch.setattr(Puzzling, "today", "2028-01-01")
        await made(service)
        assert "no puzzle" in await refusal(service.puzzles.of("2026-01-03"), 404)  # long past

    run(story)


def test_days_differ_and_are_the_same_for_everybody() -> None:
    assert puzzling._seed("2026-01-01", 0) == puzzling._seed("2026-01-01", 0)
    numbers = {puzzling._seed(f"2026-01-0{day}", game) for day in (1, 2) for game in range(5)}
    assert len(numbers) == 10


@pytest.fixture
def server(made_at_once: list[str]) -> Iterator[Served]:
    with served() as found:
        client = found.client()
        for _ in range(200):
            if "Which one?" in client.get("/puzzle").text:
                break
        yield found


def test_the_page_shows_what_the_seat_knows_and_nothing_of_the_answer(server: Served) -> None:
    page = server.client().get("/puzzle")
    assert "by at least 1.8 points" in page.text
    assert "Solved" not in page.text
    puzzle, game = example(), example().game
    assert all(f'value="{move}"' in page.text for move in puzzles.uses(game, 0))
    for seat in (1, 2):
        hidden = set(game.hand(seat)) - set(game.hand(0))
        assert not any(f'data-face="{card}"' in page.text for card in hidden)
    assert puzzle.best.move not in page.text.partition("<form")[0]


def test_an_answer_is_told_whether_it_is_right_and_why(server: Served) -> None:
    client, puzzle = server.client(), example()
    day = client.get("/puzzle").text.partition('action="/puzzle/')[2][:10]
    right = client.get(f"/puzzle/{day}", params={"move": puzzle.best.move}).text
    assert "Solved" in right
    assert "Not solved" not in right
    wrong = client.get(f"/puzzle/{day}", params={"move": puzzle.answers[1].tried.move}).text
    assert "Not solved" in wrong
    assert "costs you 3.0 points" in wrong
    assert "Science: 2.5 points more." in wrong
    assert "Bruno could expect 1.5 points less." in wrong


def test_who_has_answered_can_play_on_from_there(server: Served) -> None:
    client, puzzle = server.client(follow_redirects=True), example()
    page = client.get("/puzzle").text
    assert 'name="position"' not in page  # it holds what the seat does not know
    day = page.partition('action="/puzzle/')[2][:10]
    answered = client.get(f"/puzzle/{day}", params={"move": puzzle.answers[0].tried.move}).text
    found = re.search(r'name="position" value="([^"]+)"', answered)
    assert found
    table = client.post("/position", data={"position": unescape(found[1]), "seat": "0"})
    assert table.status_code == 200
    assert all(f'value="{card}"' in table.text for card in puzzle.game.hand(0))


@pytest.mark.parametrize("move", ["", "build", "build:nothing", "stage:altar@L99", "x" * 99])
def test_what_is_no_answer_is_refused(server: Served, move: str) -> None:
    client = server.client()
    day = client.get("/puzzle").text.partition('action="/puzzle/')[2][:10]
    answer = client.get(f"/puzzle/{day}", params={"move": move})
    assert answer.status_code == 400
    assert "That is no answer to this puzzle." in answer.text


@pytest.mark.parametrize("day", ["2026-13-99", "0000-00-00", "1999-01-01", "today", "2026-1-1"])
def test_a_day_that_is_none_is_refused(server: Served, day: str) -> None:
    assert server.client().get(f"/puzzle/{day}").status_code in (400, 404, 422)
