"""Cities, card by card: every black card of both editions, and the guilds of the 1st (C1 to C8).

What a card costs and does stands here a second time, apart from the catalogue. All are built on
the same table of four, so that neighbours, others and the owner can be told apart. Cards that pay,
produce, copy or build from the pile have tests of their own besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from mirabilia import Game
from mirabilia.catalogue import load
from positions import (
    EDITIONS,
    STARTS,
    coins,
    first_side,
    happened,
    line,
    makers,
    of_seat,
    offered,
    pay_losses,
    play,
    seat,
    tokens,
    ways,
    with_cities,
)


@dataclass(frozen=True)
class Black:
    """A black card: its age, its cost, and what it does on the table below."""

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


# What the owner of the table below has: tokens 1 1 3 3 3 5, two defeats, no other black card.
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
CARDS = [(edition, card) for edition in EDITIONS for card in BLACK[edition]]
GUILDS = {
    "counterfeiters_guild": black(3, "3 ore, glass, loom", points=5, lose=3),
    # The neighbours have the tokens 1 1 3 and none, and three black cards (see the test below).
    "guild_of_shadows": black(3, "wood, 2 stone, papyrus", points=0),
    "mourners_guild": black(3, "wood, 2 clay, glass, loom", points=3),
}

HAS: dict[str, Any] = {"victories": [1, 1, 3, 3, 3, 5], "defeats": 2}
PURSE = 10
OTHERS: list[dict[str, Any]] = [
    {"coins": PURSE, "victories": [1, 1, 3], "stages": 1},
    {"coins": PURSE, "victories": [5], "stages": 2},
    {"coins": PURSE, "victories": [], "stages": 3},
]
NEIGHBOURS = (1, 3)


def wonders_around(edition: str, needs: dict[str, int]) -> Iterator[str]:
    """Four boards; what the first starts with is of no use for the cost."""
    boards = list(STARTS[edition])
    own = next(board for board in boards if STARTS[edition][board] not in needs)
    yield first_side(edition, own)
    yield from [first_side(edition, board) for board in boards if board != own][:3]


def four(edition: str, card: str, what: Black, *, bank: int | None = None, city: str = "") -> Game:
    """The owner with just enough for the card, or with other coins or cards; and three others."""
    own, *others = wonders_around(edition, what.needs)
    return with_cities(
        seat(
            own,
            f"{card} altar",
            city or makers(what.needs),
            coins=what.bank if bank is None else bank,
            **HAS,
        ),
        *[seat(board, **rest) for board, rest in zip(others, OTHERS, strict=True)],
        age=what.age,
    )


def loss_of(what: Black, of: int) -> int:
    rest = OTHERS[of - 1]
    per: dict[str, int] = {"": 0, "victories": len(rest["victories"]), "stages": rest["stages"]}
    return what.lose + per[what.lose_per]


def build(game: Game, card: str, what: Black) -> None:
    play(game, f"build:{card}" + (f"@B{what.bank}" if what.bank else ""))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_box_holds_so_many_black_cards(edition: str) -> None:
    """C1: 9 of each age in the 1st edition, 14 in the 2nd; there are no others."""
    cards = load(edition, ["cities"]).cards.values()
    found = {card.id: card.age for card in cards if card.colour == "black"}
    assert found == {card: what.age for card, what in BLACK[edition].items()}
    ages = list(found.values())
    assert {age: ages.count(age) for age in (1, 2, 3)} == dict.fromkeys(
        (1, 2, 3), 9 if edition == "1st" else 14
    )


@pytest.mark.parametrize(("edition", "card"), CARDS)
def test_a_black_card_costs_what_it_shows(edition: str, card: str) -> None:
    """B10, C1: with just that it can be built; with a coin or a resource less it can't."""
    what = BLACK[edition][card]
    pay = f"@B{what.bank}" if what.bank else ""
    assert ways(four(edition, card, what), 0, f"build:{card}") == {pay}
    if what.bank:
        assert ways(four(edition, card, what, bank=what.bank - 1), 0, f"build:{card}") == set()
    for kind, number in what.needs.items():
        fewer = makers({**what.needs, kind: number - 1}) or "altar"
        game = four(edition, card, what, city=fewer)  # and no coins to buy it
        assert ways(game, 0, f"build:{card}") == set()


