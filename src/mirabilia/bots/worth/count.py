"""What is counted: how much more it will be at the end, and what a card adds to it."""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.count import commerce_level, count, count_in, stage_count
from ...engine.jit import compiled
from ...engine.state import BROWN, COLOUR_COUNT, ISLAND
from ...engine.tables import (
    AMOUNT,
    COUNT_BEST_COLOUR,
    COUNT_CARD,
    COUNT_COIN,
    COUNT_COMMERCE,
    COUNT_DEFEAT,
    COUNT_ISLAND,
    COUNT_LEADER,
    COUNT_SCIENCE_SET,
    COUNT_SET,
    COUNT_STAGE,
    COUNT_VICTORY,
    COUNT_VICTORY_PAIR,
    COUNTED_THING,
    FIRST_STAGE,
    IN_CITIES,
    KIND,
    OF_COLOURS,
    SELF,
    VALUE_OF,
)
from .basics import POINT, chance_of, coins_worth, held_count, held_item, turns_left

# Cards, stages and defeats still to come in a city, in hundredths for each turn or war left.
# By colour: none for brown and grey, of which age III has no cards.
GROWTH_OF_COLOUR = (0, 0, 0, 30, 12, 14, 14, 8, 12, 0, 0)
GROWTH_OF_STAGES = 14
GROWTH_OF_DEFEATS = 75
# What is left of points for a complete wonder (%), for each stage that is still missing.
COMPLETION = 45

# The same before age III, for what leaders count from the start.
EARLY_GROWTH = (0, 18, 10, 16, 12, 12, 12, 0, 10, 0, 0)
# A set takes all its colours: what its rarest one falls short of the average (%).
GROWTH_OF_SETS = 80
# Stages still missing that will be built (%).
STAGES_TO_COME = 85
# Victories of a war to come; pairs of equal ones, for each point of their value.
GROWTH_OF_VICTORIES = 90
GROWTH_OF_PAIRS = 40
# Leaders for each age left; the others for each turn left.
GROWTH_OF_LEADERS = 90
GROWTH_OF_ISLANDS = 5
GROWTH_OF_COMMERCE = 7
GROWTH_OF_BEST_COLOUR = 14
GROWTH_OF_SCIENCE_SETS = 5
GROWTH_OF_COINS = 6
# Having more than both neighbours: how wide a lead must be to be safe, as with shields.
MORE_UNCERTAIN_NOW = 100
MORE_UNCERTAIN = 30
MORE_COINS_UNCERTAIN = 90


@compiled
def cards_to_come(g, colour):
    """Cards of a colour that a city will still build, in hundredths."""
    if g.age == 3:
        return GROWTH_OF_COLOUR[colour] * turns_left(g)
    early = turns_left(g) - g.turns
    return EARLY_GROWTH[colour] * early + GROWTH_OF_COLOUR[colour] * g.turns


