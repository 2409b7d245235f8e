"""Setting up and dealing (B1 to B5, V1, L1, C1, A1, A2, E1): boards, decks, leaders, islands.

All three ages are dealt when the game is set up, into ``g.deal``; an age only takes its hands
from there. So a stacked deal is a field to write. Only islands that are shuffled back (A7) and the
leaders that Roma draws (L6) bring chance into the game later.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .chance import draw, shuffle
from .jit import compiled, inlined
from .lasting import recount
from .state import (
    AGE_START,
    BOARDS,
    BOX,
    DRAFT,
    HAND,
    LEADERS_START_COINS,
    NONE,
    SEATS,
    STAGES,
    START_COINS,
    TURNS,
    WITH_ARMADA,
    WITH_CITIES,
    WITH_LEADERS,
)

EXPERT = 1
MOST_GUILDS = 9
FULL_TABLE = 8


class Variant(NamedTuple):
    """Which game is played, in numbers; compiled functions take it whole."""

    seats: int
    edition: int
    free_city: int = 0
    expansions: int = 0  # as bits
    teams: int = 0
    expert: int = 0  # with the expert leaders


@compiled
def clear(g, variant):
    """An empty table of so many seats."""
    seats = variant.seats
    expansions = variant.expansions
    g.seats = seats
    g.edition = variant.edition
    g.expansions = expansions
    g.free_city = variant.free_city
    g.teams = variant.teams
    g.hand_size = 7
    if expansions & WITH_CITIES:
        g.hand_size += 1
    if expansions & WITH_ARMADA and seats < FULL_TABLE:  # E1: eight share the cards of seven
        g.hand_size += 1
    g.turns = g.hand_size - 1
    g.age = 1
    g.turn = 0
    g.step = AGE_START
    g.holder = NONE
    g.extra = 0
    g.since = 1
    g.pile_n = 0
    g.discard[:] = 0
    g.deal[:] = NONE
    g.laid[:] = NONE
    coins = LEADERS_START_COINS if expansions & WITH_LEADERS else START_COINS
    if expansions:
        _clear_expansions(g)
    for seat in range(SEATS):
        g.coins[seat] = coins
        g.hand_n[seat] = 0
        g.city_n[seat] = 0
        g.stages[seat] = 0
        g.spent[seat] = 0
        g.defeats[seat] = 0
        g.asked[seat] = 0
        g.decided[seat] = 0
        g.owed_n[seat] = 0
        for stage in range(STAGES):
            g.under[seat, stage] = NONE
        for value in range(3):
            g.victories[seat, value] = 0


@inlined
def _clear_expansions(g):
    g.recruiting = 0
    g.box_n = 0
    g.sea_n[:] = 0
    g.leaders_n[:] = 0
    g.leader_hand_n[:] = 0
    g.pack_n[:] = 0
    g.buried_n[:] = 0
    g.copied[:] = NONE
    g.islands_n[:] = 0
    g.drawn_n[:] = 0
    g.explores[:] = 0
    g.fleets[:] = 0
    g.reached[:] = 0
    g.naval_tokens[:] = 0
    g.debts[:] = 0
    g.diplomacy[:] = 0
    g.raids[:] = 0
    g.caused[:] = 0
    g.bonus_taken[:] = 0


@compiled
def draw_boards(g, t, w):
    """A wonder and a side at random for every seat (B1); no wonder twice.

    Promo boards are only there to make up for wonders that are missing (E1).
    """
    boards = np.int64(t.boards_n)
    wonders = 0
    promos = 0
    order = w.seen
    for board in range(boards):
        if board == 0 or t.wonder[board] != t.wonder[board - 1]:
            if t.promo[board]:
                order[BOARDS + promos] = t.wonder[board]
                promos += 1
            else:
                order[wonders] = t.wonder[board]
                wonders += 1
    if wonders < g.seats:
        shuffle(g.rng, order[BOARDS:], promos)
        for index in range(min(promos, g.seats - wonders)):
            order[wonders] = order[BOARDS + index]
            wonders += 1
    shuffle(g.rng, order, wonders)
    for seat in range(g.seats):
        sides = 0
        for board in range(boards):
            if t.wonder[board] == order[seat]:
                sides += 1
        picked = draw(g.rng, sides)
        for board in range(boards):
            if t.wonder[board] == order[seat]:
                if picked == 0:
                    g.board[seat] = board
                picked -= 1


@compiled
def _add_extras(g, t, deck, size, box, age, number):
    """So many black (C1) or Armada (A1) cards, at random of those for this many players."""
    found = 0
    for index in range(t.extra_n[box, age]):
        if t.extra_players[box, age, index] <= g.seats:
            deck[size + found] = t.extra[box, age, index]
            found += 1
    shuffle(g.rng, deck[size:], found)
    return size + min(number, found)


@compiled
def deck_of(g, t, w, age):
    """Shuffle the deck of an age (B3) into ``w.seen``; how many cards it has."""
    deck = w.seen
    seats = np.int64(g.seats)
    size = 0
    for index in range(t.deck_n[age]):
        if t.deck_players[age, index] <= seats:
            deck[size] = t.deck[age, index]
            size += 1
    if g.expansions & WITH_CITIES:
        size = _add_extras(g, t, deck, size, 0, age, seats)
    if g.expansions & WITH_ARMADA:
        size = _add_extras(g, t, deck, size, 1, age, min(seats, FULL_TABLE - 1))
    if age == 2:
        guilds = np.int64(t.guilds_n)
        for index in range(guilds):
            deck[size + index] = t.guilds[index]
        shuffle(g.rng, deck[size:], guilds)
        size += min(seats + 2, min(guilds, MOST_GUILDS))
    shuffle(g.rng, deck, size)
    return size


@compiled
def deal_age(g, t, w, age):
    size = deck_of(g, t, w, age)
    hand_size = np.int64(g.hand_size)
    for seat in range(g.seats):
        for index in range(hand_size):
            at = seat * hand_size + index
            if at < size:
                g.deal[age, seat, index] = w.seen[at]


@compiled
def put_in_box(g, leader):
    """The box has no order (L6); it is kept in the catalogue's, so that equal boxes are equal."""
    if g.box_n < BOX:
        at = g.box_n
        while at and g.box[at - 1] > leader:
            g.box[at] = g.box[at - 1]
            at -= 1
        g.box[at] = leader
        g.box_n += 1


