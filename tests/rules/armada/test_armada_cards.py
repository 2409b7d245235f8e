"""Every Armada card, every island and Siracusa, in a position that shows what they do."""

from __future__ import annotations

from typing import Any

import pytest

from armada import CARDS, board_without
from mirabilia import Game
from positions import (
    EDITIONS,
    ISLANDS,
    STARTS,
    at_sea,
    coins,
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
    tokens,
)

SCIENCE = {"compass": "apothecary", "gear": "workshop", "tablet": "scriptorium"}


def builder(edition: str, card: str, **rest: Any) -> dict[str, Any]:
    """A seat whose cards make exactly what a card costs, without coins."""
    cost = CARDS[card][3]
    return seat(board_without(edition, cost), f"{card} loom_age2", spelt(cost), coins=0, **rest)


def rivals(edition: str, entry: dict[str, Any], number: int = 3) -> list[dict[str, Any]]:
    """Seats beside a builder, with other boards."""
    names = [name for name in STARTS[edition] if name != entry["wonder"]]
    return plain(edition, *names[:number])


def build(edition: str, card: str, **rest: Any) -> Game:
    """A game of four in which seat 0 has just built a card."""
    islands = rest.pop("sea", None)
    entry = builder(edition, card, **rest)
    age = CARDS[card][0]
    extra = {} if islands is None else {"sea": islands}
    game = at_sea(entry, *rivals(edition, entry), age=age, **extra)
    play(game, f"build:{card}")
    return game


