"""Tables for the rule tests: built from the position notation, played through the public interface.

Cards are written as one text, parted by blanks; a board as ``rhodos:A`` or ``rhodos:day``, which
also says the edition. Seats without cards in their hand owe nothing, so most tables only deal to
those the test is about.

>>> game = table(seat("rhodos:A", "altar loom_age1"), seat("gizah:A"), seat("olympia:A"))
>>> sorted(offered(game, 0, "build"))
['build:altar', 'build:loom_age1']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from mirabilia import Game

EDITIONS = ("1st", "2nd")
SIDES = {"1st": ("A", "B"), "2nd": ("day", "night")}
WONDERS = ("rhodos", "alexandria", "ephesos", "babylon", "olympia", "halikarnassos", "gizah")

# One card for each resource, that makes one of it and costs nothing.
MAKERS = {
    "wood": "lumber_yard",
    "stone": "stone_pit",
    "ore": "ore_vein",
    "clay": "clay_pool",
    "glass": "glassworks_age1",
    "papyrus": "press_age1",
    "loom": "loom_age1",
}
STARTS = {
    "1st": {
        "rhodos": "ore",
        "alexandria": "glass",
        "ephesos": "papyrus",
        "babylon": "clay",
        "olympia": "wood",
        "halikarnassos": "loom",
        "gizah": "stone",
    },
    "2nd": {
        "rhodos": "ore",
        "alexandria": "glass",
        "ephesos": "papyrus",
        "babylon": "wood",
        "olympia": "clay",
        "halikarnassos": "loom",
        "gizah": "stone",
    },
}


def seat(board: str, hand: str = "", city: str = "", **rest: Any) -> dict[str, Any]:
    """A seat's entry of a position."""
    wonder, _, side = board.partition(":")
    entry: dict[str, Any] = {"wonder": wonder, "hand": hand.split(), "city": city.split(), **rest}
    return {**entry, "side": side} if side else entry


def position(*seats: Mapping[str, Any], discard: str = "", **rest: Any) -> dict[str, Any]:
    """A position of these seats, of the edition that their sides belong to."""
    edition = "1st" if seats[0].get("side", "A") in SIDES["1st"] else "2nd"
    return {"edition": edition, "seed": 1, "seats": list(seats), "discard": discard.split(), **rest}


def table(*seats: Mapping[str, Any], discard: str = "", **rest: Any) -> Game:
    """A game that stands so."""
    return Game.from_position(position(*seats, discard=discard, **rest))


def with_cities(*seats: Mapping[str, Any], **rest: Any) -> Game:
    """A game with Cities that stands so."""
    return table(*seats, expansions=["cities"], **rest)


def pay_losses(game: Game) -> None:
    """Everybody who owes a loss pays it in coins, as far as he has them (C2)."""
    for of in list(game.to_decide):
        assert game.decision(of).kind == "loss"
        game.play(of, min(game.moves(of), key=lambda move: move.debts or 0))


def first_side(edition: str, wonder: str) -> str:
    return f"{wonder}:{SIDES[edition][0]}"


def second_side(edition: str, wonder: str) -> str:
    return f"{wonder}:{SIDES[edition][1]}"


def plain(edition: str, *wonders: str) -> list[dict[str, Any]]:
    """Seats with nothing but their board, on its first side."""
    return [seat(first_side(edition, wonder)) for wonder in wonders]


def makers(resources: Mapping[str, int]) -> str:
    """Cards that make exactly these resources."""
    return " ".join(MAKERS[kind] for kind, number in resources.items() for _ in range(number))


def offered(game: Game, of: int, action: str = "") -> set[str]:
    """The texts of a seat's moves, of one action or of all."""
    return {str(move) for move in game.moves(of) if action in ("", move.action)}


def ways(game: Game, of: int, what: str) -> set[str]:
    """How a seat may pay for ``build:statue`` and the like: ``@L2R2``, or nothing at all."""
    texts = [str(move) for move in game.moves(of)]
    return {
        text.removeprefix(what)
        for text in texts
        if text == what or text.startswith((f"{what}@", f"{what}!"))
    }


def play(game: Game, *moves: str) -> None:
    """A move for each seat that owes one, in the order of the seats."""
    for of, move in zip(list(game.to_decide), moves, strict=True):
        game.play(of, move)


