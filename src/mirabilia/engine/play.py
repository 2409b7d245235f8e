"""Carrying out what everybody has chosen in a turn (B6 to B9, B16, A3, A4, A16 steps 1 to 3).

All pay, then the paid fleets advance, then all place what they built, then what happens at once.
"""

from __future__ import annotations

import numpy as np

from . import kinds
from .around import left_of, right_of
from .at_once import at_once, fleet_room, recruit, stage_built, take_bonus, take_coins
from .count import stage_item
from .events import emit
from .jit import compiled, inlined
from .lasting import place_card, place_stage
from .moves import build_freedom, next_stage, right_for
from .state import (
    ACTION,
    ADVANCES,
    BANK,
    BUILD,
    BUILDS,
    BUILDS_STAGE,
    BY_CHAIN,
    BY_RIGHT,
    CARD,
    FREE,
    LEFT,
    LEFT2,
    OWES_NOTHING,
    PAYS,
    RECRUIT,
    RECRUITS,
    RIGHT,
    RIGHT2,
    SELL,
    SELL_COINS,
    SELLS,
    SHIP,
    STAGE,
    STAGE_BUILD,
    VALUE,
)
from .tables import FIRST_STAGE, TRACK_COINS

FREE_CITY = 2


@compiled
def clear_asked(g):
    for seat in range(g.seats):
        g.asked[seat] = OWES_NOTHING
        g.decided[seat] = 0


@compiled
def drop_from(cards, count, card):
    """Take a card out of a list; how many are left."""
    kept = 0
    taken = False
    for index in range(count):
        held = cards[index]
        if held == card and not taken:
            taken = True
        else:
            cards[kept] = held
            kept += 1
    return kept


@inlined
def coins_with_advance(g):
    """1st edition: a space's coins come with the advance; 2nd: with its other effects (A16)."""
    return g.edition == 1


@compiled
def advance(g, t, ev, seat, fleet):
    """A fleet goes on by a space (A5); its coins come now or in a step of their own (A16)."""
    if not fleet_room(g, seat, fleet):
        return
    g.fleets[seat, fleet] += 1
    g.reached[seat, fleet] |= 1 << np.int64(g.fleets[seat, fleet])
    emit(ev, ADVANCES, seat, fleet, np.int64(g.fleets[seat, fleet]), 0)
    take_coins(g, ev, seat, np.int64(g.power[seat, kinds.COIN_PER_ADVANCE]), -1)
    if coins_with_advance(g):
        take_coins(g, ev, seat, np.int64(t.track[fleet, g.fleets[seat, fleet], TRACK_COINS]), -1)


@inlined
def _pay_seat(g, ev, seat, to, coins):
    if coins:
        g.coins[seat] -= coins
        g.coins[to] += coins
        emit(ev, PAYS, seat, coins, to, 0)


@inlined
def _pay(g, ev, seat):
    """All that a move asks of a seat, to whom it is due (B10, B12)."""
    move = g.move[seat]
    seats = np.int64(g.seats)
    _pay_seat(g, ev, seat, left_of(seats, seat), np.int64(move[LEFT]))
    _pay_seat(g, ev, seat, right_of(seats, seat), np.int64(move[RIGHT]))
    _pay_seat(g, ev, seat, left_of(seats, left_of(seats, seat)), np.int64(move[LEFT2]))
    _pay_seat(g, ev, seat, right_of(seats, right_of(seats, seat)), np.int64(move[RIGHT2]))
    if move[BANK]:
        g.coins[seat] -= move[BANK]
        emit(ev, PAYS, seat, np.int64(move[BANK]), -1, 0)


@inlined
def stage_of(g, t, seat):
    """The stage that a move builds."""
    if g.move[seat, STAGE]:
        return np.int64(g.move[seat, STAGE]) - 1
    return next_stage(g, t, seat)


