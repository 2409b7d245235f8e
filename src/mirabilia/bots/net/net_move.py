"""A decision of any kind by a net, in compiled code."""

from __future__ import annotations

import numpy as np

from ...batch.legal import P_KIND, find_move, write_mask, write_open_mask
from ...engine.jit import compiled
from .inputs import write_inputs
from .thinking import like_all, pick, think


@compiled
def legal_actions(g, t, seat, mind, w):
    """Write the mask of the decision, or of what is open of it."""
    if mind.pending[P_KIND]:
        write_open_mask(g, t, seat, mind.pending, mind.mask, mind.offers, w)
    else:
        mind.stage_price = write_mask(g, t, seat, mind.numbers, mind.mask, mind.price, w)


@compiled
def net_move(g, t, seat, net, mind, heat, rng, w):
    """A seat's move, in ``w.move``, after ``look_round``. With heat it is drawn, as liked."""
    mind.pending[P_KIND] = 0
    while True:
        legal_actions(g, t, seat, mind, w)
        write_inputs(g, seat, mind, False)
        think(net, mind)
        like_all(g, seat, net, mind)
        at = pick(mind, np.float32(heat), rng)
        number = mind.thought.action[at]
        if find_move(g, t, seat, mind.numbers, number, 0, mind.pending, w) != 0:
            return
