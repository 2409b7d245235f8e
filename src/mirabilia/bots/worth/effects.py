"""What a card or a stage is worth to a city: a function for each kind of effect.

Worth is in hundredths of a point, as it may be expected to come out at the end of the game.
Points are what they are; everything else is an estimate from what lies open on the table and
from how many turns are left. The weights below were found by play against earlier weights.
"""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.jit import compiled, inlined
from ...engine.moves import recruit_price
from ...engine.pay import lacking, size_of
from ...engine.score import BURIED_BY_AGE, item_points
from ...engine.state import (
    BLACK,
    BROWN,
    CARDS,
    FIXED_LOSS,
    GREY,
    LEADER,
    PURPLE,
    WITH_ARMADA,
    WITH_CITIES,
)
from ...engine.tables import (
    AMOUNT,
    BY_AGE,
    COUNT_SCIENCE_SET,
    COUNT_STAGE,
    COUNT_VICTORY_PAIR,
    COUNTED_THING,
    IN_CITIES,
    KIND,
    OPTIONS,
    OTHERS,
    SELF,
)
from .basics import GIFT, POINT, coins_worth, turns_left
from .count import colour_bonus, completion_worth, counted_points, counted_with, growth
from .goods import discount_worth, produce_worth
from .powers import power_worth
from .science import science_worth
from .sea import others_lose
from .war import shields_worth

# A later card that a chain makes free, for each resource and coin of its cost that the city
# can't meet by itself, and for each copy a player of the table gets on average.
CHAIN = 60
# The same for the certainty alone, and for the turn's coins being free for something else.
CHAIN_SURE = 50

# Rights, for each time that they are still to be used.
LAST_CARD = 200
FREE_BUILD_RIGHT = 250
FREE_COLOUR_RIGHT = 150
FREE_FIRST_RIGHT = 200
FREE_LAST_RIGHT = 200
# The best of the discard pile, by age: later cards are better, and there are more of them.
REBUILD_WORTH = (200, 400, 400)
# The best guild of the neighbours, while more are to come.
GUILD_TO_COPY = 500

# The best of the neighbours' leaders and the best leader to bury, while more are to come, for each
# age left; a leader to recruit when none is in the hand yet.
LEADER_TO_COPY = 150
LEADER_TO_BURY = 250
LEADER_TO_RECRUIT = 200
# What a coin of a leader's price is worth at the time it is paid.
LEADER_COIN = 42
# With Armada a purple card has at most so much (A17).
PURPLE_CAP = 1000


@compiled
def copy_worth(g, t, seat):
    """The best guild of a neighbour as it counts now, or what may be hoped for."""
    seats = np.int64(g.seats)
    best = GUILD_TO_COPY if turns_left(g) else 0
    for side in range(2):
        neighbour = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
        for index in range(g.city_n[neighbour]):
            card = np.int64(g.city[neighbour, index])
            if t.colour[card] == PURPLE:
                best = max(best, POINT * item_points(g, t, seat, card))
    return best


@compiled
def colours_missing(g, seat):
    """Colours of cards that the city has none of."""
    missing = 0
    for colour in range(BROWN, PURPLE + 1):
        if g.colours[seat, colour] == 0:
            missing += 1
    if g.expansions & WITH_CITIES and g.colours[seat, BLACK] == 0:
        missing += 1
    return missing


@compiled
def coins_now_worth(g, t, seat, amount, where):
    """Coins at once, to the city itself, its neighbours or all others."""
    if where == 0 or where & SELF:
        return coins_worth(g, t, seat, amount)
    return -GIFT * amount * (2 if where & OTHERS and g.seats > 3 else 1)


