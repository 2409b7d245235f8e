"""Tables whose game goes on from a position: any that can be, kept over a restart, against bots."""

import asyncio
import copy
import json
import random
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from conftest import sample
from mirabilia import Game
from mirabilia.catalogue import EDITIONS, EXPANSIONS
from mirabilia.table.page import pages, whole_log
from mirabilia.table.page.reader import Reader
from mirabilia.table.rooms import beginning
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER, PLAYING
from spoiling import JUNK, somewhere
from tables import ANN, owes, play_on, refusal, run, served, serving, until

SETS = [chosen for size in range(4) for chosen in combinations(EXPANSIONS, size)]
SETUPS = [(2, "1st", ()), (8, "1st", EXPANSIONS)] + [
    (3 + number % 5, edition, chosen) for edition in EDITIONS for number, chosen in enumerate(SETS)
]


def midway(players: int, steps: int, seed: int = 3, **options: Any) -> Game:
    """A game after so many steps, some of the next one decided."""
    game, chance = Game(players, seed=seed, **options), random.Random(seed)
    while game.steps < steps and not game.over:
        for seat in game.to_decide:
            game.play(seat, chance.choice(game.moves(seat)))
    return game


def text_of(game: Game) -> str:
    return json.dumps(game.position())


async def open_from(service: Service, text: str, seat: int = 0) -> str:
    begun = beginning.read(text, "random")
    return await service.create(begun, "Ann", ANN, seat=seat, begin=True)


async def shown(service: Service, code: str) -> None:
    """Every page of a table can be made."""
    table_view = await service.table_view(code, ANN)
    html = pages.table_page(table_view, Reader(), link="http://x")
    assert 'id="table"' in html
    assert whole_log.log_page(table_view, Reader(), None)
    if table_view.status == PLAYING:
        assert pages.sheet_page(table_view, Reader())


@pytest.mark.parametrize(("players", "edition", "expansions"), sample(SETUPS, 5))
def test_a_game_goes_on_from_where_it_stood(
    players: int, edition: str, expansions: tuple[str, ...]
) -> None:
    async def story(service: Service) -> None:
        for steps in (0, 9, 17):
            game = midway(players, steps, edition=edition, expansions=expansions)
            code = await open_from(service, text_of(game))
            table_view = await service.table_view(code, ANN)
            assert table_view.view is not None
            before = game.view(0)
            for key in ("age", "turn", "discard"):
                assert table_view.view[key] == before[key]
            assert table_view.view["seats"][0]["hand"] == before["seats"][0]["hand"]
            assert table_view.fairness is None
            await shown(service, code)
            over = await play_on(service, code, [ANN])
            assert over.status == OVER
            await shown(service, code)

    run(story)


def test_a_restart_keeps_it_and_what_was_decided(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with serving(database) as service:
            code = await open_from(service, text_of(midway(4, 8, expansions=["leaders"])))
            await play_on(service, code, [ANN], steps=3)
            before = await until(service, code, ANN, owes)
        async with serving(database) as service:
            after = await until(service, code, ANN, owes)
            assert after.view is not None
            assert before.view is not None
            assert after.view["seats"] == before.view["seats"]
            assert (after.step, after.status) == (before.step, PLAYING)
            assert (await play_on(service, code, [ANN])).status == OVER

    asyncio.run(story())


def test_it_has_no_record_and_its_rematch_is_dealt() -> None:
    async def story(service: Service) -> None:
        code = await open_from(service, text_of(midway(3, 16)))
        await play_on(service, code, [ANN])
        assert "has no record" in await refusal(service.record(code))
        again = await service.table_view(await service.rematch(code, ANN), ANN)
        assert again.fairness is not None
        assert again.view is not None
        assert (again.view["age"], again.view["turn"]) == (1, 1)

    run(story)


def test_a_decision_can_be_taken_back_to_the_position() -> None:
    async def story(service: Service) -> None:
        game = midway(3, 7)
        code = await open_from(service, text_of(game))
        first = await service.table_view(code, ANN)
        then = await play_on(service, code, [ANN], steps=1)
        await service.take_back(code, ANN, then.step)
        back = await service.table_view(code, ANN)
        assert back.view is not None
        assert first.view is not None
        assert back.view["seats"][0]["hand"] == first.view["seats"][0]["hand"]

    run(story)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "missing"),
        ("{", "no JSON"),
        ("[]", "a mapping"),
        ("[" * 9000, "no JSON"),
        ("{}", "needs 'seats'"),
        (json.dumps({"seats": [{}] * 3}), "wonder"),
        (text_of(midway(3, 99)), "the game is over"),
    ],
)
def test_what_can_not_be_played_is_refused_with_a_sentence(text: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        beginning.read(text, "random")


@pytest.mark.sweep
def test_a_spoilt_position_is_refused_or_can_be_played(sweep: Any) -> None:
    """A stranger's position is changed somewhere: a sentence, or a game that comes to its end."""
    chance = random.Random(6)
    whole = [midway(4, 8, expansions=EXPANSIONS).position(), midway(3, 11).position()]

    def spoil(data: Any) -> Any:
        data = copy.deepcopy(data)
        at, key = somewhere(data, chance)
        match chance.randrange(4):
            case 0 if isinstance(at, list):
                at.append(copy.deepcopy(at[key]))
            case 1:
                del at[key]
            case 2 if isinstance(at[key], int):
                at[key] = chance.randrange(9)
            case _:
                at[key] = copy.deepcopy(chance.choice(JUNK))
        return data

    async def story(service: Service) -> int:
        played = 0
        for number in sweep(range(600), 60):
            text = json.dumps(spoil(whole[number % 2]))
            try:
                code = await open_from(service, text)
            except Refused:
                continue
            played += 1
            await shown(service, code)
            assert (await play_on(service, code, [ANN])).status == OVER
            await shown(service, code)
        return played

    assert run(story, most_tables=10_000) > 10


def test_the_longest_position_there_is_can_be_played_on_from() -> None:
    whole = midway(8, 12, edition="1st", expansions=EXPANSIONS).position()
    text = json.dumps(whole, indent=2)  # as people have it
    with served() as server, server.client() as browser:
        answer = browser.post("/position", data={"position": text, "name": "Ann"})
        assert answer.status_code == 303, answer.text
        assert len(answer.request.content) > server.service.settings.longest_body


def test_the_form_opens_a_table_or_says_why_not() -> None:
    with served() as server, server.client() as browser:
        assert 'name="position"' in browser.get("/position").text
        text = text_of(midway(3, 9))
        answer = browser.post("/position", data={"position": text, "name": "Ann", "seat": "1"})
        assert answer.status_code == 303
        html = browser.get(answer.headers["location"]).text
        assert re.search(r'name="seat" value="1"', html)
        wrong = browser.post("/position", data={"position": '{"seats": "<b>"}', "level": "random"})
        assert wrong.status_code == 400
        assert "A position needs" in wrong.text
        assert "&lt;b&gt;" in wrong.text
        seat = browser.post("/position", data={"position": text, "seat": "7"})
        assert seat.status_code in (400, 409)
        assert browser.post("/position", data={"position": text, "level": "x"}).status_code == 400
        long = browser.post("/position", data={"position": "x" * 70_000})
        assert long.status_code == 413
