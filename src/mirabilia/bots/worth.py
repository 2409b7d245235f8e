"""What a card or a stage is worth to a city: a function for each kind of effect.

Worth is in hundredths of a point, as it may be expected to come out at the end of the game.
Points are what they are; everything else is an estimate from what lies open on the table and
from how many turns are left. The weights below were found by play against earlier weights.
"""

from __future__ import annotations

import numpy as np

from ..engine.count import count, stage_count, stage_item
from ..engine.jit import compiled
from ..engine.pay import lacking, size_of
from ..engine.score import item_points, science_points
from ..engine.state import (
    BROWN,
    CARDS,
    COLOUR_COUNT,
    GREY,
    KINDS,
    PURPLE,
    RAW_MASK,
)
from ..engine.tables import (
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
    POINTS,
    POINTS_IF_COMPLETE,
    POINTS_PER,
    PRODUCE,
    REBUILD_FROM_PILE,
    SCIENCE_SYMBOL,
    SELF,
    SHIELDS,
)

POINT = 100

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

# A coin is a third of a point at the end; by age, what each of the first coins of the purse is
# worth beyond that, since they pay for trade, and how many such first coins there are.
COIN = 33
READY_COIN = (20, 15, 0)
READY_COINS = 5
# A coin that goes to a neighbour instead of the bank.
GIFT = 12

# A price of a coin for each symbol that a neighbour sells and the city lacks, for each turn left.
DISCOUNT_RAW = 4
DISCOUNT_MADE = 5
# Symbols that the neighbour does not sell yet.
DISCOUNT_TO_COME = 2

# Shields: how wide a lead must be to be safe, in hundredths of half a shield: so much in the last
# turn of the age, where a lead of one decides, and more for each turn until the war.
UNCERTAIN_NOW = 100
UNCERTAIN = 40
# Wars of this age, of the next, of the one after that (%): what a neighbour loses by them counts
# too, and a lead now makes him give up later; two ages ahead much may change.
WAR_WEIGHT = (110, 150, 60)

# Science: symbols that are still hoped for, by age, and how far they are counted on (%). Hoping
# for more than a set makes everybody collect what only one can complete.
SYMBOLS_TO_COME = (2, 1, 1)
HOPE = (40, 32, 40)

# Cards, stages and defeats still to come in a city, in hundredths for each turn or war left.
# By colour: none for brown and grey, of which age III has no cards.
GROWTH_OF_COLOUR = (0, 0, 0, 30, 12, 14, 14, 8, 0, 0, 0)
GROWTH_OF_STAGES = 14
GROWTH_OF_DEFEATS = 75
# What is left of points for a complete wonder (%), for each stage that is still missing.
COMPLETION = 45

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


@compiled
def turns_left(g):
    """Turns after this one until the end of the game."""
    return (3 - g.age) * g.turns + max(g.turns - g.turn, 0)


@compiled
def purse_worth(g, t, seat, coins):
    """What so many coins in the purse are worth."""
    return COIN * coins + READY_COIN[g.age - 1] * min(coins, READY_COINS)


