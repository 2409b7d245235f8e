"""The chronicle: events sorted into deeds, wars and ranks at sea, of a step or of a whole game."""

from collections import Counter
from typing import Any

import pytest

from brute import COMBINATIONS, GameSetup, walk
from conftest import sample
from mirabilia import Game
from mirabilia.catalogue import load
from mirabilia.telling.chronicle import Chapter, Chronicler, Step, chapters
from mirabilia.telling.chronicle import silent as is_silent
from mirabilia.telling.cities import City, cities
from mirabilia.telling.conflicts import pairs, rewound

SETUPS = [
    GameSetup(2, "1st"),
    GameSetup(3, "2nd", "choose"),
    *sample(COMBINATIONS, 10),
    GameSetup(8, "1st", "random", ("leaders", "cities", "armada"), True, "expert"),
]
whole_games = pytest.mark.parametrize("setup", SETUPS, ids=str)


def open_cities(game: Game) -> list[City]:
    return cities(game.view(None), game.catalogue)


def whole(game: Game, seat: int | None = None) -> list[Chapter]:
    return list(
        chapters(game.events_for(seat), open_cities(game), game.catalogue, teams=game.teams)
    )


def step_by_step(setup: GameSetup, seed: int) -> tuple[Game, list[Step]]:
    """A random game, and each of its steps told with the cities of that moment."""
    game = setup.new(seed)
    chronicler = Chronicler(game.catalogue, game.teams)
    steps: list[Step] = []

    def tell() -> None:
        kinds = [game.decision(other).kind for other in game.to_decide]
        events = game.events_for(None)[told:]
        steps.append(chronicler.step(events, open_cities(game), sailing="sail" in kinds))

    told = 0
    for _ in walk(game, seed):
        tell()
        told = len(game.events)
    tell()
    return game, steps


@whole_games
def test_a_whole_game_has_the_wars_that_its_steps_had(setup: GameSetup) -> None:
    game, steps = step_by_step(setup, 7)
    told = [chapter.step for chapter in whole(game)]
    for part in ("war", "naval"):
        expected = [found for step in steps if (found := getattr(step, part))]
        found_again = [found for step in told if (found := getattr(step, part))]
        assert found_again == expected
    assert sum(step.war is not None for step in told) == 3


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


def test_a_city_is_rewound_past_all_that_changes_its_strength() -> None:
    catalogue = load("1st", ["leaders", "cities", "armada"])
    game = GameSetup(4, "1st", "random", ("leaders", "cities", "armada")).new(5)
    earlier: list[tuple[int, list[City]]] = []
    for _ in walk(game, 5):
        earlier.append((len(game.events), open_cities(game)))
    for told, then in earlier:
        for city, now in zip(then, open_cities(game), strict=True):
            since = [event for event in game.events[told:] if event.seat == city.seat]
            back = rewound(now, since, catalogue)
            assert back.shields == city.shields
            assert back.naval_strength == city.naval_strength
            assert (back.cards, back.built) == (city.cards, city.built)


def test_who_fights_whom() -> None:
    assert pairs(4, set(), [], False) == ([(0, 1), (1, 2), (2, 3), (3, 0)], [])
    assert pairs(3, {1}, [], False)[0] == [(0, 2)], "two fight once (C3)"
    assert pairs(4, {0, 1, 2}, [], False)[0] == []
    assert pairs(4, {1}, [(0, 2)], False) == ([(0, 2), (2, 3), (3, 0)], [])
    assert pairs(6, {1}, [(0, 2), (2, 0)], True) == ([(1, 2), (3, 4), (5, 0)], [(0, 2)])
