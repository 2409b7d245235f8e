"""What the policy's seat has learnt from searches: for each card, where its worth is misjudged.

The policy's worth of a card is a formula. Searches show where it goes wrong: later in an age, with
many coins, behind in the war, with leaders in play. A small net corrects it: the features of a
position go through a few units, and each card (each stage by its number and the age, and selling by
the age) has a number for each unit; their sum of products is added to the worth. Number of players
and expansions are features, so there is one net for all games. It was fitted to the results of
searches (``scripts/learn.py``) and is kept in ``correction.toml``.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from ...catalogue.model import COLOURS, RESOURCES
from ...engine.count import stage_count
from ...engine.jit import compiled
from ...engine.state import CARDS, KINDS, STAGES, WITH_ARMADA, WITH_CITIES, WITH_LEADERS
from ...engine.tables import Rulebook
from .bias import SCALE, SELL_AT, SHIFT, STAGE_AT

# The features, in the order in which ``look`` sees them.
NAMES = (
    *("one", "turn", "coins", "first_coins"),
    *("over_stronger", "over_weaker", "over_left", "over_right"),
    *("leaders", "cities", "armada", "players"),
    *("stages", "rights", "cheap_raw", "cheap_made"),
    *("compasses", "gears", "tablets", "most_alike", "sets", "science", "science_nearby"),
    *(f"{name}_{good}" for good in RESOURCES for name in ("own", "reached", "sold")),
    *(f"{colour}{where}" for colour in COLOURS[:7] for where in ("", "_nearby")),
)
FEATURES = len(NAMES)
UNITS = 12
# Behind the cards: a row for each stage and age, and for selling in each age.
STAGE_ROW = CARDS
SELL_ROW = STAGE_ROW + 3 * (STAGES + 1)
ROWS = SELL_ROW + 3
# A row: what the worth is multiplied by, what is added to it, and what for each unit. Behind the
# rows: what each feature is to each unit.
TIMES, PLUS, BY_UNIT = range(3)
WIDTH = BY_UNIT + UNITS
FEATURES_AT = ROWS * WIDTH


@compiled
def look(g, seat, features):
    """The features of a position for a seat, each about from -1 to 1."""
    seats = np.int64(g.seats)
    one = (seat + 1) % seats
    other = (seat + seats - 1) % seats
    coins = np.int64(g.coins[seat])
    features[0] = 1.0
    features[1] = (g.turn - 3.5) / 3.0
    features[2] = min(coins, 12) / 6.0 - 1.0
    features[3] = min(coins, 3) / 1.5 - 1.0

    left = np.int64(g.shields[seat]) - np.int64(g.shields[one])
    right = np.int64(g.shields[seat]) - np.int64(g.shields[other])
    features[4] = max(min(min(left, right), 6), -6) / 3.0
    features[5] = max(min(max(left, right), 6), -6) / 3.0
    features[6] = 1.0 * max(min(left, 1), -1)
    features[7] = 1.0 * max(min(right, 1), -1)

    features[8] = 1.0 if g.expansions & WITH_LEADERS else 0.0
    features[9] = 1.0 if g.expansions & WITH_CITIES else 0.0
    features[10] = 1.0 if g.expansions & WITH_ARMADA else 0.0
    features[11] = (seats - 4) / 2.0
    features[12] = (stage_count(g, seat) - 1) / 2.0
    features[13] = 1.0 if g.rights[seat] else 0.0
    cheap = np.int64(g.cheap[seat])
    features[14] = 1.0 * ((cheap & 1) + (cheap >> 1 & 1))
    features[15] = 1.0 if cheap >> 2 else 0.0

    compass = np.int64(g.science[seat, 0])
    gear = np.int64(g.science[seat, 1])
    tablet = np.int64(g.science[seat, 2])
    theirs = 0
    for symbol in range(4):
        theirs += np.int64(g.science[one, symbol]) + np.int64(g.science[other, symbol])
    features[16] = compass / 1.5 - 0.5
    features[17] = gear / 1.5 - 0.5
    features[18] = tablet / 1.5 - 0.5
    features[19] = max(compass, gear, tablet) / 2.0
    features[20] = 1.0 * min(compass, gear, tablet)
    features[21] = (compass + gear + tablet - 1.5) / 2.0
    features[22] = (theirs - 3) / 3.0

    at = 23
    for kind in range(KINDS):
        shift = 8 * kind
        features[at] = min(g.has[seat] >> shift & 0xFF, 3) / 1.5 - 0.5
        features[at + 1] = min(g.reach[seat] >> shift & 0xFF, 2) - 0.5
        sold = min(g.offer[one] >> shift & 0xFF, 2) + min(g.offer[other] >> shift & 0xFF, 2)
        features[at + 2] = sold / 2.0 - 0.5
        at += 3
    for colour in range(1, 8):
        features[at] = np.int64(g.colours[seat, colour]) / 2.0 - 0.5
        nearby = np.int64(g.colours[one, colour]) + np.int64(g.colours[other, colour])
        features[at + 1] = nearby / 4.0 - 0.5
        at += 2


@compiled
def _answer(net, features, units):
    """What the units make of the features, from -1 to 1."""
    for unit in range(UNITS):
        units[unit] = 0.0
    at = FEATURES_AT
    for index in range(FEATURES):
        seen = features[index]
        for unit in range(UNITS):
            units[unit] += seen * net[at + unit]
        at += UNITS
    for unit in range(UNITS):
        units[unit] /= 1.0 + abs(units[unit])


@compiled
def _correct_use(net, row, units, bias, use):
    at = row * WIDTH
    total = net[at + PLUS]
    for unit in range(UNITS):
        total += net[at + BY_UNIT + unit] * units[unit]
    bias[SCALE, use] = net[at + TIMES]
    bias[SHIFT, use] = 100.0 * total


@compiled
def row_of(g, seat, use):
    """The row for a use of the hand."""
    if use == STAGE_AT:
        return STAGE_ROW + 3 * stage_count(g, seat) + np.int64(g.age) - 1
    if use == SELL_AT:
        return SELL_ROW + np.int64(g.age) - 1
    return np.int64(g.hand[seat, use])


@compiled
def correct(g, seat, net, features, units, bias):
    """Correct the worth of each use of the hand by what was learnt, in hundredths."""
    look(g, seat, features)
    _answer(net, features, units)
    for index in range(g.hand_n[seat]):
        _correct_use(net, row_of(g, seat, index), units, bias, index)
    _correct_use(net, row_of(g, seat, STAGE_AT), units, bias, STAGE_AT)
    _correct_use(net, row_of(g, seat, SELL_AT), units, bias, SELL_AT)


def row_names(book: Rulebook) -> dict[str, int]:
    """What a row is called in the file."""
    names = dict(book.card_number)
    for age in range(3):
        for stage in range(STAGES + 1):
            names[f"stage {stage + 1} in age {age + 1}"] = STAGE_ROW + 3 * stage + age
        names[f"sell in age {age + 1}"] = SELL_ROW + age
    return names


@cache
def _file() -> dict[str, Any]:
    text = files(__package__).joinpath("correction.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def correction_of(book: Rulebook) -> npt.NDArray[np.float64]:
    """The net for the cards of a game: all rows, one after the other, then the features."""
    data = _file()
    rows = np.zeros((ROWS, WIDTH))
    rows[:, TIMES] = 1.0
    for name, row in row_names(book).items():
        if name in data["uses"]:
            rows[row] = data["uses"][name]
    units = np.array([data["features"][name] for name in NAMES])
    return np.concatenate((rows.reshape(-1), units.reshape(-1)))