def finished(edition: str, city: str = "", **rest: Any) -> Game:
    """A finished table where seat 0 has these cards and islands."""
    return at_sea(
        seat(first_side(edition, "rhodos"), city=city, **rest),
        *plain(edition, "gizah", "ephesos"),
        phase="over",
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("card", CARDS)
def test_what_an_armada_card_costs(edition: str, card: str) -> None:
    """A1, B10: exactly these resources; one less and it can't be built. No chain makes it free."""
    _, colour, _, cost = CARDS[card]
    board = board_without(edition, cost)

    def can_build(made: str) -> bool:
        entry = seat(board, f"{card} loom_age2", spelt(made), coins=0)
        game = at_sea(entry, *rivals(edition, entry))
        return f"build:{card}" in offered(game, 0)

    assert can_build(cost)
    for index in range(len(cost)):
        assert not can_build(cost[:index] + cost[index + 1 :])
    # Its colour, by the fleet that goes with it.
    entry = seat(board, f"{card} loom_age2", spelt(cost + "WSOCGPL"), coins=0)
    game = at_sea(entry, *rivals(edition, entry))
    assert {move.ship for move in game.moves(0) if move.action == "build"} == {None, colour}


# Red cards


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "shields", "target"), [("pontoon", 1, 2), ("ballista", 2, 2), ("pier", 3, 2)]
)
def test_raiders_have_shields_and_raid(edition: str, card: str, shields: int, target: int) -> None:
    """A12: 1, 2 and 3 shields, and a conflict more; with four players always the seat opposite."""
    game = build(edition, card)
    assert game.position()["raids"] == [[0, target]]
    for walls, result in ((shields - 1, 1), (shields, 0), (shields + 1, -1)):
        enemy = " ".join(["stockade"] * walls)
        war = at_sea(
            seat(first_side(edition, "rhodos"), city=card),
            *plain(edition, "gizah"),
            seat(first_side(edition, "ephesos"), city=enemy),
            *plain(edition, "babylon"),
            raids=[[0, 2]],
            phase="war",
        )
        victories, defeats = tokens(war, 0)
        assert (len(victories) - 2, defeats) == {1: (1, 0), 0: (0, 0), -1: (0, 1)}[result]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "strength"),
    [("coastal_defenses", 1), ("fortified_port", 2), ("coastal_fortifications", 3)],
)
def test_coast_guards_have_naval_strength(edition: str, card: str, strength: int) -> None:
    """A14: 1, 2 and 3, and no shields."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), city=card),
        seat(first_side(edition, "gizah"), fleets={"red": strength}),
        seat(first_side(edition, "ephesos"), fleets={"red": strength}),
        phase="war",
    )
    assert naval(game) == [[], [], []]
    assert tokens(game, 0) == ([], 0)
    game = build(edition, card)
    assert (game.city(0)[-1], game.turn) == (card, 2)


# Yellow cards


@pytest.mark.parametrize("edition", EDITIONS)
def test_emporiums_buy_from_afar_once_built(edition: str) -> None:
    """A13: the eastern to the right, the western to the left, from the next turn on."""
    for card, pay in (("eastern_emporium", "@RR1"), ("western_emporium", "@LL1")):
        entry = seat(
            first_side(edition, "alexandria"), f"{card} altar", spelt(CARDS[card][3]), coins=1
        )
        far = [seat(first_side(edition, "gizah"), city="lumber_yard") for _ in range(2)]
        near = [seat(first_side(edition, "ephesos"), "stockade loom_age1") for _ in range(2)]
        game = at_sea(entry, near[0], far[0], far[1], near[1])
        play(game, f"build:{card}", "sell:loom_age1", "sell:loom_age1")
        assert "build:stockade" + pay in offered(game, 0)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("card", "gain"), [("pirate_hideout", 3), ("pirates_den", 6)])
def test_pirates_bring_coins_at_once(edition: str, card: str, gain: int) -> None:
    """A10: and no points."""
    game = build(edition, card)
    assert coins(game) == [gain, 3, 3, 3]
    assert line(game, 0, "yellow") == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_pirate_crew_brings_four_points(edition: str) -> None:
    """A10: and no coins."""
    game = build(edition, "pirate_crew")
    assert (game.coins(0), line(game, 0, "yellow")) == (0, 4)


@pytest.mark.parametrize("edition", EDITIONS)
def test_port_customs_score_the_level_of_commerce(edition: str) -> None:
    """A5: two points a level at the end, of the own fleet."""
    game = finished(edition, "port_customs", fleets={"yellow": 5})
    assert line(game, 0, "yellow") == 6
    assert line(finished(edition, "port_customs"), 0, "yellow") == 0


# Blue cards


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("construction_zone", 0),
        ("dry_hold", 0),
        ("ship_repair", 2),
        ("boathouse", 3),
        ("harbor_masters_office", 4),
        ("naval_headquarters", 5),
    ],
)
def test_blue_cards_advance_a_fleet_of_choice(edition: str, card: str, points: int) -> None:
    """A15: for nothing, and score their points."""
    game = build(edition, card)
    assert (game.decision(0).kind, game.decision(0).source) == ("advance", card)
    assert offered(game, 0) == {
        "advance:red",
        "advance:yellow",
        "advance:blue",
        "advance:green",
        "skip",
    }
    play(game, "advance:red")
    assert (fleets(game, 0), coins(game)) == ((1, 0, 0, 0), [0, 3, 3, 3])
    assert line(game, 0, "blue") == points


# Green cards


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("card", ["cabinet_of_explorers", "navigation_firm", "circle_of_captains"])
def test_a_majority_is_one_more_of_the_most_frequent_symbol(edition: str, card: str) -> None:
    """L9: nothing without symbols but one; tied, the owner's choice."""
    for symbols, points in (
        ("", 1),
        ("compass compass", 9),
        ("gear gear gear tablet", 17),
        ("compass gear", 5),
        ("compass gear tablet", 4 + 1 + 1 + 7),
        ("compass compass gear gear tablet", 9 + 4 + 1 + 7),
    ):
        city = " ".join(SCIENCE[symbol] for symbol in symbols.split())
        assert line(finished(edition, f"{card} {city}"), 0, "green") == points


@pytest.mark.parametrize("edition", EDITIONS)
def test_majorities_add_up(edition: str) -> None:
    """L9: three cards and the Emerald Archipelago: four more of a kind, one at a time."""
    city = "cabinet_of_explorers navigation_firm circle_of_captains apothecary workshop workshop"
    assert line(finished(edition, city), 0, "green") == 25 + 1
    assert line(finished(edition, city, islands=["emerald"]), 0, "green") == 36 + 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "level"),
    [("helmsmans_rest", 1), ("cartographers_office", 2), ("nautical_archives", 3)],
)
def test_green_cards_draw_an_island_that_works_at_once(edition: str, card: str, level: int) -> None:
    """A8, A15: an island that advances fleets does so; each card draws of its own level."""
    top = {1: "topaz", 2: "stormy", 3: "torrential"}[level]
    game = build(edition, card, sea=sea(level, top))
    assert of_seat(game, 0)["islands"] == [top]
    move = {1: "advance:blue", 2: "advance:red,blue", 3: "advance:red,yellow,blue"}[level]
    play(game, move)
    assert sum(fleets(game, 0)) == level
    assert (line(game, 0, "blue"), line(game, 0, "green")) == (1, 0)