@compiled
def points_per_worth(g, t, seat, item, effect, amount):
    """Points for what is counted, now and at the end."""
    thing = effect[COUNTED_THING]
    if g.expansions and thing == COUNT_VICTORY_PAIR:
        return POINT * counted_with(g, t, seat, effect, item) + growth(g, t, seat, effect)
    if g.expansions and thing == COUNT_SCIENCE_SET:
        own = g.science[seat]
        sets = min(np.int64(own[0]), min(np.int64(own[1]), np.int64(own[2])))
        return amount * (POINT * sets + growth(g, t, seat, effect))
    worth = amount * (POINT * counted_with(g, t, seat, effect, item) + growth(g, t, seat, effect))
    if g.expansions & WITH_ARMADA and item < CARDS and t.colour[item] == PURPLE:
        worth = min(worth, PURPLE_CAP)
    return worth


@compiled
def effect_worth(g, t, seat, item, effect):
    """What one effect of a card or stage is worth."""
    kind = effect[KIND]
    amount = np.int64(effect[AMOUNT])
    options = np.int64(effect[OPTIONS])
    ages_left = 3 - g.age
    worth = 0
    if kind == kinds.POINTS:
        worth = POINT * amount
    elif kind == kinds.PRODUCE:
        colour = t.colour[item] if item < CARDS else 0
        worth = produce_worth(g, t, seat, options, colour == BROWN or colour == GREY)
    elif kind == kinds.SHIELDS:
        worth = shields_worth(g, t, seat, amount)
    elif kind == kinds.SCIENCE:
        worth = science_worth(g, t, seat, options)
    elif kind == kinds.COINS:
        worth = coins_now_worth(g, t, seat, amount, np.int64(effect[IN_CITIES]))
    elif kind == kinds.COINS_PER:
        worth = coins_worth(g, t, seat, amount * counted_with(g, t, seat, effect, item))
    elif kind == kinds.POINTS_PER:
        worth = points_per_worth(g, t, seat, item, effect, amount)
    elif kind == kinds.POINTS_IF_WONDER_COMPLETE:
        worth = completion_worth(g, t, seat, amount)
    elif kind == kinds.BUY_AT:
        worth = discount_worth(g, t, seat, options, np.int64(effect[IN_CITIES]))
    elif kind == kinds.LAST_CARD:
        worth = LAST_CARD * (ages_left + (1 if g.turn <= g.turns else 0))
    elif kind == kinds.FREE_BUILD:
        worth = FREE_BUILD_RIGHT * (ages_left + (1 if g.turn < g.turns else 0))
    elif kind == kinds.FREE_FIRST_OF_COLOUR:
        worth = FREE_COLOUR_RIGHT * min(colours_missing(g, seat), turns_left(g))
    elif kind == kinds.FREE_FIRST_CARD:
        worth = FREE_FIRST_RIGHT * ages_left
    elif kind == kinds.FREE_LAST_CARD:
        worth = FREE_LAST_RIGHT * (ages_left + (1 if g.turn < g.turns else 0))
    elif kind == kinds.REBUILD:
        worth = REBUILD_WORTH[g.age - 1]
    elif kind == kinds.COPY_GUILD:
        worth = copy_worth(g, t, seat)
    elif g.expansions:
        worth = power_worth(g, t, seat, item, effect)
    return worth


@compiled
def chain_worth(g, t, seat, card):
    """What a card saves later, by the cards of later ages that it makes free (B15)."""
    new = t.grants[card] & ~g.symbols[seat]
    worth = 0
    if new:
        for age in range(g.age, 3):
            for index in range(t.deck_n[age]):
                later = np.int64(t.deck[age, index])
                if t.accepts[later] & new and t.deck_players[age, index] <= g.seats:
                    saved = size_of(lacking(t.cost[later], g.has[seat])) + np.int64(t.coins[later])
                    worth += CHAIN_SURE + CHAIN * saved
    return worth // g.seats


@inlined
def effects_worth(g, t, seat, item):
    """All effects of an item, taken by themselves."""
    worth = 0
    for index in range(t.effects_n[item]):
        worth += effect_worth(g, t, seat, item, t.effects[item, index])
    return worth


