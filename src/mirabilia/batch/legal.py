"""Which actions a seat has, and which move of the engine an action is, in compiled code.

``write_mask`` says what is legal, ``find_move`` looks for the move of an action; both ask the
engine (``engine/moves.py``) for the uses of a card and what they cost. A use that the engine has
with several stages or ships is one action: which of them is a *way*, chosen next; where payments
are chosen, so is the payment. Until then what was chosen stands in the seat's row of ``pending``.
"""

from __future__ import annotations

import numpy as np

from ..engine.jit import compiled, inlined
from ..engine.least import least_to_build, least_to_stage, payment_sum
from ..engine.moves import (
    card_held,
    cards_held,
    list_choices,
    list_uses,
    must_not_sell,
    next_stage,
    recruit_price,
    right_for,
    right_options,
    use_payments,
    write_use,
)
from ..engine.pay import pays_plainly
from ..engine.state import (
    ACTION,
    ADVANCE,
    BUILD,
    CARD,
    CHOOSE_SIDE,
    FLEETS,
    FORFEIT,
    LOSE,
    MOVE_WIDTH,
    OWES_LAST_CARD,
    OWES_LEADER,
    OWES_PLAY,
    PAYEES,
    RECRUIT,
    SAIL,
    SELL,
    SKIP,
    STAGE_BUILD,
    VALUE,
)
from . import layout as a

# What a seat has chosen so far: the kind of decision that is open, the card by the engine's number,
# its use, the row of the engine's uses.
P_KIND, P_CARD, P_USE, P_ROW = range(4)
PENDING = 4
UNPAYABLE = -1
ANY_PAYMENT = -1


@compiled
def use_of(action, free, ship):
    """The use of an action, from what the engine says of a use of a card."""
    if action == BUILD:
        return (a.RIGHT if free else a.BUILD) + (1 if ship else 0)
    if action == STAGE_BUILD:
        return a.STAGE_SHIP if ship else a.STAGE
    if action == SELL:
        return a.SELL_SHIP if ship else a.SELL
    return a.TAKE


@compiled
def _set(mask, number):
    mask[number >> 3] |= 1 << (number & 7)


@compiled
def is_hand(kind):
    return kind == OWES_PLAY or kind == OWES_LAST_CARD or kind == OWES_LEADER


@inlined
def _is_plain(g, t, seat):
    """Whether a hand has the uses of the base game alone, and one stage to build at most."""
    return g.expansions == 0 and t.any_order[g.board[seat]] == 0


@inlined
def _mask_plain(g, t, seat, numbers, mask, price, w):
    """The uses of a hand in the base game: what a stage costs is the same for every card."""
    stage = next_stage(g, t, seat)
    stage_price = UNPAYABLE
    if stage >= 0:
        stage_price = least_to_stage(g, t, seat, stage, 0, True, w)
    always = 0
    if stage_price >= 0:
        always |= 1 << a.STAGE
    if not must_not_sell(g, t, seat, w):
        always |= 1 << a.SELL
    for index in range(g.hand_n[seat]):
        card = np.int64(g.hand[seat, index])
        least = least_to_build(g, t, seat, card, 0, True, w)
        price[index] = least
        uses = always
        if least >= 0:
            uses |= 1 << a.BUILD
        if right_for(g, t, seat, card) and right_options(g, t, seat, card, 0, w):
            uses |= 1 << a.RIGHT
        mask[numbers[card]] = uses
    return stage_price


@inlined
def _mask_uses(g, t, seat, numbers, mask, price, w):
    """The uses of a hand, or of the leaders while recruiting, with any expansions.

    What a stage costs, or selling brings, is the same for every card.
    """
    plainly = pays_plainly(g, seat)
    uses = list_uses(g, t, seat, w)
    stage_price = UNPAYABLE
    always = 0
    for use in range(uses):
        action = np.int64(w.use[use, 0])
        ship = np.int64(w.use[use, 3])
        if action == SELL:
            always |= 1 << use_of(action, 0, ship)
        elif action == STAGE_BUILD:
            least = least_to_stage(g, t, seat, np.int64(w.use[use, 2]), ship, plainly, w)
            if least >= 0:
                always |= 1 << use_of(action, 0, ship)
                if ship == 0 and (stage_price < 0 or least < stage_price):
                    stage_price = least
    for index in range(cards_held(g, seat)):
        card = card_held(g, seat, index)
        bits = always
        price[index] = UNPAYABLE
        for use in range(uses):
            action = np.int64(w.use[use, 0])
            ship = np.int64(w.use[use, 3])
            if action == BUILD and not w.use[use, 1]:
                least = least_to_build(g, t, seat, card, ship, plainly, w)
                if least >= 0:
                    bits |= 1 << use_of(action, 0, ship)
                    if ship == 0:
                        price[index] = least
            elif action == BUILD:
                if right_for(g, t, seat, card) and right_options(g, t, seat, card, ship, w):
                    bits |= 1 << use_of(action, 1, ship)
            elif action == RECRUIT and recruit_price(g, t, seat, card) <= g.coins[seat]:
                bits |= 1 << a.TAKE
                price[index] = recruit_price(g, t, seat, card)
        mask[numbers[card]] = bits
    return stage_price


