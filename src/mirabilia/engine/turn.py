"""The turn as a small machine (B4 to B9, B16, B19, B20, V2 to V7).

``resolve`` goes from step to step until a seat owes a decision or the game is over. Effects never
ask: they leave builds from the discard pile in the seat's queue, and the step ``PILE`` asks for
them one after the other, by source and then by seat (C4).

    SIDES -> AGE_START -> TURN_START -> PLAYED -> PILE -> TURN_END -> TURN_START ...
                                                       -> WAR -> AGE_START ... -> OVER

In the last turn of an age, ``LAST_CARD`` (B20) comes after ``PILE`` and is followed by a ``PILE``
of its own; in the 1st edition without Armada it comes before.

The Free City (V) has no hand: once the holder has chosen, what is left of his hand is lent to
seat 2, which then owes a decision too.
"""

from __future__ import annotations

import numpy as np

from .deal import draw_from_pile, pass_hands, start_age
from .events import emit
from .gain import at_once, place_card, place_stage, recount, stage_item
from .jit import compiled
from .moves import build_freedom, can_rebuild, next_stage
from .state import (
    ACTION,
    AGE_START,
    BANK,
    BUILD,
    BUILDS,
    BUILDS_STAGE,
    BY_RIGHT,
    CARD,
    DISCARDS,
    ENDS,
    FREE,
    FROM_CARD,
    FROM_STAGE,
    LAST_CARD,
    LEFT,
    LEFT2,
    MOVE_WIDTH,
    NONE,
    OVER,
    OWES_LAST_CARD,
    OWES_NOTHING,
    OWES_PLAY,
    OWES_REBUILD,
    OWES_SIDE,
    PASSES,
    PAYS,
    PILE,
    PLAYED,
    REBUILD,
    REBUILDS,
    RIGHT,
    RIGHT2,
    RIGHT_FREE_BUILD,
    RIGHT_LAST_CARD,
    SELL,
    SELL_COINS,
    SELLS,
    SIDES,
    STAGE_BUILD,
    TAKES_SIDE,
    TURN_BEGINS,
    TURN_END,
    TURN_START,
    WAR,
)
from .war import fight

FREE_CITY = 2
ARMADA = 4


@compiled
def waiting(g):
    """Whether a seat still owes its decision."""
    for seat in range(g.seats):
        if g.asked[seat] and not g.decided[seat]:
            return True
    return False


@compiled
def _clear_asked(g):
    for seat in range(g.seats):
        g.asked[seat] = OWES_NOTHING
        g.decided[seat] = 0


@compiled
def _ask(g, seat, kind):
    g.asked[seat] = kind
    g.decided[seat] = 0


@compiled
def decide(g, seat, move):
    """Note a seat's decision; it may be changed until everybody has decided."""
    for index in range(MOVE_WIDTH):
        g.move[seat, index] = move[index]
    g.decided[seat] = 1
    if g.free_city and g.asked[seat] == OWES_PLAY and seat == g.holder:
        _lend_hand(g, seat)


@compiled
def undecide(g, seat):
    g.decided[seat] = 0
    if g.free_city and g.asked[seat] == OWES_PLAY and seat == g.holder:
        _ask(g, FREE_CITY, OWES_NOTHING)
        g.hand_n[FREE_CITY] = 0


@compiled
def _lend_hand(g, holder):
    """What the holder leaves of his hand is the Free City's to choose from (V2)."""
    taken = False
    left = 0
    for index in range(g.hand_n[holder]):
        card = g.hand[holder, index]
        if card == g.move[holder, CARD] and not taken:
            taken = True
        else:
            g.hand[FREE_CITY, left] = card
            left += 1
    g.hand_n[FREE_CITY] = left
    _ask(g, FREE_CITY, OWES_PLAY if left else OWES_NOTHING)


@compiled
def _drop_from_hand(g, seat, card):
    kept = 0
    taken = False
    for index in range(g.hand_n[seat]):
        held = g.hand[seat, index]
        if held == card and not taken:
            taken = True
        else:
            g.hand[seat, kept] = held
            kept += 1
    g.hand_n[seat] = kept


@compiled
def _lay_down(g, seat, card):
    """Remember a card laid face down: who passed the hand on does not know which it was."""
    g.laid[g.age - 1, g.turn, seat] = card


