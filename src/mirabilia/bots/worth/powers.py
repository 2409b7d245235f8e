"""What the effects of leaders, black cards and islands are worth that no other module knows.

Most are rights and incomes that last: so much for each turn, stage or war that is left.
"""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.count import stage_count, victory_count
from ...engine.jit import compiled, inlined
from ...engine.state import COLOUR_COUNT, FIXED_LOSS, LOSS_PER_STAGE, LOSS_PER_VICTORY, PIRATES
from ...engine.tables import (
    AMOUNT,
    COUNT_STAGE,
    COUNTED_THING,
    IN_CITIES,
    KIND,
    OF_COLOURS,
    ON_LEFT,
    ON_RIGHT,
)
from .basics import COIN, POINT, turns_left
from .count import cards_to_come, more_chance
from .goods import (
    far_trade_worth,
    free_stages_worth,
    missing_kind_worth,
    own_kind_worth,
    start_rebate_worth,
    wharf_worth,
)
from .science import copied_symbol_worth, majority_worth, swap_worth
from .sea import best_fleets, drawn_island_worth, naval_gain, others_lose, staying_out_worth
from .war import (
    defeats_to_come,
    diplomacy_worth,
    raid_worth,
    shields_worth,
    undefeated_chance,
    victory_worth,
)

# For each turn left.
BANK_RESOURCE_TURN = 18
COINS_ON_PURCHASE_TURN = 14
BONUS_COIN_TURN = 12
IMMUNE_TURN = 8
SHIP_DISCOUNT_TURN = 14
COIN_PER_ADVANCE_TURN = 14
# Cards built by chain, in hundredths for each turn left.
CHAINS = 14
# Stages still missing that will be built (%), and what their discount and ship are worth.
STAGES_BUILT = 85
DISCOUNT_STAGE = 90
FREE_SHIP = 160
# A resource less, for each card of the colour still to be built.
DISCOUNT_CARD = 75
# A card that costs nothing, where age III has most of them, and the right once an age.
FREE_CARD = 170
FREE_BLACK_RIGHT = 160
# Coins that each recruitment left would cost, and leaders to choose from.
RECRUIT_COINS = 3
MORE_LEADERS = 130
# Victories that a war brings, in hundredths.
VICTORIES = 95
# A leader who wants to be the only one: what giving up each later recruitment costs.
ALONE = 170
# A defeat token that goes to the winner instead (%), a debt of a neighbour, a token given up by
# all others.
REDIRECTED = 130
OTHERS_DEBT = 40
OTHERS_TOKEN = 60


@compiled
def _stages_left(g, t, seat):
    """Stages that a city will still build, in hundredths."""
    missing = np.int64(t.stages[g.board[seat]]) - stage_count(g, seat)
    return STAGES_BUILT * min(missing, turns_left(g))


@compiled
def _cards_left(g, colours):
    """Cards of some colours that a city will still build, in hundredths."""
    total = 0
    for colour in range(1, COLOUR_COUNT):
        if colours >> colour & 1:
            total += cards_to_come(g, colour)
    return total


@compiled
def _coins_on_stage_worth(g, t, seat, amount, where):
    """Coins for each stage built, here or around."""
    seats = np.int64(g.seats)
    if not where & (ON_LEFT | ON_RIGHT):
        return COIN * amount * _stages_left(g, t, seat) // 100
    around = _stages_left(g, t, (seat + 1) % seats) + _stages_left(g, t, (seat + seats - 1) % seats)
    return COIN * amount * around // 100


@inlined
def _income_worth(g, t, seat, effect, kind, amount):
    """Effects that bring or save coins and resources from now on."""
    turns = turns_left(g)
    ages_left = 3 - g.age
    where = np.int64(effect[IN_CITIES])
    colours = np.int64(effect[OF_COLOURS])
    worth = 0
    if kind == kinds.FREE_RECRUIT:
        worth = COIN * RECRUIT_COINS * ages_left
    elif kind == kinds.RECRUIT_DISCOUNT:
        worth = COIN * amount * ages_left
    elif kind == kinds.KEEP_LEADER:
        worth = MORE_LEADERS
    elif kind == kinds.DISCOUNT and colours == 0:
        worth = DISCOUNT_STAGE * _stages_left(g, t, seat) // 100
    elif kind == kinds.DISCOUNT:
        worth = DISCOUNT_CARD * _cards_left(g, colours) // 100
    elif kind == kinds.FREE_COLOUR:
        worth = FREE_CARD * _cards_left(g, colours) // 100
    elif kind == kinds.FREE_COLOUR_ONCE:
        worth = FREE_BLACK_RIGHT * (ages_left + (1 if g.turn < g.turns else 0))
    elif kind == kinds.COINS_ON_BUILD:
        worth = COIN * amount * _cards_left(g, colours) // 100
    elif kind == kinds.COINS_ON_CHAIN:
        worth = COIN * amount * CHAINS * turns // 100
    elif kind == kinds.COINS_ON_VICTORY:
        worth = COIN * amount * VICTORIES * (ages_left + 1) // 100
    elif kind == kinds.COINS_ON_STAGE:
        worth = _coins_on_stage_worth(g, t, seat, amount, where)
    elif kind == kinds.COINS_ON_PURCHASE:
        worth = COINS_ON_PURCHASE_TURN * turns
    elif kind == kinds.BONUS_COIN:
        worth = BONUS_COIN_TURN * turns
    elif kind == kinds.BANK_RESOURCE:
        worth = BANK_RESOURCE_TURN * turns
    elif kind == kinds.OWN_KIND:
        worth = own_kind_worth(g, t, seat)
    elif kind == kinds.MISSING_KIND:
        worth = missing_kind_worth(g, t, seat)
    elif kind == kinds.START_REBATE:
        worth = start_rebate_worth(g, t, seat)
    elif kind == kinds.WHARF:
        worth = wharf_worth(g, t, seat, where)
    elif kind == kinds.FREE_STAGE_RESOURCES:
        worth = free_stages_worth(g, t, seat)
    elif kind == kinds.FAR_TRADE:
        worth = far_trade_worth(g, t, seat, amount, where)
    elif kind == kinds.DRAW_LEADERS:
        worth = MORE_LEADERS * (ages_left + 1)
    return worth


