"""How a search biases the policy: for each use of a hand, what its worth is multiplied by and what
is added to it. Each card of the hand has a place, then the stage, then selling."""

from __future__ import annotations

import numpy as np

from ...engine.jit import inlined
from ...engine.state import HAND

STAGE_AT, SELL_AT = HAND, HAND + 1
USES = HAND + 2
SCALE, SHIFT = range(2)
# The least and the most that a worth is kept as, in hundredths; and what is no use at all.
LEAST, MOST = -31999, 32000
UNFIT = -32000


@inlined
def biased(worth, bias, use):
    """A worth in hundredths as it is to count."""
    return max(min(np.int64(worth * bias[SCALE, use] + bias[SHIFT, use]), MOST), LEAST)
