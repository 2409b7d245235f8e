"""A position for each reason why something can't be built, with what the game answers there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mirabilia import Game
from mirabilia.game.prices import Quote
from positions import at_sea, plain, seat, table

OTHERS = plain("1st", "alexandria", "ephesos")  # they sell glass and papyrus


def _one(board: str, hand: str, city: str = "", age: int = 1, **rest: Any) -> Game:
    return table(seat(board, hand, city, **rest), *OTHERS, age=age)


def _ship(hand: str, **rest: Any) -> Game:
    return at_sea(seat("olympia:A", hand, shipyard="A", **rest), *OTHERS)


def _recruiting() -> Game:
    me = seat("gizah:A", leader_hand=["cleopatra"], coins=3)
    return table(me, *OTHERS, expansions=["leaders"], phase="leader")


_TREES = "tree_farm glassworks_age1"  # wood or clay, and glass

# Reasons that can occur: the code, the values, the sentence, and the answer that has them.
REFUSED: tuple[tuple[str, dict[str, Any], str, Callable[[], Quote]], ...] = (
    ("built", {}, "already built", lambda: _one("gizah:A", "altar", "altar").quote(0, "altar")),
    (
        "too_dear",
        {"price": 4, "purse": 3},
        "costs 4 coins, 3 in hand",
        lambda: _recruiting().quote(0, "cleopatra"),
    ),
    (
        "too_dear",
        {"price": 1, "purse": 0},
        "costs 1 coin, 0 in hand",
        lambda: _one("gizah:A", "ore_vein clay_pit", coins=0).quote(0, "clay_pit"),
    ),
    (
        "too_dear",
        {"price": 2, "purse": 1},
        "costs 2 coins, 1 in hand",
        lambda: _one("gizah:A", "scriptorium", coins=1).quote(0, "scriptorium"),
    ),
    (
        "too_few",
        {"found": 1, "wanted": 3, "kind": "stone"},
        "only 1 of 3 stone to be had here",
        lambda: _one("gizah:A", "aqueduct", age=2, coins=9).quote(0, "aqueduct"),
    ),
    (
        "nobody_sells",
        {"kinds": ["ore"]},
        "nobody here has ore",
        lambda: _one("gizah:A", "barracks", coins=9).quote(0, "barracks"),
    ),
    (
        "nobody_sells",
        {"kinds": ["wood", "wood", "ore"]},
        "nobody here has 2 wood and ore",
        lambda: _one("gizah:A", "archery_range", age=2, coins=9).quote(0, "archery_range"),
    ),
    (
        "not_at_once",
        {"kinds": ["wood", "clay"]},
        "not enough wood and clay at the same time",
        lambda: _one("gizah:A", "temple", _TREES, age=2, coins=9).quote(0, "temple"),
    ),
    (
        "wonder_complete",
        {},
        "the wonder is complete",
        lambda: _one("gizah:A", "altar", stages=3).stage_quote(0),
    ),
    (
        "not_this_stage",
        {"stage": 3},
        "stage 3 can't be built now",
        lambda: _one("gizah:A", "altar").stage_quote(0, 3),
    ),
    (
        "no_ships",
        {},
        "there are no ships in this game",
        lambda: _one("gizah:A", "altar").quote(0, "altar", ship=True),
    ),
    (
        "no_ships",
        {},
        "there are no ships in this game",
        lambda: _one("gizah:A", "altar").stage_quote(0, ship="red"),
    ),
    (
        "no_ship_with_leader",
        {},
        "no ship comes with recruiting a leader",
        lambda: _recruiting().quote(0, "cleopatra", ship=True),
    ),
    (
        "no_ship_with_colour",
        {"colour": "brown"},
        "no ship comes with a brown card",
        lambda: _ship("ore_vein").quote(0, "ore_vein", ship=True),
    ),
    (
        "fleet_at_end",
        {"colour": "blue"},
        "the blue fleet is at the end of its track",
        lambda: _ship("altar", fleets={"blue": 6}).quote(0, "altar", ship=True),
    ),
    (
        "fleet_stays",
        {"colour": "green"},
        "the green fleet can't advance with a stage now",
        lambda: _ship("altar").stage_quote(0, ship="green"),
    ),
    (
        "ship_too_dear",
        {},
        "the ship can't be paid for",
        lambda: _ship("altar").quote(0, "altar", ship=True),
    ),
)
