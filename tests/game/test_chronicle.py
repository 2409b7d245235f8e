"""The chronicle: events sorted into deeds, wars and ranks at sea, of a step or of a whole game."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from brute import COMBINATIONS, EVERYTHING, GameSetup, walk
from conftest import sample
from mirabilia import Game
from mirabilia.telling import chronicle
from mirabilia.telling.chronicle import Chapter, Chronicler, Step
from mirabilia.telling.chronicle import silent as is_silent
from mirabilia.telling.cities import City, cities
from mirabilia.telling.conflicts import Naval, War

SETUPS = [
    GameSetup(2, "1st"),
    GameSetup(3, "2nd", "choose"),
    *sample(COMBINATIONS, 10),
    GameSetup(4, "1st", "random", EVERYTHING),
    GameSetup(8, "1st", "random", EVERYTHING, True, "expert"),
]
whole_games = pytest.mark.parametrize("setup", SETUPS, ids=str)


def open_cities(game: Game) -> list[City]:
    return cities(game.view(None), game.catalogue)


def whole(game: Game, seat: int | None = None) -> list[Chapter]:
    events = game.events_for(seat)
    turns = chronicle.stretches(events)
    return [chronicle.chapter(events, *turn, teams=game.teams) for turn in turns]


def moments(setup: GameSetup, seed: int) -> Iterator[tuple[Game, Step]]:
    """A random game after each of its steps, with what is told of the step."""
    game = setup.new(seed)
    chronicler = Chronicler(game.teams)
    told = 0
    for _ in chain(walk(game, seed), ["the end"]):
        yield game, chronicler.step(game.events_for(None)[told:])
        told = len(game.events)


def step_by_step(setup: GameSetup, seed: int) -> tuple[Game, list[Step]]:
    """A random game, and each of its steps as it was told in that moment."""
    found = list(moments(setup, seed))
    return found[-1][0], [step for _, step in found]


@whole_games
def test_a_whole_game_has_the_wars_that_its_steps_had(setup: GameSetup) -> None:
    game, steps = step_by_step(setup, 7)
    told = [chapter.step for chapter in whole(game)]
    for part in ("war", "naval"):
        expected = [found for step in steps if (found := getattr(step, part))]
        found_again = [found for step in told if (found := getattr(step, part))]
        assert found_again == expected
    assert sum(step.war is not None for step in told) == 3
    assert sum(step.naval is not None for step in told) == 3 * ("armada" in setup.expansions)


@whole_games
def test_strengths_agree_with_the_tokens(setup: GameSetup) -> None:
    game, _ = step_by_step(setup, 11)
    for chapter in whole(game):
        if chapter.step.war is None:
            continue
        war = chapter.step.war
        for conflict in war.conflicts:
            softened = war.teams and {conflict.one, conflict.other} <= {*war.diplomats}
            expects_tokens = not conflict.drawn and (conflict.raid or not softened)
            assert bool(conflict.victories) == expects_tokens
            assert len(conflict.victories) == conflict.defeats
            for number in conflict.numbers:
                event = game.events[number]
                if event.kind == "victory":
                    assert event.seat == conflict.winner
        told = [number for conflict in war.conflicts for number in conflict.numbers]
        assert Counter(told) == Counter(
            number for number in war.numbers if "against" in game.events[number].data
        ), "each token belongs to one conflict"
        for conflict in war.conflicts:
            tokens = [game.events[number] for number in conflict.numbers[1:]]
            for seat in range(game.seats):
                taken = [event.data["value"] for event in tokens if event.seat == seat]
                assert sorted(conflict.tokens(seat)) == sorted(taken)
        if naval := chapter.step.naval:
            strengths = [rank.strength for rank in naval.ranks]
            assert strengths == sorted(strengths, reverse=True)
            last = [rank for rank in naval.ranks if rank.strength == strengths[-1]]
            equal = len(last) == len(naval.ranks)
            assert all((rank.value or 0) < 0 for rank in last) != equal


@whole_games
def test_every_event_is_in_the_chronicle_once(setup: GameSetup) -> None:
    game, _ = step_by_step(setup, 13)
    for seat in (None, 0):
        events = game.events_for(seat)
        found: list[int] = []
        for chapter in whole(game, seat):
            step = chapter.step
            parts: list[Any] = [*step.deeds, *step.losses]
            parts += [part for part in (step.war, step.naval) if part]
            found += [number for part in parts for number in part.numbers]
            found += [left.number for left in step.left_over]
        assert sorted(found) == [
            number
            for number, event in enumerate(events)
            if event.seat is not None and not is_silent(event)
        ]


def test_chapters_follow_the_turns() -> None:
    game, _ = step_by_step(GameSetup(3, "2nd", "random", ("leaders",)), 3)
    moments = [(chapter.age, chapter.turn) for chapter in whole(game)]
    assert moments[:3] == [(1, None), (1, 0), (1, 1)]
    assert moments[-1] == (3, 6)
    assert len(moments) == 1 + 3 * 7


def test_a_deed_has_its_payments_and_what_came_with_it() -> None:
    game = Game.from_position(
        {
            "edition": "1st",
            "seats": [
                {"wonder": "gizah", "hand": ["tavern", "baths"], "coins": 3},
                {"wonder": "rhodos", "hand": ["baths", "altar"], "coins": 3},
                {"wonder": "olympia", "hand": ["altar", "baths"], "coins": 3},
            ],
        }
    )
    for seat, move in enumerate(["build:tavern", "build:baths@R2", "sell:altar"]):
        game.play(seat, move)
    deeds = [deed for chapter in whole(game, 0) for deed in chapter.step.deeds]
    assert [deed.seat for deed in deeds] == [0, 1, 2]
    assert deeds[0].gains == 5
    assert [tuple(paid) for paid in deeds[1].pays] == [(2, 0)]
    assert deeds[2].done
    assert deeds[2].done.data["card"] is None, "face down"


@whole_games
def test_strengths_told_are_those_of_the_cities_that_fought(setup: GameSetup) -> None:
    """Between a war and the next decision nothing changes in a city but its tokens."""
    wars = 0
    for game, step in moments(setup, 5):
        now = open_cities(game)
        if step.war:
            wars += 1
            _check_shields(game, step.war, now)
        if step.naval:
            _check_strengths(step.naval, now)
    assert wars == 3


def _check_shields(game: Game, war: War, now: list[City]) -> None:
    lost = Counter(game.events[at].seat for at in war.numbers if game.events[at].kind == "defeat")
    for conflict in war.conflicts:
        for seat, shields in zip((conflict.one, conflict.other), conflict.shields, strict=True):
            counting = lost[seat] if now[seat].has("defeats_as_shields") else 0
            assert shields == now[seat].shields - counting


def _check_strengths(naval: Naval, now: list[City]) -> None:
    strengths = {rank.seat: now[rank.seat].naval_strength for rank in naval.ranks}
    assert sorted([*strengths, *naval.away]) == list(range(len(now)))
    for rank in naval.ranks:
        assert rank.strength == strengths[rank.seat]
        assert rank.place == 1 + sum(other > rank.strength for other in strengths.values())