# Islands


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("island", "kinds"),
    [("overgrown", "WO"), ("virgin", "SC"), ("abandoned", "GPL")],
)
def test_islands_that_produce(edition: str, island: str, kinds: str) -> None:
    """A9: one of the kinds a turn, and none of the others."""
    cards = {
        "W": "stockade",
        "O": "barracks",
        "S": "baths",
        "C": "guard_tower",
        "G": "workshop",
        "P": "scriptorium",
        "L": "apothecary",
    }
    for letter, card in cards.items():
        board = board_without(edition, letter)
        entry = seat(board, f"{card} loom_age1", islands=[island], coins=0)
        game = at_sea(entry, *rivals(edition, entry, 2))
        assert (f"build:{card}" in offered(game, 0)) == (letter in kinds)
    # One of them, not both.
    both = kinds[:2]
    ship = {"WO": "statue", "SC": "stables", "GP": "temple"}[both]
    entry = seat(board_without(edition, both), f"{ship} loom_age1", islands=[island], coins=0)
    game = at_sea(entry, *rivals(edition, entry, 2))
    assert f"build:{ship}" not in offered(game, 0)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("island", "shields"), [("bronze", 1), ("iron", 2), ("scarlet", 3)])
def test_islands_with_shields(edition: str, island: str, shields: int) -> None:
    """A9, B23: they count in the land war only."""
    for walls, result in ((shields - 1, ([1, 1], 0)), (shields, ([], 0)), (shields + 1, ([], 2))):
        enemy = " ".join(["stockade"] * walls)
        game = at_sea(
            seat(first_side(edition, "rhodos"), islands=[island]),
            *(seat(first_side(edition, name), city=enemy) for name in ("gizah", "ephesos")),
            phase="war",
        )
        assert tokens(game, 0) == result
        assert naval(game) == [[], [], []]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("island", "strength"), [("whistling", 1), ("windy", 2), ("breezy", 3)])
def test_islands_with_naval_strength(edition: str, island: str, strength: int) -> None:
    """A14: they count at sea only."""
    game = at_sea(
        seat(first_side(edition, "rhodos"), islands=[island]),
        *(
            seat(first_side(edition, name), fleets={"red": strength})
            for name in ("gizah", "ephesos")
        ),
        phase="war",
    )
    assert naval(game) == [[], [], []]
    assert tokens(game, 0) == ([], 0)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("island", "points"),
    [("inhabited", 3), ("statues", 5), ("royal", 7), ("pirate", 3), ("foggy", 0), ("iron", 0)],
)
def test_islands_with_points(edition: str, island: str, points: int) -> None:
    """B24: in a line of their own."""
    game = finished(edition, islands=[island])
    assert line(game, 0, "islands") == points
    assert game.scores()[0].total == points + 1  # and three coins


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_lush_archipelago_scores_the_level_of_commerce(edition: str) -> None:
    """A5: two points a level, besides Port Customs."""
    for space, points in enumerate((0, 2, 2, 4, 4, 6, 6)):
        game = finished(edition, "port_customs", islands=["lush"], fleets={"yellow": space})
        assert (line(game, 0, "islands"), line(game, 0, "yellow")) == (points, points)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_sheltered_archipelago_scores_islands(edition: str) -> None:
    """A9: two points each, itself included."""
    assert line(finished(edition, islands=["sheltered"]), 0, "islands") == 2
    game = finished(edition, islands=["sheltered", "iron", "bronze", "foggy"])
    assert line(game, 0, "islands") == 8


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rainbow_archipelago_scores_the_best_colour(edition: str) -> None:
    """A9: a point for each age card of one colour, the one there are most of."""
    for city, points in (
        ("", 0),
        ("altar theater tavern", 2),
        ("lumber_yard ore_vein stone_pit altar theater", 3),
        ("workers_guild spies_guild", 2),
        ("pontoon coastal_defenses barracks stockade", 4),
        ("loom_age1 press_age1", 2),
        ("apothecary helmsmans_rest", 2),
    ):
        assert line(finished(edition, city, islands=["rainbow"]), 0, "islands") == points


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rainbow_archipelago_may_choose_black(edition: str) -> None:
    """A9: black is a colour (C1); leaders belong to none (L4)."""
    cards = ("pigeon_loft", "secret_warehouse", "gambling_den")
    if edition == "2nd":
        cards = ("hideout", "residence", "gambling_den")
    game = at_sea(
        seat(
            first_side(edition, "rhodos"),
            city=" ".join(cards),
            islands=["rainbow"],
            leaders=["sappho", "zenobia", "nefertiti", "cleopatra"],
        ),
        *plain(edition, "gizah", "ephesos"),
        phase="over",
        expansions=("leaders", "cities"),
    )
    assert line(game, 0, "islands") == 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_golden_archipelago_is_a_symbol_of_choice(edition: str) -> None:
    """B25: chosen at the end for the most points, in the green line."""
    for symbols, points in (("", 1), ("compass gear", 10), ("gear gear", 9)):
        city = " ".join(SCIENCE[symbol] for symbol in symbols.split())
        game = finished(edition, city, islands=["golden"])
        assert (line(game, 0, "green"), line(game, 0, "islands")) == (points, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_emerald_archipelago_is_a_majority(edition: str) -> None:
    """L9: with the Golden one first, then the majority: compass, gear and tablet, one twice."""
    game = finished(edition, "apothecary workshop", islands=["golden", "emerald"])
    assert line(game, 0, "green") == 4 + 1 + 1 + 7
    game = finished(edition, "apothecary dispensary", islands=["emerald"])
    assert (line(game, 0, "green"), line(game, 0, "islands")) == (9, 0)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("island", "colour"), [("topaz", "blue"), ("amber", "yellow")])
