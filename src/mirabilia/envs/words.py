"""A table in words: what lies open, a few lines for each city, for ``render``."""

from __future__ import annotations

from typing import Any

from ..game import Game
from ..telling.cities import City, cities

_AGES = ("I", "II", "III")


def table(game: Game) -> str:
    """What everybody sees, and who decides now.

    >>> text = table(Game(3, edition="1st", seed=1, wonders=["rhodos:A", "gizah:B", "olympia:A"]))
    >>> print(text.splitlines()[0])
    Age I, turn 1 of 6, 0 cards discarded
    >>> print(text.splitlines()[1])
    seat 0, The Colossus of Rhodes A: 3 coins, 0 stages, 0 shields, 1 point, decides
    """
    view = game.view(None)
    when = "The game is over" if game.over else f"Age {_AGES[game.age - 1]}, {_turn(game)}"
    lines = [f"{when}, {_many(view['discard'], 'card')} discarded"]
    waited_for = game.to_decide
    for city in cities(view, game.catalogue):
        lines += _city(city, city.seat in waited_for)
    return "\n".join(lines) + "\n"


def _turn(game: Game) -> str:
    return f"turn {game.turn} of {game.turns}"


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"


def _city(city: City, decides: bool) -> list[str]:
    board = city.board
    numbers = {
        "coin": city.coins,
        "stage": city.stages,
        "shield": city.shields,
        "point": city.points,
    }
    some = {"victory token": len(city.victories), "defeat": city.defeats, "debt": city.debts}
    said = [_many(number, thing) for thing, number in numbers.items()]
    said += [_many(number, thing) for thing, number in some.items() if number]
    if city.fleets:
        said.append("fleets " + " ".join(f"{name} {at}" for name, at in city.fleets.items()))
    said += ["decides"] * decides
    head = f"seat {city.seat}, {board.name['en']} {board.side}: " + ", ".join(said)
    things: list[Any] = [*city.cards, *city.leaders, *city.islands]
    names = [thing.name["en"] for thing in things]
    return [head, "  " + ", ".join(names)] if names else [head]
