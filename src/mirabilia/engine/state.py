"""A game as one record, and the numbers that name what is in it.

``GAME`` has a fixed size and no pointers: copying a game is copying its bytes, a thousand games
are an array of it. Everything of one seat stands at that seat's index. The lower half of the
record (from ``built`` on) is worked out from the upper one (``gain.recount``) and kept only so
that nothing has to be counted twice.

Numbers that are counted up to are ``int64``: every integer type that reaches a function as an
argument makes Numba compile it once more, and a mix of signed and unsigned is a float to it.
Small fields are read through ``np.int64(...)`` before they are multiplied or summed: uncompiled,
NumPy's small integers wrap where compiled ones don't.

Resources are packed: a multiset of the seven kinds is one ``int64`` with a byte for each kind, the
first kind lowest (``tables.pack``), so that adding and comparing multisets takes a few
instructions. A symbol with alternatives is a mask of kinds.
"""

from __future__ import annotations

import numpy as np

from .kinds import POWERS

SEATS = 8
HAND = 10
CITY = 80
ALTERNATIVES = 40
CARDS = 256
BOARDS = 40
STAGES = 4
QUEUE = 12
TURNS = 11
LEADERS = 20
BOX = 64
PACK = 4
BURIED = 2 * STAGES
ISLANDS = 20
LEVEL = 9
NONE = 255

KINDS = 7
RAW_MASK = 0b0001111

BROWN, GREY, BLUE, YELLOW, RED, GREEN, PURPLE, BLACK = 1, 2, 3, 4, 5, 6, 7, 8
LEADER, ISLAND = 9, 10  # no colours: what else stands among the cards
COLOUR_COUNT = 11
FOR_STAGES = 0  # beside the colours: discounts for stages

RED_FLEET, YELLOW_FLEET, BLUE_FLEET, GREEN_FLEET = range(4)
FLEETS = 4
SPACES = 7
NO_SHIP = 0  # in a move, a fleet is its number + 1

# Steps of the game; between two of them `turn.resolve` stops where a seat owes a decision.
(
    SIDES,
    DRAFT,
    AGE_START,
    TURN_START,
    PLAYED,
    CHOICES,
    SPACES_REACHED,
    PILE,
    LOSSES,
    LAST_CARD,
    TURN_END,
    WAR,
    NAVAL,
    AGE_END,
    OVER,
) = range(15)

# Kinds of decisions.
(
    OWES_NOTHING,
    OWES_SIDE,
    OWES_PLAY,
    OWES_LAST_CARD,
    OWES_REBUILD,
    OWES_DRAFT,
    OWES_LEADER,
    OWES_RECRUIT,
    OWES_BURY,
    OWES_COPY,
    OWES_ADVANCE,
    OWES_ISLAND,
    OWES_LOSS,
    OWES_FORFEIT,
    OWES_SAIL,
) = range(15)

# Expansions, as bits of `g.expansions`.
WITH_LEADERS, WITH_CITIES, WITH_ARMADA = 1, 2, 4

# Rights a city holds, as bits.
RIGHT_LAST_CARD = 1
RIGHT_FREE_BUILD = 2
RIGHT_FREE_COLOUR = 4
RIGHT_FREE_FIRST = 8
RIGHT_FREE_LAST = 16
RIGHT_COPY_GUILD = 32
RIGHT_FREE_BLACK = 64

# A move is a row of these.
ACTION, CARD, STAGE, FREE, SHIP, VALUE, DEBTS, LEFT, RIGHT, LEFT2, RIGHT2, BANK = range(12)
MOVE_WIDTH = 12
(
    BUILD,
    STAGE_BUILD,
    SELL,
    REBUILD,
    CHOOSE_SIDE,
    SKIP,
    RECRUIT,
    PICK,
    BURY,
    COPY,
    ADVANCE,
    TAKE_ISLAND,
    LOSE,
    FORFEIT,
    SAIL,
) = range(1, 16)

# Where a build from the discard pile comes from, in the order in which they are done (C4).
FROM_STAGE, FROM_LEADER, FROM_CARD = range(3)

# Trade prices in force, as bits: 1 coin instead of 2.
CHEAP_RAW_LEFT, CHEAP_RAW_RIGHT, CHEAP_MADE_LEFT, CHEAP_MADE_RIGHT = 1, 2, 4, 8

# Lines of the score sheet.
(
    MILITARY,
    COINS,
    WONDER,
    CIVIL,
    COMMERCE,
    SCIENCE,
    GUILDS,
    LEADER_LINE,
    BLACK_LINE,
    DEBTS_LINE,
    NAVAL_LINE,
    ISLANDS_LINE,
) = range(12)
LINES = 12

# Naval tokens are counted by value, in this order.
NAVAL_VALUES = (1, 3, 5, 7, -1, -2, -3)

# What a player has caused in a turn, to be lost by others in its last step (C2, A6, A10).
FIXED_LOSS, LOSS_PER_VICTORY, LOSS_PER_STAGE, PIRATES, TAX = range(5)

