"""Who sits at the table in a search: how the others are taken to play.

The own seat plays by the policy with weights of its own, corrected. Nobody knows how the others
play; so in each world every other is drawn anew, as one who plays like the own seat or as one who
plays plainly, like ``greedy``. Taking all to be alike was worse: a bot that expects experts is at a
loss with beginners, and the other way round (``docs/strength.md``).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...engine.chance import draw
from ...engine.jit import compiled, inlined
from ...engine.state import OWES_LAST_CARD, OWES_PLAY, SEATS
from ..policy.base import policy_move
from ..policy.bias import SCALE, USES
from ..policy.correction import FEATURES, UNITS, correct
from ..policy.value import DRAWS
from ..policy.weights import AS_GOOD, CORRECTION

# Rows of the weights: those who play plainly, and the seat that searches.
PLAIN, OWN = range(2)
PLAYERS = np.dtype(
    (
        np.record,
        [
            ("like", np.int64, (SEATS,)),  # PLAIN or OWN
            ("neutral", np.float64, (2, USES)),
            ("corrected", np.float64, (2, USES)),
            ("features", np.float64, (FEATURES,)),
            ("units", np.float64, (UNITS,)),
        ],
    )
)


def new_players() -> npt.NDArray[np.void]:
    players = np.zeros(1, PLAYERS)
    players[0].neutral[SCALE] = 1.0
    players[0].corrected[SCALE] = 1.0
    return players


@inlined
def draw_players(g, players, weights, rng):
    """How each seat plays in a world."""
    for seat in range(g.seats):
        as_good = draw(rng, DRAWS) < DRAWS * weights[OWN, AS_GOOD]
        players.like[seat] = OWN if as_good else PLAIN


@compiled
def taught_move(g, t, seat, rng, p, players, w):
    """A decision by the corrected policy; what a use was taken to be worth, in hundredths."""
    kind = g.asked[seat]
    if kind != OWES_PLAY and kind != OWES_LAST_CARD:
        return policy_move(g, t, seat, rng, p, players.neutral, w)
    correct(g, seat, p[CORRECTION:], players.features, players.units, players.corrected)
    return policy_move(g, t, seat, rng, p, players.corrected, w)


@compiled
def others_move(g, t, seat, rng, weights, players, w):
    """A decision of another seat, as it was drawn for this world."""
    if players.like[seat] == OWN:
        taught_move(g, t, seat, rng, weights[OWN], players, w)
    else:
        policy_move(g, t, seat, rng, weights[PLAIN], players.neutral, w)