@compiled
def coins_worth(g, t, seat, coins):
    """What more coins are worth."""
    purse = np.int64(g.coins[seat])
    return purse_worth(g, t, seat, purse + coins) - purse_worth(g, t, seat, purse)


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
def chance_of(lead, width):
    """The chance (%) to come out ahead with a lead, in half shields; sure if as wide as given."""
    return max(0, min(100, 50 + 50 * lead // width))


@compiled
def war_worth(g, t, seat, shields):
    """What the coming wars bring with so many shields, the neighbours' as they are now."""
    seats = np.int64(g.seats)
    total = 0
    for age in range(g.age, 4):
        token = 2 * age - 1
        turns = (age - g.age) * g.turns + max(g.turns - g.turn, 0)
        width = UNCERTAIN_NOW + UNCERTAIN * turns
        worth = 0
        for side in range(2):
            other = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
            lead = 2 * (shields - np.int64(g.shields[other]))
            worth += token * chance_of(100 * (lead - 1), width)
            worth -= chance_of(100 * (-lead - 1), width)
        total += worth * WAR_WEIGHT[age - g.age] // 100
    return total


@compiled
def shields_worth(g, t, seat, shields):
    now = np.int64(g.shields[seat])
    return war_worth(g, t, seat, now + shields) - war_worth(g, t, seat, now)


@compiled
def symbol_gain(g, t, seat, options, to_come):
    """Points of one more symbol, if so many symbols of free choice were still to come."""
    compass = np.int64(g.science[seat, 0])
    gear = np.int64(g.science[seat, 1])
    tablet = np.int64(g.science[seat, 2])
    free = np.int64(g.science[seat, 3]) + to_come
    before = science_points(compass, gear, tablet, free)
    if options == 1:
        compass += 1
    elif options == 2:
        gear += 1
    elif options == 4:
        tablet += 1
    else:
        free += 1
    return science_points(compass, gear, tablet, free) - before


@compiled
def science_worth(g, t, seat, options):
    """A symbol: its points now, and with the symbols that are still hoped for."""
    now = symbol_gain(g, t, seat, options, 0)
    to_come = min(SYMBOLS_TO_COME[g.age - 1], turns_left(g))
    if to_come == 0:
        return POINT * now
    hope = HOPE[g.age - 1]
    return now * (100 - hope) + symbol_gain(g, t, seat, options, to_come) * hope


@compiled
def growth(g, t, seat, effect):
    """How much more an effect will count at the end, in hundredths."""
    where = np.int64(effect[IN_CITIES])
    cities = (where & 1) + (where >> 1 & 1) + (where >> 2 & 1)
    thing = effect[COUNTED_THING]
    if thing == COUNT_DEFEATS:
        return cities * GROWTH_OF_DEFEATS * (4 - g.age)
    per_turn = 0
    if thing == COUNT_STAGES:
        per_turn = GROWTH_OF_STAGES
    elif thing == COUNT_CARDS:
        for colour in range(1, COLOUR_COUNT):
            if effect[OF_COLOURS] & (1 << colour):
                per_turn += GROWTH_OF_COLOUR[colour]
    return cities * per_turn * turns_left(g)


@compiled
def counted_with(g, t, seat, effect, item):
    """What an effect counts once its item is in the city, which may count itself (B18)."""
    counted = np.int64(count(g, t, seat, effect))
    if effect[IN_CITIES] & SELF:
        thing = effect[COUNTED_THING]
        if item >= FIRST_STAGE:
            counted += 1 if thing == COUNT_STAGES else 0
        elif thing == COUNT_CARDS and effect[OF_COLOURS] >> t.colour[item] & 1:
            counted += 1
    return counted


@compiled
def completion_worth(g, t, seat, points):
    """Points for a complete wonder, if there is time to complete it."""
    missing = np.int64(t.stages[g.board[seat]]) - stage_count(g, seat)
    if missing > turns_left(g):
        return 0
    worth = POINT * points
    for _ in range(missing):
        worth = worth * COMPLETION // 100
    return worth


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
    return missing


@compiled
def effect_worth(g, t, seat, item, effect):
    """What one effect of a card or stage is worth."""
    kind = effect[KIND]
    amount = np.int64(effect[AMOUNT])
    options = np.int64(effect[OPTIONS])
    ages_left = 3 - g.age
    worth = 0
    if kind == POINTS:
        worth = POINT * amount
    elif kind == PRODUCE:
        colour = t.colour[item] if item < CARDS else 0
        worth = produce_worth(g, t, seat, options, colour == BROWN or colour == GREY)
    elif kind == SHIELDS:
        worth = shields_worth(g, t, seat, amount)
    elif kind == SCIENCE_SYMBOL:
        worth = science_worth(g, t, seat, options)
    elif kind == COINS_NOW:
        worth = coins_worth(g, t, seat, amount)
    elif kind == COINS_PER:
        worth = coins_worth(g, t, seat, amount * counted_with(g, t, seat, effect, item))
    elif kind == POINTS_PER:
        counted = counted_with(g, t, seat, effect, item)
        worth = amount * (POINT * counted + growth(g, t, seat, effect))
    elif kind == POINTS_IF_COMPLETE:
        worth = completion_worth(g, t, seat, amount)
    elif kind == BUY_AT:
        worth = discount_worth(g, t, seat, options, np.int64(effect[IN_CITIES]))
    elif kind == PLAY_LAST_CARD:
        worth = LAST_CARD * (ages_left + (1 if g.turn <= g.turns else 0))
    elif kind == FREE_BUILD:
        worth = FREE_BUILD_RIGHT * (ages_left + (1 if g.turn < g.turns else 0))
    elif kind == FREE_COLOUR:
        worth = FREE_COLOUR_RIGHT * min(colours_missing(g, seat), turns_left(g))
    elif kind == FREE_FIRST:
        worth = FREE_FIRST_RIGHT * ages_left
    elif kind == FREE_LAST:
        worth = FREE_LAST_RIGHT * (ages_left + (1 if g.turn < g.turns else 0))
    elif kind == REBUILD_FROM_PILE:
        worth = REBUILD_WORTH[g.age - 1]
    elif kind == COPY_GUILD:
        worth = copy_worth(g, t, seat)
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


@compiled
def item_worth(g, t, seat, item):
    """What a card or a stage is worth to a city, for nothing."""
    worth = 0
    for index in range(t.effects_n[item]):
        worth += effect_worth(g, t, seat, item, t.effects[item, index])
    if item < CARDS:
        worth += chain_worth(g, t, seat, item)
    return worth