@pytest.mark.parametrize(("edition", "card"), CARDS)
def test_a_black_card_does_what_it_shows(edition: str, card: str) -> None:
    """C1, C2, C8: coins, losses, points, shields, tokens, debts: to whom they are due."""
    what = BLACK[edition][card]
    game = four(edition, card, what)
    build(game, card, what)
    gifts = [0] + [what.everyone + (what.neighbours if of in NEIGHBOURS else 0) for of in (1, 2, 3)]
    losses = [0] + [loss_of(what, of) for of in (1, 2, 3)]
    assert coins(game) == [what.coins] + [PURSE + gift for gift in gifts[1:]]
    if any(losses):
        assert game.to_decide == [of for of in (1, 2, 3) if losses[of]]
        pay_losses(game)
    assert game.turn == 2
    assert coins(game)[1:] == [PURSE + gifts[of] - losses[of] for of in (1, 2, 3)]
    assert line(game, 0, "black") == what.points
    assert [line(game, of, "black") for of in (1, 2, 3)] == [0, 0, 0]
    entries = [of_seat(game, of) for of in range(4)]
    assert [entry["diplomacy"] for entry in entries] == [what.diplomacy, 0, 0, 0]
    assert [entry["debts"] for entry in entries] == [0, what.debts, 0, what.debts]
    assert [line(game, of, "debts") for of in range(4)] == [0, -what.debts, 0, -what.debts]
    gained = [what.token] if what.token else []
    assert tokens(game, 0) == (sorted(HAS["victories"] + gained), 0 if what.forgets else 2)
    assert [tokens(game, of)[0] for of in (1, 2, 3)] == [o["victories"] for o in OTHERS]
    assert game.city(0)[-1] == card


