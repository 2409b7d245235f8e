"""The game as a small machine (B4 to B5, B19, B20, V2 to V7, L1 to L3, A16).

``resolve`` goes from step to step until a seat owes a decision or the game is over.

    SIDES -> DRAFT -> AGE_START -> TURN_START -> PLAYED -> CHOICES -> SPACES_REACHED -> PILE
    -> LOSSES -> LAST_CARD -> TURN_END -> TURN_START ... -> WAR -> NAVAL -> AGE_END -> AGE_START

Recruiting (L2) is a turn of its own, from AGE_START to LOSSES. A build from the discard pile goes
back to CHOICES, for what it has to choose and reach. In the last turn of an age LAST_CARD (B20) is
followed by the steps of a whole turn; in the 1st edition without Armada it comes before PILE.

The Free City (V) has no hand: once the holder has chosen, what is left of his hand is lent to
seat 2, which then owes a decision too.
"""

from __future__ import annotations

import numpy as np

from . import kinds
from .at_once import at_once
from .choices import make_choices, reach_spaces, settle_losses, step_open, take_owed
from .deal import draw_from_pile, pass_hands, pass_packs, put_in_box, take_hands
from .events import emit
from .jit import compiled, inlined
from .lasting import place_card, recount
from .moves import can_rebuild
from .play import FREE_CITY, card_built, carry_out, clear_asked, drop_from
from .sea import naval_conflict
from .state import (
    ACTION,
    AGE_BEGINS,
    AGE_END,
    AGE_START,
    BY_RIGHT,
    CARD,
    CHOICES,
    DISCARDS,
    DRAFT,
    ENDS,
    FROM_CARD,
    FROM_STAGE,
    LAST_CARD,
    LEADERS,
    LOSSES,
    MOVE_WIDTH,
    NAVAL,
    NONE,
    OVER,
    OWES_DRAFT,
    OWES_LAST_CARD,
    OWES_LEADER,
    OWES_NOTHING,
    OWES_PLAY,
    OWES_REBUILD,
    OWES_SAIL,
    OWES_SIDE,
    PASSES,
    PICKS,
    PILE,
    PLAYED,
    PUTS_AWAY,
    REBUILD,
    REBUILDS,
    RIGHT_LAST_CARD,
    SPACES_REACHED,
    TAKES_SIDE,
    TURN_BEGINS,
    TURN_END,
    TURN_START,
    TURNS,
    WAR,
    WITH_ARMADA,
    WITH_LEADERS,
)
from .war import fight


@compiled
def waiting(g):
    """Whether a seat still owes its decision."""
    for seat in range(g.seats):
        if g.asked[seat] and not g.decided[seat]:
            return True
    return False


@inlined
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
    for index in range(g.hand_n[holder]):
        g.hand[FREE_CITY, index] = g.hand[holder, index]
    left = drop_from(g.hand[FREE_CITY], g.hand_n[holder], g.move[holder, CARD])
    g.hand_n[FREE_CITY] = left
    _ask(g, FREE_CITY, OWES_PLAY if left else OWES_NOTHING)


@compiled
def has_two_sides(g, t, seat):
    """Promo boards may have only one side that can be played."""
    board = np.int64(g.board[seat])
    wonder = t.wonder[board]
    before = board > 0 and t.wonder[board - 1] == wonder
    return before or (board + 1 < t.boards_n and t.wonder[board + 1] == wonder)


@compiled
def _take_sides(g, t, ev):
    """Sides are chosen before anything else (B1)."""
    asked = False
    for seat in range(g.seats):
        if g.asked[seat] == OWES_SIDE:
            asked = True
            g.coins[seat] -= t.board_coins[g.board[seat]]
            g.board[seat] = g.move[seat, CARD]
            g.coins[seat] += t.board_coins[g.board[seat]]
            recount(g, t, seat)
            emit(ev, TAKES_SIDE, seat, np.int64(g.board[seat]), 0, 0)
    clear_asked(g)
    if not asked:
        for seat in range(g.seats):
            if has_two_sides(g, t, seat):
                _ask(g, seat, OWES_SIDE)
                asked = True
        if asked:
            return
    g.step = DRAFT if g.expansions & WITH_LEADERS else AGE_START


@compiled
def _pick(g, ev, seat, leader):
    g.pack_n[seat] = drop_from(g.pack[seat], g.pack_n[seat], leader)
    if g.leader_hand_n[seat] < LEADERS:
        g.leader_hand[seat, g.leader_hand_n[seat]] = leader
        g.leader_hand_n[seat] += 1
    emit(ev, PICKS, seat, leader, 0, 0)