@inlined
def _announce(g, t, ev, seat):
    """How the card is used, told and noted before anything changes."""
    move = g.move[seat]
    card = np.int64(move[CARD])
    by = np.int64(g.holder) if g.free_city and seat == FREE_CITY else seat
    if move[ACTION] == BUILD:
        move[VALUE] = BY_RIGHT if move[FREE] else build_freedom(g, t, seat, card)
        emit(ev, BUILDS, seat, card, np.int64(move[VALUE]), by)
    elif move[ACTION] == STAGE_BUILD:
        emit(ev, BUILDS_STAGE, seat, card, stage_of(g, t, seat), by)
    elif move[ACTION] == SELL:
        emit(ev, SELLS, seat, card, 0 if move[SHIP] else SELL_COINS, by)
    elif move[ACTION] == RECRUIT:
        emit(ev, RECRUITS, seat, card, 0, 0)


@inlined
def _take_from_hand(g, seat, card):
    if g.recruiting:
        left = drop_from(g.leader_hand[seat], g.leader_hand_n[seat], card)
        g.leader_hand_n[seat] = left
        return
    hand = seat
    if g.free_city and seat == FREE_CITY and not g.extra:
        hand = np.int64(g.holder)
    g.hand_n[hand] = drop_from(g.hand[hand], g.hand_n[hand], card)


@inlined
def _place(g, t, ev, seat):
    """Put the card where it goes; which item was gained, or -1."""
    move = g.move[seat]
    card = np.int64(move[CARD])
    _take_from_hand(g, seat, card)
    if move[ACTION] == BUILD:
        if move[FREE]:
            g.spent[seat] |= right_for(g, t, seat, card)
        place_card(g, t, seat, card)
        return card
    if move[ACTION] == RECRUIT:
        recruit(g, t, seat, card)
        return card
    g.laid[g.age - 1, g.turn, seat] = card  # who passed the hand on does not know which it was
    if move[ACTION] == STAGE_BUILD:
        stage = stage_of(g, t, seat)
        place_stage(g, t, seat, stage, card)
        return stage_item(g, seat, stage)
    g.discard[card] += 1
    if not move[SHIP]:
        g.coins[seat] += SELL_COINS
        take_bonus(g, ev, seat)
    return -1


@compiled
def card_built(g, t, ev, seat, card, how):
    """What leaders do whenever a card is built (L8)."""
    take_coins(g, ev, seat, np.int64(g.coins_on[seat, t.colour[card]]), card)
    if how == BY_CHAIN:
        take_coins(g, ev, seat, np.int64(g.power[seat, kinds.COINS_ON_CHAIN]), card)


@inlined
def _purchases(g, ev, seat):
    """Hatshepsut: a coin for each neighbour bought from, after buying (L5)."""
    coins = np.int64(g.power[seat, kinds.COINS_ON_PURCHASE])
    if coins:
        for side in range(LEFT, RIGHT + 1):
            if g.move[seat, side]:
                take_coins(g, ev, seat, coins, -1)


@compiled
def carry_out(g, t, ev):
    """Everybody pays, then all place, then what happens at once (B16)."""
    for seat in range(g.seats):
        if g.asked[seat]:
            _announce(g, t, ev, seat)
            _pay(g, ev, seat)
    if g.expansions:
        for seat in range(g.seats):
            if g.asked[seat]:
                _purchases(g, ev, seat)
                if g.move[seat, SHIP]:
                    advance(g, t, ev, seat, np.int64(g.move[seat, SHIP]) - 1)
    gained = g.move[:, BANK]  # paid by now: the column serves to note what was gained
    for seat in range(g.seats):
        if g.asked[seat]:
            gained[seat] = _place(g, t, ev, seat)
    for seat in range(g.seats):
        if g.asked[seat] and gained[seat] >= 0:
            item = np.int64(gained[seat])
            at_once(g, t, ev, seat, item)
            if g.expansions and g.move[seat, ACTION] == BUILD:
                card_built(g, t, ev, seat, item, g.move[seat, VALUE])
            elif g.expansions and item >= FIRST_STAGE:
                stage_built(g, ev, seat, item)
    if g.free_city and not g.extra:
        g.hand_n[FREE_CITY] = 0
    clear_asked(g)
