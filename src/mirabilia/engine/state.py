"""A game as one record, and the numbers that name what is in it.

``GAME`` has a fixed size and no pointers: copying a game is copying its bytes, a thousand games
are an array of it. Everything of one seat stands at that seat's index. The lower half of the
record (from ``built`` on) is worked out from the upper one (``gain.recount``) and kept only so
that nothing has to be counted twice.

Numbers that are counted up to are ``int64``: every integer type that reaches a function as an
argument makes Numba compile it once more, and a mix of signed and unsigned is a float to it.
Small fields are read through ``np.int64(...)`` before they are multiplied or summed: uncompiled,
NumPy's small integers wrap where compiled ones don't.

Resources are packed: a multiset of the seven kinds is one ``int64`` with a byte for each kind
(``KIND_BITS``), so that adding and comparing multisets takes a few instructions. A symbol with
alternatives is a mask of kinds.
"""

from __future__ import annotations

import numpy as np

SEATS = 8
HAND = 10
CITY = 80
ALTERNATIVES = 40
CARDS = 256
BOARDS = 40
STAGES = 4
QUEUE = 8
TURNS = 11
NONE = 255

KINDS = 7
RAW_MASK = 0b0001111

BROWN, GREY, BLUE, YELLOW, RED, GREEN, PURPLE = 1, 2, 3, 4, 5, 6, 7
COLOUR_COUNT = 10

# Steps of the game; between two of them `turn.resolve` stops where a seat owes a decision.
SIDES, AGE_START, TURN_START, PLAYED, PILE, LAST_CARD, TURN_END, WAR, OVER = range(9)

# Kinds of decisions.
OWES_NOTHING, OWES_SIDE, OWES_PLAY, OWES_LAST_CARD, OWES_REBUILD = range(5)

# Rights a city holds, as bits.
RIGHT_LAST_CARD = 1
RIGHT_FREE_BUILD = 2
RIGHT_FREE_COLOUR = 4
RIGHT_FREE_FIRST = 8
RIGHT_FREE_LAST = 16
RIGHT_COPY_GUILD = 32

# A move is a row of these.
ACTION, CARD, STAGE, FREE, SHIP, VALUE, DEBTS, LEFT, RIGHT, LEFT2, RIGHT2, BANK = range(12)
MOVE_WIDTH = 12
BUILD, STAGE_BUILD, SELL, REBUILD, CHOOSE_SIDE, SKIP = range(1, 7)

# Where a build from the discard pile comes from, in the order in which they are done (C4).
FROM_STAGE, FROM_LEADER, FROM_CARD = range(3)

# Trade prices in force, as bits: 1 coin instead of 2.
CHEAP_RAW_LEFT, CHEAP_RAW_RIGHT, CHEAP_MADE_LEFT, CHEAP_MADE_RIGHT = 1, 2, 4, 8

# Lines of the score sheet.
MILITARY, COINS, WONDER, CIVIL, COMMERCE, SCIENCE, GUILDS = range(7)
LINES = 12

SELL_COINS = 3
START_COINS = 3
LONGEST_MOVES = 4096

