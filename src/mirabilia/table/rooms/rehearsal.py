"""The first game of a kind loads its rules and compiled code; better now than at a table."""

from __future__ import annotations

import asyncio
from itertools import combinations

from ...catalogue import EDITIONS, EXPANSIONS
from ...game.game import Game

_BETWEEN = 0.05  # seconds that those who play have for themselves


async def rehearse() -> None:
    """Each kind of game once, what most play first; not before the first page."""
    kinds = [
        (edition, chosen)
        for edition in reversed(EDITIONS)
        for size in range(len(EXPANSIONS) + 1)
        for chosen in combinations(EXPANSIONS, size)
    ]
    for edition, expansions in kinds:
        await asyncio.to_thread(_play, edition, expansions)
        await asyncio.sleep(_BETWEEN)


def _play(edition: str, expansions: tuple[str, ...]) -> None:
    game = Game(4, edition=edition, expansions=expansions, seed=1)
    game.view(0)
    game.moves(0)
