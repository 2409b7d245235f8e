"""What the policy takes cards, stages and coins to be worth, in points.

It is ``worth`` in short, with weights ``p`` that were found by play; what only expansions have is
taken from there.
"""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.count import count, stage_count, stage_item
from ...engine.jit import compiled, inlined
from ...engine.lasting import in_city
from ...engine.pay import lacking
from ...engine.score import science_points
from ...engine.state import BROWN, CARDS, GREY, KINDS, RAW_MASK
from ...engine.tables import (
    AMOUNT,
    COUNT_CARD,
    COUNT_DEFEAT,
    COUNT_STAGE,
    COUNTED_THING,
    FIRST_STAGE,
    IN_CITIES,
    KIND,
    OF_COLOURS,
    ON_LEFT,
    ON_RIGHT,
    OPTIONS,
    SELF,
)
from ..greedy.price import next_taker
from ..worth.basics import held_count
from ..worth.count import colour_bonus
from ..worth.effects import coins_now_worth, points_per_worth
from ..worth.powers import power_worth
from .bias import LEAST, MOST
from .weights import (
    ALTERNATIVES,
    BY_COLOUR,
    CHAINS,
    COIN,
    COMPLETION,
    COPIED_GUILD,
    DEFEAT,
    DISCOUNT,
    DISCOUNT_TO_COME,
    FREE_RIGHT,
    GIFT,
    GROWTH,
    GROWTH_OF_DEFEATS,
    GROWTH_OF_STAGES,
    HOPE,
    INCOME,
    LAST_CARD,
    MADE,
    RAW,
    READY,
    READY_COINS,
    REBUILD,
    SOLD_CHEAPLY,
    SOLD_NEARBY,
    STAGE_LACKS,
    STAGE_PATH,
    STAGE_WAITS,
    UNCERTAIN,
    UNCERTAIN_NOW,
    WANTED_MADE,
    WANTED_RAW,
    WAR,
    WITH_LEADER,
)

LOW = 0x01010101010101
FULL = 0x7F7F7F7F7F7F7F
DRAWS = 1024
DEAREST = 1000.0


@compiled
def turns_after(g):
    """Turns after this one until the end of the game."""
    return (3 - g.age) * g.turns + max(g.turns - g.turn, 0)


@compiled
def purse_value(g, seat, coins, p):
    """What so many coins in the purse are worth."""
    return p[COIN] * coins + p[READY + g.age - 1] * min(coins, p[READY_COINS])


@compiled
def coins_value(g, seat, more, p):
    purse = np.int64(g.coins[seat])
    return purse_value(g, seat, purse + more, p) - purse_value(g, seat, purse, p)


@compiled
def _war(g, seat, shields, p):
    """What the wars to come bring with so many shields, the neighbours' as they are."""
    seats = g.seats
    one = (seat + 1) % seats
    other = (seat + seats - 1) % seats
    if g.teams:  # the partner's neighbour is not fought (T6)
        one = other if seat & 1 == 0 else one
        other = one
    left = np.int64(g.shields[one])
    right = np.int64(g.shields[other])
    total = 0.0
    for age in range(g.age, 4):
        turns = (age - g.age) * g.turns + max(g.turns - g.turn, 0)
        width = p[UNCERTAIN_NOW] + p[UNCERTAIN] * turns
        worth = 0.0
        for side in range(2):
            lead = shields - (left if side == 0 else right)
            won = min(max(0.5 + (lead - 0.5) / width, 0.0), 1.0)
            lost = min(max(0.5 + (-lead - 0.5) / width, 0.0), 1.0)
            worth += (2 * age - 1) * won - p[DEFEAT] * lost
        total += worth * p[WAR + age - g.age]
    return total


@compiled
def _science(g, seat, options, left, p):
    """A symbol: its points now, and with the symbols that are still hoped for."""
    compass = np.int64(g.science[seat, 0])
    gear = np.int64(g.science[seat, 1])
    tablet = np.int64(g.science[seat, 2])
    free = np.int64(g.science[seat, 3])
    c = compass + (1 if options == 1 else 0)
    n = gear + (1 if options == 2 else 0)
    b = tablet + (1 if options == 4 else 0)
    f = free + (1 if options == 7 else 0)
    now = science_points(c, n, b, f) - science_points(compass, gear, tablet, free)
    hope = p[HOPE + g.age - 1]
    to_come = min(2 if g.age == 1 else 1, left)
    if to_come == 0:
        return 1.0 * now
    then = science_points(c, n, b, f + to_come)
    then -= science_points(compass, gear, tablet, free + to_come)
    return now + (then - now) * hope