def sell_all(game: Game) -> None:
    """Everybody who owes a decision sells his first card, or does nothing."""
    for of in list(game.to_decide):
        kind = game.decision(of).kind
        game.play(of, "skip" if kind == "rebuild" else f"sell:{game.hand(of)[0]}")


def sell_until(game: Game, age: int, turn: int) -> None:
    """Everybody sells until this turn begins."""
    while (game.age, game.turn) != (age, turn):
        assert not game.over
        sell_all(game)


def finish(game: Game) -> Game:
    """Everybody sells until the game is over."""
    while not game.over:
        sell_all(game)
    return game


def of_seat(game: Game, of: int) -> dict[str, Any]:
    """A seat's entry in the position."""
    entry: dict[str, Any] = game.position()["seats"][of]
    return entry


def discarded(game: Game) -> Counter[str]:
    return Counter(game.position()["discard"])


def line(game: Game, of: int, name: str) -> int:
    """One line of a seat's score sheet."""
    return game.scores()[of].lines[name]


def tokens(game: Game, of: int) -> tuple[list[int], int]:
    """A seat's victory tokens and the number of its defeats."""
    entry = of_seat(game, of)
    return sorted(entry["victories"]), entry["defeats"]


def coins(game: Game) -> list[int]:
    return [game.coins(of) for of in range(game.seats)]


def happened(game: Game, kind: str) -> list[tuple[int | None, dict[str, Any]]]:
    """The events of a kind: to whom, and what."""
    return [(event.seat, event.data) for event in game.events if event.kind == kind]


def met(game: Game, *, raid: bool = False) -> list[tuple[int | None, int, int, int]]:
    """Who met whom in war as neighbours, or by a raid: both seats, then the shields of both."""
    return [
        (of, data["against"], *data["shields"])
        for of, data in happened(game, "conflict")
        if data["raid"] is raid
    ]


def told(game: Game, *kinds: str) -> list[tuple[str, int | None]]:
    """The events of some kinds in their order: which, and of whom."""
    return [(event.kind, event.seat) for event in game.events if event.kind in kinds]


def sailed(game: Game) -> list[tuple[int | None, int, int]]:
    """Who took part in the naval conflict, how strong, and in which place."""
    return [(of, data["strength"], data["place"]) for of, data in happened(game, "naval_strength")]


# What follows is for Armada. A cost is spelt with a letter for each resource: "WWC".
LETTERS = dict(zip("WSOCGPL", MAKERS, strict=True))
FLEETS = ("red", "yellow", "blue", "green")
ISLANDS = {
    1: [
        "overgrown",
        "virgin",
        "bronze",
        "whistling",
        "foggy",
        "topaz",
        "amber",
        "lost",
        "inhabited",
    ],
    2: [
        "abandoned",
        "iron",
        "windy",
        "forgotten",
        "ancient",
        "stormy",
        "wondrous",
        "statues",
        "pirate",
    ],
    3: [
        "scarlet",
        "breezy",
        "torrential",
        "golden",
        "emerald",
        "royal",
        "lush",
        "rainbow",
        "sheltered",
    ],
}


def spelt(cost: str) -> str:
    """Cards that make exactly the resources of a cost such as ``WWC``."""
    return " ".join(MAKERS[LETTERS[letter]] for letter in cost)


def at_sea(*seats: Mapping[str, Any], expansions: tuple[str, ...] = (), **rest: Any) -> Game:
    """A game with Armada that stands so; a shipyard may be named by its letter."""
    named = [
        {**entry, "shipyard": f"shipyard_{entry['shipyard']}"} if "shipyard" in entry else entry
        for entry in seats
    ]
    return table(*named, expansions=["armada", *expansions], **rest)


def crew(edition: str, wonder: str, hand: str = "altar theater", **rest: Any) -> dict[str, Any]:
    """A seat with two cards for nothing."""
    return seat(first_side(edition, wonder), hand, **rest)


def fleets(game: Game, of: int) -> tuple[int, ...]:
    """Where the red, yellow, blue and green fleet of a seat stand."""
    return tuple(of_seat(game, of)["fleets"][colour] for colour in FLEETS)


def sea(level: int, first: str) -> list[list[str]]:
    """All islands, those named on top of their level."""
    named = first.split()
    return [
        [*named, *(name for name in names if name not in named)] if at == level else list(names)
        for at, names in ISLANDS.items()
    ]


def naval(game: Game) -> list[list[int]]:
    """The naval tokens of every seat."""
    return [sorted(of_seat(game, of)["naval"]) for of in range(game.seats)]
