"""A whole game on all sizes of screens at once: everything in sight, nothing over another."""

from __future__ import annotations

import random

import pytest

from browsers import Open
from conftest import sample
from mirabilia import Game
from sight import SCREENS, Screens

pytest_plugins = ["browser_fixtures"]

EVERYTHING = ("leaders", "cities", "armada")
EACH = len(sample(range(4), 1)) > 1  # every screen sees every decision; otherwise one in four


def decide(game: Game, seat: int, chance: random.Random) -> None:
    """At random, but whoever can build does: cities grow full."""
    moves = game.moves(seat)
    building = [move for move in moves if move.action in ("build", "stage", "recruit")]
    game.play(seat, chance.choice(building or moves))


@pytest.mark.sweep
@pytest.mark.parametrize("theme", sample(["light", "dark"], 1))
def test_a_whole_game_of_seven_with_everything_on_every_screen(theme: str, browser: Open) -> None:
    game = Game(7, expansions=EVERYTHING, sides="choose", seed=5)
    chance = random.Random(5)
    screens = Screens(browser, game, SCREENS, color_scheme=theme)
    wrong: list[str] = []
    kinds: set[str] = set()
    decisions = 0
    while not game.over:
        if 0 in game.to_decide:
            kind = game.decision(0).kind
            fresh = EACH or kind not in kinds
            kinds.add(kind)
            screens.looked_at = [
                name for at, name in enumerate(SCREENS) if fresh or (at + decisions) % 4 == 0
            ]
            decisions += 1
            when = f"{kind} in turn {game.turn} of age {game.age}"
            screens.show()
            wrong += screens.shifts(when) + screens.look(when)
            screens.choose(0)
            wrong += screens.look(f"{when}, first choice open", briefly=True)
            screens.close()
            screens.shifts(when)
            decide(game, 0, chance)
            if not game.over and 0 not in game.to_decide:
                screens.show()
                wrong += screens.shifts(f"after {when}")
                wrong += screens.look(f"after {when}", briefly=True)
        for seat in game.to_decide:
            if seat:
                decide(game, seat, chance)
    assert len(kinds) >= 6
    assert decisions >= 30
    assert not wrong, "\n".join(wrong)