@compiled
def _sets_to_come(g, seat, colours):
    """Sets of a card of each colour at the end, beyond those there are, in hundredths."""
    now = 9999
    later = 9999
    for colour in range(1, COLOUR_COUNT):
        if colours & (1 << colour):
            cards = POINT * np.int64(g.colours[seat, colour])
            now = min(now, cards)
            later = min(later, cards + cards_to_come(g, colour) * GROWTH_OF_SETS // 100)
    return later - now


@compiled
def _stages_to_come(g, t, seat, where):
    """Stages of the cities of an effect that will still be built, in hundredths."""
    seats = np.int64(g.seats)
    total = 0
    for place in range(3):
        if where & (1 << place):
            city = (seat + (0 if place == 0 else 1 if place == 1 else seats - 1)) % seats
            missing = np.int64(t.stages[g.board[city]]) - stage_count(g, city)
            total += min(GROWTH_OF_STAGES * turns_left(g), STAGES_TO_COME * missing)
    return total


@compiled
def growth_of_expansions(g, t, seat, effect, cities):
    """The same with expansions, which have effects that count from the first age on."""
    thing = effect[COUNTED_THING]
    value = np.int64(effect[VALUE_OF])
    ages_left = 3 - g.age
    if thing == COUNT_CARD:
        total = 0
        for colour in range(1, COLOUR_COUNT):
            if effect[OF_COLOURS] & (1 << colour):
                total += cards_to_come(g, colour)
        return cities * total
    if thing == COUNT_STAGE:
        return _stages_to_come(g, t, seat, np.int64(effect[IN_CITIES]))
    if thing == COUNT_SET:
        return _sets_to_come(g, seat, np.int64(effect[OF_COLOURS]))
    if thing == COUNT_VICTORY:
        if value == 0:
            return cities * GROWTH_OF_VICTORIES * (ages_left + 1)
        return cities * GROWTH_OF_VICTORIES if value >= 2 * g.age - 1 else 0
    if thing == COUNT_VICTORY_PAIR:
        total = 0
        for age in range(g.age, 4):
            total += GROWTH_OF_PAIRS * (2 * age - 1)
        return total
    if thing == COUNT_LEADER:
        return cities * GROWTH_OF_LEADERS * ages_left
    per_turn = 0
    if thing == COUNT_ISLAND:
        per_turn = GROWTH_OF_ISLANDS
    elif thing == COUNT_COMMERCE:
        most = POINT * (3 - commerce_level(g, t, seat))
        return min(GROWTH_OF_COMMERCE * turns_left(g), most)
    elif thing == COUNT_BEST_COLOUR:
        per_turn = GROWTH_OF_BEST_COLOUR
    elif thing == COUNT_SCIENCE_SET:
        per_turn = GROWTH_OF_SCIENCE_SETS
    elif thing == COUNT_COIN:
        per_turn = GROWTH_OF_COINS
    return cities * per_turn * turns_left(g)


@compiled
def growth(g, t, seat, effect):
    """How much more an effect will count at the end, in hundredths."""
    where = np.int64(effect[IN_CITIES])
    cities = (where & 1) + (where >> 1 & 1) + (where >> 2 & 1)
    thing = effect[COUNTED_THING]
    if g.expansions and thing != COUNT_DEFEAT:
        return growth_of_expansions(g, t, seat, effect, cities)
    if thing == COUNT_DEFEAT:
        return cities * GROWTH_OF_DEFEATS * (4 - g.age)
    per_turn = 0
    if thing == COUNT_STAGE:
        per_turn = GROWTH_OF_STAGES
    elif thing == COUNT_CARD:
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
            counted += 1 if thing == COUNT_STAGE else 0
        elif (thing == COUNT_CARD and effect[OF_COLOURS] >> t.colour[item] & 1) or (
            thing == COUNT_ISLAND and t.colour[item] == ISLAND
        ):
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
def more_chance(g, t, seat, effect, extra):
    """The chance (%) to have more of something at the end than each neighbour."""
    seats = np.int64(g.seats)
    left = np.int64(count_in(g, t, (seat + 1) % seats, effect))
    right = np.int64(count_in(g, t, (seat + seats - 1) % seats, effect))
    lead = 2 * (np.int64(count_in(g, t, seat, effect)) + extra - max(left, right))
    per_turn = MORE_COINS_UNCERTAIN if effect[COUNTED_THING] == COUNT_COIN else MORE_UNCERTAIN
    return chance_of(100 * (lead - 1), MORE_UNCERTAIN_NOW + per_turn * turns_left(g))


@compiled
def _adds_to_set(g, seat, colours, colour):
    """The part (%) of a set that a card of a colour makes."""
    least = 9999
    short = 0
    for other in range(1, COLOUR_COUNT):
        if colours & (1 << other):
            cards = np.int64(g.colours[seat, other])
            if cards < least:
                least = cards
                short = 0
            if cards == least:
                short += 1
    return 100 // short if g.colours[seat, colour] == least else 0


@compiled
def _card_adds(g, t, seat, effect, colour):
    """What one more card of a colour adds to what an effect of the own city gives."""
    kind = effect[KIND]
    thing = effect[COUNTED_THING]
    amount = np.int64(effect[AMOUNT])
    colours = np.int64(effect[OF_COLOURS])
    if kind == kinds.POINTS_IF_MORE and thing == COUNT_CARD and colours >> colour & 1:
        before = more_chance(g, t, seat, effect, 0)
        return amount * (more_chance(g, t, seat, effect, 1) - before)
    if kind != kinds.POINTS_PER or not effect[IN_CITIES] & SELF:
        return 0
    if thing == COUNT_CARD and colours >> colour & 1:
        return POINT * amount
    if thing == COUNT_SET and colours >> colour & 1:
        return amount * _adds_to_set(g, seat, colours, colour)
    if thing == COUNT_BEST_COLOUR:
        cards = g.colours[seat, colour]
        for other in range(BROWN, COLOUR_COUNT):
            if g.colours[seat, other] > cards:
                return 0
        return POINT * amount
    return 0


@compiled
def colour_bonus(g, t, seat, colour):
    """What the city's leaders and islands give for one more card of a colour."""
    worth = 0
    for index in range(held_count(g, seat)):
        item = held_item(g, seat, index)
        for at in range(t.effects_n[item]):
            worth += _card_adds(g, t, seat, t.effects[item, at], colour)
    coins = np.int64(g.coins_on[seat, colour])
    if coins:
        worth += coins_worth(g, t, seat, coins)
    return worth


@compiled
def _counts(t, item, thing, value):
    """Points for each of a thing, by one item."""
    points = 0
    for at in range(t.effects_n[item]):
        effect = t.effects[item, at]
        if effect[KIND] != kinds.POINTS_PER or effect[COUNTED_THING] != thing:
            continue
        if effect[IN_CITIES] & SELF and (effect[VALUE_OF] == 0 or effect[VALUE_OF] == value):
            points += np.int64(effect[AMOUNT])
    return points


@compiled
def counted_points(g, t, seat, thing, value):
    """Points that the city gets for one more of a thing (of a value, or 0), cards included."""
    points = 0
    for index in range(held_count(g, seat)):
        points += _counts(t, held_item(g, seat, index), thing, value)
    for index in range(g.city_n[seat]):
        points += _counts(t, np.int64(g.city[seat, index]), thing, value)
    return points


@compiled
def victory_bonus(g, t, seat, value):
    """What a victory token is worth beyond its value."""
    worth = POINT * counted_points(g, t, seat, COUNT_VICTORY, value)
    for index in range(g.leaders_n[seat]):
        leader = np.int64(g.leaders[seat, index])
        for at in range(t.effects_n[leader]):
            if t.effects[leader, at][COUNTED_THING] == COUNT_VICTORY_PAIR:
                worth += POINT * value // 2
    return worth
