"""What a city gains with a card or a stage: its lasting effects, and those that happen at once.

``gain`` adds what lasts to the seat's totals; ``recount`` works all totals out anew from what
lies on the table. ``at_once`` carries out coins (B16, B18) and notes builds from the discard
pile (B19), after everybody has placed what he built.
"""

from __future__ import annotations

import numpy as np

from .events import emit
from .jit import compiled
from .pay import spread
from .state import (
    ALTERNATIVES,
    BROWN,
    CARDS,
    CHEAP_MADE_LEFT,
    CHEAP_MADE_RIGHT,
    CHEAP_RAW_LEFT,
    CHEAP_RAW_RIGHT,
    COLOUR_COUNT,
    FROM_CARD,
    FROM_STAGE,
    GAINS,
    GREY,
    NONE,
    QUEUE,
    RAW_MASK,
    RIGHT_COPY_GUILD,
    RIGHT_FREE_BUILD,
    RIGHT_FREE_COLOUR,
    RIGHT_FREE_FIRST,
    RIGHT_FREE_LAST,
    RIGHT_LAST_CARD,
    STAGES,
)
from .tables import (
    AMOUNT,
    BUY_AT,
    COINS_NOW,
    COINS_PER,
    COPY_GUILD,
    COUNT_CARDS,
    COUNT_DEFEATS,
    COUNT_STAGES,
    COUNTED_THING,
    FIRST_STAGE,
    FREE_BUILD,
    FREE_COLOUR,
    FREE_FIRST,
    FREE_LAST,
    IN_CITIES,
    KIND,
    OF_COLOURS,
    ON_LEFT,
    ON_RIGHT,
    OPTIONS,
    PLAY_LAST_CARD,
    PRODUCE,
    REBUILD_FROM_PILE,
    SCIENCE_SYMBOL,
    SELF,
    SHIELDS,
)


@compiled
def stage_count(g, seat):
    mask = np.int64(g.stages[seat])
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)


@compiled
def stage_item(g, seat, stage):
    return FIRST_STAGE + STAGES * np.int64(g.board[seat]) + stage


@compiled
def count_in(g, seat, effect):
    """What an effect counts in one city."""
    thing = effect[COUNTED_THING]
    if thing == COUNT_CARDS:
        total = 0
        for colour in range(1, COLOUR_COUNT):
            if effect[OF_COLOURS] & (1 << colour):
                total += np.int64(g.colours[seat, colour])
        return total
    if thing == COUNT_STAGES:
        return stage_count(g, seat)
    if thing == COUNT_DEFEATS:
        return np.int64(g.defeats[seat])
    return 0


@compiled
def count(g, seat, effect):
    """What an effect counts, in the own city and those of the neighbours as it says."""
    seats = np.int64(g.seats)
    where = effect[IN_CITIES]
    total = 0
    if where & SELF:
        total += count_in(g, seat, effect)
    if where & ON_LEFT:
        total += count_in(g, (seat + 1) % seats, effect)
    if where & ON_RIGHT:
        total += count_in(g, (seat + seats - 1) % seats, effect)
    return total


@compiled
def _produce(g, seat, options, for_sale):
    """A symbol of production (B11); the start's, a brown or a grey card's are for sale (B12)."""
    multiset = spread(options)
    alone = options & (options - 1) == 0
    g.reach[seat] += multiset
    if alone:
        g.has[seat] += multiset
    elif g.choice_n[seat] < ALTERNATIVES:
        g.choice[seat, g.choice_n[seat]] = options
        g.choice_n[seat] += 1
    if for_sale:
        g.offer[seat] += multiset
        if alone:
            g.sells[seat] += multiset
        elif g.shop_n[seat] < ALTERNATIVES:
            g.shop[seat, g.shop_n[seat]] = options
            g.shop_n[seat] += 1


@compiled
def _buy_at(g, seat, options, where):
    """Trading posts and the like (B12); two for the same side and class are as good as one."""
    raw = options & RAW_MASK
    if where & ON_LEFT:
        g.cheap[seat] |= CHEAP_RAW_LEFT if raw else CHEAP_MADE_LEFT
    if where & ON_RIGHT:
        g.cheap[seat] |= CHEAP_RAW_RIGHT if raw else CHEAP_MADE_RIGHT


