"""A table for each kind of decision: a game that stands where seat 0 owes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mirabilia import Game
from mirabilia.catalogue import load
from positions import seat, table

START = {"red": 0, "yellow": 0, "blue": 0, "green": 0}
MAKERS = (
    "lumber_yard stone_pit ore_vein clay_pool glassworks_age1 press_age1 loom_age1 sawmill quarry "
    "brickyard foundry"
)


def act(game: Game, seat_: int, action: str, **wanted: object) -> Game:
    """Let a seat play the first move of an action that fits."""
    for move in game.moves(seat_):
        if move.action == action and all(getattr(move, key) == it for key, it in wanted.items()):
            game.play(seat_, move)
            return game
    raise LookupError(f"nobody can {action} here")


def _drafted() -> Game:
    game = Game(3, edition="2nd", expansions=["leaders"], seed=4)
    while game.decision(0).kind == "draft":
        for other in game.to_decide:
            game.play(other, game.moves(other)[0])
    return game


def _last_card() -> Game:
    me = seat("babylon:night", "altar theater", "lumber_yard", stages=2)
    return act(table(me, *others("day"), turn=6), 0, "sell")


def _rebuild() -> Game:
    me = seat("halikarnassos:A", "altar theater", MAKERS, stages=1, coins=9)
    pile = "baths tavern barracks workshop apothecary"
    return act(table(me, *others(), discard=pile, age=2), 0, "stage")


def _loss() -> Game:
    me = seat("rhodos:day", "altar", coins=5)
    raider = seat("gizah:day", "hideout", MAKERS, coins=9)
    game = table(me, raider, seat("alexandria:day"), expansions=["cities"])
    return act(act(game, 0, "sell"), 1, "build")


def _recruit() -> Game:
    leaders = ["plato", "croesus"]
    me = seat("roma:B", "altar theater", MAKERS, stages=1, leader_hand=leaders, coins=9)
    return act(table(me, *others(), expansions=["leaders"]), 0, "stage")


def _bury() -> Game:
    me = seat("abu_simbel:B", "altar theater", MAKERS, leaders=["plato", "croesus"], coins=9)
    return act(table(me, *others(), expansions=["leaders"]), 0, "stage")


def _copy() -> Game:
    me = seat("alexandria:A", "courtesans_guild altar", MAKERS)
    left = seat("rhodos:A", leaders=["cleopatra", "nero"])
    right = seat("gizah:A", leaders=["varro"])
    return act(table(me, left, right, expansions=["leaders"], age=3), 0, "build")


def _forfeit() -> Game:
    me = seat("rhodos:A", victories=[1, 3, 5])
    left = seat("gizah:A", leader_hand=["telesilla", "plato"], coins=9)
    when: dict[str, Any] = {"phase": "leader", "age": 3, "turn": 0}
    game = table(me, left, seat("alexandria:A"), expansions=["leaders"], **when)
    return act(game, 1, "recruit", card="telesilla")


def _at_sea(me: dict[str, Any], **rest: Any) -> Game:
    left = seat("gizah:A", shipyard="shipyard_B", fleets={**START, "red": 2})
    right = seat("alexandria:A", shipyard="shipyard_C")
    return table({**me, "shipyard": "shipyard_A"}, left, right, expansions=["armada"], **rest)


def _advance() -> Game:
    return act(_at_sea(seat("rhodos:A", "construction_zone altar", MAKERS)), 0, "build", ship=None)


def _island() -> Game:
    track = load("1st", ["armada"]).tracks["green"]
    before = next(at for at, space in enumerate(track) if space.explore) - 1
    me = seat("rhodos:A", "workshop altar", MAKERS, coins=9, fleets={**START, "green": before})
    return act(_at_sea(me), 0, "build", ship="green")


def _sail() -> Game:
    return act(_at_sea(seat("rhodos:A", "altar theater", islands=["forgotten"]), turn=7), 0, "sell")


def others(side: str = "A") -> list[dict[str, Any]]:
    wonders = ("gizah", "ephesos")
    return [seat(f"{wonder}:{side}") for wonder in wonders]


DECISIONS: dict[str, Callable[[], Game]] = {
    "side": lambda: Game(3, edition="2nd", sides="choose", seed=4),
    "draft": lambda: Game(3, edition="2nd", expansions=["leaders"], seed=4),
    "leader": _drafted,
    "play": lambda: Game(4, edition="1st", seed=6),
    "last_card": _last_card,
    "rebuild": _rebuild,
    "island": _island,
    "advance": _advance,
    "loss": _loss,
    "forfeit": _forfeit,
    "recruit": _recruit,
    "bury": _bury,
    "copy": _copy,
    "sail": _sail,
}
