"""Observations, in compiled code: what a seat may know, as numbers (``layout.OBSERVATION``).

What everybody knows of the cities is worked out once for all seats that decide at the same time
(``survey``), and then laid round each of them (``observe``). Rows of seats that are not at the
table are left as they are: they were zero to begin with.
"""

from __future__ import annotations

import numpy as np

from ..engine.count import commerce_level, naval_strength
from ..engine.deal import holder_of
from ..engine.jit import compiled, inlined
from ..engine.kinds import POWERS
from ..engine.state import (
    BURIED,
    CARDS,
    FLEETS,
    HAND,
    KINDS,
    LAST_CARD,
    LEADER,
    LEADERS,
    LEVEL,
    NONE,
    OWES_ADVANCE,
    OWES_BURY,
    OWES_COPY,
    OWES_FORFEIT,
    OWES_LOSS,
    OWES_REBUILD,
    OWES_RECRUIT,
    PACK,
    SEATS,
    TURNS,
    WITH_ARMADA,
    WITH_CITIES,
    WITH_LEADERS,
)
from ..engine.war import strength
from . import layout as a
from .knowing import knower_of, known

# What is worked out once for all seats, as they sit.
SURVEY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("cities", np.int16, (SEATS, a.CITY_WIDTH)),
                ("built", np.uint8, (SEATS, a.CARD_BITS)),
                ("discarded", np.int64),
                ("gone", np.uint8, (2 * HAND,)),
                ("anew", np.int64),  # 1: what stands in observations is of another game
            ],
            align=True,
        ),
    )
)


@inlined
def _add_bit(bits, number):
    bits[number >> 3] |= 1 << (number & 7)


@inlined
def _write_goods(row, at, packed):
    for kind in range(KINDS):
        row[at + kind] = (packed >> (8 * kind)) & 0xFF


@inlined
def _survey_city(g, t, seat, numbers, boards, row, bits):
    row[a.BOARD_AT] = boards[g.board[seat]]
    row[a.COINS_AT] = g.coins[seat]
    lent = g.free_city and seat == 2  # which is no hand
    row[a.HAND_AT] = 0 if lent else g.hand_n[seat]
    row[a.STAGES_AT] = g.stages[seat]
    for colour in range(1, LEADER):
        row[a.COLOURS_AT + colour - 1] = g.colours[seat, colour]
    row[a.SHIELDS_AT] = strength(g, seat)
    for symbol in range(4):
        row[a.SCIENCE_AT + symbol] = g.science[seat, symbol]
    _write_goods(row, a.HAS_AT, np.int64(g.has[seat]))
    _write_goods(row, a.REACH_AT, np.int64(g.reach[seat]))
    _write_goods(row, a.OFFER_AT, np.int64(g.offer[seat]))
    row[a.CHEAP_AT] = g.cheap[seat]
    row[a.RIGHTS_AT] = np.int64(g.rights[seat]) & ~np.int64(g.spent[seat])
    for value in range(3):
        row[a.VICTORIES_AT + value] = g.victories[seat, value]
    row[a.DEFEATS_AT] = g.defeats[seat]
    row[a.LAST_AT] = 1 if g.step == LAST_CARD and g.hand_n[seat] else 0
    for at in range(a.CARD_BITS):
        bits[at] = 0
    for index in range(g.city_n[seat]):
        _add_bit(bits, np.int64(numbers[g.city[seat, index]]))


@inlined
def _survey_leaders(g, seat, numbers, row, bits):
    row[a.LEADER_HAND_AT] = g.leader_hand_n[seat]
    row[a.PACK_AT] = g.pack_n[seat]
    row[a.LEADERS_AT] = g.leaders_n[seat]
    row[a.BURIED_AT] = g.buried_n[seat]
    row[a.COPIED_AT] = numbers[g.copied[seat]] if g.copied[seat] != NONE else 0
    for index in range(g.leaders_n[seat]):
        _add_bit(bits, np.int64(numbers[g.leaders[seat, index]]))


@inlined
def _survey_sea(g, t, seat, numbers, row, bits):
    row[a.ISLANDS_AT] = g.islands_n[seat]
    row[a.SHIPYARD_AT] = np.int64(g.shipyard[seat]) + 1
    for fleet in range(FLEETS):
        row[a.FLEETS_AT + fleet] = g.fleets[seat, fleet]
    for value in range(7):
        row[a.NAVAL_AT + value] = g.naval_tokens[seat, value]
    row[a.STRENGTH_AT] = naval_strength(g, t, seat)
    row[a.COMMERCE_AT] = commerce_level(g, t, seat)
    seats = np.int64(g.seats)
    raids = np.int64(g.raids[seat])
    row[a.RAIDS_AT] = (raids >> ((seat + 2) % seats)) & 1
    row[a.RAIDS_AT + 1] = (raids >> ((seat + seats - 2) % seats)) & 1
    for index in range(g.islands_n[seat]):
        _add_bit(bits, np.int64(numbers[g.islands[seat, index]]))


@compiled
def survey(g, t, numbers, boards, common):
    """What everybody knows of all cities."""
    for seat in range(g.seats):
        row = common.cities[seat]
        bits = common.built[seat]
        _survey_city(g, t, seat, numbers, boards, row, bits)
        if g.expansions:
            for at in range(a.LEADER_HAND_AT, a.POWERS_AT):  # which may be another game's
                row[at] = 0
            row[a.DEBTS_AT] = g.debts[seat]
            row[a.DIPLOMACY_AT] = g.diplomacy[seat]
            for kind in range(POWERS):
                row[a.POWERS_AT + kind] = g.power[seat, kind]
            if g.expansions & WITH_LEADERS:
                _survey_leaders(g, seat, numbers, row, bits)
            if g.expansions & WITH_ARMADA:
                _survey_sea(g, t, seat, numbers, row, bits)
    count = 0
    for card in range(CARDS):
        count += np.int64(g.discard[card])
    common.discarded = count


