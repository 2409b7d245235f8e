"""What a seat is shown and what it may answer, as numbers: parts of observations, and actions.

**Cards** have one number everywhere, in both editions and with any expansions: 1 to 248, by
``CARDS``; 0 is no card. Leaders and islands stand among them. **Boards** likewise (``BOARDS``).

**An observation** is one record, ``OBSERVATION``: named parts of fixed size, from what its seat may
know (K1) and nothing else. Cities stand by how far they are away: 0 the own one, 1 the left
neighbour, 2 the right one, 3 two seats to the left, 4 two to the right, and so on (``RELATIONS``);
the columns of ``cities`` are listed in ``COLUMNS``. Sets of cards are bits by the cards' numbers.

**An action** is a number below ``ACTIONS``. The first ``8 * 256`` are a card and a use of it:
``action(card, use)``. The others are the choices of ``CHOICES``. Where a card can be used in that
way with several stages or ships, or where payments are chosen (``payments="choose"``), a decision
of its own follows. A *mask* has a bit for each action, in this order, the lowest first in its byte:
``numpy.unpackbits(mask, axis=-1, bitorder="little")`` has a column for each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..catalogue import EDITIONS, EXPANSIONS
from ..catalogue.model import COLOURS, RESOURCES
from ..engine import state as s
from ..engine.kinds import POWERS
from ..engine.tables import rulebook

# Cards and boards of everything there is, the newest edition first.
_BOOKS = [rulebook(edition, EXPANSIONS, True) for edition in reversed(EDITIONS)]
CARDS = ("", *dict.fromkeys(card.id for book in _BOOKS for card in book.cards))
BOARDS = ("", *dict.fromkeys(board.id for book in _BOOKS for board in book.boards))
CARD_NUMBERS = {name: number for number, name in enumerate(CARDS)}
BOARD_NUMBERS = {name: number for number, name in enumerate(BOARDS)}
NUMBERS = 256  # room for cards
assert len(CARDS) <= NUMBERS, "a card's number is a byte"

# The uses of a card; taking it is every other decision that picks one: a leader of the draft or to
# be recruited, buried or copied, an island, a card of the discard pile.
USES = (
    "build",  # or take
    "build with ship",
    "build by right",  # that of once per age
    "build by right with ship",
    "stage",
    "stage with ship",
    "sell",
    "sell with ship",
)
TAKE = BUILD = 0
BUILD_SHIP, RIGHT, RIGHT_SHIP, STAGE, STAGE_SHIP, SELL, SELL_SHIP = range(1, 8)

# The other choices, in their order; `FIRST_…` is the number of each group's first.
MOST_COINS = 64  # of a loss that are paid, 63 standing for all of more
WAYS = s.STAGES * (s.FLEETS + 1)  # a stage and a fleet, or none
MOST_PAYMENTS = 128
FIRST_CHOICE = NUMBERS * len(USES)
SKIP = FIRST_CHOICE
FIRST_ADVANCE = SKIP  # masks of fleets begin with 1
FIRST_SAIL = FIRST_ADVANCE + (1 << s.FLEETS)
FIRST_FORFEIT = FIRST_SAIL + 2
FIRST_SIDE = FIRST_FORFEIT + 3
FIRST_LOSS = FIRST_SIDE + 4
FIRST_WAY = FIRST_LOSS + MOST_COINS
FIRST_PAYMENT = FIRST_WAY + WAYS
LAST_CHOICE = FIRST_PAYMENT + MOST_PAYMENTS
ACTIONS = -(-LAST_CHOICE // 64) * 64  # a mask is read in words
MASK = ACTIONS // 8  # bytes
NO_ACTION = 0  # no card has the number 0: never legal

# Kinds of decisions: those of the engine, and two that are a part of one.
OWES_WAY, OWES_PAYMENT = s.OWES_SAIL + 1, s.OWES_SAIL + 2
KINDS = (
    *("nothing", "side", "play", "last_card", "rebuild", "draft", "leader", "recruit", "bury"),
    *("copy", "advance", "island", "loss", "forfeit", "sail", "way", "payment"),
)

RELATIONS = s.SEATS
CARD_BITS = NUMBERS // 8


class Column(NamedTuple):
    """A few columns of ``cities``: where they begin, how many there are, what they say."""

    name: str
    size: int
    words: str


_KINDS_OF_GOODS = ", ".join(RESOURCES)
COLUMN_LIST = (
    Column("board", 1, "the board's number in `BOARDS`; 0: there is no such seat"),
    Column("coins", 1, "coins"),
    Column("hand", 1, "cards in hand"),
    Column("stages", 1, "the stages built, a bit for each"),
    Column("colours", 8, "cards built of each colour: " + ", ".join(COLOURS[:8])),
    Column("shields", 1, "shields, those of leaders included"),
    Column("science", 4, "science symbols: compass, gear, tablet, free choice"),
    Column("has", 7, f"goods made for certain: {_KINDS_OF_GOODS}"),
    Column("reach", 7, "each of the goods as often as it could be made at most"),
    Column("offer", 7, "each of the goods as often as neighbours could buy it at most"),
    Column("cheap", 1, "what costs 1, as bits: raw left, raw right, manufactured left, right"),
    Column("rights", 1, "rights that are not used up, as bits (`engine.state.RIGHT_…`)"),
    Column("victories", 3, "victory tokens worth 1, 3, 5"),
    Column("defeats", 1, "defeat tokens"),
    Column("last", 1, "1: plays the last card of the age in a turn of its own, now"),
    Column("leader_hand", 1, "leaders in hand"),
    Column("pack", 1, "leaders of the draft in hand"),
    Column("leaders", 1, "leaders recruited, not buried"),
    Column("buried", 1, "leaders buried"),
    Column("copied", 1, "the number of a leader that is copied"),
    Column("islands", 1, "islands"),
    Column("shipyard", 1, "the shipyard's number, from 1"),
    Column("fleets", 4, "where the red, yellow, blue and green fleet stand"),
    Column("naval", 7, "naval tokens worth 1, 3, 5, 7, -1, -2, -3"),
    Column("strength", 1, "naval strength"),
    Column("commerce", 1, "level of commerce"),
    Column("debts", 1, "debts"),
    Column("diplomacy", 1, "diplomacy tokens"),
    Column("raids", 2, "1: raids the seat two to the left, to the right in this age"),
    Column("powers", POWERS, "other lasting effects, by kind (`engine.kinds`)"),
)
_starts = np.cumsum([0, *(column.size for column in COLUMN_LIST)]).tolist()
COLUMNS = {
    column.name: slice(start, start + column.size)
    for column, start in zip(COLUMN_LIST, _starts, strict=False)
}
CITY_WIDTH = _starts[-1]
(
    BOARD_AT, COINS_AT, HAND_AT, STAGES_AT, COLOURS_AT, SHIELDS_AT, SCIENCE_AT, HAS_AT, REACH_AT,
    OFFER_AT, CHEAP_AT, RIGHTS_AT, VICTORIES_AT, DEFEATS_AT, LAST_AT, LEADER_HAND_AT, PACK_AT,
    LEADERS_AT, BURIED_AT, COPIED_AT, ISLANDS_AT, SHIPYARD_AT, FLEETS_AT, NAVAL_AT, STRENGTH_AT,
    COMMERCE_AT, DEBTS_AT, DIPLOMACY_AT, RAIDS_AT, POWERS_AT,
) = _starts[:-1]  # fmt: skip


class Part(NamedTuple):
    """A part of an observation."""

    name: str
    kind: type
    shape: tuple[int, ...]
    words: str


PARTS = (
    Part("seat", np.int16, (), "the seat that owes the decision"),
    Part("edition", np.int16, (), "1 or 2"),
    Part("players", np.int16, (), "how many people play"),
    Part("seats", np.int16, (), "the same, with the Free City of two players"),
    Part("with_leaders", np.int16, (), "1: with Leaders"),
    Part("with_cities", np.int16, (), "1: with Cities"),
    Part("with_armada", np.int16, (), "1: with Armada"),
    Part("teams", np.int16, (), "1: in teams of two"),
    Part("age", np.int16, (), "the age"),
    Part("turn", np.int16, (), "its turn; 0 for sides, draft and recruiting"),
    Part("turns", np.int16, (), "how many turns an age has"),
    Part("step", np.int16, (), "the step of the turn (`engine.state`)"),
    Part("recruiting", np.int16, (), "1: this turn is the recruitment"),
    Part("holder", np.int16, (), "how far away the holder of the Free City card is, or -1"),
    Part("kind", np.int16, (), "what is to be decided (`KINDS`)"),
    Part("chosen", np.int16, (), "where a way or a payment is chosen: the card it is for"),
    Part("chosen_use", np.int16, (), "and its use (`USES`)"),
    Part("due", np.int16, (), "of a choice: how many, or how much"),
    Part("among", np.int16, (), "of a choice: among which, as bits"),
    Part("cause", np.int16, (), "of a choice: the card it comes from; 0: a stage, or none"),
    Part("discarded", np.int16, (), "cards in the discard pile"),
    Part("box", np.int16, (), "leaders in the box"),
    Part("pile", np.int16, (), "cards in the draw pile of two players"),
    Part("sea", np.int16, (3,), "islands still to be found, by level"),
    Part("cities", np.int16, (RELATIONS, CITY_WIDTH), "the cities, see the columns below"),
    Part(
        "built", np.uint8, (RELATIONS, CARD_BITS), "cards, leaders and islands of each city, bits"
    ),
    Part("buried", np.uint8, (RELATIONS, s.BURIED), "leaders buried in each city"),
    Part("hand", np.uint8, (s.HAND,), "the cards in hand"),
    Part("leader_hand", np.uint8, (s.LEADERS,), "the leaders in hand"),
    Part("pack", np.uint8, (s.PACK,), "the leaders of the draft in hand"),
    Part("drawn", np.uint8, (s.LEVEL,), "the islands to choose from"),
    Part(
        "price",
        np.int16,
        (s.LEADERS,),
        "of each card in hand (of each leader, while recruiting): the fewest coins for which it "
        "could be built without ship or right; -1: not at all",
    ),
    Part(
        "stage_price",
        np.int16,
        (),
        "the same for the next stage; the cheapest of several that may be next",
    ),
    Part("seen", np.uint8, (RELATIONS, s.HAND), "cards certainly in the hand of each other seat"),
    Part("maybe", np.uint8, (RELATIONS, s.HAND), "cards of which some may be laid down since"),
    Part("partner_leaders", np.uint8, (s.LEADERS,), "the leaders in the partner's hand"),
    Part("partner_pack", np.uint8, (s.PACK,), "the partner's leaders of the draft"),
    Part(
        "laid",
        np.uint8,
        (2, 3, s.TURNS),
        "cards that this seat has laid face down, by age and turn; then those for the Free City",
    ),
    Part("discard", np.uint8, (CARD_BITS,), "the discard pile as bits, for who builds from it"),
)
OBSERVATION = np.dtype(
    (
        np.record,
        np.dtype([(part.name, part.kind, part.shape) for part in PARTS], align=True),
    )
)

# What a payment that is offered has: coins to left, right, left2, right2, bank.
OFFER = s.PAYEES


def action(card: str, use: str = "build") -> int:
    """The action that uses a card, by names.

    >>> action("altar", "sell") == 8 * CARD_NUMBERS["altar"] + 6
    True
    """
    return len(USES) * CARD_NUMBERS[card] + USES.index(use)


def action_name(number: int) -> str:
    """What an action is.

    >>> action_name(action("altar", "stage")), action_name(SKIP), action_name(FIRST_ADVANCE + 5)
    ('stage:altar', 'skip', 'advance:red,blue')
    """
    if not 0 <= number < LAST_CHOICE:
        raise ValueError(f"An action is a number from 0 to {LAST_CHOICE - 1}, not {number!r}.")
    if number < FIRST_CHOICE:
        card, use = divmod(number, len(USES))
        return f"{USES[use]}:{CARDS[card]}" if 0 < card < len(CARDS) else "no action"
    for first, _, name in reversed(CHOICES):
        if number >= first:
            return name(number - first)
    raise AssertionError(number)


def _fleets(mask: int) -> str:
    return "advance:" + ",".join(name for at, name in enumerate(_FLEETS) if mask >> at & 1)


def _way(number: int) -> str:
    stage, fleet = divmod(number, s.FLEETS + 1)
    return f"stage {stage + 1}" + (f" with the {_FLEETS[fleet - 1]} fleet" if fleet else "")


_FLEETS = ("red", "yellow", "blue", "green")
# The other choices: where each group begins, what it is, and the name of one of them.
CHOICES: tuple[tuple[int, str, Callable[[int], str]], ...] = (
    (
        FIRST_ADVANCE,
        "advance fleets, by their bits: red 1, yellow 2, blue 4, green 8; none: skip",
        lambda mask: _fleets(mask) if mask else "skip",
    ),
    (FIRST_SAIL, "stay out of the naval conflict, or sail", lambda at: ("sail:no", "sail:yes")[at]),
    (FIRST_FORFEIT, "give up a victory token of 1, 3, 5", lambda at: f"forfeit:{2 * at + 1}"),
    (FIRST_SIDE, "a side of the own board", lambda at: f"side {at + 1}"),
    (
        FIRST_LOSS,
        f"pay so many coins of a loss, the rest in debts; {MOST_COINS - 1} stands for all of more",
        lambda coins: f"pay {coins} of the loss",
    ),
    (FIRST_WAY, "a way: 5 × stage + fleet, 0 for none", _way),
    (FIRST_PAYMENT, "a payment: a row of `offers`, cheapest first", lambda at: f"payment {at + 1}"),
)
