"""The black cards and guilds of Cities, stated apart from the catalogue: what they cost and do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Black:
    """A black card: its age, its cost, and what it does on the table of its test."""

    age: int
    bank: int = 0
    needs: dict[str, int] = field(default_factory=dict)
    coins: int = 0
    neighbours: int = 0  # coins for each of them
    everyone: int = 0  # coins for everybody else
    lose: int = 0  # coins that everybody else loses
    lose_per: str = ""  # "victories" or "stages": a coin for each of his own
    points: int = 0
    shields: int = 0
    token: int = 0
    debts: int = 0
    diplomacy: int = 0
    forgets: bool = False  # discards the own defeat tokens


def black(age: int, cost: str = "", **effects: Any) -> Black:
    """``black(2, "1 coin, papyrus", points=2)``."""
    needs: dict[str, int] = {}
    bank = 0
    for part in filter(None, cost.split(", ")):
        number, _, what = part.rpartition(" ")
        if what in ("coin", "coins"):
            bank = int(number)
        else:
            needs[what] = int(number or 1)
    return Black(age, bank, needs, **effects)


# What the owner of that table has: tokens 1 1 3 3 3 5, two defeats, no other black card.
SHARED = {
    "secret_warehouse": black(1, "2 coins"),
    "militia": black(1, "3 coins", shields=2),
    "hideout": black(1, points=2, lose=1),
    "residence": black(1, "clay", points=1, diplomacy=1),
    "tabularium": black(2, "2 coins, wood, ore, loom", points=6),
    "black_market": black(2, "ore, loom"),
    "lair": black(2, "wood, glass", points=3, lose=2),
    "mercenaries": black(2, "4 coins, papyrus", shields=3),
    "sepulcher": black(2, "stone, glass, loom", points=4, lose_per="victories"),
    "consulate": black(2, "clay, papyrus", points=2, diplomacy=1),
    "slave_market": black(3, "2 wood, 2 ore", coins=6, points=6),
    "cenotaph": black(3, "stone, 2 clay, glass, loom", points=5, lose_per="victories"),
    "capitol": black(3, "2 coins, 2 stone, 2 clay, glass, papyrus", points=8),
    "brotherhood": black(3, "2 wood, ore, loom", points=4, lose=3),
    "torture_chamber": black(3, "3 coins, 2 ore, glass"),
    "contingent": black(3, "5 coins, loom", shields=5),
    "embassy": black(3, "stone, papyrus, loom", points=3, diplomacy=1),
}
WHARF = black(1, "1 coin")
COPIES_ONE = black(1, "1 coin, ore")
COPIES_TWO = black(2, "2 coins, stone, clay")
ARCHITECT = black(2, "1 coin, papyrus", points=2)
DEN_ONE = black(1, coins=6, neighbours=1)
DEN_TWO = black(2, "1 coin", coins=9, neighbours=2)
NETWORK = black(3, "stone, papyrus", coins=1, points=1)
BUILDERS = black(3, "wood, clay, glass, papyrus", points=4, lose_per="stages")
BLACK: dict[str, dict[str, Black]] = {
    "1st": {
        **SHARED,
        "clandestine_dock_west": WHARF,
        "clandestine_dock_east": WHARF,
        "gambling_den": DEN_ONE,
        "pigeon_loft": COPIES_ONE,
        "gates_of_the_city": black(1, "1 coin, wood", points=4),
        "spy_ring": COPIES_TWO,
        "architect_cabinet": ARCHITECT,
        "gambling_house": DEN_TWO,
        "secret_society": NETWORK,
        "builders_union": BUILDERS,
    },
    "2nd": {
        **SHARED,
        "opium_stash": black(1, coins=3, lose=1),
        "smugglers_cache": black(1),
        "west_clandestine_wharf": WHARF,
        "east_clandestine_wharf": WHARF,
        "dive": DEN_ONE,
        "cells": black(1, points=2 * 2),
        "customs": black(1, points=4, everyone=1),
        "pigeonhole": COPIES_ONE,
        "raider_camp": black(1, token=1, debts=1),
        "city_gates": black(1, "1 coin, wood", points=4),
        "opium_den": black(2, "papyrus", coins=4, lose=3),
        "guardhouse": black(2, "2 coins, wood, ore", points=3 * 3),
        "trade_center": black(2, "stone, clay, papyrus", points=6, everyone=2),
        "band_of_spies": COPIES_TWO,
        "raider_fort": black(2, "1 coin, clay, ore", token=3, debts=1),
        "architect_firm": ARCHITECT,
        "forging_agency": black(2, "2 coins"),
        "gambling_den": DEN_TWO,
        "opium_distillery": black(3, "wood, glass", coins=5, lose=5),
        "mint": black(3, "2 wood, clay, glass, loom", points=8, everyone=3),
        "raider_garrison": black(3, "2 coins, 2 stone, loom", token=5, debts=1),
        "memorial": black(3, "wood, stone, loom", coins=2 * 2, forgets=True),
        "secret_network": NETWORK,
        "prison": black(3, "2 coins, clay, 2 ore, papyrus", points=4),
        "chamber_of_builders": BUILDERS,
    },
}
GUILDS = {
    "counterfeiters_guild": black(3, "3 ore, glass, loom", points=5, lose=3),
    # The neighbours have the tokens 1 1 3 and none, and three black cards (see their test).
    "guild_of_shadows": black(3, "wood, 2 stone, papyrus", points=0),
    "mourners_guild": black(3, "wood, 2 clay, glass, loom", points=3),
}
