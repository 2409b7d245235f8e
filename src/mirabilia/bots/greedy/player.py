"""The bot ``greedy``: the move that is worth most to its city now, one move ahead.

What cards and stages are worth is said in ``worth``; here they are set against what they cost.
It uses what its seat may know: its hand, what lies open on the table, and the discard pile only
when it builds from it. Whoever decides for the Free City plays it as if it were his own, within
V5. Equal moves: building before a stage before selling, then the lower card number.
"""

from __future__ import annotations

import numpy as np

from ...engine.jit import inlined
from ...engine.lasting import in_city
from ...engine.moves import (
    build_options,
    list_choices,
    next_stage,
    pays_nothing,
    right_for,
    stage_options,
    write_move,
    write_payment,
)
from ...engine.play import FREE_CITY
from ...engine.state import (
    BUILD,
    CARD,
    CARDS,
    LEADER,
    OWES_LAST_CARD,
    OWES_LEADER,
    OWES_PLAY,
    OWES_REBUILD,
    OWES_SIDE,
    REBUILD,
    SELL,
    SELL_COINS,
    SKIP,
    STAGE_BUILD,
)
from ..worth.basics import coins_worth
from ..worth.effects import item_worth
from .choices import greedy_choice
from .price import WORST, card_to_lay_down, cheapest, payment_worth, right_kept, stage_worth
from .uses import greedy_leader, greedy_use


@inlined
def greedy_play(g, t, seat, move, w):
    """The best use of a card of the hand; ``move`` always holds the best found so far."""
    best = coins_worth(g, t, seat, SELL_COINS)
    if g.free_city and seat == FREE_CITY:
        best = WORST  # V5: it sells only if it can do nothing else
    best_card = CARDS
    write_move(move, SELL, 0, 0)
    lays_down = True

    stage = next_stage(g, t, seat)
    options = stage_options(g, t, seat, stage, 0, w) if stage >= 0 else 0
    if options:
        row = cheapest(g, seat, options, w)
        worth = stage_worth(g, t, seat, stage) - payment_worth(g, t, seat, w.pay[row])
        if worth >= best:
            best = worth
            write_move(move, STAGE_BUILD, 0, 0)
            write_payment(move, w.pay[row])

    for index in range(g.hand_n[seat]):
        card = np.int64(g.hand[seat, index])
        if in_city(g, t, seat, card):
            continue
        worth = item_worth(g, t, seat, card)
        # No payment makes it worth more, so most cards need not be priced.
        if worth < best or (worth == best and card >= best_card):
            continue
        options = build_options(g, t, seat, card, 0, w)
        by_right = right_for(g, t, seat, card)
        if not options and not by_right:
            continue
        row = cheapest(g, seat, options, w)
        price = payment_worth(g, t, seat, w.pay[row])
        free = 0
        if by_right and not (options and pays_nothing(w.pay[row])):
            kept = right_kept(g)
            if not options or kept < price:
                price = kept
                free = 1
        value = worth - price
        if value > best or (value == best and card < best_card):
            best = value
            best_card = card
            lays_down = False
            write_move(move, BUILD, card, free)
            if not free:
                write_payment(move, w.pay[row])

    if lays_down:
        move[CARD] = card_to_lay_down(g, t, seat)


@inlined
def greedy_rebuild(g, t, seat, move):
    """The best card of the discard pile (B19)."""
    best = 0
    write_move(move, SKIP, 0, 0)
    for card in range(CARDS):
        if g.discard[card] and t.colour[card] < LEADER and not in_city(g, t, seat, card):
            worth = item_worth(g, t, seat, card)
            if worth > best:
                best = worth
                write_move(move, REBUILD, card, 0)


@inlined
def greedy_move(g, t, seat, move, moves, w):
    """A decision of any kind."""
    kind = g.asked[seat]
    if kind == OWES_PLAY or kind == OWES_LAST_CARD:
        if g.expansions:
            greedy_use(g, t, seat, move, w)
        else:
            greedy_play(g, t, seat, move, w)
    elif kind == OWES_LEADER:
        greedy_leader(g, t, seat, move, w)
    elif kind == OWES_REBUILD:
        greedy_rebuild(g, t, seat, move)
    elif kind == OWES_SIDE:
        # Of the sides, the last: B or Night, with which this bot scores a little more.
        last = list_choices(g, t, seat, moves, w) - 1
        for index in range(move.shape[0]):
            move[index] = moves[last, index]
    else:
        greedy_choice(g, t, seat, move)