@compiled
def gain(g, t, seat, item):
    """Add the lasting effects of a card or stage."""
    for index in range(t.effects_n[item]):
        effect = t.effects[item, index]
        kind = effect[KIND]
        options = np.int64(effect[OPTIONS])
        if kind == PRODUCE:
            colour = t.colour[item] if item < CARDS else 0
            _produce(g, seat, options, colour == BROWN or colour == GREY)
        elif kind == SHIELDS:
            g.shields[seat] += effect[AMOUNT]
        elif kind == SCIENCE_SYMBOL:
            symbol = 3
            if options & (options - 1) == 0:
                symbol = options >> 1
            g.science[seat, symbol] += 1
        elif kind == BUY_AT:
            _buy_at(g, seat, options, effect[IN_CITIES])
        elif kind == PLAY_LAST_CARD:
            g.rights[seat] |= RIGHT_LAST_CARD
        elif kind == FREE_BUILD:
            g.rights[seat] |= RIGHT_FREE_BUILD
        elif kind == FREE_COLOUR:
            g.rights[seat] |= RIGHT_FREE_COLOUR
        elif kind == FREE_FIRST:
            g.rights[seat] |= RIGHT_FREE_FIRST
        elif kind == FREE_LAST:
            g.rights[seat] |= RIGHT_FREE_LAST
        elif kind == COPY_GUILD:
            g.rights[seat] |= RIGHT_COPY_GUILD


@compiled
def in_city(g, t, seat, card):
    """Whether the city has the building already (B7)."""
    building = np.int64(t.building[card])
    return (g.built[seat, building >> 3] >> (building & 7)) & 1 != 0


@compiled
def _count_card(g, t, seat, card):
    building = np.int64(t.building[card])
    g.built[seat, building >> 3] |= 1 << (building & 7)
    g.symbols[seat] |= t.grants[card]
    g.colours[seat, t.colour[card]] += 1
    gain(g, t, seat, card)


@compiled
def place_card(g, t, seat, card):
    g.city[seat, g.city_n[seat]] = card
    g.city_n[seat] += 1
    _count_card(g, t, seat, card)


@compiled
def place_stage(g, t, seat, stage, card):
    g.stages[seat] |= 1 << stage
    g.under[seat, stage] = card
    gain(g, t, seat, stage_item(g, seat, stage))


@compiled
def recount(g, t, seat):
    """Work out the totals of a seat from its board, its stages and its city."""
    for index in range(g.built.shape[1]):
        g.built[seat, index] = 0
    for colour in range(COLOUR_COUNT):
        g.colours[seat, colour] = 0
    for symbol in range(4):
        g.science[seat, symbol] = 0
    g.symbols[seat] = 0
    g.has[seat] = 0
    g.reach[seat] = 0
    g.sells[seat] = 0
    g.offer[seat] = 0
    g.choice_n[seat] = 0
    g.shop_n[seat] = 0
    g.cheap[seat] = 0
    g.shields[seat] = 0
    g.rights[seat] = 0
    start = np.int64(t.start[g.board[seat]])
    if start != NONE:
        _produce(g, seat, 1 << start, True)
    for stage in range(STAGES):
        if (g.stages[seat] >> stage) & 1:
            gain(g, t, seat, stage_item(g, seat, stage))
    for index in range(g.city_n[seat]):
        _count_card(g, t, seat, np.int64(g.city[seat, index]))


@compiled
def take_coins(g, ev, seat, coins, item):
    """Coins from the bank, for a card or stage."""
    if coins:
        g.coins[seat] += coins
        emit(ev, GAINS, seat, coins, item, 0)


@compiled
def at_once(g, t, ev, seat, item):
    """The effects of a card or stage that happen when it has been placed."""
    for index in range(t.effects_n[item]):
        effect = t.effects[item, index]
        kind = effect[KIND]
        if kind == COINS_NOW:
            take_coins(g, ev, seat, np.int64(effect[AMOUNT]), item)
        elif kind == COINS_PER:
            take_coins(g, ev, seat, effect[AMOUNT] * count(g, seat, effect), item)
        elif kind == REBUILD_FROM_PILE and g.owed_n[seat] < QUEUE:
            g.owed[seat, g.owed_n[seat]] = FROM_STAGE if item >= FIRST_STAGE else FROM_CARD
            g.owed_n[seat] += 1
