"""The bot ``random``: uniform over card and use, then over the payments.

Uses are drawn first and tried after, until one is possible: that is uniform over the possible
ones, and far cheaper than listing them all.
"""

from __future__ import annotations

import numpy as np

from ..engine.chance import draw
from ..engine.jit import compiled
from ..engine.moves import (
    build_options,
    is_first_copy,
    list_moves,
    may_build_by_right,
    must_not_sell,
    pays_nothing,
    stage_options,
    write_move,
    write_payment,
)
from ..engine.state import (
    BUILD,
    OWES_LAST_CARD,
    OWES_PLAY,
    RIGHT_FREE_BUILD,
    SELL,
    STAGE_BUILD,
)

PAY_FOR_IT, BY_RIGHT, AS_STAGE, FOR_SALE = range(4)


@compiled
def random_play(g, t, seat, rng, move, w):
    """A use of a card of the hand."""
    hand = np.int64(g.hand_n[seat])
    right = g.rights[seat] & ~g.spent[seat] & RIGHT_FREE_BUILD
    stages = -1
    no_sale = -1
    while True:
        index = draw(rng, hand)
        use = draw(rng, 4 if right else 3)
        if not right and use >= BY_RIGHT:
            use += 1
        if not is_first_copy(g, seat, index):
            continue
        card = np.int64(g.hand[seat, index])
        if use == FOR_SALE:
            if no_sale < 0:
                no_sale = 1 if must_not_sell(g, t, seat, w) else 0
            if no_sale:
                continue
            write_move(move, SELL, card, 0)
            return
        if use == AS_STAGE:
            if stages != 0:
                stages = stage_options(g, t, seat, w)
            if stages:
                write_move(move, STAGE_BUILD, card, 0)
                write_payment(move, w.pay[draw(rng, stages)])
                return
            continue
        options = build_options(g, t, seat, card, w)
        if use == BY_RIGHT:
            costs_nothing = options and pays_nothing(w.pay[0])
            if may_build_by_right(g, t, seat, card) and not costs_nothing:
                write_move(move, BUILD, card, 1)
                return
        elif options:
            write_move(move, BUILD, card, 0)
            write_payment(move, w.pay[draw(rng, options)])
            return


@compiled
def random_move(g, t, seat, rng, move, moves, w):
    """A decision of any kind."""
    kind = g.asked[seat]
    if kind == OWES_PLAY or kind == OWES_LAST_CARD:
        random_play(g, t, seat, rng, move, w)
        return
    picked = moves[draw(rng, list_moves(g, t, seat, moves, w))]
    for index in range(picked.shape[0]):
        move[index] = picked[index]
