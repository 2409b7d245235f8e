"""Armada at sea: tracks, taxes, islands and pirates (A5 to A11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mirabilia import Game
from positions import (
    EDITIONS,
    ISLANDS,
    at_sea,
    coins,
    crew,
    first_side,
    fleets,
    happened,
    line,
    naval,
    of_seat,
    offered,
    plain,
    play,
    sea,
    seat,
    second_side,
    spelt,
)

RED = (0, 1, 2, 3, 4, 5, 7)
LEVELS = (0, 1, 1, 2, 2, 3, 3)
COINS = (0, 0, 2, 0, 4, 0, 0)
TAXES = (0, 0, 1, 0, 2, 0, 4)
BLUE = (0, 1, 2, 3, 5, 7, 10)
EXPLORES = {2: 1, 4: 2, 6: 3}


def naval_strength(edition: str, entry: dict[str, Any], **rest: Any) -> int:
    """How strong a seat is at sea: as strong as two others, and nobody takes a token."""
    for strength in range(20):
        walls = " ".join(["coastal_defenses"] * strength)
        rivals = [seat(first_side(edition, name), city=walls) for name in ("gizah", "ephesos")]
        game = at_sea(entry, *rivals, phase="war", age=1, **rest)
        if naval(game) == [[], [], []]:
            return strength
    raise AssertionError("stronger than anything")


# A5


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("space", range(7))
def test_the_red_fleet_is_naval_strength(edition: str, space: int) -> None:
    """A5: only of the space where it stands."""
    entry = seat(first_side(edition, "rhodos"), fleets={"red": space})
    assert naval_strength(edition, entry) == RED[space]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_spaces_of_yellow_and_blue_add_strength(edition: str) -> None:
    """A5: 2 and 1; the spaces before them and the green fleet add nothing."""
    board = first_side(edition, "rhodos")
    for colour, strength in (("yellow", 2), ("blue", 1), ("green", 0)):
        assert naval_strength(edition, seat(board, fleets={colour: 5})) == 0
        assert naval_strength(edition, seat(board, fleets={colour: 6})) == strength
    everything = dict.fromkeys(("red", "yellow", "blue", "green"), 6)
    assert naval_strength(edition, seat(board, fleets=everything)) == 7 + 2 + 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_strength_comes_from_cards_board_shipyard_and_islands(edition: str) -> None:
    """A5, A14: the third red space and an island of 2 are 5."""
    entry = seat(first_side(edition, "rhodos"), fleets={"red": 3}, islands=["windy"])
    assert naval_strength(edition, entry) == 5
    more = {**entry, "city": ["fortified_port", "coastal_fortifications"]}
    assert naval_strength(edition, more) == 10


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("space", range(7))
def test_the_blue_fleet_is_points(edition: str, space: int) -> None:
    """A5: those of the space where it stands, in the blue line."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), city="pantheon", fleets={"blue": space}),
        *plain(edition, "gizah", "ephesos"),
        phase="over",
    )
    assert line(game, 0, "blue") == 7 + BLUE[space]
    assert line(game, 1, "blue") == 0


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("space", range(7))
def test_the_yellow_fleet_is_a_level_of_commerce(edition: str, space: int) -> None:
    """A5: that of the space where it stands; here two points a level."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), city="port_customs", fleets={"yellow": space}),
        *plain(edition, "gizah", "ephesos"),
        phase="over",
    )
    assert line(game, 0, "yellow") == 2 * LEVELS[space]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("space", range(1, 7))
def test_a_yellow_space_gives_its_coins_and_levies_its_tax(edition: str, space: int) -> None:
    """A5, A6: when the fleet gets there, and only then."""
    game = at_sea(
        crew(edition, "rhodos", fleets={"yellow": space - 1}, coins=1),
        crew(edition, "gizah", coins=9),
        crew(edition, "ephesos", coins=9),
    )
    play(game, "sell:altar+yellow", "build:altar", "build:altar")
    tax = TAXES[space]
    assert coins(game) == [1 + COINS[space], 9 - tax, 9 - tax]
    assert happened(game, "tax") == ([(0, {"coins": tax})] if tax else [])
    play(game, "build:theater", "build:theater", "build:theater")
    assert coins(game) == [1 + COINS[space], 9 - tax, 9 - tax]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("space", range(1, 7))
def test_a_green_space_may_explore(edition: str, space: int) -> None:
    """A5, A7: the second, fourth and sixth, an island of the first, second and third level."""
    game = at_sea(
        crew(edition, "rhodos", "construction_zone altar", fleets={"green": space - 1}),
        *plain(edition, "gizah", "ephesos"),
    )
    play(game, "build:construction_zone")
    play(game, "advance:green")
    if space not in EXPLORES:
        assert game.turn == 2
        return
    level = EXPLORES[space]
    assert game.decision(0).kind == "island"
    assert {text.removeprefix("island:") for text in offered(game, 0)} < set(ISLANDS[level])
    assert happened(game, "explore") == [(0, {"level": level, "drawn": 4})]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("space", range(1, 7))
def test_red_and_blue_spaces_do_nothing_at_once(edition: str, space: int) -> None:
    """A5: no coins, no tax, no island."""
    for colour in ("red", "blue"):
        game = at_sea(
            crew(edition, "rhodos", "construction_zone altar", fleets={colour: space - 1}),
            *plain(edition, "gizah", "ephesos"),
        )
        play(game, "build:construction_zone")
        play(game, f"advance:{colour}")
        assert (game.turn, coins(game)) == (2, [3, 3, 3])


# A6


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tax_of_one(edition: str) -> None:
    """A6: Paula reaches space 2; Art on space 1 loses nothing, Romeo at the start loses 1."""
    game = at_sea(
        crew(edition, "rhodos", fleets={"yellow": 1}),
        crew(edition, "gizah", fleets={"yellow": 1}),
        crew(edition, "ephesos"),
    )
    play(game, "sell:altar+yellow", "build:altar", "build:altar")
    assert coins(game) == [5, 3, 2]
    assert happened(game, "loss") == [(2, {"coins": 1})]


@pytest.mark.parametrize("edition", EDITIONS)
def test_of_two_taxes_only_the_highest_applies(edition: str) -> None:
    """A6: Paula reaches the last space, Art space 4; Art pays 2, Romeo 4, Paula nothing."""
    game = at_sea(
        crew(edition, "rhodos", coins=5, fleets={"yellow": 5}),
        crew(edition, "gizah", coins=5, fleets={"yellow": 3}),
        crew(edition, "ephesos", coins=5),
    )
    play(game, "sell:altar+yellow", "sell:altar+yellow", "build:altar")
    assert coins(game) == [5, 5 + 4 - 2, 1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_level_of_commerce_comes_off_a_tax(edition: str) -> None:
    """A6: a tax of 2 costs who has level 1 a coin; the coins go to the bank."""
    game = at_sea(
        crew(edition, "rhodos", fleets={"yellow": 3}),
        crew(edition, "gizah", fleets={"yellow": 1}),
        crew(edition, "ephesos", fleets={"yellow": 5}),
    )
    play(game, "sell:altar+yellow", "build:altar", "build:altar")
    assert coins(game) == [7, 2, 3]  # nobody gains by a level above the tax


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("space", [2, 4, 6])
def test_who_levied_the_same_highest_tax_is_exempt(edition: str, space: int) -> None:
    """A6: all of them; only the others pay, and once."""
    tax = TAXES[space]
    game = at_sea(
        crew(edition, "rhodos", coins=5, fleets={"yellow": space - 1}),
        crew(edition, "gizah", coins=5, fleets={"yellow": space - 1}),
        crew(edition, "ephesos", coins=5),
    )
    play(game, "sell:altar+yellow", "sell:altar+yellow", "build:altar")
    assert coins(game) == [5 + COINS[space], 5 + COINS[space], 5 - tax]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_level_counts_after_all_moves_of_the_turn(edition: str) -> None:
    """A6: who reaches level 1 in the same turn is protected by it."""
    game = at_sea(
        crew(edition, "rhodos", coins=5, fleets={"yellow": 3}),
        crew(edition, "gizah", coins=5),
        crew(edition, "ephesos", coins=5),
    )
    play(game, "sell:altar+yellow", "sell:altar+yellow", "build:altar")
    assert coins(game) == [9, 4, 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_coins_gained_in_the_turn_can_be_lost_in_it(edition: str) -> None:
    """A6: a Tavern's coins, sold cards, coins from a buyer."""
    game = at_sea(
        crew(edition, "rhodos", fleets={"yellow": 5}),
        crew(edition, "gizah", "tavern altar", coins=0),
        crew(edition, "ephesos", coins=0),
    )
    play(game, "sell:altar+yellow", "build:tavern", "sell:altar")
    assert coins(game) == [3, 5 - 4, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_cities_who_has_too_little_loses_all(edition: str) -> None:
    """A6: no choice, no debts."""
    game = at_sea(
        crew(edition, "rhodos", fleets={"yellow": 5}),
        crew(edition, "gizah", coins=3),
        crew(edition, "ephesos", coins=0),
    )
    play(game, "sell:altar+yellow", "build:altar", "build:altar")
    assert (coins(game), game.turn) == ([3, 0, 0], 2)
    assert "debts" not in game.scores()[1].lines
    assert happened(game, "loss") == [(1, {"coins": 3})]


def test_a_space_passed_within_the_turn_counts() -> None:
    """A6: paid to space 2, by Siracusa's stage on to space 3: 2 coins and a tax of 1."""
    game = at_sea(
        seat(
            "siracusa:day",
            "altar theater",
            spelt("SSOC"),
            shipyard="B",
            fleets={"yellow": 1},
        ),
        crew("2nd", "gizah"),
        crew("2nd", "ephesos"),
    )
    play(game, "stage:altar#1+yellow", "build:altar", "build:altar")
    assert coins(game) == [3, 3, 3]
    play(game, "advance:yellow")
    assert (fleets(game, 0), coins(game)) == ((0, 3, 0, 0), [5, 2, 2])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tax_space_passed_by_a_later_step_counts(edition: str) -> None:
    """A6, A16: paid to space 4, by a card from the discard pile on to space 5: a tax of 2."""
    stage = "OO" if edition == "1st" else "CC"
    game = at_sea(
        seat(
            second_side(edition, "halikarnassos"),
            "altar theater",
            spelt(f"{stage}WS"),
            shipyard="B",
            fleets={"yellow": 3},
        ),
        crew(edition, "gizah"),
        crew(edition, "ephesos"),
        discard="dry_hold",
    )
    play(game, "stage:altar+yellow", "build:altar", "build:altar")
    assert (game.decision(0).kind, coins(game)) == ("rebuild", [7, 3, 3])
    play(game, "rebuild:dry_hold")
    play(game, "advance:yellow")
    assert (fleets(game, 0), coins(game)) == ((0, 5, 0, 0), [7, 1, 1])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tax_is_levied_once(edition: str) -> None:
    """A6: in the turn in which the fleet gets there."""
    game = at_sea(
        crew(edition, "rhodos", fleets={"yellow": 4}),
        crew(edition, "gizah"),
        crew(edition, "ephesos"),
    )
    play(game, "build:altar", "build:altar", "build:altar")
    assert coins(game) == [3, 3, 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tax_hits_the_partner_and_so_do_pirates(edition: str) -> None:
    """A6, A10, T5: losses ignore teams; seats 0 and 1 are partners."""
    game = at_sea(
        crew(edition, "rhodos", fleets={"yellow": 3}),
        crew(edition, "gizah", fleets={"yellow": 1}),
        crew(edition, "ephesos", "pirate_hideout altar"),
        crew(edition, "babylon", fleets={"yellow": 3}),
        teams=True,
    )
    play(game, "sell:altar+yellow", "build:altar", "build:pirate_hideout", "build:altar")
    assert coins(game) == [3 + 4 - 2, 3 - 1 - 1, 3 + 3 - 2, 3 - 2]


# A7


def explorers(edition: str, *green: int, islands: Any = None, **rest: Any) -> Game:
    """Everybody builds a card that advances a fleet, and the green one is advanced."""
    wonders = ("rhodos", "gizah", "ephesos", "babylon")
    game = at_sea(
        *(
            crew(edition, wonder, "construction_zone altar", fleets={"green": at})
            for wonder, at in zip(wonders, green, strict=False)
        ),
        **({} if islands is None else {"sea": islands}),
        **rest,
    )
    play(game, *["build:construction_zone"] * len(green))
    play(game, *["advance:green"] * len(green))
    return game


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_explores_alone_draws_four_and_keeps_one(edition: str) -> None:
    """A7: the others are shuffled back."""
    top = "foggy lost amber bronze"
    game = explorers(edition, 1, 0, 0, islands=sea(1, top))
    assert game.to_decide == [0]
    assert offered(game, 0) == {f"island:{name}" for name in top.split()}
    play(game, "island:lost")
    assert of_seat(game, 0)["islands"] == ["lost"]
    assert Counter(game.position()["sea"][0]) == Counter(ISLANDS[1]) - Counter(["lost"])
    assert happened(game, "island") == [(0, {"island": "lost"})]
    assert game.turn == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_islands_put_back_are_shuffled(edition: str) -> None:
    """A7: what is on top is by chance, and every island may be."""
    tops = set()
    for seed in range(60):
        game = explorers(edition, 1, 0, 0, islands=sea(1, "foggy lost bronze virgin"), seed=seed)
        play(game, "island:lost")
        tops.add(game.position()["sea"][0][0])
    assert tops == set(ISLANDS[1]) - {"lost"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("left", [3, 2])
def test_with_fewer_islands_all_are_drawn(edition: str, left: int) -> None:
    """A7: all, if fewer than four are left."""
    names = ISLANDS[1][:left]
    game = explorers(edition, 1, 0, 0, islands=[names, [], []])
    assert offered(game, 0) == {f"island:{name}" for name in names}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_single_island_is_taken_without_a_choice(edition: str) -> None:
    """A7: a choice with one outcome is not asked; with none left nothing happens."""
    game = explorers(edition, 1, 0, 0, islands=[["inhabited"], [], []])
    assert (of_seat(game, 0)["islands"], game.turn) == (["inhabited"], 2)
    assert game.position()["sea"] == [[], [], []]
    game = explorers(edition, 1, 0, 0, islands=[[], [], []])
    assert (of_seat(game, 0)["islands"], game.turn) == ([], 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_explorers_share_nine_islands_four_each(edition: str) -> None:
    """A7: dealt face down, one stays; each keeps one, unseen by the other."""
    game = explorers(edition, 1, 1, 0)
    assert game.to_decide == [0, 1]
    drawn = [set(offered(game, of)) for of in (0, 1)]
    assert [len(names) for names in drawn] == [4, 4]
    assert not drawn[0] & drawn[1]
    first, second = sorted(drawn[0])[0], sorted(drawn[1])[0]
    game.play(0, first)
    assert of_seat(game, 0)["islands"] == []
    game.play(1, second)
    kept = [of_seat(game, of)["islands"] for of in (0, 1)]
    assert [f"island:{name}" for names in kept for name in names] == [first, second]
    left = Counter(ISLANDS[1]) - Counter(kept[0]) - Counter(kept[1])
    assert Counter(game.position()["sea"][0]) == left


@pytest.mark.parametrize("edition", EDITIONS)
def test_three_explorers_share_nine_islands_three_each(edition: str) -> None:
    """A7: and of eight, two each."""
    game = explorers(edition, 1, 1, 1)
    drawn = [name for of in range(3) for name in offered(game, of)]
    assert [len(offered(game, of)) for of in range(3)] == [3, 3, 3]
    assert sorted(drawn) == sorted(f"island:{name}" for name in ISLANDS[1])
    game = explorers(edition, 1, 1, 1, islands=[ISLANDS[1][:8], [], []])
    assert [len(offered(game, of)) for of in range(3)] == [2, 2, 2]
    assert len(game.position()["sea"][0]) == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_with_more_explorers_than_islands_nobody_draws(edition: str) -> None:
    """A7: an even share is none; the islands stay."""
    game = explorers(edition, 1, 1, 1, islands=[ISLANDS[1][:2], [], []])
    assert [of_seat(game, of)["islands"] for of in range(3)] == [[], [], []]
    assert (game.turn, game.position()["sea"][0]) == (2, ISLANDS[1][:2])


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_explorers_of_different_levels_are_each_alone(edition: str) -> None:
    """A7: four each, of their level."""
    game = explorers(edition, 1, 3, 5, islands=list(ISLANDS.values()))
    assert game.to_decide == [0, 1, 2]
    for of, level in enumerate((1, 2, 3)):
        assert offered(game, of) == {f"island:{name}" for name in ISLANDS[level][:4]}
    play(game, "island:bronze", "island:iron", "island:scarlet")
    assert [of_seat(game, of)["islands"] for of in range(3)] == [["bronze"], ["iron"], ["scarlet"]]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("age", "level"), [(1, 3), (1, 2), (3, 1), (2, 3)])
def test_levels_do_not_depend_on_the_age(edition: str, age: int, level: int) -> None:
    """A7: level II in age I, level I in age III."""
    game = explorers(edition, 2 * level - 1, 0, 0, age=age)
    names = {text.removeprefix("island:") for text in offered(game, 0)}
    assert names < set(ISLANDS[level])


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_explores_in_a_later_step_is_alone_again(edition: str) -> None:
    """A7, A16: after a build from the discard pile, of what is left."""
    stage = "OO" if edition == "1st" else "CC"
    game = at_sea(
        seat(
            second_side(edition, "halikarnassos"),
            "altar theater",
            spelt(stage),
            fleets={"green": 1},
        ),
        crew(edition, "gizah", "construction_zone altar", fleets={"green": 1}),
        crew(edition, "ephesos"),
        discard="dry_hold",
        sea=sea(1, "bronze foggy lost inhabited"),
    )
    play(game, "stage:altar", "build:construction_zone", "build:altar")
    play(game, "advance:green")
    assert (game.to_decide, len(game.moves(1))) == ([1], 4)
    play(game, "island:bronze")
    play(game, "rebuild:dry_hold")
    play(game, "advance:green")
    assert (game.to_decide, len(game.moves(0))) == ([0], 4)
    assert "island:bronze" not in offered(game, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_island_that_advances_the_green_fleet_explores_again(edition: str) -> None:
    """A7, A15, A16: a new group, of the next level, before losses."""
    game = at_sea(
        crew(edition, "rhodos", "construction_zone altar", fleets={"green": 3, "yellow": 1}),
        crew(edition, "gizah"),
        crew(edition, "ephesos"),
        sea=sea(2, "stormy iron windy statues"),
    )
    play(game, "build:construction_zone", "build:altar", "build:altar")
    play(game, "advance:green")
    play(game, "island:stormy")
    assert (game.decision(0).kind, game.decision(0).source) == ("advance", "stormy")
    play(game, "advance:yellow,green")
    assert (fleets(game, 0), coins(game)) == ((0, 2, 0, 5), [5, 2, 2])


@pytest.mark.parametrize("edition", EDITIONS)
def test_islands_can_be_stacked(edition: str) -> None:
    """A7: a deal may name the islands of each level, the top one first."""
    islands = [names[::-1] for names in ISLANDS.values()]
    game = Game(3, edition=edition, expansions=["armada"], deal={"islands": islands}, seed=2)
    assert game.position()["sea"] == islands
    for wrong in (
        islands[:2],
        [islands[0][1:], *islands[1:]],
        [islands[1], islands[0], islands[2]],
    ):
        with pytest.raises(ValueError, match="islands"):
            Game(3, edition=edition, expansions=["armada"], deal={"islands": wrong}, seed=2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_islands_are_shuffled_by_level(edition: str) -> None:
    """A7: nine of each, in another order every game."""
    orders = set()
    for seed in range(12):
        islands = Game(3, edition=edition, expansions=["armada"], seed=seed).position()["sea"]
        assert [sorted(names) for names in islands] == [sorted(n) for n in ISLANDS.values()]
        orders.add(tuple(islands[0]))
    assert len(orders) == 12


@pytest.mark.parametrize(
    "entry",
    [
        {"fleets": {"red": 7}},
        {"fleets": {"red": -1}},
        {"fleets": {"black": 1}},
        {"islands": ["atlantis"]},
        {"islands": ["altar"]},
        {"naval": [2]},
        {"naval": [-4]},
        {"city": ["foggy"]},
    ],
)
def test_a_position_at_sea_that_cannot_be_is_refused(entry: dict[str, Any]) -> None:
    """A5, A9, A14: fleets stay on their tracks, islands are no cards, tokens have their values."""
    with pytest.raises(ValueError, match="seat 0"):
        at_sea({**seat("rhodos:A"), **entry}, *plain("1st", "gizah", "ephesos"))


# A8


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "level", "cost", "top"),
    [
        ("helmsmans_rest", 1, "S", "inhabited"),
        ("cartographers_office", 2, "WWC", "statues"),
        ("nautical_archives", 3, "WOOP", "royal"),
    ],
)
def test_a_green_card_draws_the_top_island(
    edition: str, card: str, level: int, cost: str, top: str
) -> None:
    """A8: without a choice; with none left nothing happens."""
    only = [[top] if at == level else [] for at in (1, 2, 3)]
    for islands, found, left in ((sea(level, top), [top], 8), (only, [top], 0), ([[]] * 3, [], 0)):
        game = at_sea(
            seat(first_side(edition, "halikarnassos"), f"{card} altar", spelt(cost)),
            *plain(edition, "gizah", "ephesos"),
            sea=islands,
        )
        play(game, f"build:{card}")
        assert (of_seat(game, 0)["islands"], game.turn) == (found, 2)
        assert len(game.position()["sea"][level - 1]) == left
        assert happened(game, "explore") == []


def test_who_draws_from_one_level_in_the_same_step_draws_by_seat() -> None:
    """A8: the first seat has the top island."""
    game = at_sea(
        *(
            seat(f"{board}:A", "helmsmans_rest altar", "stone_pit")
            for board in ("halikarnassos", "rhodos")
        ),
        *plain("1st", "ephesos"),
        sea=[["bronze", "inhabited"], [], []],
    )
    play(game, "build:helmsmans_rest", "build:helmsmans_rest")
    assert [of_seat(game, of)["islands"] for of in (0, 1)] == [["bronze"], ["inhabited"]]


# A9


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_islands_production_is_not_for_sale(edition: str) -> None:
    """A9: it serves its owner and nobody else."""
    game = at_sea(
        crew(edition, "rhodos", "stockade baths", coins=9),
        crew(edition, "alexandria", "stockade baths", islands=["overgrown", "virgin"], coins=9),
        crew(edition, "ephesos", coins=9),
    )
    assert offered(game, 0, "build") == set()
    assert {"build:stockade", "build:baths"} <= offered(game, 1, "build")


@pytest.mark.parametrize("edition", EDITIONS)
def test_islands_are_no_age_cards(edition: str) -> None:
    """A9: guilds, the Rainbow Archipelago and colours don't count them."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), city="philosophers_guild", islands=["rainbow"]),
        seat(first_side(edition, "gizah"), islands=["golden", "royal", "iron"]),
        *plain(edition, "ephesos"),
        phase="over",
    )
    assert (line(game, 0, "purple"), line(game, 0, "islands")) == (0, 1)  # the guild itself


# A10 and A11


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("card", ["pirate_hideout", "pirates_den", "pirate_crew"])
def test_pirates_take_a_coin_for_each_level_of_commerce(edition: str, card: str) -> None:
    """A10: the others', of everybody his own; at the third space it is two, at the start none."""
    gain = {"pirate_hideout": 3, "pirates_den": 6, "pirate_crew": 0}[card]
    game = at_sea(
        crew(
            edition,
            "rhodos",
            f"{card} altar",
            city="sawmill glassworks_age1",
            fleets={"yellow": 5},
        ),
        crew(edition, "gizah", fleets={"yellow": 3}),
        crew(edition, "ephesos"),
        crew(edition, "babylon", fleets={"yellow": 6}, coins=2),
    )
    play(game, f"build:{card}", "build:altar", "build:altar", "build:altar")
    assert coins(game) == [3 + gain, 1, 3, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_pirates_of_a_turn_apply_and_the_tax_besides(edition: str) -> None:
    """A10: two pirates and a tax of 2 are a loss of 2 + 2 + 0 at level 2."""
    game = at_sea(
        crew(edition, "rhodos", "pirate_hideout altar", coins=9, fleets={"yellow": 1}),
        crew(edition, "gizah", "pirates_den altar", coins=9),
        crew(edition, "ephesos", coins=9, fleets={"yellow": 3}),
        crew(edition, "babylon", coins=9, fleets={"yellow": 2}),
    )
    play(game, "build:pirate_hideout", "build:pirates_den", "sell:altar+yellow", "build:altar")
    # Levels: 1, 0, 2, 1; the third levies 2.
    assert coins(game) == [9 + 3 - 1 - 1, 9 + 6 - 2, 9 + 4 - 2 - 2, 9 - 1 - 1 - 1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_pirate_oasis_robs_when_it_is_gained(edition: str) -> None:
    """A10: and is worth 3 points."""
    game = at_sea(
        crew(edition, "rhodos", "construction_zone altar", fleets={"green": 3}),
        crew(edition, "gizah", fleets={"yellow": 3}),
        crew(edition, "ephesos", fleets={"yellow": 1}),
        sea=sea(2, "pirate iron windy statues"),
    )
    play(game, "build:construction_zone", "build:altar", "build:altar")
    play(game, "advance:green")
    play(game, "island:pirate")
    assert (coins(game), line(game, 0, "islands")) == ([3, 1, 2], 3)
    play(game, "build:theater", "sell:altar", "build:theater")
    assert coins(game) == [3, 4, 2]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_foggy_island_protects_from_taxes_and_pirates(edition: str) -> None:
    """A11: its owner loses nothing."""
    game = at_sea(
        crew(edition, "rhodos", "pirate_hideout altar", coins=9),
        crew(edition, "gizah", coins=9, fleets={"yellow": 5}),
        crew(edition, "ephesos", coins=9, fleets={"yellow": 1}, islands=["foggy"]),
        crew(edition, "babylon", coins=9, fleets={"yellow": 1}),
    )
    play(game, "build:pirate_hideout", "sell:altar+yellow", "build:altar", "build:altar")
    assert coins(game) == [9 + 3 - 4, 9 - 3, 9, 9 - 1 - 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_foggy_island_protects_in_the_turn_it_is_gained(edition: str) -> None:
    """A11: drawn by a card, or explored."""
    game = at_sea(
        seat(first_side(edition, "gizah"), "helmsmans_rest altar"),
        crew(edition, "rhodos", fleets={"yellow": 5}),
        crew(edition, "ephesos"),
        sea=sea(1, "foggy"),
    )
    play(game, "build:helmsmans_rest", "sell:altar+yellow", "build:altar")
    assert coins(game) == [3, 3, 0]


def test_the_foggy_island_does_not_protect_from_black_cards() -> None:
    """A11: nor from leaders or stages; of the losses only the tax is left out."""
    game = at_sea(
        crew("2nd", "rhodos", "hideout altar", coins=9),
        crew("2nd", "gizah", coins=9, fleets={"yellow": 5}),
        crew("2nd", "ephesos", coins=9, islands=["foggy"]),
        expansions=("cities",),
    )
    play(game, "build:hideout", "sell:altar+yellow", "build:altar")
    assert game.to_decide == [0, 1, 2]
    assert [max(move.value or 0 for move in game.moves(of)) for of in range(3)] == [4, 1, 1]


def test_the_foggy_island_does_not_protect_from_leaders_and_stages() -> None:
    """A11: Octavia's loss for each stage, and Petra's."""
    game = at_sea(
        seat("petra:night", "altar theater", spelt("OOC"), leaders=["octavia"]),
        crew("2nd", "gizah", coins=9, islands=["foggy"]),
        crew("2nd", "ephesos", coins=9),
        expansions=("leaders", "cities"),
    )
    play(game, "stage:altar", "build:altar", "build:altar")
    for of in (1, 2):
        assert offered(game, of) == {"lose:3/0", "lose:2/1", "lose:1/2", "lose:0/3"}
