"""Setting up and dealing (B1 to B5, V1): boards, decks of every age, the hands of an age.

All three ages are dealt when the game is set up, into ``g.deal``; an age only takes its hands
from there. So a stacked deal is a field to write, and no later chance depends on the play.
"""

from __future__ import annotations

import numpy as np

from .chance import draw, shuffle
from .events import emit
from .gain import recount
from .jit import compiled
from .state import (
    AGE_BEGINS,
    AGE_START,
    HAND,
    NONE,
    SEATS,
    STAGES,
    START_COINS,
    TURNS,
)


@compiled
def clear(g, t, seats, edition, free_city):
    """An empty table of so many seats."""
    g.seats = seats
    g.edition = edition
    g.expansions = 0
    g.free_city = free_city
    g.hand_size = 7
    g.turns = 6
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
    for seat in range(SEATS):
        g.coins[seat] = START_COINS
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


@compiled
def draw_boards(g, t, w):
    """A wonder and a side at random for every seat (B1); no wonder twice."""
    boards = np.int64(t.boards_n)
    wonders = np.int64(t.wonder[boards - 1]) + 1
    order = w.seen
    for wonder in range(wonders):
        order[wonder] = wonder
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
def deck_of(g, t, w, age):
    """Shuffle the deck of an age (B3) into ``w.seen``; how many cards it has."""
    deck = w.seen
    seats = np.int64(g.seats)
    size = 0
    for index in range(t.deck_n[age]):
        if t.deck_players[age, index] <= seats:
            deck[size] = t.deck[age, index]
            size += 1
    if age == 2:
        guilds = np.int64(t.guilds_n)
        for index in range(guilds):
            deck[size + index] = t.guilds[index]
        shuffle(g.rng, deck[size:], guilds)
        size += min(seats + 2, guilds)
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
def new_game(g, t, w, seats, edition, free_city):
    """Everything by chance: boards, sides, decks. The generator's state must be set."""
    clear(g, t, seats, edition, free_city)
    draw_boards(g, t, w)
    for age in range(3):
        deal_age(g, t, w, age)
    for seat in range(seats):
        recount(g, t, seat)


@compiled
def start_age(g, ev):
    """Take up the hands of the age (B4, V1)."""
    age = np.int64(g.age) - 1
    emit(ev, AGE_BEGINS, -1, age + 1, 0, 0)
    for seat in range(g.seats):
        g.spent[seat] = 0
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
    for turn in range(TURNS):
        for seat in range(SEATS):
            g.laid[age, turn, seat] = NONE
    g.turn = 0
    g.extra = 0
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
