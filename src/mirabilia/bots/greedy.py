"""The bot ``greedy``: the move that is worth most to its city now, one move ahead.

What cards and stages are worth is said in ``worth``; here they are set against what they cost.
It uses what its seat may know: its hand, what lies open on the table, and the discard pile only
when it builds from it. Whoever decides for the Free City plays it as if it were his own, within
V5. Equal moves: building before a stage before selling, then the lower card number.
"""

from __future__ import annotations

import numpy as np

from ..engine.count import stage_item
from ..engine.gain import in_city
from ..engine.jit import compiled
from ..engine.moves import (
    build_options,
    list_moves,
    next_stage,
    pays_nothing,
    right_for,
    stage_options,
    write_move,
    write_payment,
)
from ..engine.play import FREE_CITY
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
from .worth import (
    GIFT,
    coins_worth,
    item_worth,
    turns_left,
)

# A once-per-age right to build for nothing is kept for a better card: what spending it costs,
# and how much of that for each turn left in the age.
RIGHT_SPENT = 50
RIGHT_SPENT_TURN = 20
# A stage can wait, a card is gone: what a stage is worth less for each turn that is left beyond
# those that the wonder needs, up to so many turns.
STAGE_WAITS = 20
STAGE_WAITS_TURNS = 8
# How far a stage counts (%) as a step to the better ones after it.
STAGE_PATH = 80

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
def stage_worth(g, t, seat, stage):
    """What the next stage is worth now: its own effects, and the way to the stages after it.

    The way is worth the best average of the next stages, as far as there is time to build them.
    """
    stages = np.int64(t.stages[g.board[seat]])
    left = turns_left(g)
    own = item_worth(g, t, seat, stage_item(g, seat, stage))
    total = own
    way = own
    for later in range(stage + 1, min(stages, stage + left + 1)):
        total += item_worth(g, t, seat, stage_item(g, seat, later))
        way = max(way, total // (later - stage + 1))
    slack = min(max(left - (stages - stage - 1), 0), STAGE_WAITS_TURNS)
    return own + (way - own) * STAGE_PATH // 100 - STAGE_WAITS * slack


@compiled
def next_taker(g, seat):
    """The seat that gets the hand next (B4, V4)."""
    if g.free_city:
        return 1 - (np.int64(g.holder) if seat == FREE_CITY else seat)
    seats = np.int64(g.seats)
    return (seat + (seats - 1 if g.age == 2 else 1)) % seats


@compiled
def card_to_lay_down(g, t, seat):
    """The card to put under a stage or to sell: the one the next player would like most."""
    taker = next_taker(g, seat)
    best = WORST
    best_card = CARDS
    for index in range(g.hand_n[seat]):
        card = np.int64(g.hand[seat, index])
        worth = 0
        if g.turn < g.turns and not in_city(g, t, taker, card):
            worth = item_worth(g, t, taker, card)
        if worth > best or (worth == best and card < best_card):
            best = worth
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
        move[CARD] = card_to_lay_down(g, t, seat)


@compiled
def greedy_rebuild(g, t, seat, move):
    """The best card of the discard pile (B19)."""
    best = 0
    write_move(move, SKIP, 0, 0)
    for card in range(CARDS):
        if g.discard[card] and not in_city(g, t, seat, card):
            worth = item_worth(g, t, seat, card)
            if worth > best:
                best = worth
                write_move(move, REBUILD, card, 0)


@compiled
def greedy_move(g, t, seat, move, moves, w):
    """A decision of any kind."""
    kind = g.asked[seat]
    if kind == OWES_PLAY or kind == OWES_LAST_CARD:
        greedy_play(g, t, seat, move, w)
    elif kind == OWES_REBUILD:
        greedy_rebuild(g, t, seat, move)
    else:
        # Of the sides, the last: B or Night, with which this bot scores a little more.
        last = list_moves(g, t, seat, moves, w) - 1
        for index in range(move.shape[0]):
            move[index] = moves[last, index]
