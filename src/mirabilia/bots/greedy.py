"""The bot ``greedy``: the move that is worth most to its city now, one move ahead.

What cards and stages are worth is said in ``worth``; here they are set against what they cost.
It uses what its seat may know: its hand, what lies open on the table, and the discard pile only
when it builds from it. Whoever decides for the Free City plays it as if it were his own, within
V5. Equal moves: building before a stage before selling, then the lower card number.
"""

from __future__ import annotations

import numpy as np

from ..engine.gain import in_city, stage_item
from ..engine.jit import compiled
from ..engine.moves import (
    build_options,
    list_moves,
    may_build_by_right,
    next_stage,
    pays_nothing,
    stage_options,
    write_move,
    write_payment,
)
from ..engine.state import (
    BUILD,
    CARD,
    CARDS,
    OWES_LAST_CARD,
    OWES_PLAY,
    OWES_REBUILD,
    REBUILD,
    SELL,
    SELL_COINS,
    SKIP,
    STAGE_BUILD,
)
from ..engine.turn import FREE_CITY
from .worth import (
    GIFT,
    coins_worth,
    item_worth,
    note_demand,
    turns_left,
)

# A once-per-age right to build for nothing is kept for a better card: what spending it costs,
# and how much of that for each turn left in the age.
RIGHT_SPENT = 50
RIGHT_SPENT_TURN = 20
# A stage can wait, a card is gone: what a stage is worth less for each turn that is left beyond
# those it needs, up to so many turns, and more for each stage that it opens the way to.
STAGE_WAITS = 10
STAGE_WAITS_TURNS = 8
STAGE_OPENS = 30
# Of the cards to lay down: what it is worth to keep one from the next player (%), and to find
# one again when the hand comes back (%).
DENY = 50
SEE_AGAIN = 30

WORST = -1_000_000


@compiled
def coins_of(pay):
    """All coins of a payment."""
    return np.int64(pay[0]) + pay[1] + pay[2] + pay[3] + pay[4]


@compiled
def cheapest(g, seat, options, w):
    """The row of ``w.pay`` with the least coins, ties to the side that has fewer (B13)."""
    seats = np.int64(g.seats)
    poorer = 0 if g.coins[(seat + 1) % seats] <= g.coins[(seat + seats - 1) % seats] else 1
    best = 0
    for row in range(1, options):
        more = coins_of(w.pay[row]) - coins_of(w.pay[best])
        if more < 0 or (more == 0 and w.pay[row, poorer] > w.pay[best, poorer]):
            best = row
    return best


@compiled
def payment_worth(g, t, seat, pay):
    """What a payment takes away: the coins, and that neighbours get them."""
    coins = coins_of(pay)
    if coins == 0:
        return 0
    gifts = coins - pay[4]
    return -coins_worth(g, t, seat, -coins) + GIFT * gifts


@compiled
def stage_worth(g, t, seat, stage, w):
    """What the next stage is worth now rather than later."""
    to_come = np.int64(t.stages[g.board[seat]]) - stage - 1
    slack = min(max(turns_left(g) - to_come, 0), STAGE_WAITS_TURNS)
    worth = item_worth(g, t, seat, stage_item(g, seat, stage), w)
    return worth - STAGE_WAITS * slack + STAGE_OPENS * to_come


@compiled
def next_taker(g, seat):
    """The seat that gets the hand next (B4, V4)."""
    if g.free_city:
        return 1 - (np.int64(g.holder) if seat == FREE_CITY else seat)
    seats = np.int64(g.seats)
    return (seat + (seats - 1 if g.age == 2 else 1)) % seats


@compiled
def card_to_lay_down(g, t, seat, w):
    """The card of the hand to put under a stage or to sell."""
    taker = next_taker(g, seat)
    hand = np.int64(g.hand_n[seat])
    passed_on = g.turn < g.turns
    comes_back = hand > g.seats
    best = WORST
    best_card = np.int64(g.hand[seat, 0])
    for index in range(hand):
        card = np.int64(g.hand[seat, index])
        value = 0
        if passed_on and not in_city(g, t, taker, card):
            value += DENY * item_worth(g, t, taker, card, w)
        if comes_back and not in_city(g, t, seat, card):
            value -= SEE_AGAIN * item_worth(g, t, seat, card, w)
        if value > best or (value == best and card < best_card):
            best = value
            best_card = card
    return best_card


@compiled
def greedy_play(g, t, seat, move, w):
    """The best use of a card of the hand; ``move`` always holds the best found so far."""
    best = coins_worth(g, t, seat, SELL_COINS)
    if g.free_city and seat == FREE_CITY:
        best = WORST  # V5: it sells only if it can do nothing else
    best_card = CARDS
    write_move(move, SELL, 0, 0)
    lays_down = True

    stage = next_stage(g, t, seat)
    if stage >= 0:
        worth = stage_worth(g, t, seat, stage, w)
        if worth >= best:
            options = stage_options(g, t, seat, w)
            if options:
                row = cheapest(g, seat, options, w)
                worth -= payment_worth(g, t, seat, w.pay[row])
                if worth >= best:
                    best = worth
                    write_move(move, STAGE_BUILD, 0, 0)
                    write_payment(move, w.pay[row])

    for index in range(g.hand_n[seat]):
        card = np.int64(g.hand[seat, index])
        if in_city(g, t, seat, card):
            continue
        worth = item_worth(g, t, seat, card, w)
        # No payment makes it worth more, so most cards need not be priced.
        if worth < best or (worth == best and card >= best_card):
            continue
        options = build_options(g, t, seat, card, w)
        by_right = may_build_by_right(g, t, seat, card)
        if not options and not by_right:
            continue
        row = cheapest(g, seat, options, w)
        price = payment_worth(g, t, seat, w.pay[row])
        free = 0
        if by_right and not (options and pays_nothing(w.pay[row])):
            kept = RIGHT_SPENT + RIGHT_SPENT_TURN * max(g.turns - g.turn, 0)
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
        move[CARD] = card_to_lay_down(g, t, seat, w)


@compiled
def greedy_rebuild(g, t, seat, move, w):
    """The best card of the discard pile (B19)."""
    best = 0
    write_move(move, SKIP, 0, 0)
    for card in range(CARDS):
        if g.discard[card] and not in_city(g, t, seat, card):
            worth = item_worth(g, t, seat, card, w)
            if worth > best:
                best = worth
                write_move(move, REBUILD, card, 0)


@compiled
def greedy_move(g, t, seat, move, moves, w):
    """A decision of any kind."""
    note_demand(g, t, seat, w)
    kind = g.asked[seat]
    if kind == OWES_PLAY or kind == OWES_LAST_CARD:
        greedy_play(g, t, seat, move, w)
    elif kind == OWES_REBUILD:
        greedy_rebuild(g, t, seat, move, w)
    else:
        # Of the sides, the last: B or Night, with which this bot scores a little more.
        last = list_moves(g, t, seat, moves, w) - 1
        for index in range(move.shape[0]):
            move[index] = moves[last, index]