@compiled
def _draft(g, ev, w):
    """Everybody keeps a leader and passes the rest to the right (L1)."""
    picked = False
    for seat in range(g.seats):
        if g.asked[seat] == OWES_DRAFT:
            _pick(g, ev, seat, np.int64(g.move[seat, CARD]))
            picked = True
    clear_asked(g)
    if picked:
        pass_packs(g, w)
    g.step = AGE_START
    for seat in range(g.seats):
        if g.pack_n[seat] > 1:
            _ask(g, seat, OWES_DRAFT)
            g.step = DRAFT
        elif g.pack_n[seat] == 1:
            _pick(g, ev, seat, np.int64(g.pack[seat, 0]))


@inlined
def _age_start(g, ev):
    emit(ev, AGE_BEGINS, -1, g.age, 0, 0)
    g.turn = 0
    g.extra = 0
    for seat in range(g.seats):
        g.spent[seat] = 0
    if not g.expansions & WITH_LEADERS:
        take_hands(g)
        g.step = TURN_START
        return
    g.recruiting = 1
    g.bonus_taken[:] = 0
    emit(ev, TURN_BEGINS, -1, g.age, 0, 0)
    for seat in range(g.seats):
        if g.leader_hand_n[seat]:
            _ask(g, seat, OWES_LEADER)
    g.step = PLAYED


@inlined
def _recruited(g, ev):
    """The end of the recruitment; in age III the leader left goes to the box (L3)."""
    g.recruiting = 0
    if g.age == 3:
        for seat in range(g.seats):
            if not g.power[seat, kinds.KEEP_LEADER]:
                for index in range(g.leader_hand_n[seat]):
                    put_in_box(g, np.int64(g.leader_hand[seat, index]))
                    emit(ev, PUTS_AWAY, seat, np.int64(g.leader_hand[seat, index]), 0, 0)
                g.leader_hand_n[seat] = 0
    take_hands(g)
    g.step = TURN_START


@inlined
def _turn_start(g, ev):
    g.turn += 1
    g.bonus_taken[:] = 0
    if g.free_city:
        draw_from_pile(g)
    emit(ev, TURN_BEGINS, -1, g.age, g.turn, 0)
    players = 2 if g.free_city else np.int64(g.seats)
    for seat in range(players):
        if g.hand_n[seat]:
            _ask(g, seat, OWES_PLAY)
    g.step = PLAYED


@inlined
def _discard_last_cards(g, ev):
    """B5, V7: what is left in the hands goes to the discard pile, except for who may play it."""
    for seat in range(g.seats):
        if g.rights[seat] & RIGHT_LAST_CARD and not g.extra:
            continue
        for index in range(g.hand_n[seat]):
            card = np.int64(g.hand[seat, index])
            g.discard[card] += 1
            if g.turn + 1 < TURNS:
                g.laid[g.age - 1, g.turn + 1, seat] = card
            emit(ev, DISCARDS, seat, card, 0, 0)
        g.hand_n[seat] = 0


@inlined
def _take_rest_of_pile(g):
    """The last card of the pile is the Free City's last card (V7)."""
    if g.free_city:
        for index in range(g.pile_n):
            g.hand[FREE_CITY, index] = g.pile[index]
        g.hand_n[FREE_CITY] = g.pile_n
        g.pile_n = 0


@inlined
def _played(g, t, ev):
    carry_out(g, t, ev)
    if g.turn == g.turns:
        _take_rest_of_pile(g)
        _discard_last_cards(g, ev)
    if g.expansions:
        g.step = CHOICES
    else:
        _on_to_pile(g)


@inlined
def _last_card_in_last_turn(g):
    """1st edition without Armada: the last card is played in the last turn itself (B20)."""
    return g.edition == 1 and not g.expansions & WITH_ARMADA


@inlined
def _on_to_pile(g):
    first = _last_card_in_last_turn(g)
    g.step = LAST_CARD if first and g.turn == g.turns and not g.extra else PILE


@inlined
def _choices(g, t, ev):
    if make_choices(g, t, ev):
        g.step = SPACES_REACHED


@inlined
def _spaces_reached(g, t, ev):
    if reach_spaces(g, t, ev):
        if step_open(g):
            g.step = CHOICES
        else:
            _on_to_pile(g)


@inlined
def _anything_owed(g):
    for seat in range(g.seats):
        if g.owed_n[seat]:
            return True
    return False