@compiled
def choice_of(move, index):
    """The action of a move that is no use of a hand; the index-th of its list."""
    action = move[ACTION]
    if action == ADVANCE:
        return a.FIRST_ADVANCE + np.int64(move[VALUE])
    if action == SAIL:
        return a.FIRST_SAIL + np.int64(move[VALUE])
    if action == FORFEIT:
        return a.FIRST_FORFEIT + np.int64(move[VALUE]) // 2
    if action == LOSE:
        return a.FIRST_LOSS + min(np.int64(move[VALUE]), a.MOST_COINS - 1)
    if action == CHOOSE_SIDE:
        return a.FIRST_SIDE + min(index, 3)
    if action == SKIP:
        return a.SKIP
    return -1  # it takes a card


@inlined
def _mask_choices(g, t, seat, numbers, mask, w):
    found = list_choices(g, t, seat, w.moves[:], w)
    for row in range(found):
        number = choice_of(w.moves[row], row)
        if number < 0:
            number = len(a.USES) * np.int64(numbers[w.moves[row, CARD]])
        _set(mask, number)


@compiled
def write_mask(g, t, seat, numbers, mask, price, w):
    """The legal actions of a decision as the engine asks it; the price of the next stage.

    ``price`` has the least coins for building each card of the hand.
    """
    for at in range(mask.shape[0]):
        mask[at] = 0
    for at in range(price.shape[0]):
        price[at] = UNPAYABLE
    if is_hand(g.asked[seat]):
        if _is_plain(g, t, seat):
            return _mask_plain(g, t, seat, numbers, mask, price, w)
        return _mask_uses(g, t, seat, numbers, mask, price, w)
    _mask_choices(g, t, seat, numbers, mask, w)
    return UNPAYABLE


@compiled
def write_open_mask(g, t, seat, pending, mask, offers, w):
    """The legal actions of a way, or of a payment; those are written into ``offers``."""
    for at in range(mask.shape[0]):
        mask[at] = 0
    card = np.int64(pending[P_CARD])
    if pending[P_KIND] == a.OWES_WAY:
        for use in range(list_uses(g, t, seat, w)):
            if _is_use(w, use, pending[P_USE]) and use_payments(g, t, seat, card, use, w):
                _set(mask, a.FIRST_WAY + _way_of(w, use))
        return
    list_uses(g, t, seat, w)
    found = use_payments(g, t, seat, card, np.int64(pending[P_ROW]), w)
    _sort(g, seat, w, found)
    for row in range(min(found, a.MOST_PAYMENTS)):
        _set(mask, a.FIRST_PAYMENT + row)
        for payee in range(PAYEES):
            offers[row, payee] = w.pay[row, payee]


@inlined
def _is_use(w, use, wanted):
    row = w.use[use]
    return use_of(np.int64(row[0]), np.int64(row[1]), np.int64(row[3])) == wanted


@inlined
def _way_of(w, use):
    fleet = np.int64(w.use[use, 3]) if w.use[use, 0] == STAGE_BUILD else 0
    return np.int64(w.use[use, 2]) * (FLEETS + 1) + fleet


@compiled
def _is_better(g, seat, one, other):
    """Whether a payment is cheaper; of those that cost the same, the one that leaves more to the
    side that has fewer coins (B13).
    """
    difference = payment_sum(one) - payment_sum(other)
    if difference:
        return difference < 0
    seats = np.int64(g.seats)
    left = np.int64(g.coins[(seat + 1) % seats])
    right = np.int64(g.coins[(seat + seats - 1) % seats])
    poorer, richer = (0, 1) if left <= right else (1, 0)
    if one[poorer] != other[poorer]:
        return one[poorer] > other[poorer]
    return one[richer] > other[richer]


