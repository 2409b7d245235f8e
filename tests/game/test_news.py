"""What the newest turn has changed in each city."""

from collections.abc import Callable
from typing import Any

import pytest

from brute import COMBINATIONS, EVERYTHING, GameSetup, walk
from conftest import sample
from mirabilia import Game
from mirabilia.telling.cities import City, cities
from mirabilia.telling.news import News, newest, news

SETUPS = [
    GameSetup(2, "1st"),
    *sample(COMBINATIONS, 6),
    GameSetup(4, "2nd", "random", EVERYTHING),
    GameSetup(8, "1st", "random", EVERYTHING, True, "expert"),
]


COUNTS: dict[str, Callable[[City], int]] = {
    "victory": lambda city: len(city.victories),
    "defeat": lambda city: city.defeats,
    "naval": lambda city: len(city.naval),
    "diplomacy": lambda city: city.diplomacy,
    "debts": lambda city: city.debts,
}


def placed(city: City) -> set[str]:
    things: list[Any] = [*city.cards, *city.leaders, *city.islands, *filter(None, [city.copied])]
    return {thing.id for thing in things}


def changed(before: City, after: City) -> News:
    """What is seen to have changed, by comparing."""
    return News(
        frozenset(placed(after) - placed(before)),
        frozenset(stage + 1 for stage in set(after.built) - set(before.built)),
        frozenset(fleet for fleet, at in after.fleets.items() if at != before.fleets[fleet]),
        frozenset(kind for kind, count in COUNTS.items() if count(after) != count(before)),
        after.coins - before.coins,
    )


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_is_new_is_what_has_changed_since_the_turn_began(setup: GameSetup) -> None:
    game = setup.new(5)
    begun, turn = open_cities(game), 0
    compared = 0
    for _ in walk(game, 5):
        events = game.events_for(None)
        found = news(events, game.seats)
        now = open_cities(game)
        turns = sum(event.kind == "turn" for event in events)
        if turns != turn:
            if turn:
                for seat in range(game.seats):
                    expected = changed(begun[seat], now[seat])
                    # A token taken and one given up in the same turn leave their number as it was;
                    # a leader recruited and buried in one is no longer there.
                    assert expected.tokens <= found[seat].tokens, (turn, seat)
                    assert expected.placed <= found[seat].placed, (turn, seat)
                    assert found[seat].stages == expected.stages
                    assert found[seat].fleets == expected.fleets
                    assert found[seat].coins == expected.coins, (turn, seat, newest(events))
                    compared += 1
            begun, turn = now, turns
    assert compared > 10 * game.players


def open_cities(game: Game) -> list[City]:
    return cities(game.view(None), game.catalogue)


def test_nothing_is_new_before_anything_has_happened() -> None:
    game = GameSetup(3, "2nd").new(1)
    assert news(game.events_for(0), 3) == [News(), News(), News()]
