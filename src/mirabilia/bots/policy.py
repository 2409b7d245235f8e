"""The policy that plays games out in a search: quick, and better than chance."""

from __future__ import annotations

from ..engine.jit import compiled
from .greedy import greedy_move


@compiled
def policy_move(g, t, seat, rng, weights, move, moves, w):
    """A decision of any kind."""
    greedy_move(g, t, seat, move, moves, w)