GAME = np.dtype(
    (
        np.record,
        [
            ("rng", np.uint64, (1,)),
            ("seats", np.int64),  # at the table, the Free City included
            ("edition", np.int64),
            ("expansions", np.int64),
            ("free_city", np.int64),  # 1: seat 2 is the Free City (V1)
            ("hand_size", np.int64),
            ("turns", np.int64),
            ("age", np.int64),
            ("turn", np.int64),
            ("step", np.int64),
            ("holder", np.int64),  # of the Free City card (V2), or NONE
            ("extra", np.int64),  # 1: the last cards of this age are being, or have been, played
            ("since", np.int64),  # the turn of this age from which on it is known who held what
            ("board", np.uint8, (SEATS,)),
            ("coins", np.int16, (SEATS,)),
            ("hand", np.uint8, (SEATS, HAND)),
            ("hand_n", np.int64, (SEATS,)),
            ("city", np.uint8, (SEATS, CITY)),
            ("city_n", np.int64, (SEATS,)),
            ("stages", np.uint8, (SEATS,)),  # a bit for each stage built
            ("under", np.uint8, (SEATS, STAGES)),  # the card under each stage, or NONE
            ("spent", np.uint8, (SEATS,)),  # once-per-age rights used up, as bits
            ("victories", np.uint8, (SEATS, 3)),  # by value: 1, 3, 5
            ("defeats", np.uint8, (SEATS,)),
            ("discard", np.uint8, (CARDS,)),  # copies of each card in the discard pile
            ("deal", np.uint8, (3, SEATS, HAND)),  # the starting hands, NONE where there is none
            ("pile", np.uint8, (HAND,)),  # of the Free City, next card last
            ("pile_n", np.int64),
            ("laid", np.uint8, (3, TURNS, SEATS)),  # cards laid face down, by age, turn and seat
            ("asked", np.uint8, (SEATS,)),  # the kind of decision a seat owes in this step
            ("decided", np.uint8, (SEATS,)),
            ("move", np.int16, (SEATS, MOVE_WIDTH)),
            ("owed", np.uint8, (SEATS, QUEUE)),  # sources of builds from the discard pile
            ("owed_n", np.int64, (SEATS,)),
            ("built", np.uint8, (SEATS, CARDS // 8)),  # a bit for each building of the city
            ("symbols", np.int64, (SEATS,)),  # chain symbols, as bits
            ("colours", np.uint8, (SEATS, COLOUR_COUNT)),
            ("has", np.int64, (SEATS,)),  # own symbols without alternatives
            ("reach", np.int64, (SEATS,)),  # every kind as often as the own city could give it
            ("choice", np.uint8, (SEATS, ALTERNATIVES)),  # own symbols with alternatives
            ("choice_n", np.int64, (SEATS,)),
            ("sells", np.int64, (SEATS,)),  # the like, for neighbours (B12)
            ("offer", np.int64, (SEATS,)),
            ("shop", np.uint8, (SEATS, ALTERNATIVES)),
            ("shop_n", np.int64, (SEATS,)),
            ("cheap", np.uint8, (SEATS,)),
            ("shields", np.int16, (SEATS,)),
            ("science", np.uint8, (SEATS, 4)),  # compass, gear, tablet, free choice
            ("rights", np.uint8, (SEATS,)),
        ],
    )
)

# Scratch space of the payer and of those who list moves; handed in, never part of a game.
PAYEES = 5
PAYMENTS = 256
SOURCES = 96
STATES = 1024
TOTALS = 40
WORK = np.dtype(
    (
        np.record,
        [
            ("source_mask", np.int64, (SOURCES,)),
            ("source_to", np.int64, (SOURCES,)),
            ("source_raw_price", np.int64, (SOURCES,)),
            ("source_made_price", np.int64, (SOURCES,)),
            ("source_n", np.int64),
            ("best", np.int16, (12 * STATES * TOTALS,)),
            ("multiset", np.int64, (STATES,)),
            ("stride", np.int64, (KINDS,)),
            ("pay", np.int16, (PAYMENTS, PAYEES)),
            ("seen", np.uint8, (CARDS,)),
            ("lines", np.int16, (SEATS, LINES)),
            ("counts", np.int64, (4,)),
        ],
    )
)

# Events are rows of a handed-in array, row 0 holds their number; with no rows none are kept.
EVENT_WIDTH = 6
(
    AGE_BEGINS,
    TURN_BEGINS,
    BUILDS,
    BUILDS_STAGE,
    SELLS,
    PAYS,
    GAINS,
    DISCARDS,
    REBUILDS,
    WINS,
    LOSES,
    PASSES,
    ENDS,
    TAKES_SIDE,
) = range(14)
BY_PAYING, BY_CHAIN, BY_RIGHT, BY_FREEDOM = range(4)
