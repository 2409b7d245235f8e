"""Which moves a seat has: the uses of its cards (B6 to B9), with every payment (B13).

``build_freedom`` says whether a card costs nothing, and why; ``build_options`` and
``stage_options`` fill ``w.pay``. Lists are written into a handed-in array of move rows.
"""

from __future__ import annotations

import numpy as np

from .gain import in_city, stage_count, stage_item
from .jit import compiled
from .pay import price_of
from .state import (
    ACTION,
    BANK,
    BUILD,
    BY_CHAIN,
    BY_FREEDOM,
    BY_PAYING,
    CARD,
    CARDS,
    CHOOSE_SIDE,
    FREE,
    LEFT,
    LEFT2,
    MOVE_WIDTH,
    OWES_LAST_CARD,
    OWES_PLAY,
    OWES_REBUILD,
    OWES_SIDE,
    REBUILD,
    RIGHT,
    RIGHT2,
    RIGHT_FREE_BUILD,
    RIGHT_FREE_COLOUR,
    RIGHT_FREE_FIRST,
    RIGHT_FREE_LAST,
    SELL,
    SKIP,
    STAGE_BUILD,
)


@compiled
def write_move(move, action, card, free):
    for index in range(MOVE_WIDTH):
        move[index] = 0
    move[ACTION] = action
    move[CARD] = card
    move[FREE] = free


@compiled
def write_payment(move, pay):
    move[LEFT] = pay[0]
    move[RIGHT] = pay[1]
    move[LEFT2] = pay[2]
    move[RIGHT2] = pay[3]
    move[BANK] = pay[4]


@compiled
def build_freedom(g, t, seat, card):
    """Why a card costs nothing: a chain (B15), Olympia (B21); or that it has to be paid for."""
    if t.accepts[card] & g.symbols[seat]:
        return BY_CHAIN
    rights = np.int64(g.rights[seat])
    if rights & RIGHT_FREE_COLOUR and g.colours[seat, t.colour[card]] == 0:
        return BY_FREEDOM
    if rights & RIGHT_FREE_FIRST and g.turn == 1:
        return BY_FREEDOM
    if rights & RIGHT_FREE_LAST and g.turn == g.turns:
        return BY_FREEDOM
    return BY_PAYING


@compiled
def _nothing_to_pay(w):
    for payee in range(5):
        w.pay[0, payee] = 0
    return 1


@compiled
def build_options(g, t, seat, card, w):
    """The payments with which a card of the hand can be built; their number, rows in ``w.pay``."""
    if in_city(g, t, seat, card):
        return 0
    if build_freedom(g, t, seat, card) != BY_PAYING:
        return _nothing_to_pay(w)
    return price_of(g, t.cost[card], np.int64(t.coins[card]), seat, w)


@compiled
def next_stage(g, t, seat):
    """The stage to be built next (B8), or -1."""
    stage = stage_count(g, seat)
    if stage < t.stages[g.board[seat]]:
        return stage
    return -1


@compiled
def stage_options(g, t, seat, w):
    """The payments with which the next stage can be built."""
    stage = next_stage(g, t, seat)
    if stage < 0:
        return 0
    item = stage_item(g, seat, stage)
    return price_of(g, t.cost[item], np.int64(t.coins[item]), seat, w)


@compiled
def may_build_by_right(g, t, seat, card):
    """Whether a once-per-age right (B21) is left that would build this card."""
    rights = g.rights[seat] & ~g.spent[seat]
    return rights & RIGHT_FREE_BUILD != 0 and not in_city(g, t, seat, card)


@compiled
def pays_nothing(pay):
    return pay[0] + pay[1] + pay[2] + pay[3] + pay[4] == 0


@compiled
def is_first_copy(g, seat, index):
    """Two copies of a card in a hand are one move."""
    card = g.hand[seat, index]
    for earlier in range(index):
        if g.hand[seat, earlier] == card:
            return False
    return True


@compiled
def must_not_sell(g, t, seat, w):
    """V5: the Free City sells only if no card of the hand can be built or make a stage."""
    if not g.free_city or seat != 2:
        return False
    if stage_options(g, t, seat, w):
        return True
    for index in range(g.hand_n[seat]):
        card = np.int64(g.hand[seat, index])
        if build_options(g, t, seat, card, w) or may_build_by_right(g, t, seat, card):
            return True
    return False


@compiled
def _list_builds(g, t, seat, card, moves, found, w):
    count = build_options(g, t, seat, card, w)
    for row in range(count):
        write_move(moves[found], BUILD, card, 0)
        write_payment(moves[found], w.pay[row])
        found += 1
    if may_build_by_right(g, t, seat, card) and not (count and pays_nothing(w.pay[0])):
        write_move(moves[found], BUILD, card, 1)
        found += 1
    return found


@compiled
def _list_plays(g, t, seat, moves, w):
    found = 0
    no_sale = must_not_sell(g, t, seat, w)
    for index in range(g.hand_n[seat]):
        if is_first_copy(g, seat, index):
            found = _list_builds(g, t, seat, np.int64(g.hand[seat, index]), moves, found, w)
    count = stage_options(g, t, seat, w)
    for index in range(g.hand_n[seat]):
        if is_first_copy(g, seat, index):
            for row in range(count):
                write_move(moves[found], STAGE_BUILD, np.int64(g.hand[seat, index]), 0)
                write_payment(moves[found], w.pay[row])
                found += 1
    if not no_sale:
        for index in range(g.hand_n[seat]):
            if is_first_copy(g, seat, index):
                write_move(moves[found], SELL, np.int64(g.hand[seat, index]), 0)
                found += 1
    return found


@compiled
def can_rebuild(g, t, seat):
    """Whether the discard pile holds a card that the city may build (B19)."""
    for card in range(CARDS):
        if g.discard[card] and not in_city(g, t, seat, card):
            return True
    return False


@compiled
def list_moves(g, t, seat, moves, w):
    """All moves of a seat that owes a decision; their number."""
    kind = g.asked[seat]
    found = 0
    if kind == OWES_PLAY or kind == OWES_LAST_CARD:
        return _list_plays(g, t, seat, moves, w)
    if kind == OWES_REBUILD:
        for card in range(CARDS):
            if g.discard[card] and not in_city(g, t, seat, card):
                write_move(moves[found], REBUILD, card, 0)
                found += 1
        write_move(moves[found], SKIP, 0, 0)
        return found + 1
    if kind == OWES_SIDE:
        wonder = t.wonder[g.board[seat]]
        for board in range(t.boards_n):
            if t.wonder[board] == wonder:
                write_move(moves[found], CHOOSE_SIDE, board, 0)
                found += 1
    return found