def test_islands_that_advance_one_fleet(edition: str, island: str, colour: str) -> None:
    """A15: the fleet named, or none."""
    game = build(edition, "helmsmans_rest", sea=sea(1, island))
    assert (game.decision(0).kind, game.decision(0).source) == ("advance", island)
    assert offered(game, 0) == {f"advance:{colour}", "skip"}
    play(game, f"advance:{colour}")
    assert of_seat(game, 0)["fleets"][colour] == 1
    at_end = build(edition, "helmsmans_rest", sea=sea(1, island), fleets={colour: 6})
    assert at_end.turn == 2


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "island", "number"),
    [("cartographers_office", "stormy", 2), ("nautical_archives", "torrential", 3)],
)
def test_islands_that_advance_several_fleets(
    edition: str, card: str, island: str, number: int
) -> None:
    """A15: different ones, of free choice; as many as can, or none."""
    level = 2 if number == 2 else 3
    game = build(edition, card, sea=sea(level, island))
    moves = offered(game, 0)
    assert len(moves) == {2: 6, 3: 4}[number] + 1
    assert {text.count(",") for text in moves - {"skip"}} == {number - 1}
    end = {"red": 6, "green": 6, "blue": 6}
    game = build(edition, card, sea=sea(level, island), fleets=end)
    assert offered(game, 0) == {"advance:yellow", "skip"}
    game = build(edition, card, sea=sea(level, island), fleets={"red": 6, "green": 6})
    assert offered(game, 0) == {"advance:yellow,blue", "skip"}
    game = build(edition, card, sea=sea(level, island), fleets={**end, "yellow": 6})
    assert game.turn == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_lost_island_advances_any_fleet_with_a_stage(edition: str) -> None:
    """A15: for nothing, instead of the paid fleet of the wonder's symbol; optional."""
    game = at_sea(
        seat(
            second_side(edition, "gizah"),
            "altar theater",
            "sawmill",
            islands=["lost"],
            shipyard="A",
            fleets={"yellow": 2, "green": 6},
            coins=0,
        ),
        *plain(edition, "rhodos", "ephesos"),
    )
    assert {text for text in offered(game, 0, "stage") if "altar" in text} == {
        "stage:altar",
        "stage:altar+red",
        "stage:altar+yellow",
        "stage:altar+blue",
    }
    assert not [text for text in offered(game, 0, "build") if "+" in text]  # cards pay as ever
    play(game, "stage:altar+yellow")
    assert (fleets(game, 0), coins(game)) == ((0, 3, 0, 6), [0, 3, 3])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_lost_island_makes_no_stage_cheaper(edition: str) -> None:
    """A15: the stage itself is paid for."""
    game = at_sea(
        seat(
            second_side(edition, "gizah"), "altar theater", "lumber_yard", islands=["lost"], coins=0
        ),
        *plain(edition, "rhodos", "ephesos"),
    )
    assert offered(game, 0, "stage") == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_wondrous_oasis_gives_a_coin_for_each_advance(edition: str) -> None:
    """A15: paid, by a sale, or free; each fleet."""

    def wondrous(hand: str, city: str = "", **rest: Any) -> Game:
        entry = seat(
            first_side(edition, "babylon"),
            f"{hand} loom_age1",
            city,
            islands=["wondrous"],
            coins=0,
            shipyard="B",
            **rest,
        )
        return at_sea(entry, *plain(edition, "rhodos", "ephesos"), sea=sea(2, "stormy"))

    game = wondrous("altar", "clay_pool")
    play(game, "build:altar+blue")
    assert game.coins(0) == 1
    game = wondrous("altar")
    play(game, "sell:altar+yellow")
    assert game.coins(0) == 1
    game = wondrous("dry_hold", "clay_pool")
    play(game, "build:dry_hold+blue")
    assert game.coins(0) == 1
    play(game, "advance:red")
    assert game.coins(0) == 2
    game = wondrous("cartographers_office", spelt("WWC"))
    play(game, "build:cartographers_office")
    play(game, "advance:red,blue")
    assert game.coins(0) == 2
    game = wondrous("altar")
    play(game, "build:altar")
    assert game.coins(0) == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_wondrous_oasis_works_from_when_it_is_gained(edition: str) -> None:
    """A15, A16: not for the paid advance that came before it."""
    entry = seat(
        first_side(edition, "rhodos"),
        "cartographers_office altar",
        spelt("WWWC"),
        coins=0,
        shipyard="B",
    )
    game = at_sea(entry, *plain(edition, "gizah", "ephesos"), sea=sea(2, "wondrous"))
    play(game, "build:cartographers_office+green")
    assert (fleets(game, 0), game.coins(0)) == ((0, 0, 0, 1), 0)
    play(game, "sell:altar+yellow")  # seat 1's, which is none of its business
    assert (fleets(game, 1), coins(game)) == ((0, 1, 0, 0), [0, 3, 3])


