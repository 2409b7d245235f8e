"""Whole games by compiled bots, without the face of the engine."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from brute import EVERYTHING, GameSetup
from mirabilia.bots.playout import Batch
from mirabilia.engine import chance
from mirabilia.engine.deal import Variant
from mirabilia.engine.state import SEATS


def batch_for(setup: GameSetup, bots: tuple[int, ...], seeds: npt.NDArray[np.int64]) -> Batch:
    """A game for each seed; the bots take turns round the table, and move on from game to game."""
    variant = Variant(
        setup.seats,
        1 if setup.edition == "1st" else 2,
        int(setup.players == 2),
        sum(1 << at for at, name in enumerate(EVERYTHING) if name in setup.expansions),
        int(setup.teams),
        int(setup.leaders == "expert"),
    )
    seated = np.zeros((len(seeds), SEATS), np.uint8)
    for game, seat in np.ndindex(len(seeds), setup.players):
        seated[game, seat] = bots[(game + seat) % setup.players % len(bots)]
    return Batch(variant, seated, chance.states(seeds), chance.states(seeds, stream=1))
