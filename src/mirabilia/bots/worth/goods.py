"""What production and cheaper trade are worth to a city."""

from __future__ import annotations

import numpy as np

from ...engine.count import stage_count, stage_item
from ...engine.jit import compiled
from ...engine.pay import ANY_KIND, kinds_of, lacking, size_of
from ...engine.state import KINDS, NONE, RAW_MASK
from ...engine.tables import FAR_LEFT, ON_LEFT, ON_RIGHT
from .basics import turns_left

# A symbol of production, for each turn that is left to use it: much in age I, little late in
# age II. The tables say how much of that remains (%) when the city has the kind already: a sure
# symbol is two steps, one with alternatives a single step. Costs ask for several raw materials
# of a kind but hardly ever for a second manufactured good.
PRODUCE_RAW = 30
PRODUCE_MADE = 20
WANTED_RAW = (100, 80, 70, 40, 15, 8, 5, 3)
WANTED_MADE = (100, 50, 25, 10, 5, 3, 2, 1)
# What remains of it (%) if a neighbour sells the kind, at the full price or at a coin.
SOLD_NEARBY = 75
SOLD_CHEAPLY = 50
# What further alternatives of a symbol add (%) to the best of them.
ALTERNATIVES = 80
# A kind that a stage still to be built asks for and the city lacks.
STAGE_LACKS = 50
# Coins from a neighbour who has no other way to the kind, for each turn left.
INCOME = 3

# A price of a coin for each symbol that a neighbour sells and the city lacks, for each turn left.
DISCOUNT_RAW = 4
DISCOUNT_MADE = 5
# Symbols that the neighbour does not sell yet.
DISCOUNT_TO_COME = 2

# A resource a turn that is a coin cheaper, or comes from farther away, for each turn left: so much,
# and more for each kind that the seller has and the city lacks.
CHEAPER_ONCE = 4
CHEAPER_KIND = 3
FAR_KIND = 4
# A starting resource of a neighbour that is a coin cheaper, for each turn left.
CHEAPER_START = 5
# A stage that costs no resources, and more for each one that the city lacks.
FREE_STAGE = 40
FREE_STAGE_RESOURCE = 50


@compiled
def kind_worth(g, t, seat, kind, for_sale):
    """What one more symbol of a kind of resource is worth, for each turn left."""
    shift = 8 * kind
    has = (g.has[seat] >> shift) & 0xFF
    reach = (g.reach[seat] >> shift) & 0xFF
    seats = np.int64(g.seats)
    left = (seat + 1) % seats
    right = (seat + seats - 1) % seats
    raw = RAW_MASK >> kind & 1
    step = min(has + reach, 7)
    worth = PRODUCE_RAW * WANTED_RAW[step] if raw else PRODUCE_MADE * WANTED_MADE[step]
    offered = (g.offer[left] | g.offer[right]) >> shift & 0xFF
    if offered:
        discounts = (3 if raw else 12) & np.int64(g.cheap[seat])
        worth = worth * (SOLD_CHEAPLY if discounts else SOLD_NEARBY) // 100
    if for_sale:
        for side in range(2):
            buyer = left if side == 0 else right
            if (g.reach[buyer] >> shift) & 0xFF == 0:
                worth += INCOME * 100
    return worth


@compiled
def stages_lacking(g, t, seat, kind):
    """How many stages still to be built ask for more of a kind than the city has."""
    lack = 0
    has = (g.has[seat] >> (8 * kind)) & 0xFF
    for stage in range(stage_count(g, seat), t.stages[g.board[seat]]):
        if (t.cost[stage_item(g, seat, stage)] >> (8 * kind)) & 0xFF > has:
            lack += 1
    return lack


@compiled
def produce_worth(g, t, seat, options, for_sale):
    """A symbol of production: the best of its kinds, and something for the others."""
    best = 0
    total = 0
    left = turns_left(g)
    for kind in range(KINDS):
        if options & (1 << kind):
            worth = kind_worth(g, t, seat, kind, for_sale) * left // 100
            worth += STAGE_LACKS * stages_lacking(g, t, seat, kind)
            total += worth
            best = max(best, worth)
    return best + (total - best) * ALTERNATIVES // 100


@compiled
def discount_worth(g, t, seat, options, where):
    """A lower price for a class of resources, from one side or both."""
    seats = np.int64(g.seats)
    raw = options & RAW_MASK
    weight = DISCOUNT_RAW if raw else DISCOUNT_MADE
    cheap = np.int64(g.cheap[seat])
    if not raw:
        cheap >>= 2
    worth = 0
    for side in range(2):
        if where & (ON_LEFT if side == 0 else ON_RIGHT) and not cheap & (1 << side):
            seller = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
            worth += DISCOUNT_TO_COME * weight
            for kind in range(KINDS):
                if options & (1 << kind) and (g.has[seat] >> (8 * kind)) & 0xFF == 0:
                    worth += weight * min((g.offer[seller] >> (8 * kind)) & 0xFF, 2)
    return worth * turns_left(g)


@compiled
def _kinds_to_buy(g, seat, seller):
    """How many kinds a seat sells that the city does not have."""
    kinds = 0
    for kind in range(KINDS):
        sold = (g.offer[seller] >> (8 * kind)) & 0xFF
        if sold and (g.has[seat] >> (8 * kind)) & 0xFF == 0:
            kinds += 1
    return kinds


@compiled
def wharf_worth(g, t, seat, where):
    """A coin less for a resource a turn from one neighbour (C5)."""
    seats = np.int64(g.seats)
    seller = (seat + 1) % seats if where & ON_LEFT else (seat + seats - 1) % seats
    return (CHEAPER_ONCE + CHEAPER_KIND * _kinds_to_buy(g, seat, seller)) * turns_left(g)


@compiled
def start_rebate_worth(g, t, seat):
    """The neighbours' starting resources a coin cheaper (C5)."""
    seats = np.int64(g.seats)
    worth = 0
    for side in range(2):
        seller = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
        start = np.int64(t.start[g.board[seller]])
        if start != NONE and (g.has[seat] >> (8 * start)) & 0xFF == 0:
            worth += CHEAPER_START
    return worth * turns_left(g)


@compiled
def far_trade_worth(g, t, seat, amount, where):
    """So many resources a turn of a seat two places away, a coin each (A13)."""
    seats = np.int64(g.seats)
    if seats == 3:
        return 0
    seller = (seat + 2) % seats if where & FAR_LEFT else (seat + seats - 2) % seats
    kinds = min(_kinds_to_buy(g, seat, seller), 2 + amount)
    return (CHEAPER_ONCE + FAR_KIND * kinds) * turns_left(g)


@compiled
def own_kind_worth(g, t, seat):
    """One more of a kind that the city's cards or its start produce (C6)."""
    return produce_worth(g, t, seat, kinds_of(np.int64(g.offer[seat])), False)


@compiled
def missing_kind_worth(g, t, seat):
    """One of a kind that they don't (C6)."""
    return produce_worth(g, t, seat, ANY_KIND & ~kinds_of(np.int64(g.offer[seat])), False)


@compiled
def free_stages_worth(g, t, seat):
    """Stages that cost no resources."""
    worth = 0
    left = turns_left(g)
    for stage in range(t.stages[g.board[seat]]):
        if not g.stages[seat] >> stage & 1 and left:
            left -= 1
            need = np.int64(t.cost[stage_item(g, seat, stage)])
            if need:
                missing = size_of(lacking(need, np.int64(g.has[seat])))
                worth += FREE_STAGE + FREE_STAGE_RESOURCE * missing
    return worth