SELL_COINS = 3
START_COINS = 3
LEADERS_START_COINS = 6
LONGEST_MOVES = 16384

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
            ("owed", np.int16, (SEATS, QUEUE, 4)),  # choices to come: kind, count, mask, source
            ("owed_n", np.int64, (SEATS,)),
            ("source", np.int16, (SEATS, 3)),  # of the choice asked: count, mask, source
            ("recruiting", np.int64),  # 1: this turn is the recruitment (L2)
            ("teams", np.int64),
            ("leaders", np.uint8, (SEATS, LEADERS)),
            ("leaders_n", np.int64, (SEATS,)),
            ("leader_hand", np.uint8, (SEATS, LEADERS)),
            ("leader_hand_n", np.int64, (SEATS,)),
            ("pack", np.uint8, (SEATS, PACK)),
            ("pack_n", np.int64, (SEATS,)),
            ("buried", np.uint8, (SEATS, BURIED)),
            ("buried_n", np.int64, (SEATS,)),
            ("copied", np.uint8, (SEATS,)),  # a neighbour's leader, or NONE
            ("box", np.uint8, (BOX,)),  # leaders in the box, in the catalogue's order
            ("box_n", np.int64),
            ("islands", np.uint8, (SEATS, ISLANDS)),
            ("islands_n", np.int64, (SEATS,)),
            ("sea", np.uint8, (3, LEVEL)),  # islands still to be found, next one last
            ("sea_n", np.int64, (3,)),
            ("drawn", np.uint8, (SEATS, LEVEL)),  # islands to choose from
            ("drawn_n", np.int64, (SEATS,)),
            ("explores", np.uint8, (SEATS,)),  # levels still to be explored, as bits
            ("shipyard", np.uint8, (SEATS,)),
            ("fleets", np.uint8, (SEATS, FLEETS)),
            ("reached", np.uint8, (SEATS, FLEETS)),  # spaces whose effect is still to come, bits
            ("naval_tokens", np.uint8, (SEATS, 7)),
            ("debts", np.int16, (SEATS,)),
            ("diplomacy", np.uint8, (SEATS,)),
            ("raids", np.uint8, (SEATS,)),  # whom a seat raids this age, as bits
            ("caused", np.int16, (SEATS, 5)),
            ("bonus_taken", np.uint8, (SEATS,)),
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
            ("power", np.int16, (SEATS, POWERS)),  # other lasting effects, summed by kind
            ("discount", np.uint8, (SEATS, COLOUR_COUNT)),
            ("coins_on", np.uint8, (SEATS, COLOUR_COUNT)),
            ("free_colours", np.int64, (SEATS,)),
        ],
    )
)

# Scratch space of the payer, of those who list moves and of bots; handed in, never part of a game.
PAYEES = 5
PAYMENTS = 256
SOURCES = 96
STATES = 1024
TOTALS = 40
BEST = 12 * STATES * TOTALS
USES = 32
WORK = np.dtype(
    (
        np.record,
        [
            ("source_mask", np.int64, (SOURCES,)),
            ("source_to", np.int64, (SOURCES,)),
            ("source_raw_price", np.int64, (SOURCES,)),
            ("source_made_price", np.int64, (SOURCES,)),
            ("source_n", np.int64),
            ("rebate", np.int64, (2,)),  # what comes off the total of a side (C5)
            ("most_uses", np.int64, (PAYEES,)),  # how often a far seat or the bank may be paid
            ("best", np.int16, (BEST,)),
            ("multiset", np.int64, (STATES,)),
            ("stride", np.int64, (KINDS,)),
            ("able", np.int64, (KINDS,)),  # the kinds that a source can give
            ("reach", np.int64, (2, TOTALS)),  # what coins to each side can bring, as bits
            ("pay", np.int16, (PAYMENTS, PAYEES)),
            ("plain", np.int16, (PAYMENTS, PAYEES)),  # the same without a once-per-age right
            ("seen", np.uint8, (CARDS,)),
            ("lines", np.int16, (SEATS, LINES)),
            ("shields", np.int64, (SEATS,)),
            ("pairs", np.int64, (SEATS,)),
            ("use", np.int16, (USES, 4)),  # uses of a card: action, free, stage, ship
            ("moves", np.int16, (LONGEST_MOVES, MOVE_WIDTH)),  # those that a seat may choose from
            ("move", np.int16, (1, MOVE_WIDTH)),  # the one that a bot chooses
            ("rng", np.uint64, (1,)),  # of the bots, where they have no array of their own
        ],
    )
)

# What is counted for whoever shows the table, handed in as well.
NUMBERS = np.dtype(
    (
        np.record,
        [
            ("lines", np.int16, (SEATS, LINES)),
            ("total", np.int64, (SEATS,)),
            ("shields", np.int64, (SEATS,)),
            ("naval_strength", np.int64, (SEATS,)),
            ("commerce", np.int64, (SEATS,)),
            ("buried", np.int64, (CARDS,)),  # what each leader brings once buried
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
    RECRUITS,
    PICKS,
    PUTS_AWAY,
    BURIES,
    COPIES,
    DRAWS_LEADERS,
    ADVANCES,
    EXPLORES,
    FINDS,
    LOSES_COINS,
    TAKES_DEBTS,
    GETS_VICTORY,
    GIVES_UP_VICTORY,
    DROPS_DEFEATS,
    GETS_DIPLOMACY,
    USES_DIPLOMACY,
    RAIDS,
    STAYS_OUT,
    NAVAL_TOKEN,
    LEVIES,
    MEETS,
    MEETS_BY_RAID,
    SAILS,
) = range(37)
BY_PAYING, BY_CHAIN, BY_RIGHT, BY_FREEDOM = range(4)