@compiled
def _lacks(g, t, seat):
    """For each kind, a byte: how many stages to be built ask for more of it than there is."""
    lacks = 0
    has = np.int64(g.has[seat])
    for stage in range(stage_count(g, seat), t.stages[g.board[seat]]):
        lacks += (lacking(np.int64(t.cost[stage_item(g, seat, stage)]), has) + FULL) >> 7 & LOW
    return lacks


@compiled
def _produce(g, t, seat, options, for_sale, left, p):
    """A symbol of production: the best of its kinds, and something for the others."""
    seats = g.seats
    one = (seat + 1) % seats
    other = (seat + seats - 1) % seats
    lacks = _lacks(g, t, seat)
    at = g.age - 1
    best = 0.0
    total = 0.0
    for kind in range(KINDS):
        if not options >> kind & 1:
            continue
        shift = 8 * kind
        step = min((g.has[seat] >> shift & 0xFF) + (g.reach[seat] >> shift & 0xFF), 5)
        raw = RAW_MASK >> kind & 1
        worth = p[RAW + at] * p[WANTED_RAW + step] if raw else p[MADE + at] * p[WANTED_MADE + step]
        if (g.offer[one] | g.offer[other]) >> shift & 0xFF:
            cheap = (3 if raw else 12) & np.int64(g.cheap[seat])
            worth *= p[SOLD_CHEAPLY] if cheap else p[SOLD_NEARBY]
        if for_sale:
            if g.reach[one] >> shift & 0xFF == 0:
                worth += p[INCOME]
            if g.reach[other] >> shift & 0xFF == 0:
                worth += p[INCOME]
        worth = worth * left + p[STAGE_LACKS] * (lacks >> shift & 0xFF)
        total += worth
        best = max(best, worth)
    return best + (total - best) * p[ALTERNATIVES]


@compiled
def _discount(g, seat, options, where, left, p):
    """A lower price for a class of resources, from one side or both."""
    seats = g.seats
    cheap = np.int64(g.cheap[seat])
    if not options & RAW_MASK:
        cheap >>= 2
    worth = 0.0
    for side in range(2):
        if where & (ON_LEFT if side == 0 else ON_RIGHT) and not cheap >> side & 1:
            seller = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
            worth += p[DISCOUNT_TO_COME]
            for kind in range(KINDS):
                if options >> kind & 1 and g.has[seat] >> (8 * kind) & 0xFF == 0:
                    worth += p[DISCOUNT] * min(g.offer[seller] >> (8 * kind) & 0xFF, 2)
    return worth * left


@compiled
def _counted(g, t, seat, item, effect, left, p):
    """How much an effect counts, now and as it may be expected at the end."""
    total = 1.0 * np.int64(count(g, t, seat, effect))
    where = np.int64(effect[IN_CITIES])
    cities = (where & 1) + (where >> 1 & 1) + (where >> 2 & 1)
    thing = effect[COUNTED_THING]
    colours = np.int64(effect[OF_COLOURS])
    if where & SELF:
        if item >= FIRST_STAGE:
            total += 1.0 if thing == COUNT_STAGE else 0.0
        elif thing == COUNT_CARD and colours >> t.colour[item] & 1:
            total += 1.0
    if effect[KIND] == kinds.COINS_PER:
        return total
    if thing == COUNT_DEFEAT:
        return total + cities * p[GROWTH_OF_DEFEATS] * (4 - g.age)
    if thing == COUNT_STAGE:
        return total + cities * p[GROWTH_OF_STAGES] * left
    if thing == COUNT_CARD:
        for colour in range(1, 9):
            if colours >> colour & 1:
                total += cities * p[GROWTH + colour] * left
    return total


@inlined
def _more_value(g, t, seat, item, effect, p):
    """Effects that only the expansions have: what greedy makes of them."""
    kind = effect[KIND]
    amount = np.int64(effect[AMOUNT])
    if kind == kinds.COINS:
        return 0.01 * coins_now_worth(g, t, seat, amount, np.int64(effect[IN_CITIES]))
    if kind == kinds.POINTS_PER:
        return 0.01 * points_per_worth(g, t, seat, item, effect, amount)
    if kind == kinds.BURY or kind == kinds.COPY_LEADER or kind == kinds.RECRUIT_AGAIN:
        return p[WITH_LEADER] * (4 - g.age)
    return 0.01 * power_worth(g, t, seat, item, effect)


