"""What ``greedy`` and ``expert`` choose in some hundred positions of all sets, as it was stored.

Whoever moves or rearranges the bots changes none of these. Whoever makes them play otherwise writes
the file anew, and says what was gained:

    python tests/bots/test_choices.py
"""

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from mirabilia import Game, bots
from mirabilia.bots.levels import LEVELS
from mirabilia.bots.searcher import Searcher
from mirabilia.catalogue import EXPANSIONS

FILE = Path(__file__).parent / "fixtures" / "choices.txt"
PLAYOUTS = 48
EACH = 13  # positions of each set
SETS = [
    (edition, expansions)
    for edition in ("1st", "2nd")
    for size in range(len(EXPANSIONS) + 1)
    for expansions in combinations(EXPANSIONS, size)
]


def head(edition: str, expansions: tuple[str, ...]) -> str:
    return f"{edition} {'+'.join(expansions) or 'base'}"


def decisions(edition: str, expansions: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Views of seats that owe a decision, spread over random games of 3 to 7 players."""
    chance = random.Random(head(edition, expansions))
    found = 0
    while found < EACH:
        players = chance.choice((3, 4, 5, 7))
        teams = players == 4 and not {"cities", "armada"}.isdisjoint(expansions)
        seed = chance.randrange(1 << 30)
        game = Game(players, edition=edition, expansions=expansions, seed=seed, teams=teams)
        while not game.over and found < EACH:
            seat = game.to_decide[0]
            if chance.random() < 0.04 and len(game.moves(seat)) > 1:
                found += 1
                yield game.view(seat)
            game.play(seat, chance.choice(game.moves(seat)))


def chosen(view: dict[str, Any]) -> str:
    greedy = bots.make("greedy").choose(view)
    expert = Searcher(LEVELS["expert"], playouts=PLAYOUTS, seed=1).choose(view)
    kind = view["decision"]["kind"]
    return f"{view['age']}.{view['turn']} seat {view['seat']} {kind}: {greedy} | {expert}"


def told(edition: str, expansions: tuple[str, ...]) -> list[str]:
    return [head(edition, expansions), *map(chosen, decisions(edition, expansions))]


def stored() -> dict[str, list[str]]:
    parts = FILE.read_text("utf-8").strip().split("\n\n")
    return {part.split("\n")[0]: part.split("\n") for part in parts}


@pytest.mark.parametrize(("edition", "expansions"), SETS)
def test_the_bots_choose_as_they_did(edition: str, expansions: tuple[str, ...]) -> None:
    assert told(edition, expansions) == stored()[head(edition, expansions)]


if __name__ == "__main__":
    FILE.write_text("\n\n".join("\n".join(told(*each)) for each in SETS) + "\n", "utf-8")
