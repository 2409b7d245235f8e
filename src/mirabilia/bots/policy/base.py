"""The policy that plays games out in a search: quick, and a good deal better than chance.

It is ``greedy`` in short: what a card is worth, less what it costs, one move ahead; without looking
into every corner, and with weights that were found by play (``weights``). Some noise on what cards
are worth makes one playout differ from the next. Decisions other than a turn's card are greedy's.
"""

from __future__ import annotations

import numpy as np

from ...engine.chance import draw
from ...engine.count import stage_item
from ...engine.jit import compiled, inlined
from ...engine.lasting import in_city
from ...engine.moves import build_freedom, next_stage, right_for, write_move
from ...engine.play import FREE_CITY
from ...engine.state import (
    BANK,
    BUILD,
    BY_PAYING,
    CARD,
    LEFT,
    OWES_LAST_CARD,
    OWES_PLAY,
    RIGHT,
    SELL,
    SELL_COINS,
    STAGE_BUILD,
)
from ..playout import GREEDY, choose
from .bias import SCALE, SELL_AT, STAGE_AT, UNFIT, biased
from .expansions import policy_use
from .pay import UNPAYABLE, quick_price
from .value import (
    DEAREST,
    DRAWS,
    coins_value,
    item_value,
    price_value,
    stage_value,
    to_lay_down,
    turns_after,
    weigh,
)
from .weights import NOISE, RIGHT_KEPT


@inlined
def policy_play(g, t, seat, rng, p, bias, move, w):
    """The best use of a card of the hand in the base game."""
    left = turns_after(g)
    kept = w.lines[0]
    held = g.hand_n[seat]
    noise = 100.0 * p[NOISE] / DRAWS
    for index in range(held):
        card = np.int64(g.hand[seat, index])
        kept[index] = UNFIT
        if not in_city(g, t, seat, card):
            worth = weigh(item_value(g, t, seat, card, left, p))
            kept[index] = biased(worth + np.int64(noise * draw(rng, DRAWS)), bias, index)
    for index in range(held, STAGE_AT + 1):
        kept[index] = UNFIT
    stage = next_stage(g, t, seat)
    if stage >= 0:
        worth = weigh(stage_value(g, t, seat, stage, left, p))
        kept[STAGE_AT] = biased(worth + np.int64(noise * draw(rng, DRAWS)), bias, STAGE_AT)

    best = biased(weigh(coins_value(g, seat, SELL_COINS, p)), bias, SELL_AT)
    if g.free_city and seat == FREE_CITY:
        best = UNFIT  # V5: it sells only if it can do nothing else
    write_move(move, SELL, 0, 0)
    lays_down = True
    while True:
        at = 0
        for index in range(1, STAGE_AT + 1):
            if kept[index] > kept[at]:
                at = index
        worth = np.int64(kept[at])
        if worth <= best:
            break
        kept[at] = UNFIT
        item = stage_item(g, seat, stage)
        paid = True
        if at != STAGE_AT:
            item = np.int64(g.hand[seat, at])
            paid = build_freedom(g, t, seat, item) == BY_PAYING
        to_left = 0
        to_right = 0
        bank = 0
        if paid:
            bank = np.int64(t.coins[item])
            to_left, to_right = quick_price(g, seat, np.int64(t.cost[item]), bank)
        price = DEAREST
        if to_left != UNPAYABLE:
            price = price_value(g, seat, to_left + to_right, bank, p)
        free = 0
        if at != STAGE_AT and price > 0.0 and right_for(g, t, seat, item):
            spent = p[RIGHT_KEPT] * (1 + max(g.turns - g.turn, 0))
            if spent < price:
                price = spent
                free = 1
        if price == DEAREST:
            continue
        worth -= np.int64(100.0 * price * bias[SCALE, at])
        if worth > best:
            best = worth
            lays_down = at == STAGE_AT
            if lays_down:
                write_move(move, STAGE_BUILD, 0, 0)
            else:
                write_move(move, BUILD, item, free)
            if not free:
                move[LEFT] = to_left
                move[RIGHT] = to_right
                move[BANK] = bank
    if lays_down:
        move[CARD] = to_lay_down(g, t, seat, left, p)
    return best


@compiled
def policy_move(g, t, seat, rng, p, bias, w):
    """A decision of any kind; what a use of a card was taken to be worth, in hundredths.

    The move is then in ``w.move``.
    """
    kind = g.asked[seat]
    if kind == OWES_PLAY or kind == OWES_LAST_CARD:
        if g.expansions:
            return policy_use(g, t, seat, rng, p, bias, w.move[0], w)
        return policy_play(g, t, seat, rng, p, bias, w.move[0], w)
    choose(g, t, seat, GREEDY, rng, w)
    return 0