@compiled
def is_at_once(kind):
    """Whether an effect is over once it has happened, so that nothing of it ends later."""
    return (
        kind == kinds.COINS
        or kind == kinds.COINS_PER
        or kind == kinds.VICTORY
        or kind == kinds.DISCARD_DEFEATS
        or kind == kinds.OTHERS_FORFEIT
        or kind == kinds.REBUILD
        or kind == kinds.LOSS
        or kind == kinds.LOSS_PER
        or kind == kinds.DEBT
        or kind == kinds.DIPLOMACY
    )


@inlined
def lasting_worth(g, t, seat, leader):
    """What a leader in play is still worth."""
    worth = 0
    for index in range(t.effects_n[leader]):
        effect = t.effects[leader, index]
        if not is_at_once(effect[KIND]):
            worth += effect_worth(g, t, seat, leader, effect)
    return worth


@inlined
def burial_worth(g, t, seat, leader):
    """Twice the printed cost of a leader, less what it is still worth (L7)."""
    coins = np.int64(t.coins[leader])
    points = BURIED_BY_AGE if coins == BY_AGE else 2 * coins
    return POINT * points - lasting_worth(g, t, seat, leader)


@inlined
def recruit_worth(g, t, seat, leader):
    """What a leader is worth less its price, if it were recruited now."""
    price = recruit_price(g, t, seat, leader)
    return effects_worth(g, t, seat, leader) - LEADER_COIN * price


@inlined
def _bury_worth(g, t, seat):
    ages_left = 3 - g.age
    best = LEADER_TO_BURY * ages_left
    for index in range(g.leaders_n[seat]):
        best = max(best, burial_worth(g, t, seat, np.int64(g.leaders[seat, index])))
    return best


@inlined
def _copy_leader_worth(g, t, seat):
    seats = np.int64(g.seats)
    best = 0
    for side in range(2):
        neighbour = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
        for index in range(g.leaders_n[neighbour]):
            leader = np.int64(g.leaders[neighbour, index])
            best = max(best, effects_worth(g, t, seat, leader))
    return max(best, LEADER_TO_COPY * (3 - g.age))


@inlined
def _recruit_again_worth(g, t, seat):
    best = 0
    for index in range(g.leader_hand_n[seat]):
        leader = np.int64(g.leader_hand[seat, index])
        best = max(best, recruit_worth(g, t, seat, leader))
    return best if g.leader_hand_n[seat] else LEADER_TO_RECRUIT


@inlined
def _with_leaders_worth(g, t, seat, item):
    """Effects whose worth is that of leaders: burying, copying, recruiting once more."""
    worth = 0
    for index in range(t.effects_n[item]):
        kind = t.effects[item, index][KIND]
        if kind == kinds.BURY:
            worth += _bury_worth(g, t, seat)
        elif kind == kinds.COPY_LEADER:
            worth += _copy_leader_worth(g, t, seat)
        elif kind == kinds.RECRUIT_AGAIN:
            worth += _recruit_again_worth(g, t, seat)
    return worth


@compiled
def _bonus_worth(g, t, seat, item):
    """What the city gets for building such an item, whatever the item itself does."""
    if item < CARDS:
        return colour_bonus(g, t, seat, np.int64(t.colour[item])) if t.colour[item] < LEADER else 0
    worth = POINT * counted_points(g, t, seat, COUNT_STAGE, 0)
    coins = np.int64(g.power[seat, kinds.COINS_ON_STAGE])
    if coins:
        worth += coins_worth(g, t, seat, coins)
    loss = np.int64(g.power[seat, kinds.LOSS_ON_STAGE])
    if loss:
        worth += others_lose(g, t, seat, FIXED_LOSS, loss)
    return worth


@compiled
def item_worth(g, t, seat, item):
    """What a card or a stage is worth to a city, for nothing."""
    worth = effects_worth(g, t, seat, item)
    if item < CARDS:
        worth += chain_worth(g, t, seat, item)
    if g.expansions:
        worth += _with_leaders_worth(g, t, seat, item) + _bonus_worth(g, t, seat, item)
    return worth