@inlined
def _war_effect_worth(g, t, seat, item, effect, kind, amount):
    """Effects on wars, tokens, debts and what others lose."""
    where = np.int64(effect[IN_CITIES])
    worth = 0
    if kind == kinds.VICTORY:
        worth = victory_worth(g, t, seat, amount if amount else 2 * g.age - 1)
    elif kind == kinds.DISCARD_DEFEATS:
        worth = POINT * np.int64(g.defeats[seat])
    elif kind == kinds.OTHERS_FORFEIT:
        holders = 0
        for other in range(g.seats):
            if other != seat and victory_count(g, other, 0):
                holders += 1
        worth = OTHERS_TOKEN * holders * (2 * g.age - 2) // (g.seats - 1)
    elif kind == kinds.REDIRECT_DEFEATS:
        worth = REDIRECTED * defeats_to_come(g, seat) // 100
    elif kind == kinds.DEFEATS_AS_SHIELDS:
        worth = shields_worth(g, t, seat, amount * np.int64(g.defeats[seat]) + 3 - g.age)
    elif kind == kinds.LOSS:
        worth = others_lose(g, t, seat, FIXED_LOSS, amount if amount else g.age)
    elif kind == kinds.LOSS_PER:
        per_stage = effect[COUNTED_THING] == COUNT_STAGE
        worth = others_lose(g, t, seat, LOSS_PER_STAGE if per_stage else LOSS_PER_VICTORY, amount)
    elif kind == kinds.LOSS_BY_COMMERCE:
        worth = others_lose(g, t, seat, PIRATES, 0)
    elif kind == kinds.LOSS_ON_STAGE:
        worth = others_lose(g, t, seat, FIXED_LOSS, amount) * _stages_left(g, t, seat) // 100
    elif kind == kinds.DEBT:
        neighbours = (1 if where & ON_LEFT else 0) + (1 if where & ON_RIGHT else 0)
        worth = OTHERS_DEBT * neighbours * amount * 2 // (g.seats - 1)
        if g.teams:
            worth -= POINT * amount
    elif kind == kinds.DIPLOMACY:
        worth = diplomacy_worth(g, t, seat)
    elif kind == kinds.RAID:
        worth = raid_worth(g, t, seat, item, where)
    elif kind == kinds.POINTS_IF_UNDEFEATED:
        worth = amount * undefeated_chance(g, seat)
    return worth


@inlined
def _sea_effect_worth(g, t, seat, effect, kind, amount):
    """Effects on fleets and islands."""
    worth = 0
    if kind == kinds.NAVAL:
        worth = naval_gain(g, t, seat, amount)
    elif kind == kinds.ADVANCE:
        _, worth = best_fleets(g, t, seat, amount, np.int64(effect[OF_COLOURS]))
    elif kind == kinds.DRAW_ISLAND:
        worth = drawn_island_worth(g, t, seat, amount)
    elif kind == kinds.IMMUNE:
        worth = IMMUNE_TURN * turns_left(g)
    elif kind == kinds.STAGE_ADVANCES_ANY:
        worth = FREE_SHIP * _stages_left(g, t, seat) // 100
    elif kind == kinds.MAY_STAY_OUT:
        worth = staying_out_worth(g, t, seat)
    elif kind == kinds.SHIP_DISCOUNT:
        worth = SHIP_DISCOUNT_TURN * turns_left(g)
    elif kind == kinds.COIN_PER_ADVANCE:
        worth = COIN_PER_ADVANCE_TURN * turns_left(g)
    return worth


@inlined
def power_worth(g, t, seat, item, effect):
    """What an effect of the expansions is worth."""
    kind = np.int64(effect[KIND])
    amount = np.int64(effect[AMOUNT])
    if kind == kinds.POINTS_IF_MORE:
        return amount * more_chance(g, t, seat, effect, 0)
    if kind == kinds.POINTS_IF_ONLY_LEADER:
        return POINT * amount - ALONE * (3 - g.age) if g.leaders_n[seat] <= 1 else 0
    if kind == kinds.SWAP_SYMBOL:
        return swap_worth(g, t, seat)
    if kind == kinds.MAJORITY:
        return majority_worth(g, t, seat)
    if kind == kinds.COPY_SCIENCE:
        return copied_symbol_worth(g, t, seat)
    if kind >= kinds.FIRST_OF_ARMADA and kind != kinds.RAID and kind != kinds.FAR_TRADE:
        return _sea_effect_worth(g, t, seat, effect, kind, amount)
    return _war_effect_worth(g, t, seat, item, effect, kind, amount) + _income_worth(
        g, t, seat, effect, kind, amount
    )
