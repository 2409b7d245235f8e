"""Cities, card by card: every black card of both editions, and the guilds of the 1st (C1 to C8).

What a card costs and does stands in ``cities`` a second time, apart from the catalogue. All are
built on the same table of four, so that neighbours, others and the owner can be told apart. Cards
that pay, produce, copy or build from the pile have tests of their own besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cities import BLACK, GUILDS, Black
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

CARDS = [(edition, card) for edition in EDITIONS for card in BLACK[edition]]
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