@compiled
def seat_away(seat, seats, relation):
    """The seat that is so far away: 1 left, 2 right, 3 two to the left ..."""
    step = (relation + 1) // 2
    return (seat + step) % seats if relation & 1 else (seat + seats - step) % seats


@inlined
def _write_list(to, room, numbers, cards, count):
    for index in range(room):
        to[index] = numbers[cards[index]] if index < count else 0


@inlined
def _write_decision(g, o, seat, kind, numbers):
    """Of a choice inside a turn: how many, among which, what it comes from."""
    o.kind = kind
    o.due = 0
    o.among = 0
    item = NONE + 1
    asked = np.int64(g.asked[seat]) if kind else 0  # nothing of what has been decided already
    if asked == OWES_REBUILD:
        item = np.int64(g.source[seat, 1])
    elif asked == OWES_LOSS or asked == OWES_ADVANCE:
        o.due = g.source[seat, 0]
    if asked == OWES_ADVANCE:
        o.among = g.source[seat, 1]
    if asked == OWES_ADVANCE or asked == OWES_BURY or asked == OWES_COPY or asked == OWES_RECRUIT:
        item = np.int64(g.source[seat, 2])
    if asked == OWES_FORFEIT:
        item = np.int64(g.source[seat, 2])
    o.cause = numbers[item] if 0 <= item < CARDS else 0


@inlined
def _write_setup(g, o, seat):
    o.seat = seat
    o.edition = g.edition
    o.players = 2 if g.free_city else g.seats
    o.seats = g.seats
    o.with_leaders = 1 if g.expansions & WITH_LEADERS else 0
    o.with_cities = 1 if g.expansions & WITH_CITIES else 0
    o.with_armada = 1 if g.expansions & WITH_ARMADA else 0
    o.teams = g.teams
    o.age = g.age
    o.turn = g.turn
    o.turns = g.turns
    o.step = g.step
    o.recruiting = g.recruiting if g.expansions else 0


@inlined
def _write_expansions(g, o, seat, numbers):
    o.box = g.box_n
    for level in range(3):
        o.sea[level] = g.sea_n[level]
    _write_list(o.leader_hand, LEADERS, numbers, g.leader_hand[seat], g.leader_hand_n[seat])
    _write_list(o.pack, PACK, numbers, g.pack[seat], g.pack_n[seat])
    _write_list(o.drawn, LEVEL, numbers, g.drawn[seat], g.drawn_n[seat])
    if g.teams:
        mate = seat ^ 1
        _write_list(o.partner_leaders, LEADERS, numbers, g.leader_hand[mate], g.leader_hand_n[mate])
        _write_list(o.partner_pack, PACK, numbers, g.pack[mate], g.pack_n[mate])


@inlined
def _write_laid(g, o, knower, numbers, anew):
    """What the knower has laid face down himself; as holder, for the Free City too.

    Of ages before, nothing changes after their successor's first turn, save for the Free City:
    its holder is another one in each.
    """
    every = anew or g.turn <= 1 or g.free_city
    for age in range(0 if every else g.age - 1, g.age):
        for turn in range(TURNS):
            o.laid[0, age, turn] = numbers[g.laid[age, turn, knower]]
            if g.free_city:
                mine = turn <= g.turns and holder_of(age + 1, turn) == knower
                o.laid[1, age, turn] = numbers[g.laid[age, turn, 2]] if mine else 0
    for age in range(g.age, 3 if every else 0):
        for turn in range(TURNS):
            o.laid[0, age, turn] = 0
            o.laid[1, age, turn] = 0


@compiled
def observe(g, seat, kind, numbers, common, o):
    """What a seat may know, and that it has to decide something of a kind."""
    seats = np.int64(g.seats)
    knower = knower_of(g, seat)
    _write_setup(g, o, seat)
    _write_decision(g, o, seat, kind, numbers)
    o.holder = -1
    o.discarded = common.discarded
    o.pile = g.pile_n
    width = a.CITY_WIDTH if g.expansions else a.LEADER_HAND_AT  # the rest is nothing
    for relation in range(seats):
        other = seat_away(seat, seats, relation)
        row = common.cities[other]
        to = o.cities[relation]
        for at in range(width):
            to[at] = row[at]
        bits = common.built[other]
        into = o.built[relation]
        for at in range(a.CARD_BITS):
            into[at] = bits[at]
        if other != seat:
            known(g, numbers, knower, other, o.seen[relation], o.maybe[relation], common.gone)
        if g.holder == other:
            o.holder = relation
    o.cities[0, a.HAND_AT] = g.hand_n[seat]
    _write_list(o.hand, HAND, numbers, g.hand[seat], g.hand_n[seat])
    _write_laid(g, o, knower, numbers, common.anew != 0)
    if g.expansions:
        for relation in range(seats):
            other = seat_away(seat, seats, relation)
            _write_list(o.buried[relation], BURIED, numbers, g.buried[other], g.buried_n[other])
        _write_expansions(g, o, seat, numbers)
    for at in range(a.CARD_BITS):
        o.discard[at] = 0
    if g.asked[seat] == OWES_REBUILD:
        for card in range(CARDS):
            if g.discard[card]:
                _add_bit(o.discard, np.int64(numbers[card]))
