"""What the policy's seat has learnt from searches: for each card, where its worth is misjudged.

The policy's worth of a card is a formula. Searches show where it goes wrong: later in an age, with
many coins, behind in the war. So each card (each stage by its number and the age, and selling by
the age) has a few numbers, one for each feature of the position; their sum of products is added to
the worth. The numbers were fitted to the results of searches and are kept in ``taste.toml``.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine.count import stage_count
from ..engine.jit import compiled
from ..engine.state import CARDS, KINDS, STAGES
from ..engine.tables import Rulebook
from .steering import SELL_AT, SHIFT, STAGE_AT

FEATURES = 13
# Behind the cards: a row for each stage and age, and for selling in each age.
STAGE_ROW = CARDS
SELL_ROW = STAGE_ROW + 3 * (STAGES + 1)
ROWS = SELL_ROW + 3


@compiled
def look(g, seat, features):
    """The features of a position for a seat, each about from -1 to 1."""
    seats = np.int64(g.seats)
    one = (seat + 1) % seats
    other = (seat + seats - 1) % seats
    shields = np.int64(g.shields[seat])
    strong = max(np.int64(g.shields[one]), np.int64(g.shields[other]))
    weak = min(np.int64(g.shields[one]), np.int64(g.shields[other]))
    goods = 0
    sold = 0
    for kind in range(KINDS):
        goods += g.has[seat] >> (8 * kind) & 0xFF
        if (g.offer[one] | g.offer[other]) >> (8 * kind) & 0xFF:
            sold += 1
    compass = np.int64(g.science[seat, 0])
    gear = np.int64(g.science[seat, 1])
    tablet = np.int64(g.science[seat, 2])
    theirs = 0
    for symbol in range(3):
        theirs += np.int64(g.science[one, symbol]) + np.int64(g.science[other, symbol])
    features[0] = 1.0
    features[1] = (g.turn - 3.5) / 3.0
    features[2] = min(np.int64(g.coins[seat]), 10) / 5.0 - 1.0
    features[3] = (shields - strong) / 3.0
    features[4] = (shields - weak) / 3.0
    features[5] = (goods - 4) / 3.0
    features[6] = (compass + gear + tablet - 1.5) / 2.0
    features[7] = max(compass, gear, tablet) / 2.0
    features[8] = 1.0 * min(compass, gear, tablet)
    features[9] = (stage_count(g, seat) - 1) / 2.0
    features[10] = (sold - 3.5) / 2.0
    features[11] = (theirs - 3) / 3.0
    features[12] = (seats - 4) / 2.0


@compiled
def _liking(taste, row, features):
    total = 0.0
    for index in range(FEATURES):
        total += taste[row * FEATURES + index] * features[index]
    return 100.0 * total


@compiled
def add_taste(g, seat, taste, features, steer):
    """Shift the worth of each use of a card by what was learnt, in hundredths."""
    look(g, seat, features)
    at = np.int64(g.age) - 1
    for index in range(g.hand_n[seat]):
        steer[SHIFT, index] = _liking(taste, np.int64(g.hand[seat, index]), features)
    stage = STAGE_ROW + 3 * stage_count(g, seat) + at
    steer[SHIFT, STAGE_AT] = _liking(taste, stage, features)
    steer[SHIFT, SELL_AT] = _liking(taste, SELL_ROW + at, features)


def row_names(book: Rulebook) -> dict[str, int]:
    """What a row is called in the file."""
    names = dict(book.card_number)
    for age in range(3):
        for stage in range(STAGES + 1):
            names[f"stage {stage + 1} in age {age + 1}"] = STAGE_ROW + 3 * stage + age
        names[f"sell in age {age + 1}"] = SELL_ROW + age
    return names


@cache
def _tables() -> dict[str, Any]:
    text = files(__package__).joinpath("taste.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def taste_of(book: Rulebook, expansions: tuple[str, ...]) -> npt.NDArray[np.float64]:
    """All rows for a game, one after the other."""
    table = _tables()["expansions" if expansions else "base"]
    taste = np.zeros((ROWS, FEATURES))
    for name, row in row_names(book).items():
        if name in table:
            taste[row] = table[name]
    return taste.reshape(-1)