@compiled
def _pay_seat(g, ev, seat, to, coins):
    if coins:
        g.coins[seat] -= coins
        g.coins[to] += coins
        emit(ev, PAYS, seat, coins, to, 0)


@compiled
def _pay(g, ev, seat):
    """All that a move asks of a seat, to whom it is due (B10, B12)."""
    move = g.move[seat]
    seats = np.int64(g.seats)
    _pay_seat(g, ev, seat, (seat + 1) % seats, np.int64(move[LEFT]))
    _pay_seat(g, ev, seat, (seat + seats - 1) % seats, np.int64(move[RIGHT]))
    _pay_seat(g, ev, seat, (seat + 2) % seats, np.int64(move[LEFT2]))
    _pay_seat(g, ev, seat, (seat + seats - 2) % seats, np.int64(move[RIGHT2]))
    if move[BANK]:
        g.coins[seat] -= move[BANK]
        emit(ev, PAYS, seat, np.int64(move[BANK]), -1, 0)


@compiled
def _announce(g, t, ev, seat):
    """How the card is used, told before anything changes."""
    move = g.move[seat]
    card = np.int64(move[CARD])
    by = np.int64(g.holder) if g.free_city and seat == FREE_CITY else seat
    if move[ACTION] == BUILD:
        how = BY_RIGHT if move[FREE] else build_freedom(g, t, seat, card)
        emit(ev, BUILDS, seat, card, how, by)
    elif move[ACTION] == STAGE_BUILD:
        emit(ev, BUILDS_STAGE, seat, card, next_stage(g, t, seat), by)
    elif move[ACTION] == SELL:
        emit(ev, SELLS, seat, card, SELL_COINS, by)


@compiled
def _place(g, t, seat):
    """Put the card where it goes; which item was gained, or -1."""
    move = g.move[seat]
    card = np.int64(move[CARD])
    hand = seat
    if g.free_city and seat == FREE_CITY and not g.extra:
        hand = np.int64(g.holder)
    _drop_from_hand(g, hand, card)
    if move[ACTION] == BUILD:
        if move[FREE]:
            g.spent[seat] |= RIGHT_FREE_BUILD
        place_card(g, t, seat, card)
        return card
    _lay_down(g, seat, card)
    if move[ACTION] == STAGE_BUILD:
        stage = next_stage(g, t, seat)
        place_stage(g, t, seat, stage, card)
        return stage_item(g, seat, stage)
    g.discard[card] += 1
    g.coins[seat] += SELL_COINS
    return -1


@compiled
def _carry_out(g, t, ev):
    """Everybody pays, then all place, then what happens at once (B16)."""
    for seat in range(g.seats):
        if g.asked[seat]:
            _announce(g, t, ev, seat)
            _pay(g, ev, seat)
    gained = g.move[:, CARD]
    for seat in range(g.seats):
        if g.asked[seat]:
            gained[seat] = _place(g, t, seat)
    for seat in range(g.seats):
        if g.asked[seat] and gained[seat] >= 0:
            at_once(g, t, ev, seat, np.int64(gained[seat]))
    if g.free_city and not g.extra:
        g.hand_n[FREE_CITY] = 0
    _clear_asked(g)


@compiled
def _discard_last_cards(g, ev):
    """B5, V7: what is left in the hands goes to the discard pile, except for who may play it."""
    for seat in range(g.seats):
        if g.rights[seat] & RIGHT_LAST_CARD and not g.extra:
            continue
        for index in range(g.hand_n[seat]):
            card = np.int64(g.hand[seat, index])
            g.discard[card] += 1
            g.laid[g.age - 1, g.turn + 1, seat] = card
            emit(ev, DISCARDS, seat, card, 0, 0)
        g.hand_n[seat] = 0


@compiled
def _take_rest_of_pile(g):
    """The last card of the pile is the Free City's last card (V7)."""
    if g.free_city:
        for index in range(g.pile_n):
            g.hand[FREE_CITY, index] = g.pile[index]
        g.hand_n[FREE_CITY] = g.pile_n
        g.pile_n = 0


@compiled
def _last_card_first(g):
    """1st edition without Armada: the last card is played in the sixth turn (B20)."""
    return g.edition == 1 and not g.expansions & ARMADA