@compiled
def _sort(g, seat, w, found):
    """The cheapest payments first; those that cost the same stay in one order."""
    for last in range(1, found):
        at = last
        while at and _is_better(g, seat, w.pay[at], w.pay[at - 1]):
            for payee in range(PAYEES):
                w.pay[at, payee], w.pay[at - 1, payee] = w.pay[at - 1, payee], w.pay[at, payee]
            at -= 1


@compiled
def _cheapest(g, seat, w, found):
    best = 0
    for row in range(1, found):
        if _is_better(g, seat, w.pay[row], w.pay[best]):
            best = row
    return best


@compiled
def _held(g, seat, numbers, number):
    """The card of the hand that has a number, or -1."""
    for index in range(cards_held(g, seat)):
        card = card_held(g, seat, index)
        if numbers[card] == number:
            return card
    return -1


@inlined
def _finish_use(g, t, seat, use, found, choose, pending, w):
    """A use with its way settled: pay, or ask how. Whether the move is there."""
    if choose and found > 1:
        pending[P_KIND] = a.OWES_PAYMENT
        pending[P_ROW] = use
        return False
    best = _cheapest(g, seat, w, found)
    write_use(g, t, seat, w.move[0], np.int64(pending[P_CARD]), use, w.pay[best], w)
    return True


@inlined
def _find_use(g, t, seat, numbers, number, choose, pending, w):
    """As ``find_move``, for a use of a card of the hand."""
    card = _held(g, seat, numbers, number // len(a.USES))
    wanted = number % len(a.USES)
    if card < 0:
        return -1
    only = -1
    found = 0
    for use in range(list_uses(g, t, seat, w)):
        if _is_use(w, use, wanted):
            payments = use_payments(g, t, seat, card, use, w)
            if payments:
                if found:  # by another way, too
                    pending[P_KIND] = a.OWES_WAY
                    pending[P_CARD] = card
                    pending[P_USE] = wanted
                    return 0
                found = payments
                only = use
                if _is_plain(g, t, seat):
                    break
    if found == 0:
        return -1
    pending[P_CARD] = card
    pending[P_USE] = wanted
    if wanted == a.STAGE or wanted == a.STAGE_SHIP:  # others may have been tried since
        found = use_payments(g, t, seat, card, only, w)
    return 1 if _finish_use(g, t, seat, only, found, choose, pending, w) else 0


@inlined
def _find_way(g, t, seat, number, choose, pending, w):
    card = np.int64(pending[P_CARD])
    for use in range(list_uses(g, t, seat, w)):
        if _is_use(w, use, pending[P_USE]) and a.FIRST_WAY + _way_of(w, use) == number:
            found = use_payments(g, t, seat, card, use, w)
            if found:
                done = _finish_use(g, t, seat, use, found, choose, pending, w)
                return 1 if done else 0
    return -1


@inlined
def _find_payment(g, t, seat, number, pending, w):
    row = number - a.FIRST_PAYMENT
    use = np.int64(pending[P_ROW])
    card = np.int64(pending[P_CARD])
    list_uses(g, t, seat, w)
    found = use_payments(g, t, seat, card, use, w)
    if row < 0 or row >= min(found, a.MOST_PAYMENTS):
        return -1
    _sort(g, seat, w, found)
    write_use(g, t, seat, w.move[0], card, use, w.pay[row], w)
    return 1


@inlined
def _find_choice(g, t, seat, numbers, number, w):
    found = list_choices(g, t, seat, w.moves[:], w)
    for row in range(found):
        listed = choice_of(w.moves[row], row)
        if listed < 0:
            listed = len(a.USES) * np.int64(numbers[w.moves[row, CARD]])
        if listed == number:
            for at in range(MOVE_WIDTH):
                w.move[0, at] = w.moves[row, at]
            return 1
    return -1


@compiled
def find_move(g, t, seat, numbers, number, choose, pending, w):
    """The move of an action: 1: it is in ``w.move``; 0: there is more to choose; -1: illegal.

    ``choose``: payments are decisions of their own. ``pending`` is changed only where there is more
    to choose.
    """
    if pending[P_KIND] == a.OWES_WAY:
        return _find_way(g, t, seat, number, choose, pending, w)
    if pending[P_KIND] == a.OWES_PAYMENT:
        return _find_payment(g, t, seat, number, pending, w)
    if is_hand(g.asked[seat]):
        if number < 0 or number >= a.FIRST_CHOICE:
            return -1
        return _find_use(g, t, seat, numbers, number, choose, pending, w)
    return _find_choice(g, t, seat, numbers, number, w)