@inlined
def deal_leaders(g, t, w, expert):
    """Four leaders each to begin the draft with (L1); the others are in the box."""
    deck = w.seen
    size = 0
    for index in range(t.leaders_n):
        if expert or t.leader_group[index] != EXPERT:
            deck[size] = t.leaders[index]
            size += 1
    shuffle(g.rng, deck, size)
    for seat in range(g.seats):
        g.pack_n[seat] = 4
        for index in range(4):
            size -= 1
            g.pack[seat, index] = deck[size]
    for index in range(size):
        put_in_box(g, np.int64(deck[index]))


@inlined
def deal_sea(g, t, w):
    """A shipyard for everybody, and the islands (A2, A7)."""
    order = w.seen
    for yard in range(t.shipyards_n):
        order[yard] = yard
    shuffle(g.rng, order, t.shipyards_n)
    for seat in range(g.seats):
        g.shipyard[seat] = order[seat]
    for level in range(3):
        g.sea_n[level] = t.islands_n[level]
        for index in range(t.islands_n[level]):
            g.sea[level, index] = t.islands[level, index]
        shuffle(g.rng, g.sea[level], t.islands_n[level])


@compiled
def deal_all(g, t, w, expert):
    """Decks of all ages, and what the expansions need."""
    for age in range(3):
        deal_age(g, t, w, age)
    if g.expansions & WITH_LEADERS:
        deal_leaders(g, t, w, expert)
    if g.expansions & WITH_ARMADA:
        deal_sea(g, t, w)


@compiled
def seat_all(g, t):
    """Work out what every seat begins with, and where the game begins."""
    for seat in range(g.seats):
        recount(g, t, seat)
        g.coins[seat] += t.board_coins[g.board[seat]]
    if g.expansions & WITH_LEADERS:
        g.step = DRAFT


@compiled
def new_game(g, t, w, variant):
    """Everything by chance: boards, sides, decks. The generator's state must be set."""
    clear(g, variant)
    draw_boards(g, t, w)
    deal_all(g, t, w, variant.expert)
    seat_all(g, t)


@compiled
def take_hands(g):
    """Take up the hands of the age (B4, V1)."""
    age = g.age - 1
    for seat in range(g.seats):
        g.hand_n[seat] = 0
        for index in range(HAND):
            card = g.deal[age, seat, index]
            if card != NONE:
                g.hand[seat, g.hand_n[seat]] = card
                g.hand_n[seat] += 1
    if g.free_city:
        # Seat 2's list is the draw pile, in drawing order.
        g.pile_n = 0
        for index in range(HAND - 1, -1, -1):
            card = g.deal[age, 2, index]
            if card != NONE:
                g.pile[g.pile_n] = card
                g.pile_n += 1
        g.hand_n[2] = 0
    for turn in range(1, TURNS):
        for seat in range(SEATS):
            g.laid[age, turn, seat] = NONE
    g.since = 1


@compiled
def holder_of(age, turn):
    """Who has the Free City card: the two take turns, age II begins with seat 1 (V3)."""
    return (turn + 1 + (1 if age == 2 else 0)) % 2


@compiled
def draw_from_pile(g):
    """The holder of the Free City card draws (V2); the two take turns (V3)."""
    holder = holder_of(g.age, 1) if g.turn == 1 else 1 - g.holder
    g.holder = holder
    if g.pile_n and g.hand_n[holder] < HAND:
        g.pile_n -= 1
        g.hand[holder, g.hand_n[holder]] = g.pile[g.pile_n]
        g.hand_n[holder] += 1


@compiled
def pass_packs(g, w):
    """The draft of leaders goes to the right (L1)."""
    seats = g.seats
    buffer = w.seen
    for seat in range(seats):
        to = (seat + seats - 1) % seats
        buffer[to * 5] = g.pack_n[seat]
        for index in range(g.pack_n[seat]):
            buffer[to * 5 + 1 + index] = g.pack[seat, index]
    for seat in range(seats):
        g.pack_n[seat] = buffer[seat * 5]
        for index in range(g.pack_n[seat]):
            g.pack[seat, index] = buffer[seat * 5 + 1 + index]


@compiled
def pass_hands(g, w):
    """To the left in ages I and III, to the right in age II (B4); two players swap (V4)."""
    seats = 2 if g.free_city else np.int64(g.seats)
    step = seats - 1 if g.age == 2 else 1
    buffer = w.seen
    size = HAND + 1
    for seat in range(seats):
        to = (seat + step) % seats
        buffer[to * size] = g.hand_n[seat]
        for index in range(g.hand_n[seat]):
            buffer[to * size + 1 + index] = g.hand[seat, index]
    for seat in range(seats):
        g.hand_n[seat] = buffer[seat * size]
        for index in range(g.hand_n[seat]):
            g.hand[seat, index] = buffer[seat * size + 1 + index]
