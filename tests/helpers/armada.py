"""The cards of Armada, stated apart from the catalogue, and what its tests share."""

from __future__ import annotations

from mirabilia import Game
from positions import LETTERS, STARTS, first_side

# Every Armada card: its age, its colour, from how many players on, its cost.
CARDS = {
    "pontoon": (1, "red", 4, "P"),
    "coastal_defenses": (1, "red", 3, "G"),
    "eastern_emporium": (1, "yellow", 4, "L"),
    "pirate_hideout": (1, "yellow", 3, ""),
    "construction_zone": (1, "blue", 3, ""),
    "dry_hold": (1, "blue", 3, ""),
    "cabinet_of_explorers": (1, "green", 3, "C"),
    "helmsmans_rest": (1, "green", 3, "S"),
    "ballista": (2, "red", 4, "CGL"),
    "fortified_port": (2, "red", 3, "CCP"),
    "western_emporium": (2, "yellow", 4, "OP"),
    "pirates_den": (2, "yellow", 3, ""),
    "ship_repair": (2, "blue", 3, "OG"),
    "boathouse": (2, "blue", 3, "WWL"),
    "navigation_firm": (2, "green", 3, "SOG"),
    "cartographers_office": (2, "green", 3, "WWC"),
    "pier": (3, "red", 4, "WWPL"),
    "coastal_fortifications": (3, "red", 3, "SSCG"),
    "port_customs": (3, "yellow", 3, "SOC"),
    "pirate_crew": (3, "yellow", 3, "WWG"),
    "harbor_masters_office": (3, "blue", 3, "WSOL"),
    "naval_headquarters": (3, "blue", 3, "WSSCP"),
    "circle_of_captains": (3, "green", 3, "SOCL"),
    "nautical_archives": (3, "green", 3, "WOOP"),
}


def dealt(game: Game) -> list[list[list[str]]]:
    """The starting hands of all three ages, of a game just begun."""
    first = [list(game.hand(of)) for of in range(game.seats)]
    return [first, *game.position()["deal"]]


def board_without(edition: str, cost: str) -> str:
    """A board that starts with none of these resources, so that only cards pay for them."""
    kinds = {LETTERS[letter] for letter in cost}
    wonder = next(name for name, start in STARTS[edition].items() if start not in kinds)
    return first_side(edition, wonder)