@compiled
def item_value(g, t, seat, item, left, p):
    """What a card or stage is worth to a city in points, for nothing."""
    ages = 3 - g.age
    worth = p[BY_COLOUR + 8 * (g.age - 1) + (np.int64(t.colour[item]) & 7 if item < CARDS else 0)]
    for index in range(t.effects_n[item]):
        effect = t.effects[item, index]
        kind = effect[KIND]
        amount = np.int64(effect[AMOUNT])
        if kind == kinds.POINTS:
            worth += amount
        elif kind == kinds.PRODUCE:
            colour = t.colour[item] if item < CARDS else 0
            sale = colour == BROWN or colour == GREY
            worth += _produce(g, t, seat, np.int64(effect[OPTIONS]), sale, left, p)
        elif kind == kinds.SHIELDS:
            now = np.int64(g.shields[seat])
            worth += _war(g, seat, now + amount, p) - _war(g, seat, now, p)
        elif kind == kinds.SCIENCE:
            worth += _science(g, seat, np.int64(effect[OPTIONS]), left, p)
        elif g.expansions and (
            kind >= kinds.FIRST_OF_EXPANSIONS or kind == kinds.COINS or kind == kinds.POINTS_PER
        ):
            worth += _more_value(g, t, seat, item, effect, p)
        elif kind == kinds.COINS:
            worth += coins_value(g, seat, amount, p)
        elif kind == kinds.COINS_PER:
            coins = amount * np.int64(_counted(g, t, seat, item, effect, left, p))
            worth += coins_value(g, seat, coins, p)
        elif kind == kinds.POINTS_PER:
            worth += amount * _counted(g, t, seat, item, effect, left, p)
        elif kind == kinds.POINTS_IF_WONDER_COMPLETE:
            missing = np.int64(t.stages[g.board[seat]]) - stage_count(g, seat)
            if missing <= left:
                chance = 1.0
                for _ in range(missing):
                    chance *= p[COMPLETION]
                worth += amount * chance
        elif kind == kinds.BUY_AT:
            where = np.int64(effect[IN_CITIES])
            worth += _discount(g, seat, np.int64(effect[OPTIONS]), where, left, p)
        elif kind == kinds.LAST_CARD:
            worth += p[LAST_CARD] * (ages + (1 if g.turn <= g.turns else 0))
        elif kind == kinds.FREE_BUILD or kind == kinds.FREE_LAST_CARD:
            worth += p[FREE_RIGHT] * (ages + (1 if g.turn < g.turns else 0))
        elif kind == kinds.FREE_FIRST_CARD:
            worth += p[FREE_RIGHT] * ages
        elif kind == kinds.FREE_FIRST_OF_COLOUR:
            missing = 0
            for colour in range(1, 8):
                if g.colours[seat, colour] == 0:
                    missing += 1
            worth += 0.6 * p[FREE_RIGHT] * min(missing, left)
        elif kind == kinds.REBUILD:
            worth += p[REBUILD + g.age - 1]
        elif kind == kinds.COPY_GUILD:
            worth += p[COPIED_GUILD]
    if g.expansions and item < CARDS and held_count(g, seat):
        worth += 0.01 * colour_bonus(g, t, seat, np.int64(t.colour[item]))
    if item < CARDS and t.grants[item] & ~g.symbols[seat]:
        worth += p[CHAINS + item]
    return worth


@compiled
def stage_value(g, t, seat, stage, left, p):
    """The next stage: its own effects, and the way to the stages after it."""
    stages = np.int64(t.stages[g.board[seat]])
    own = item_value(g, t, seat, stage_item(g, seat, stage), left, p)
    total = own
    way = own
    for later in range(stage + 1, min(stages, stage + left + 1)):
        total += item_value(g, t, seat, stage_item(g, seat, later), left, p)
        way = max(way, total / (later - stage + 1))
    slack = min(max(left - (stages - stage - 1), 0), 8)
    return own + (way - own) * p[STAGE_PATH] - p[STAGE_WAITS] * slack


@compiled
def price_value(g, seat, gifts, bank, p):
    """What a payment takes away: the coins, and that neighbours get them."""
    if gifts + bank == 0:
        return 0.0
    return p[GIFT] * gifts - coins_value(g, seat, -gifts - bank, p)


@compiled
def to_lay_down(g, t, seat, left, p):
    """The card to put under a stage or to sell: the one the next player would like most."""
    taker = next_taker(g, seat)
    best = -1.0e9
    card = np.int64(g.hand[seat, 0])
    for index in range(g.hand_n[seat]):
        held = np.int64(g.hand[seat, index])
        worth = 0.0
        if g.turn < g.turns and not in_city(g, t, taker, held):
            worth = item_value(g, t, taker, held, left, p)
        if worth > best:
            best = worth
            card = held
    return card


@compiled
def weigh(worth):
    """A worth in hundredths, as it is kept in the scratch of the lines."""
    return max(min(np.int64(100.0 * worth), MOST), LEAST)
