"""What a city gains with a card, a stage, a leader or an island: the effects that last.

``gain`` adds them to the seat's totals; ``recount`` works all totals out anew from what lies on
the table, which is also how an effect ends (L7). What happens at once is in ``at_once``.
"""

from __future__ import annotations

import numpy as np

from . import kinds
from .count import stage_item
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
    CITY,
    COLOUR_COUNT,
    FOR_STAGES,
    GREY,
    NONE,
    RAW_MASK,
    RIGHT_COPY_GUILD,
    RIGHT_FREE_BLACK,
    RIGHT_FREE_BUILD,
    RIGHT_FREE_COLOUR,
    RIGHT_FREE_FIRST,
    RIGHT_FREE_LAST,
    RIGHT_LAST_CARD,
    STAGES,
)
from .tables import (
    AMOUNT,
    COUNT_SCIENCE_SET,
    COUNTED_THING,
    FAR_RIGHT,
    FIRST_BOARD,
    IN_CITIES,
    KIND,
    OF_COLOURS,
    ON_LEFT,
    ON_RIGHT,
    OPTIONS,
)


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
def _power_of(kind, where):
    """Where a lasting effect is summed up; some have a direction of their own."""
    if kind == kinds.RECRUIT_DISCOUNT and where & (ON_LEFT | ON_RIGHT):
        return kinds.RECRUIT_DISCOUNT_AROUND
    if kind == kinds.COINS_ON_STAGE and where & (ON_LEFT | ON_RIGHT):
        return kinds.COINS_ON_STAGE_AROUND
    if kind == kinds.WHARF and where & ON_RIGHT:
        return kinds.WHARF_RIGHT
    if kind == kinds.FAR_TRADE and where & FAR_RIGHT:
        return kinds.FAR_TRADE_RIGHT
    return kind


@compiled
def _gain_expansions(g, t, seat, effect):
    """Lasting effects of the expansions."""
    kind = np.int64(effect[KIND])
    amount = np.int64(effect[AMOUNT])
    if kind == kinds.DISCOUNT:
        if effect[OF_COLOURS] == 0:
            g.discount[seat, FOR_STAGES] += 1
        for colour in range(1, COLOUR_COUNT):
            if effect[OF_COLOURS] & (1 << colour):
                g.discount[seat, colour] += 1
    elif kind == kinds.FREE_COLOUR:
        g.free_colours[seat] |= np.int64(effect[OF_COLOURS])
    elif kind == kinds.FREE_COLOUR_ONCE:
        g.rights[seat] |= RIGHT_FREE_BLACK
    elif kind == kinds.COINS_ON_BUILD:
        for colour in range(1, COLOUR_COUNT):
            if effect[OF_COLOURS] & (1 << colour):
                g.coins_on[seat, colour] += amount
    elif kind == kinds.POINTS_PER and effect[COUNTED_THING] == COUNT_SCIENCE_SET:
        g.power[seat, kinds.SET_BONUS] += amount
    elif t.power[kind]:
        g.power[seat, _power_of(kind, np.int64(effect[IN_CITIES]))] += max(amount, 1)


@compiled
def gain(g, t, seat, item):
    """Add the lasting effects of a card or stage."""
    for index in range(t.effects_n[item]):
        effect = t.effects[item, index]
        kind = effect[KIND]
        options = np.int64(effect[OPTIONS])
        if kind == kinds.PRODUCE:
            colour = t.colour[item] if item < CARDS else 0
            _produce(g, seat, options, colour == BROWN or colour == GREY)
        elif kind == kinds.SHIELDS:
            g.shields[seat] += effect[AMOUNT]
        elif kind == kinds.SCIENCE:
            symbol = 3
            if options & (options - 1) == 0:
                symbol = options >> 1
            g.science[seat, symbol] += 1
        elif kind == kinds.BUY_AT:
            _buy_at(g, seat, options, effect[IN_CITIES])
        elif kind == kinds.LAST_CARD:
            g.rights[seat] |= RIGHT_LAST_CARD
        elif kind == kinds.FREE_BUILD:
            g.rights[seat] |= RIGHT_FREE_BUILD
        elif kind == kinds.FREE_FIRST_OF_COLOUR:
            g.rights[seat] |= RIGHT_FREE_COLOUR
        elif kind == kinds.FREE_FIRST_CARD:
            g.rights[seat] |= RIGHT_FREE_FIRST
        elif kind == kinds.FREE_LAST_CARD:
            g.rights[seat] |= RIGHT_FREE_LAST
        elif kind == kinds.COPY_GUILD:
            g.rights[seat] |= RIGHT_COPY_GUILD
        elif g.expansions:
            _gain_expansions(g, t, seat, effect)


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
    if g.city_n[seat] < CITY:
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
    if g.expansions:
        for kind in range(kinds.POWERS):
            g.power[seat, kind] = 0
        for colour in range(COLOUR_COUNT):
            g.discount[seat, colour] = 0
            g.coins_on[seat, colour] = 0
        g.free_colours[seat] = 0
        gain(g, t, seat, FIRST_BOARD + np.int64(g.board[seat]))
        for index in range(g.leaders_n[seat]):
            gain(g, t, seat, np.int64(g.leaders[seat, index]))
        if g.copied[seat] != NONE:
            gain(g, t, seat, np.int64(g.copied[seat]))
        for index in range(g.islands_n[seat]):
            gain(g, t, seat, np.int64(g.islands[seat, index]))
    start = np.int64(t.start[g.board[seat]])
    if start != NONE:
        _produce(g, seat, 1 << start, True)
    for stage in range(STAGES):
        if (g.stages[seat] >> stage) & 1:
            gain(g, t, seat, stage_item(g, seat, stage))
    for index in range(g.city_n[seat]):
        _count_card(g, t, seat, np.int64(g.city[seat, index]))