def test_every_island_has_a_test_here_or_beside() -> None:
    """A9: all 27, each found by drawing it, with no more than its owner's choice."""
    for level, names in ISLANDS.items():
        card = {1: "helmsmans_rest", 2: "cartographers_office", 3: "nautical_archives"}[level]
        for edition in EDITIONS:
            for name in names:
                game = build(edition, card, sea=sea(level, name))
                assert happened(game, "island") == [(0, {"island": name})]
                assert of_seat(game, 0)["islands"] == [name]


# Siracusa


STAGES = {
    "day": ("SSO", "OOL", "WWP"),
    "night": ("OC", "WOO", "WWP"),
}


def siracusa(side: str, made: str, **rest: Any) -> Game:
    return at_sea(
        seat(f"siracusa:{side}", "altar theater", spelt(made), **rest),
        seat("gizah:day", "altar theater", fleets={"yellow": 3}),
        seat("ephesos:day", "altar theater"),
    )


@pytest.mark.parametrize("side", STAGES)
def test_siracusas_stages_may_be_built_in_any_order(side: str) -> None:
    """A19: any that is not built yet, each at its own cost."""
    game = siracusa(side, "WWSSOOCPL", coins=0)
    assert {text for text in offered(game, 0, "stage") if "altar" in text and "+" not in text} == {
        "stage:altar#1",
        "stage:altar#2",
        "stage:altar#3",
    }
    for stage, cost in enumerate(STAGES[side], 1):
        game = siracusa(side, cost, coins=0)
        assert f"stage:altar#{stage}" in offered(game, 0)
        for index in range(len(cost)):
            short = siracusa(side, cost[:index] + cost[index + 1 :], coins=0)
            assert f"stage:altar#{stage}" not in offered(short, 0)
    left = siracusa(side, "WWSSOOCPL", coins=0, stages=[2])
    assert {move.stage for move in left.moves(0) if move.action == "stage"} == {1, 3}
    with pytest.raises(ValueError, match="stage:altar#"):
        left.play(0, "stage:altar#2")
    with pytest.raises(ValueError, match="stage:altar#"):
        left.play(0, "stage:altar")
    done = siracusa(side, "WWSSOOCPL", coins=0, stages=[3, 1, 2])
    assert offered(done, 0, "stage") == set()


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1), (3, 2, 1)])
def test_siracusa_keeps_account_of_which_stages_are_built(order: tuple[int, ...]) -> None:
    """A19: in the position, and with the card that lies under each."""
    hand = "altar theater baths tavern"
    game = at_sea(
        seat("siracusa:day", hand, spelt("WWSSOOPL")),
        seat("gizah:day", hand),
        seat("ephesos:day", hand),
    )
    for turn, stage in enumerate(order):
        card = hand.split()[turn]
        play(game, f"stage:{card}#{stage}", f"sell:{card}", f"sell:{card}")
        play(game, "skip")
        assert of_seat(game, 0)["stages"] == sorted(order[: turn + 1])
    assert of_seat(game, 0)["under"] == [hand.split()[order.index(stage)] for stage in (1, 2, 3)]
    assert [data["stage"] for _, data in happened(game, "stage")] == list(order)


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_siracusa_day_advances_a_fleet_with_every_stage(stage: int) -> None:
    """A19, A15: any one, for nothing."""
    game = siracusa("day", STAGES["day"][stage - 1], coins=0)
    play(game, f"stage:altar#{stage}", "build:altar", "build:altar")
    assert game.decision(0).source == f"siracusa:day#{stage}"
    assert offered(game, 0) == {
        "advance:red",
        "advance:yellow",
        "advance:blue",
        "advance:green",
        "skip",
    }
    play(game, "advance:green")
    assert fleets(game, 0) == (0, 0, 0, 1)
    assert line(game, 0, "wonder") == (3 if stage == 2 else 0)


