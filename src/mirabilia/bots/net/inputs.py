"""What the net is told of a decision: numbers of what its seat may know (K1), in compiled code.

An input has a number and a value; those with the value 0 are left out, so a position is a short
list of a hundred or two of thousands (``mind.index``, ``mind.value``). Cards have an input each for
every place in which one may lie: the hand, the own city, hands that are known and will come; cities
have one for each of their columns (``batch.layout``), which everybody knows.

``look_round`` does once for all seats what is the same for them; ``write_inputs`` does the rest.
Learning and playing both read these lists, so what is learnt is what is played.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...batch import layout as a
from ...batch.batch import numbers_of
from ...batch.knowing import knower_of, known
from ...batch.legal import P_CARD, P_KIND, P_USE, PENDING, UNPAYABLE, is_hand
from ...batch.observing import SURVEY, seat_away, survey
from ...engine.count import stage_count
from ...engine.jit import compiled, inlined
from ...engine.score import score_seat
from ...engine.state import (
    BOARDS,
    CARDS,
    FLEETS,
    HAND,
    LEADERS,
    OWES_ADVANCE,
    OWES_BURY,
    OWES_COPY,
    OWES_FORFEIT,
    OWES_LEADER,
    OWES_LOSS,
    OWES_REBUILD,
    OWES_RECRUIT,
    SEATS,
    SPACES,
    STAGES,
    WITH_ARMADA,
    WITH_CITIES,
    WITH_LEADERS,
)
from ...game.setup import Setup

MOST, MOST_ACTIONS = 384, 160  # inputs and legal actions of a position
# Units of the net, and what it expects: the result as a search counts it, the place, from 1 for the
# first to 0 for the last, the points, the lead over the best of the others, both in fiftieths.
FIRST, SECOND = 256, 128
RESULT, PLACE, TOTAL, LEAD = range(4)
HEADS = 4
DRAWS = 4096
_FINE = 1024
_ROOM = a.NUMBERS
# Inputs of cards: in the hand; to be had, and for how much; offered for a choice; in the own city;
# in the hand that comes next and in the one after it; what a choice comes from, or is for.
HELD, TO_BE_HAD, PRICE, OFFERED, BUILT, COMING, LATER, CAUSE = range(0, 8 * _ROOM, _ROOM)
# Columns of the own city, of both neighbours, and the sums of all others.
OWN = 8 * _ROOM
LEFT, RIGHT, OTHERS = (OWN + a.CITY_WIDTH * place for place in range(1, 4))
BOARD = OWN + 4 * a.CITY_WIDTH  # one for each board, of the three cities
_BOARDS = 64
# Stages, prices and rights of the three cities as bits.
BITS = BOARD + 3 * _BOARDS
_BITS = 20
SHIPYARD = BITS + 3 * _BITS
_SHIPYARDS = 16
# Shields more or fewer than each neighbour; points so far: own, neighbours', the best of all
# others', the lead over it; own coins, as steps.
SHIELDS = SHIPYARD + _SHIPYARDS
_SHIELDS = 9
POINTS = SHIELDS + 2 * _SHIELDS
COINS = POINTS + 5
_COINS = 12
KIND = COINS + _COINS
WHEN = KIND + len(a.KINDS)  # the age and its turn
_TURNS = 12
TABLE = WHEN + 3 * _TURNS  # seats; edition, expansions, teams, Free City; how long an age is
_SETTINGS = SEATS + 1
# Of the own city: the board with so many stages, where each fleet stands, symbols as steps.
WONDER = TABLE + _SETTINGS + 10
FLEET = WONDER + _BOARDS * (STAGES + 1)
SYMBOLS = FLEET + FLEETS * SPACES
_SYMBOLS = 6
CHOICE = SYMBOLS + 3 * _SYMBOLS  # how much is due, among which fleets, the use, the stage's price
_FLEETS_AT, _USE_AT = CHOICE + 1, CHOICE + 5
_STAGE_AT = _USE_AT + len(a.USES)
INPUTS = -(-(_STAGE_AT + 3) // 64) * 64

assert len(a.BOARDS) <= _BOARDS

# What becomes of the inputs.
THOUGHT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("first", np.float32, (FIRST,)),
                ("second", np.float32, (SECOND,)),
                ("expected", np.float32, (HEADS,)),
                ("action", np.int64, (MOST_ACTIONS,)),  # the legal ones
                ("liking", np.float32, (MOST_ACTIONS,)),
                ("n", np.int64),
            ],
            align=True,
        ),
    )
)
# What a net works on, a decision at a time; handed in, never part of a game.
MIND = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # Records in records come first: there they lie as they are to be read.
                ("common", SURVEY),  # what everybody knows
                ("thought", THOUGHT),
                ("numbers", np.uint8, (CARDS + 1,)),  # of a setup's cards and boards (`layout`)
                ("boards", np.uint8, (BOARDS,)),
                ("luck", np.float32, (DRAWS,)),
                ("totals", np.int64, (SEATS,)),
                ("pending", np.int16, (PENDING,)),
                ("mask", np.uint8, (a.MASK,)),
                ("price", np.int16, (LEADERS,)),
                ("stage_price", np.int64),
                ("offers", np.int16, (1, a.OFFER)),
                ("discarded", np.int64),  # where ``known_already``
                ("seen", np.uint8, (2, HAND)),
                ("maybe", np.uint8, (2, HAND)),
                ("index", np.uint16, (MOST,)),  # the inputs that are not 0
                ("value", np.int16, (MOST,)),
                ("n", np.int64),
            ],
            align=True,
        ),
    )
)


def new_mind(setup: Setup) -> npt.NDArray[np.void]:
    """A mind for games of a setup: an array with one record."""
    minds = np.zeros(1, MIND)
    minds[0].numbers, minds[0].boards = numbers_of(setup)
    minds[0].luck = LUCK
    return minds


def _scales() -> npt.NDArray[np.float32]:
    """By how much a value is to be multiplied to be about 1."""
    scales = np.ones(INPUTS, np.float32)
    scales[PRICE : PRICE + _ROOM] = 0.25
    scales[COMING : COMING + 2 * _ROOM] = 0.5
    for city in (OWN, LEFT, RIGHT, OTHERS):
        scales[city : city + a.CITY_WIDTH] = 0.5
        scales[city + a.COINS_AT] = 0.1
        scales[city + a.HAND_AT] = 0.2
    scales[OTHERS : OTHERS + a.CITY_WIDTH] *= 0.5
    scales[POINTS : POINTS + 4] = 0.03
    scales[POINTS + 4] = 0.1
    scales[CHOICE] = 0.2
    scales[_STAGE_AT + 1] = 0.25
    scales[_STAGE_AT + 2] = 0.05
    return scales


SCALES = _scales()


def _luck() -> npt.NDArray[np.float32]:
    """Quantiles of Gumbel's distribution; what adds one of them to each liking and takes the most
    draws as the exponentials of the likings say. Whole numbers of ``_FINE``-ths, alike everywhere.
    """
    quantiles = (np.arange(DRAWS) + 0.5) / DRAWS
    luck: npt.NDArray[np.float32] = np.rint(-np.log(-np.log(quantiles)) * _FINE) / _FINE
    return luck.astype(np.float32)


LUCK = _luck()


@compiled
def _add(mind, index, value):
    if value and mind.n < MOST:
        mind.index[mind.n] = index
        mind.value[mind.n] = value
        mind.n += 1


@compiled
def look_round(g, t, mind, w):
    """What everybody knows, once for all seats that decide now."""
    survey(g, t, mind.numbers, mind.boards, mind.common)
    for seat in range(g.seats):
        mind.totals[seat] = score_seat(g, t, seat, w.lines[seat])


@inlined
def _write_city(mind, row, at, width):
    for column in range(1, width):
        value = np.int64(row[column])
        if value:
            _add(mind, at + column, value)


@inlined
def _write_bits(mind, row, place):
    """The board, and columns whose bits mean something each."""
    _add(mind, BOARD + _BOARDS * place + np.int64(row[a.BOARD_AT]), 1)
    bits = (
        np.int64(row[a.STAGES_AT])
        | np.int64(row[a.CHEAP_AT]) << 4
        | np.int64(row[a.RIGHTS_AT]) << 8
    )
    for bit in range(16):
        if bits >> bit & 1:
            _add(mind, BITS + _BITS * place + bit, 1)


@inlined
def _write_own(g, row, mind, seat):
    """Columns of the own city whose numbers mean something each."""
    stages = stage_count(g, seat)
    _add(mind, WONDER + (STAGES + 1) * np.int64(row[a.BOARD_AT]) + stages, 1)
    for symbol in range(3):
        for step in range(min(np.int64(row[a.SCIENCE_AT + symbol]), _SYMBOLS)):
            _add(mind, SYMBOLS + _SYMBOLS * symbol + step, 1)
    if g.expansions & WITH_ARMADA:
        _add(mind, SHIPYARD + np.int64(row[a.SHIPYARD_AT]), 1)
        for fleet in range(FLEETS):
            _add(mind, FLEET + SPACES * fleet + np.int64(row[a.FLEETS_AT + fleet]), 1)


@inlined
def _write_others(g, mind, seat, width):
    """Of all who are no neighbours, the sums."""
    seats = np.int64(g.seats)
    if seats < 4:
        return
    for column in range(1, min(width, a.POWERS_AT)):
        if column == a.STAGES_AT or column == a.CHEAP_AT or column == a.RIGHTS_AT:
            continue
        total = 0
        for relation in range(3, seats):
            total += np.int64(mind.common.cities[seat_away(seat, seats, relation), column])
        if total:
            _add(mind, OTHERS + column, total)


@inlined
def _write_points(g, mind, seat):
    seats = np.int64(g.seats)
    players = 2 if g.free_city else seats
    left = (seat + 1) % seats
    right = (seat + seats - 1) % seats
    best = np.int64(-999)
    for other in range(players):
        if other != seat and not (g.teams and other == seat ^ 1):
            best = max(best, mind.totals[other])
    _add(mind, POINTS, mind.totals[seat])
    _add(mind, POINTS + 1, mind.totals[left])
    _add(mind, POINTS + 2, mind.totals[right])
    _add(mind, POINTS + 3, best)
    _add(mind, POINTS + 4, mind.totals[seat] - best)
    own = np.int64(mind.common.cities[seat, a.SHIELDS_AT])
    for side in range(2):
        other = np.int64(mind.common.cities[left if side == 0 else right, a.SHIELDS_AT])
        _add(mind, SHIELDS + _SHIELDS * side + max(min(own - other, 4), -4) + 4, 1)
    for step in range(min(np.int64(g.coins[seat]), _COINS)):
        _add(mind, COINS + step, 1)


@inlined
def _write_table(g, mind, seat, kind):
    _add(mind, KIND + kind, 1)
    _add(mind, WHEN + _TURNS * (g.age - 1) + min(g.turn, _TURNS - 1), 1)
    _add(mind, TABLE + g.seats, 1)
    at = TABLE + _SETTINGS
    _add(mind, at, 1 if g.edition == 1 else 0)
    _add(mind, at + 1, 1 if g.expansions & WITH_LEADERS else 0)
    _add(mind, at + 2, 1 if g.expansions & WITH_CITIES else 0)
    _add(mind, at + 3, 1 if g.expansions & WITH_ARMADA else 0)
    if g.teams:
        _add(mind, at + 4 if seat & 1 else at + 8, 1)  # whose partner is to the right, or left
    _add(mind, at + 5, g.free_city)
    _add(mind, at + 6, g.turns - 6)
    _add(mind, at + 7, 1 if g.recruiting else 0)


@inlined
def _write_choice(g, mind, seat):
    """Of a choice inside a turn: how many, among which, what it comes from; a way that is open."""
    asked = np.int64(g.asked[seat])
    if mind.pending[P_KIND]:
        _add(mind, CAUSE + np.int64(mind.numbers[mind.pending[P_CARD]]), 1)
        _add(mind, _USE_AT + np.int64(mind.pending[P_USE]), 1)
        return
    item = CARDS
    if asked == OWES_REBUILD:
        item = np.int64(g.source[seat, 1])
    elif asked == OWES_LOSS or asked == OWES_ADVANCE:
        _add(mind, CHOICE, np.int64(g.source[seat, 0]))
    if asked == OWES_ADVANCE:
        for fleet in range(4):
            _add(mind, _FLEETS_AT + fleet, np.int64(g.source[seat, 1]) >> fleet & 1)
    if (
        asked == OWES_ADVANCE
        or asked == OWES_BURY
        or asked == OWES_COPY
        or asked == OWES_RECRUIT
        or asked == OWES_FORFEIT
    ):
        item = np.int64(g.source[seat, 2])
    if 0 <= item < CARDS:
        _add(mind, CAUSE + np.int64(mind.numbers[item]), 1)


@inlined
def _write_list(mind, at, cards, count):
    for index in range(count):
        _add(mind, at + np.int64(mind.numbers[cards[index]]), 1)


@inlined
def _write_hand(g, mind, seat):
    """The cards in hand; what they cost, where they are what is chosen from."""
    asked = np.int64(g.asked[seat])
    _write_list(mind, HELD, g.hand[seat], g.hand_n[seat])
    if g.expansions:
        _write_list(mind, HELD, g.leader_hand[seat], g.leader_hand_n[seat])
        _write_list(mind, OFFERED, g.pack[seat], g.pack_n[seat])
        _write_list(mind, OFFERED, g.drawn[seat], g.drawn_n[seat])
    if asked == OWES_REBUILD:
        for card in range(CARDS):
            if g.discard[card]:
                _add(mind, OFFERED + np.int64(mind.numbers[card]), 1)
    if not is_hand(asked):
        return
    leaders = asked == OWES_LEADER
    for index in range(g.leader_hand_n[seat] if leaders else g.hand_n[seat]):
        price = np.int64(mind.price[index])
        if price != UNPAYABLE:
            card = g.leader_hand[seat, index] if leaders else g.hand[seat, index]
            _add(mind, TO_BE_HAD + np.int64(mind.numbers[card]), 1)
            _add(mind, PRICE + np.int64(mind.numbers[card]), price)
    if mind.stage_price != UNPAYABLE:
        _add(mind, _STAGE_AT, 1)
        _add(mind, _STAGE_AT + 1, mind.stage_price)


@inlined
def _write_coming(g, mind, seat, known_already):
    """The hands that come next, as far as they have been seen: 2 for a card that is certainly in
    it, 1 for one that may have been laid down since.
    """
    if g.free_city and not known_already:
        return
    seats = np.int64(g.seats)
    knower = knower_of(g, seat)
    step = 1 if g.age == 2 else -1  # who passes to this seat sits there
    for place in range(min(seats - 1, 2)):
        other = (seat + seats + step * (place + 1)) % seats
        if not known_already:
            seen, maybe = mind.seen[place], mind.maybe[place]
            known(g, mind.numbers, knower, other, seen, maybe, mind.common.gone)
        at = COMING if place == 0 else LATER
        for index in range(HAND):
            if mind.seen[place, index]:
                _add(mind, at + np.int64(mind.seen[place, index]), 2)
        for index in range(HAND):
            if mind.maybe[place, index]:
                _add(mind, at + np.int64(mind.maybe[place, index]), 1)


@compiled
def write_inputs(g, seat, mind, known_already):
    """All that a seat knows, after its mask has been written; the lists in ``mind`` begin anew.

    ``known_already``: what is known of the hands to come, and how many cards are in the discard
    pile, stands in ``mind``; a record that was made of a view does not tell.
    """
    seats = np.int64(g.seats)
    mind.n = 0
    width = a.CITY_WIDTH if g.expansions else a.LEADER_HAND_AT
    around = min(width, a.POWERS_AT)
    kind = np.int64(mind.pending[P_KIND])
    _write_table(g, mind, seat, kind if kind else np.int64(g.asked[seat]))
    _write_hand(g, mind, seat)
    _write_choice(g, mind, seat)
    for place in range(min(seats, 3)):
        row = mind.common.cities[seat_away(seat, seats, place)]
        _write_bits(mind, row, place)
        _write_city(mind, row, OWN + a.CITY_WIDTH * place, width if place == 0 else around)
    bits = mind.common.built[seat]
    for at in range(a.CARD_BITS):
        byte = np.int64(bits[at])
        if byte:
            for bit in range(8):
                if byte >> bit & 1:
                    _add(mind, BUILT + 8 * at + bit, 1)
    _write_own(g, mind.common.cities[seat], mind, seat)
    _write_others(g, mind, seat, width)
    _write_points(g, mind, seat)
    _add(mind, _STAGE_AT + 2, mind.discarded if known_already else mind.common.discarded)
    _write_coming(g, mind, seat, known_already)