@pytest.mark.parametrize(("edition", "card"), [c for c in CARDS if BLACK[c[0]][c[1]].shields])
def test_the_shields_of_a_black_card_fight(edition: str, card: str) -> None:
    """B23, C1: against one shield less it wins, against as many nothing happens."""
    shields = BLACK[edition][card].shields
    around = [first_side(edition, board) for board in ("gizah", "rhodos", "ephesos")]
    game = with_cities(
        seat(around[0], city=card),
        seat(around[1], city="stockade " * (shields - 1)),
        seat(around[2], city="stockade " * shields),
        phase="war",
    )
    assert [tokens(game, of) for of in range(3)] == [([1], 0), ([], 2), ([1], 0)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_network_counts_itself_and_later_black_cards(edition: str) -> None:
    """B18, C1: coins for the black cards at that moment, points for those at the end."""
    card = "secret_society" if edition == "1st" else "secret_network"
    game = with_cities(
        seat(first_side(edition, "gizah"), f"{card} altar", "press_age1 militia hideout", coins=0),
        seat(first_side(edition, "rhodos"), city="militia residence"),
        seat(first_side(edition, "babylon")),
        age=3,
    )
    play(game, f"build:{card}")
    assert game.coins(0) == 3
    assert line(game, 0, "black") == 2 + 3
    later = game.position()
    later["seats"][0]["city"].append("lair")
    assert line(Game.from_position(later), 0, "black") == 2 + 3 + 4


@pytest.mark.parametrize(
    ("card", "value", "points"), [("cells", 1, 2), ("guardhouse", 3, 3), ("prison", 5, 4)]
)
def test_cards_for_tokens_of_a_value_count_them_at_the_end(
    card: str, value: int, points: int
) -> None:
    """C1: only own tokens of that value, from wars and from raiders alike; naval ones never."""
    others = [seat("gizah:day", victories=[1, 3, 5]), seat("babylon:day", victories=[1, 3, 5])]
    for number in range(4):
        has = [value] * number
        assert (
            line(with_cities(seat("rhodos:day", city=card, victories=has), *others), 0, "black")
            == points * number
        )
    rest = [token for token in (1, 3, 5) if token != value]
    game = with_cities(seat("rhodos:day", city=card, victories=rest, defeats=3), *others)
    assert line(game, 0, "black") == 0


def test_the_tokens_of_raiders_count_for_the_cells() -> None:
    """C8: a token taken from the box is one like any other."""
    game = with_cities(
        seat("rhodos:day", "raider_camp altar", "cells"),
        seat("gizah:day"),
        seat("babylon:day"),
    )
    play(game, "build:raider_camp")
    assert line(game, 0, "black") == 2
    assert line(game, 0, "military") == 1


def test_a_slave_market_counts_the_tokens_of_the_end() -> None:
    """B18, C1: coins once, points at the end; defeats count for neither."""
    game = with_cities(
        seat("rhodos:day", "slave_market altar", "sawmill foundry", coins=0, victories=[1, 5]),
        seat("gizah:day"),
        seat("babylon:day"),
        age=3,
    )
    play(game, "build:slave_market")
    assert (game.coins(0), line(game, 0, "black")) == (2, 2)
    later = game.position()
    later["seats"][0] |= {"victories": [1, 5, 5, 5], "defeats": 4}
    assert line(Game.from_position(later), 0, "black") == 4


def test_a_memorial_pays_for_defeats_and_discards_them() -> None:
    """C1: 2 coins for each, then they are gone; others keep theirs; none: nothing happens."""
    for defeats in (0, 1, 5):
        game = with_cities(
            seat("gizah:day", "memorial altar", "lumber_yard loom_age1", coins=0, defeats=defeats),
            seat("rhodos:day", defeats=2),
            seat("babylon:day"),
            age=3,
        )
        play(game, "build:memorial")
        assert (game.coins(0), tokens(game, 0), tokens(game, 1)) == (2 * defeats, ([], 0), ([], 2))
        assert line(game, 0, "military") == 0


@pytest.mark.parametrize(
    ("card", "value"), [("raider_camp", 1), ("raider_fort", 3), ("raider_garrison", 5)]
)
@pytest.mark.parametrize("players", [3, 4, 7])
def test_raiders_give_a_token_and_debts_at_once(card: str, value: int, players: int) -> None:
    """C8: both neighbours take a debt, whatever coins they have; nobody is asked."""
    what = BLACK["2nd"][card]
    own, *_ = wonders_around("2nd", what.needs)
    boards = [board for board in STARTS["2nd"] if f"{board}:day" != own][: players - 1]
    game = with_cities(
        seat(own, f"{card} altar", makers(what.needs), coins=what.bank),
        *[seat(f"{board}:day", coins=at) for at, board in enumerate(boards)],
        age=what.age,
    )
    build(game, card, what)
    assert game.turn == 2
    assert coins(game)[1:] == list(range(players - 1))
    debts = [of_seat(game, of)["debts"] for of in range(players)]
    assert debts == [0, 1, *[0] * (players - 3), 1]
    assert tokens(game, 0) == ([value], 0)
    assert sorted(happened(game, "debts"), key=str) == [
        (1, {"debts": 1, "for": card}),
        (players - 1, {"debts": 1, "for": card}),
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_black_card_stands_only_once_in_a_city(edition: str) -> None:
    """B7, C1: like any other card."""
    game = with_cities(
        seat(first_side(edition, "rhodos"), "hideout altar", "hideout"),
        seat(first_side(edition, "gizah")),
        seat(first_side(edition, "babylon")),
    )
    assert offered(game, 0) == {"build:altar", "sell:altar", "sell:hideout"}


# The guilds of the 1st edition's box.


@pytest.mark.parametrize("guild", GUILDS)
def test_a_guild_of_cities_costs_and_does_what_it_shows(guild: str) -> None:
    """B10, C1, C2: among the purple cards; a loss of 3 for the Counterfeiters."""
    what = GUILDS[guild]
    assert ways(four("1st", guild, what), 0, f"build:{guild}") == {""}
    for kind, number in what.needs.items():
        fewer = four("1st", guild, what, city=makers({**what.needs, kind: number - 1}))
        assert ways(fewer, 0, f"build:{guild}") == set()
    game = four("1st", guild, what)
    build(game, guild, what)
    if what.lose:
        assert game.to_decide == [1, 2, 3]
        pay_losses(game)
    assert coins(game) == [0] + [PURSE - what.lose] * 3
    assert (line(game, 0, "purple"), line(game, 0, "black")) == (what.points, 0)


def test_the_second_edition_has_no_guilds_of_cities() -> None:
    """C1: its box has none."""
    assert not set(GUILDS) & set(load("2nd", ["cities"]).cards)
    assert not set(GUILDS) & set(load("1st").cards)


def test_the_guild_of_shadows_counts_the_neighbours_black_cards() -> None:
    """C1: not the own, not those of the fourth seat."""
    game = with_cities(
        seat("rhodos:A", city="guild_of_shadows militia"),
        seat("gizah:A", city="lair hideout altar"),
        seat("babylon:A", city="militia residence lair"),
        seat("ephesos:A", city="capitol"),
    )
    assert line(game, 0, "purple") == 2 + 1


def test_the_mourners_count_the_neighbours_victory_tokens() -> None:
    """C1: each token one point, whatever its value; no defeats, not the own."""
    game = with_cities(
        seat("rhodos:A", city="mourners_guild", victories=[5, 5]),
        seat("gizah:A", victories=[1, 3, 5], defeats=2),
        seat("babylon:A", victories=[5, 5]),
        seat("ephesos:A", victories=[1]),
    )
    assert line(game, 0, "purple") == 3 + 1


def test_olympia_copies_a_guild_of_cities_without_its_losses() -> None:
    """B21, C2: a copied Counterfeiters Guild is worth its points; nobody loses anything."""
    game = with_cities(
        seat("olympia:B", stages=3),
        seat("gizah:A", city="counterfeiters_guild", coins=4),
        seat("babylon:A", city="guild_of_shadows hideout militia"),
    )
    assert line(game, 0, "purple") == 5
    assert coins(game) == [3, 4, 3]
    # The Guild of Shadows, copied, would count the black cards of the own neighbours.
    position = game.position()
    position["seats"][1]["city"] += ["lair", "residence", "capitol", "embassy"]
    assert line(Game.from_position(position), 0, "purple") == 2 + 4


def test_black_cards_are_free_where_a_right_builds_anything() -> None:
    """B21, C1: Olympia A builds a black card for nothing, coins and resources."""
    what = replace(BLACK["1st"]["capitol"], bank=0)
    game = with_cities(
        seat("olympia:A", "capitol altar", stages=2, coins=0),
        seat("gizah:A"),
        seat("babylon:A"),
        age=what.age,
    )
    assert offered(game, 0, "build") == {"build:capitol!", "build:altar"}
    play(game, "build:capitol!")
    assert line(game, 0, "black") == 8
