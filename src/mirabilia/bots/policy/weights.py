"""The weights of the policy: read from ``policy.toml`` into an array that compiled code takes.

Lists stand for as many weights in a row; the names here are where each begins. What later cards a
chain makes free is worth to a card depends on the number of players; it stands behind the others,
a number for each card; and then what the spaces of the fleets are worth, by age, fleet and space;
last what corrects all that (``correction``).
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from ...catalogue import Catalogue
from ...engine.pay import size_of
from ...engine.state import CARDS, SPACES
from ...engine.tables import (
    TRACK_COINS,
    TRACK_COMMERCE,
    TRACK_EXPLORE,
    TRACK_NAVAL,
    TRACK_POINTS,
    TRACK_TAX,
    Rulebook,
    rulebook_of,
)
from .correction import correction_of

# The name and the number of values of each weight, in points if nothing else is said.
LAYOUT = {
    "coin": 1,  # a coin at the end
    "ready": 3,  # by age, what each of the first coins of the purse is worth beyond that
    "ready_coins": 1,  # how many such first coins there are
    "gift": 1,  # a coin that goes to a neighbour
    "raw": 3,  # by age, a symbol of production for each turn left
    "made": 3,
    "wanted_raw": 6,  # what remains of that if the city has the kind already
    "wanted_made": 6,
    "sold_nearby": 1,  # the same if a neighbour sells it, at the full price or at a coin
    "sold_cheaply": 1,
    "alternatives": 1,  # what further alternatives add to the best of them
    "stage_lacks": 1,  # a kind that a stage to be built asks for
    "income": 1,  # from a neighbour who lacks the kind, for each turn left
    "discount": 1,  # a coin less for a symbol that a neighbour sells, for each turn left
    "discount_to_come": 1,
    "chain": 1,  # a resource of a later card that a chain makes free, for each copy of a player
    "chain_sure": 1,
    "uncertain_now": 1,  # how wide a lead in shields must be to be safe at the end of an age
    "uncertain": 1,  # and for each turn until then
    "war": 3,  # how far the wars of this age, the next and the one after count
    "defeat": 1,
    "hope": 3,  # by age, how far symbols of science that are hoped for count
    "last_card": 1,  # rights, for each time that they may be used
    "free_right": 1,
    "right_kept": 1,  # a right that is not spent now, for each turn left in the age
    "rebuild": 3,  # the best of the discard pile, by age
    "copied_guild": 1,
    "completion": 1,  # points for a complete wonder: what is left of them for each missing stage
    "growth": 9,  # cards of each colour a city will still build, for each turn left
    "growth_of_stages": 1,
    "growth_of_defeats": 1,
    "stage_path": 1,  # how far a stage counts as a step to the better ones after it
    "stage_waits": 1,  # what a stage is worth less for each turn that it could wait
    "by_colour": 24,  # by age and colour (a stage first), what is missing above
    "with_leader": 1,  # burying, copying, recruiting once more, for each age left
    "naval": 3,  # by age, a strength more on the sea
    "commerce": 1,  # a commerce level
    "tax": 1,  # a coin that the others lose
    "found": 3,  # an island of each level, found among several
    "behind": 2,  # how far the spaces behind the next one of a fleet count
    "bend": 1,  # of a result: the lead that counts half of the most a lead can count
    "own_points": 1,  # what an own point adds to that
    "noise": 1,  # the most that is added to a worth by chance
    "as_good": 1,  # how often another seat is taken to play as the own one does
    "tree_prior": 1,  # as many playouts as the policy's opinion counts for in the tree
    "tree_explore": 1,  # what is added for a use that was seldom tried
    "tree_from": 1,  # playouts along a path before its next move is biased
}
_FIRST = dict(zip(LAYOUT, np.cumsum([0, *LAYOUT.values()]).tolist(), strict=False))
NAMED = sum(LAYOUT.values())
(
    COIN,
    READY,
    READY_COINS,
    GIFT,
    RAW,
    MADE,
    WANTED_RAW,
    WANTED_MADE,
    SOLD_NEARBY,
    SOLD_CHEAPLY,
    ALTERNATIVES,
    STAGE_LACKS,
    INCOME,
    DISCOUNT,
    DISCOUNT_TO_COME,
    CHAIN,
    CHAIN_SURE,
    UNCERTAIN_NOW,
    UNCERTAIN,
    WAR,
    DEFEAT,
    HOPE,
    LAST_CARD,
    FREE_RIGHT,
    RIGHT_KEPT,
    REBUILD,
    COPIED_GUILD,
    COMPLETION,
    GROWTH,
    GROWTH_OF_STAGES,
    GROWTH_OF_DEFEATS,
    STAGE_PATH,
    STAGE_WAITS,
    BY_COLOUR,
    WITH_LEADER,
    NAVAL,
    COMMERCE,
    TAX,
    FOUND,
    BEHIND,
    BEND,
    OWN_POINTS,
    NOISE,
    AS_GOOD,
    TREE_PRIOR,
    TREE_EXPLORE,
    TREE_FROM,
) = _FIRST.values()
CHAINS = NAMED
SHIPS = CHAINS + CARDS
SHIPS_OF_AGE = 4 * SPACES
CORRECTION = SHIPS + 3 * SHIPS_OF_AGE
_MOST_KEPT = 64


@lru_cache(maxsize=_MOST_KEPT)
def weights_of(catalogue: Catalogue, seats: int) -> npt.NDArray[np.float64]:
    """All weights for a game: a row for the others, a row for the seat that searches."""
    book = rulebook_of(catalogue)
    rows = np.stack([with_chains(named_weights(whose), book, seats) for whose in ("any", "own")])
    correction = correction_of(book)
    return np.hstack([rows, np.stack([np.zeros_like(correction), correction])])


@cache
def named_weights(whose: str) -> npt.NDArray[np.float64]:
    """The weights of the file, for any seat or for the own one, which has some of its own."""
    text = files(__package__).joinpath("policy.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    weights = data["any"] | data.get(whose, {})
    row: list[float] = []
    for name, size in LAYOUT.items():
        value = weights[name]
        values = value if isinstance(value, list) else [value]
        if len(values) != size:
            raise ValueError(f"policy.toml: {name} has {len(values)} values instead of {size}.")
        row += values
    return np.array(row, np.float64)


def with_chains(
    named: npt.NDArray[np.float64], book: Rulebook, seats: int
) -> npt.NDArray[np.float64]:
    """All weights: the named ones, then what each card's chains are worth."""
    t = book.tables[0]
    chains = np.zeros(CARDS)
    for card in range(CARDS):
        if not t.grants[card]:
            continue
        for age in range(int(t.age[card]), 3):
            for index in range(int(t.deck_n[age])):
                later = t.deck[age, index]
                if t.accepts[later] & t.grants[card] and t.deck_players[age, index] <= seats:
                    saved = size_of(t.cost[later]) + t.coins[later]
                    chains[card] += (named[CHAIN_SURE] + named[CHAIN] * saved) / seats
    return np.concatenate((named, chains, _ships(named, t)))


def _ships(named: npt.NDArray[np.float64], t: Any) -> npt.NDArray[np.float64]:
    """What it is worth to reach each space, with a part of what the next ones are worth."""
    steps = np.diff(t.track.astype(np.float64), axis=1)
    worth = np.zeros((3, 4, SPACES + 2))
    for age in range(3):
        reached = worth[age, :, 1:SPACES]
        reached += steps[:, :, TRACK_POINTS]
        reached += named[NAVAL + age] * steps[:, :, TRACK_NAVAL]
        reached += named[COMMERCE] * steps[:, :, TRACK_COMMERCE]
        reached += named[COIN] * t.track[:, 1:, TRACK_COINS]
        reached += named[TAX] * t.track[:, 1:, TRACK_TAX]
        for level in range(3):
            reached += named[FOUND + level] * (t.track[:, 1:, TRACK_EXPLORE] == level + 1)
    total = worth[:, :, :SPACES].copy()
    total += named[BEHIND] * worth[:, :, 1 : SPACES + 1]
    total += named[BEHIND + 1] * worth[:, :, 2 : SPACES + 2]
    return total.reshape(-1)