@pytest.mark.parametrize(
    ("side", "stage", "shields", "strength", "points"),
    [
        ("day", 1, 0, 1, 0),
        ("day", 2, 0, 0, 3),
        ("day", 3, 1, 0, 0),
        ("night", 1, 0, 0, 0),
        ("night", 2, 0, 0, 0),
        ("night", 3, 1, 1, 0),
    ],
)
def test_what_siracusas_stages_are_worth(
    side: str, stage: int, shields: int, strength: int, points: int
) -> None:
    """A19, A14: shields, naval strength and points of each stage, built alone."""
    game = at_sea(
        seat(f"siracusa:{side}", stages=[stage]),
        *(
            seat(f"{name}:day", city=" ".join(["stockade"] * shields), fleets={"red": strength})
            for name in ("gizah", "ephesos")
        ),
        phase="war",
    )
    assert (tokens(game, 0), naval(game)) == (([], 0), [[], [], []])
    assert line(game, 0, "wonder") == points


def test_siracusa_night_takes_coins_and_robs() -> None:
    """A19, A10: the first stage, 6 coins, and a coin for each level of the others."""
    game = siracusa("night", "OC", coins=0)
    play(game, "stage:altar#1", "build:altar", "build:altar")
    assert coins(game) == [6, 1, 3]


def test_siracusa_night_advances_two_fleets() -> None:
    """A19, A15: the second stage, two different ones."""
    game = siracusa("night", "WOO", coins=0)
    play(game, "stage:altar#2", "build:altar", "build:altar")
    assert len(offered(game, 0)) == 7
    play(game, "advance:red,green")
    assert fleets(game, 0) == (1, 0, 0, 1)


def test_siracusa_may_pay_for_a_ship_with_any_stage() -> None:
    """A19, A3: with the fleet of the wonder's symbol, besides the stage's own advances."""
    game = siracusa("day", "WWSSOOPL", coins=0, shipyard="A")
    assert {text for text in offered(game, 0, "stage") if "altar" in text} >= {
        "stage:altar#1+red",
        "stage:altar#2+red",
    }
    assert "stage:altar#3+red" not in offered(game, 0)  # two wood, and a third for the ship
    play(game, "stage:altar#1+red", "build:altar", "build:altar")
    play(game, "advance:red")
    assert fleets(game, 0) == (2, 0, 0, 0)


def test_siracusa_is_only_for_armada() -> None:
    """A19, B1: of the 2nd edition."""
    with pytest.raises(ValueError, match="siracusa"):
        Game(3, wonders=["siracusa", "gizah", "rhodos"], seed=1)
    game = Game(3, expansions=["armada"], wonders=["siracusa:night", "gizah", "rhodos"], seed=1)
    assert game.wonder(0) == "siracusa:night"
    with pytest.raises(ValueError, match="siracusa"):
        Game(3, edition="1st", expansions=["armada"], wonders=["siracusa", "gizah", "rhodos"])
