"""What ``greedy`` decides inside a turn and in the draft, where the moves are few."""

from __future__ import annotations

import numpy as np

from ...engine.count import naval_strength
from ...engine.jit import compiled, inlined
from ...engine.moves import recruit_price, write_move
from ...engine.state import (
    ADVANCE,
    BANK,
    BURY,
    COPY,
    DEBTS,
    FORFEIT,
    LOSE,
    OWES_ADVANCE,
    OWES_BURY,
    OWES_COPY,
    OWES_DRAFT,
    OWES_ISLAND,
    OWES_LOSS,
    OWES_RECRUIT,
    OWES_SAIL,
    PICK,
    RECRUIT,
    SAIL,
    SKIP,
    TAKE_ISLAND,
    VALUE,
)
from ..worth.basics import POINT, coins_worth
from ..worth.count import victory_bonus
from ..worth.effects import burial_worth, effects_worth, recruit_worth
from ..worth.sea import best_fleets
from .price import WORST
from .uses import hand_worth, only_leader_points


@inlined
def _draft_worth(g, t, seat, leader):
    """What a leader is worth in the age for which it suits best."""
    age = g.age
    best = WORST
    for later in range(age, 4):
        g.age = later
        best = max(best, recruit_worth(g, t, seat, leader))
    g.age = age
    return best


@inlined
def _choice_worth(g, t, seat, action, card):
    """What a leader or island is worth, for what is done with it."""
    if action == PICK:
        return _draft_worth(g, t, seat, card)
    if action == BURY:
        return burial_worth(g, t, seat, card)
    return effects_worth(g, t, seat, card)


@compiled
def _best_of(g, t, seat, action, cards, count, best, move):
    """Write the best of a list, if any is worth more than ``best``; the best worth then."""
    for index in range(count):
        card = np.int64(cards[index])
        worth = _choice_worth(g, t, seat, action, card)
        if worth > best:
            best = worth
            write_move(move, action, card, 0)
    return best


@inlined
def _recruit_again(g, t, seat, move):
    """One more leader, if any is worth its price and its later use (L6)."""
    best = hand_worth(g, t, seat, -1) + only_leader_points(g, t, seat)
    write_move(move, SKIP, 0, 0)
    for index in range(g.leader_hand_n[seat]):
        leader = np.int64(g.leader_hand[seat, index])
        price = recruit_price(g, t, seat, leader)
        if price > g.coins[seat]:
            continue
        worth = effects_worth(g, t, seat, leader) + coins_worth(g, t, seat, -price)
        worth += hand_worth(g, t, seat, index)
        if worth > best:
            best = worth
            write_move(move, RECRUIT, leader, 0)
            move[BANK] = price


@inlined
def _copy(g, t, seat, move):
    """The best leader of both neighbours."""
    seats = np.int64(g.seats)
    best = WORST
    for side in range(2):
        neighbour = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
        leaders = g.leaders[neighbour]
        best = _best_of(g, t, seat, COPY, leaders, g.leaders_n[neighbour], best, move)


@inlined
def _advance(g, t, seat, move):
    fleets, _ = best_fleets(g, t, seat, np.int64(g.source[seat, 0]), np.int64(g.source[seat, 1]))
    write_move(move, ADVANCE if fleets else SKIP, 0, 0)
    move[VALUE] = fleets


@inlined
def _lose(g, t, seat, move):
    """Coins as long as they are worth less than the points of the debts (C2)."""
    due = np.int64(g.source[seat, 0])
    best = WORST
    write_move(move, LOSE, 0, 0)
    for coins in range(min(due, np.int64(g.coins[seat])), -1, -1):
        worth = coins_worth(g, t, seat, -coins) - POINT * (due - coins)
        if worth > best:
            best = worth
            move[VALUE] = coins
            move[DEBTS] = due - coins


@inlined
def _forfeit(g, t, seat, move):
    """The victory token that is worth least (L8)."""
    least = -WORST
    write_move(move, FORFEIT, 0, 0)
    for index in range(3):
        if g.victories[seat, index]:
            value = 2 * index + 1
            worth = POINT * value + victory_bonus(g, t, seat, value)
            if worth < least:
                least = worth
                move[VALUE] = value


@inlined
def _sail(g, t, seat, move):
    """Stay out of a naval conflict where the last place is certain (A14)."""
    own = naval_strength(g, t, seat)
    behind = False
    above_someone = False
    for other in range(g.seats):
        strength = naval_strength(g, t, other)
        behind = behind or strength > own
        above_someone = above_someone or strength < own
    write_move(move, SAIL, 0, 0)
    move[VALUE] = 0 if behind and not above_someone else 1


@inlined
def greedy_choice(g, t, seat, move):
    """A decision that is not about a card of the hand."""
    kind = g.asked[seat]
    if kind == OWES_DRAFT:
        _best_of(g, t, seat, PICK, g.pack[seat], g.pack_n[seat], WORST, move)
    elif kind == OWES_RECRUIT:
        _recruit_again(g, t, seat, move)
    elif kind == OWES_BURY:
        _best_of(g, t, seat, BURY, g.leaders[seat], g.leaders_n[seat], WORST, move)
    elif kind == OWES_COPY:
        _copy(g, t, seat, move)
    elif kind == OWES_ADVANCE:
        _advance(g, t, seat, move)
    elif kind == OWES_ISLAND:
        _best_of(g, t, seat, TAKE_ISLAND, g.drawn[seat], g.drawn_n[seat], WORST, move)
    elif kind == OWES_LOSS:
        _lose(g, t, seat, move)
    elif kind == OWES_SAIL:
        _sail(g, t, seat, move)
    else:
        _forfeit(g, t, seat, move)