@compiled
def _turn_start(g, ev):
    g.turn += 1
    if g.free_city:
        draw_from_pile(g)
    emit(ev, TURN_BEGINS, -1, np.int64(g.age), np.int64(g.turn), 0)
    players = 2 if g.free_city else np.int64(g.seats)
    for seat in range(players):
        if g.hand_n[seat]:
            _ask(g, seat, OWES_PLAY)
    g.step = PLAYED


@compiled
def _played(g, t, ev):
    _carry_out(g, t, ev)
    g.step = PILE
    if g.turn == g.turns:
        _take_rest_of_pile(g)
        _discard_last_cards(g, ev)
        if _last_card_first(g):
            g.step = LAST_CARD


@compiled
def _last_cards(g, t, ev):
    """Whoever may play the last card of an age does so, in a turn of his own (B20)."""
    if g.extra:
        _carry_out(g, t, ev)
        _discard_last_cards(g, ev)
        g.step = PILE
        return
    g.extra = 1
    g.step = PILE
    for seat in range(g.seats):
        if g.hand_n[seat]:
            _ask(g, seat, OWES_LAST_CARD)
            g.step = LAST_CARD
    if g.step == LAST_CARD:
        g.turn += 1


@compiled
def _next_from_pile(g):
    """The seat whose build from the discard pile is next, by source and then by seat."""
    for source in range(FROM_STAGE, FROM_CARD + 1):
        for seat in range(g.seats):
            for index in range(g.owed_n[seat]):
                if g.owed[seat, index] == source:
                    for later in range(index + 1, g.owed_n[seat]):
                        g.owed[seat, later - 1] = g.owed[seat, later]
                    g.owed_n[seat] -= 1
                    return seat
    return -1


@compiled
def _pile(g, t, ev):
    """Builds from the discard pile, one after the other (B19)."""
    for seat in range(g.seats):
        if g.asked[seat] == OWES_REBUILD:
            card = np.int64(g.move[seat, CARD])
            if g.move[seat, ACTION] == REBUILD:
                g.discard[card] -= 1
                emit(ev, REBUILDS, seat, card, 0, 0)
                place_card(g, t, seat, card)
                at_once(g, t, ev, seat, card)
    _clear_asked(g)
    while True:
        seat = _next_from_pile(g)
        if seat < 0:
            break
        if can_rebuild(g, t, seat):
            _ask(g, seat, OWES_REBUILD)
            return
    g.step = TURN_END
    if g.turn == g.turns and not g.extra:
        g.step = LAST_CARD


@compiled
def _turn_end(g, ev, w):
    if g.turn >= g.turns:
        g.step = WAR
        return
    pass_hands(g, w)
    emit(ev, PASSES, -1, 1 if g.age == 2 else 0, 0, 0)
    g.step = TURN_START


@compiled
def _war(g, ev):
    fight(g, ev)
    if g.age == 3:
        g.step = OVER
        emit(ev, ENDS, -1, 0, 0, 0)
        return
    g.age += 1
    g.step = AGE_START


@compiled
def _take_sides(g, t, ev):
    """Sides are chosen before anything else (B1)."""
    asked = False
    for seat in range(g.seats):
        if g.asked[seat] == OWES_SIDE:
            asked = True
            g.board[seat] = g.move[seat, CARD]
            recount(g, t, seat)
            emit(ev, TAKES_SIDE, seat, np.int64(g.board[seat]), 0, 0)
    _clear_asked(g)
    if asked:
        g.step = AGE_START
        return
    for seat in range(g.seats):
        _ask(g, seat, OWES_SIDE)


@compiled
def resolve(g, t, ev, w):
    """Go on until a seat owes a decision or the game is over."""
    while g.step != OVER and not waiting(g):
        step = g.step
        if step == SIDES:
            _take_sides(g, t, ev)
        elif step == AGE_START:
            start_age(g, ev)
            g.step = TURN_START
        elif step == TURN_START:
            _turn_start(g, ev)
        elif step == PLAYED:
            _played(g, t, ev)
        elif step == PILE:
            _pile(g, t, ev)
        elif step == LAST_CARD:
            _last_cards(g, t, ev)
        elif step == TURN_END:
            _turn_end(g, ev, w)
        else:
            _war(g, ev)


@compiled
def decider(g, seat):
    """Who decides for a seat: itself, or for the Free City the holder (V5)."""
    if g.free_city and seat == FREE_CITY:
        return np.int64(g.holder) if g.holder != NONE else 0
    return seat
