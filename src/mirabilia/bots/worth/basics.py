"""What all worths rest on: points, coins, the turns that are left, the chance to be ahead.

Worth is in hundredths of a point, as it may be expected to come out at the end of the game.
"""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.jit import compiled
from ...engine.state import NONE
from ...engine.tables import AMOUNT, COUNT_COIN, COUNTED_THING, KIND, VALUE_OF

POINT = 100

# A coin is a third of a point at the end; by age, what each of the first coins of the purse is
# worth beyond that, since they pay for trade, and how many such first coins there are.
COIN = 33
READY_COIN = (20, 15, 0)
READY_COINS = 5
# A coin that goes to a neighbour instead of the bank.
GIFT = 12


@compiled
def turns_left(g):
    """Turns after this one until the end of the game."""
    return (3 - g.age) * g.turns + max(g.turns - g.turn, 0)


@compiled
def held_count(g, seat):
    """How many leaders and islands a city has, a copied leader included."""
    copied = 1 if g.copied[seat] != NONE else 0
    return g.leaders_n[seat] + copied + g.islands_n[seat]


@compiled
def held_item(g, seat, index):
    """One of the leaders and islands of a city, islands last."""
    if index < g.leaders_n[seat]:
        return np.int64(g.leaders[seat, index])
    index -= g.leaders_n[seat]
    if g.copied[seat] != NONE:
        if index == 0:
            return np.int64(g.copied[seat])
        index -= 1
    return np.int64(g.islands[seat, index])


@compiled
def coin_points(g, t, seat):
    """What leaders give for each coin at the end (Midas)."""
    worth = 0
    for index in range(held_count(g, seat)):
        item = held_item(g, seat, index)
        for at in range(t.effects_n[item]):
            effect = t.effects[item, at]
            if effect[KIND] == kinds.POINTS_PER and effect[COUNTED_THING] == COUNT_COIN:
                worth += POINT * np.int64(effect[AMOUNT]) // max(np.int64(effect[VALUE_OF]), 1)
    return worth


@compiled
def purse_worth(g, t, seat, coins):
    """What so many coins in the purse are worth."""
    return COIN * coins + READY_COIN[g.age - 1] * min(coins, READY_COINS)


@compiled
def coins_worth(g, t, seat, coins):
    """What more coins are worth."""
    purse = np.int64(g.coins[seat])
    worth = purse_worth(g, t, seat, purse + coins) - purse_worth(g, t, seat, purse)
    if g.expansions:
        worth += coins * coin_points(g, t, seat)
    return worth


@compiled
def chance_of(lead, width):
    """The chance (%) to come out ahead with a lead, in half shields; sure if as wide as given."""
    return max(0, min(100, 50 + 50 * lead // width))