@inlined
def _next_from_pile(g):
    """The seat whose build from the discard pile is next, by source and then by seat (C4)."""
    if not _anything_owed(g):
        return -1
    for source in range(FROM_STAGE, FROM_CARD + 1):
        for seat in range(g.seats):
            for index in range(g.owed_n[seat]):
                if g.owed[seat, index, 0] == OWES_REBUILD and g.owed[seat, index, 3] == source:
                    take_owed(g, seat, OWES_REBUILD)
                    return seat
    return -1


@inlined
def _pile(g, t, ev):
    """Builds from the discard pile, one after the other (B19)."""
    for seat in range(g.seats):
        if g.asked[seat] == OWES_REBUILD and g.move[seat, ACTION] == REBUILD:
            card = np.int64(g.move[seat, CARD])
            g.discard[card] -= 1
            emit(ev, REBUILDS, seat, card, 0, 0)
            place_card(g, t, seat, card)
            at_once(g, t, ev, seat, card)
            if g.expansions:
                card_built(g, t, ev, seat, card, BY_RIGHT)
    clear_asked(g)
    if g.expansions and step_open(g):
        g.step = CHOICES
        return
    while True:
        seat = _next_from_pile(g)
        if seat < 0:
            break
        if can_rebuild(g, t, seat):
            _ask(g, seat, OWES_REBUILD)
            return
    if g.expansions:
        g.step = LOSSES
    else:
        _turn_done(g)


@inlined
def _losses(g, t, ev):
    if settle_losses(g, t, ev):
        if g.recruiting:
            _recruited(g, ev)
        else:
            _turn_done(g)


@inlined
def _turn_done(g):
    g.step = TURN_END
    if g.turn == g.turns and not g.extra:
        g.step = LAST_CARD


@inlined
def _last_cards(g, t, ev):
    """Whoever may play the last card of an age does so, in a turn of his own (B20)."""
    if g.extra:
        carry_out(g, t, ev)
        _discard_last_cards(g, ev)
        g.step = CHOICES if g.expansions else PILE
        return
    g.extra = 1
    g.step = PILE
    for seat in range(g.seats):
        if g.hand_n[seat]:
            _ask(g, seat, OWES_LAST_CARD)
            g.step = LAST_CARD
    if g.step == LAST_CARD:
        g.turn += 1
        for seat in range(g.seats):
            if g.asked[seat] or not _last_card_in_last_turn(g):  # else his last turn goes on
                g.bonus_taken[seat] = 0


@inlined
def _turn_end(g, ev, w):
    if g.turn >= g.turns:
        g.step = WAR
        return
    pass_hands(g, w)
    emit(ev, PASSES, -1, 1 if g.age == 2 else 0, 0, 0)
    g.step = TURN_START


@inlined
def _war(g, ev, w):
    fight(g, ev, w)
    if not g.expansions & WITH_ARMADA:
        g.step = AGE_END
        return
    g.step = NAVAL
    for seat in range(g.seats):
        if g.power[seat, kinds.MAY_STAY_OUT]:
            _ask(g, seat, OWES_SAIL)


@inlined
def _naval(g, t, ev, w):
    naval_conflict(g, t, ev, w)
    clear_asked(g)
    g.step = AGE_END


@inlined
def _age_end(g, ev):
    if g.age == 3:
        g.step = OVER
        emit(ev, ENDS, -1, 0, 0, 0)
        return
    g.age += 1
    g.step = AGE_START


@compiled
def resolve(g, t, ev, w):
    """Go on until a seat owes a decision or the game is over."""
    while g.step != OVER and not waiting(g):
        step = g.step
        if step == PLAYED:
            _played(g, t, ev)
        elif step == CHOICES:
            _choices(g, t, ev)
        elif step == SPACES_REACHED:
            _spaces_reached(g, t, ev)
        elif step == PILE:
            _pile(g, t, ev)
        elif step == LOSSES:
            _losses(g, t, ev)
        elif step == TURN_END:
            _turn_end(g, ev, w)
        elif step == TURN_START:
            _turn_start(g, ev)
        elif step == LAST_CARD:
            _last_cards(g, t, ev)
        elif step == WAR:
            _war(g, ev, w)
        elif step == NAVAL:
            _naval(g, t, ev, w)
        elif step == AGE_END:
            _age_end(g, ev)
        elif step == AGE_START:
            _age_start(g, ev)
        elif step == DRAFT:
            _draft(g, ev, w)
        else:
            _take_sides(g, t, ev)


@compiled
def decider(g, seat):
    """Who decides for a seat: itself, or for the Free City the holder (V5)."""
    if g.free_city and seat == FREE_CITY:
        return np.int64(g.holder) if g.holder != NONE else 0
    return seat
