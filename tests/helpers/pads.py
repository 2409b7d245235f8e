"""Finished games, and what somebody would note of them on a score pad."""

from __future__ import annotations

import random
from typing import Any

from mirabilia import Game
from mirabilia.game.game import Game as AnyGame
from mirabilia.table.rooms import pad as pads
from mirabilia.table.rooms.pad import Pad

BUILDING = ("build", "stage", "recruit", "rebuild", "copy", "bury")


def played_out(players: int, seed: int, **options: Any) -> AnyGame:
    """A game played to its end by chance, by people who like to build."""
    game, chance = Game(players, seed=seed, **options), random.Random(seed)
    while not game.over:
        for seat in game.to_decide:
            moves = game.moves(seat)
            builds = [move for move in moves if move.action in BUILDING]
            game.play(seat, chance.choice(builds if builds and chance.random() < 0.9 else moves))
    return game


def pad_of(game: AnyGame) -> Pad:
    """Everything that lies on the table at the end, noted."""
    position = game.position()
    return pads.read(
        {
            "edition": position["edition"],
            "expansions": position["expansions"],
            "teams": position["teams"],
            "names": position["names"],
            "cities": [_city(seat) for seat in position["seats"]],
        }
    )


def _city(seat: dict[str, Any]) -> dict[str, Any]:
    stages = seat["stages"]
    city = {
        "wonder": f"{seat['wonder']}:{seat['side']}",
        "stages": stages if isinstance(stages, list) else list(range(1, stages + 1)),
        "coins": seat["coins"],
        "cards": seat["city"],
        "defeats": seat["defeats"],
        **{f"victory_{value}": seat["victories"].count(value) for value in pads.VICTORIES},
    }
    for key in ("leaders", "buried", "islands", "debts"):
        if key in seat:
            city[key] = seat[key]
    if seat.get("copied"):
        city["copied"] = seat["copied"]
    if "fleets" in seat:
        city |= {f"fleet_{colour}": space for colour, space in seat["fleets"].items()}
        city |= {f"naval_{value}": seat["naval"].count(value) for value in pads.NAVAL}
    return city
