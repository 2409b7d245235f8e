"""The boards of Cities, Byzantium and Petra, and the promo boards of the 1st edition."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from mirabilia import Game
from mirabilia.catalogue import load
from positions import (
    coins,
    line,
    makers,
    of_seat,
    offered,
    pay_losses,
    plain,
    play,
    seat,
    sell_all,
    table,
    tokens,
    ways,
    with_cities,
)


@dataclass(frozen=True)
class Stage:
    """What a stage costs and does."""

    needs: str
    bank: int = 0
    points: int = 0
    diplomacy: int = 0
    lose: int = 0
    coins: int = 0
    neighbours: int = 0
    shields: int = 0

    @property
    def resources(self) -> dict[str, int]:
        kinds = self.needs.split()
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


BOARDS: dict[str, tuple[str | None, list[Stage]]] = {
    "byzantium:day": (
        "stone",
        [
            Stage("clay ore", points=3),
            Stage("wood wood papyrus", points=4, diplomacy=1),
            Stage("clay clay glass loom", points=7),
        ],
    ),
    "byzantium:night": (
        "stone",
        [
            Stage("wood ore papyrus", points=4, diplomacy=1),
            Stage("ore ore glass loom", points=6, diplomacy=1),
        ],
    ),
    "byzantium:A": (
        "stone",
        [
            Stage("clay ore", points=3),
            Stage("wood wood papyrus", points=2, diplomacy=1),
            Stage("clay clay glass loom", points=7),
        ],
    ),
    "byzantium:B": (
        "stone",
        [
            Stage("wood ore glass papyrus", points=3, diplomacy=1),
            Stage("clay ore ore loom", points=4, diplomacy=1),
        ],
    ),
    "petra:day": (
        "clay",
        [
            Stage("wood stone", points=3),
            Stage("", bank=5, points=7),
            Stage("wood stone stone papyrus", points=7),
        ],
    ),
    "petra:night": (
        "clay",
        [Stage("clay clay ore ore", points=3, lose=2), Stage("", bank=10, points=14)],
    ),
    "petra:A": (
        "clay",
        [
            Stage("wood stone", points=3),
            Stage("", bank=7, points=7),
            Stage("wood stone stone papyrus", points=7),
        ],
    ),
    "petra:B": (
        "clay",
        [Stage("clay clay ore ore", points=3, lose=2), Stage("", bank=14, points=14)],
    ),
    "stonehenge:A": (
        "wood",
        [
            Stage("ore clay", points=3),
            Stage("papyrus clay clay", points=5),
            Stage("wood wood wood loom"),  # 2 points for each stone symbol: see below
        ],
    ),
    "manneken_pis:B": (
        None,
        [Stage("wood stone ore clay glass loom papyrus", coins=7, points=7, shields=1)],
    ),
    "great_wall:A": (
        "loom",
        [
            Stage("wood wood", coins=8),
            Stage("papyrus glass clay"),  # a symbol of choice
            Stage("stone stone stone", shields=2),
            Stage("ore ore ore"),  # builds from the discard pile
        ],
    ),
    "great_wall:B": (
        "loom",
        [
            Stage("papyrus wood", coins=8, neighbours=2),
            Stage("ore clay clay"),  # copies a symbol
            Stage("papyrus wood wood", diplomacy=1, lose=2),
            Stage("stone stone"),  # makes what is not produced
        ],
    ),
}
STAGES = [(board, at) for board, (_, stages) in BOARDS.items() for at in range(len(stages))]
IN_ANY_ORDER = ("great_wall:A", "great_wall:B")
PROMOS = ("great_wall", "stonehenge", "manneken_pis")


def edition_of(board: str) -> str:
    return "1st" if board[-2:] in (":A", ":B") else "2nd"


def building(board: str, at: int, *, purse: int = 0, without: str = "") -> Game:
    """A city with just what its next stage needs (or less), between two with 9 coins."""
    start, stages = BOARDS[board]
    needs = dict(stages[at].resources)
    for kind in filter(None, (start, without)):
        if needs.get(kind):
            needs[kind] -= 1
    built: int | list[int] = [] if board in IN_ANY_ORDER else at
    around = plain(edition_of(board), "rhodos", "ephesos", "olympia")
    return with_cities(
        seat(board, "altar baths", makers(needs), stages=built, coins=purse),
        *[{**entry, "coins": 9} for entry in around],
    )


def move_for(board: str, at: int, card: str = "altar") -> str:
    return f"stage:{card}#{at + 1}" if board in IN_ANY_ORDER else f"stage:{card}"


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_has_so_many_stages_and_starts_with_this(board: str) -> None:
    """B1, B8, B11: for the boards of Cities and the promo boards."""
    wonder, side = board.split(":")
    printed = load(edition_of(board), ["cities"], promo=True).boards[wonder, side]
    start, stages = BOARDS[board]
    assert (printed.start, len(printed.stages)) == (start, len(stages))


@pytest.mark.parametrize(("board", "at"), STAGES)
def test_a_stage_costs_what_it_shows(board: str, at: int) -> None:
    """B8, B10: with just that it can be built, with a coin or a resource less it can't."""
    stage = BOARDS[board][1][at]
    move = move_for(board, at)
    pay = f"@B{stage.bank}" if stage.bank else ""
    assert ways(building(board, at, purse=stage.bank), 0, move) == {pay}
    if stage.bank:
        assert ways(building(board, at, purse=stage.bank - 1), 0, move) == set()
    for kind in stage.resources:
        assert ways(building(board, at, purse=stage.bank, without=kind), 0, move) in (
            [set()] if kind != BOARDS[board][0] or stage.resources[kind] > 1 else [{pay}]
        )


@pytest.mark.parametrize(("board", "at"), STAGES)
def test_a_stage_does_what_it_shows(board: str, at: int) -> None:
    """B8, C2, C3: points, coins, shields, a diplomacy token, a loss for the others."""
    stage = BOARDS[board][1][at]
    game = building(board, at, purse=stage.bank)
    before = line(game, 0, "wonder")
    play(game, move_for(board, at) + (f"@B{stage.bank}" if stage.bank else ""))
    if stage.lose:
        assert game.to_decide == [1, 2, 3]
        assert {len(game.moves(of)) for of in (1, 2, 3)} == {stage.lose + 1}
        pay_losses(game)
    assert game.turn == 2
    gains = [stage.neighbours, 0, stage.neighbours]
    assert coins(game) == [stage.coins] + [9 + gain - stage.lose for gain in gains]
    assert line(game, 0, "wonder") - before == stage.points
    assert [of_seat(game, of)["diplomacy"] for of in range(4)] == [stage.diplomacy, 0, 0, 0]
    assert of_seat(game, 0)["under"] == ["altar"]


@pytest.mark.parametrize(
    ("board", "at"), [(board, at) for board, at in STAGES if BOARDS[board][1][at].shields]
)
def test_the_shields_of_a_stage_fight(board: str, at: int) -> None:
    """B23: against one less it wins, against as many nothing happens."""
    shields = BOARDS[board][1][at].shields
    game = table(
        seat(board, stages=[at + 1]),
        seat("rhodos:A", city="stockade " * (shields - 1)),
        seat("ephesos:A", city="stockade " * shields),
        phase="war",
    )
    assert tokens(game, 0) == ([1], 0)


@pytest.mark.parametrize("board", ["byzantium:night", "byzantium:B"])
def test_byzantium_may_hold_two_diplomacy_tokens(board: str) -> None:
    """C3: one of each stage; one is used in each war."""
    game = building(board, 1)
    position = game.position()
    position["seats"][0]["diplomacy"] = 1
    game = Game.from_position(position)
    play(game, "stage:altar")
    assert of_seat(game, 0)["diplomacy"] == 2
    while game.age == 1:
        sell_all(game)
    assert of_seat(game, 0)["diplomacy"] == 1


# The promo boards.


@pytest.mark.parametrize("expansions", [[], ["cities"], ["leaders"], ["armada"]])
def test_promo_boards_come_into_play_only_if_named(expansions: list[str]) -> None:
    """B1: never dealt to three to seven players; named ones are seated."""
    for seed in range(25):
        game = Game(7, edition="1st", expansions=expansions, seed=seed)
        assert not {game.wonder(of).split(":")[0] for of in range(7)} & set(PROMOS)
    named = Game(3, edition="1st", expansions=expansions, wonders=list(PROMOS), seed=1)
    assert [named.wonder(of).split(":")[0] for of in range(3)] == list(PROMOS)


def test_the_second_edition_has_no_promo_boards() -> None:
    """B1: they belong to the 1st."""
    with pytest.raises(ValueError, match="great_wall"):
        Game(3, wonders=["great_wall", "gizah", "rhodos"])


def test_the_great_wall_needs_cities_for_its_second_side() -> None:
    """B1: side B gives a diplomacy token and copies science."""
    wonders = ["great_wall:B", "gizah:A", "rhodos:A"]
    with pytest.raises(ValueError, match="great_wall"):
        Game(3, edition="1st", wonders=wonders)
    assert Game(3, edition="1st", expansions=["cities"], wonders=wonders).wonder(0) == wonders[0]


def test_a_board_with_one_side_leaves_nothing_to_choose() -> None:
    """B1: a choice with one possible outcome is not asked."""
    wonders = ["stonehenge", "gizah", "manneken_pis", "great_wall"]
    game = Game(4, edition="1st", wonders=wonders, sides="choose", seed=1)
    assert game.to_decide == [1]
    game = Game(4, edition="1st", expansions=["cities"], wonders=wonders, sides="choose", seed=1)
    assert game.to_decide == [1, 3]
    play(game, "side:A", "side:B")
    assert [game.wonder(of) for of in (0, 1, 2, 3)] == [
        "stonehenge:A",
        "gizah:A",
        "manneken_pis:B",
        "great_wall:B",
    ]
    assert coins(game) == [3, 3, 7, 3]


def test_manneken_pis_starts_with_four_coins_more_and_no_resource() -> None:
    """B1, B2: 7 coins, with Leaders 10; its neighbours can't buy a start from it."""
    wonders = ["manneken_pis:B", "gizah:A", "rhodos:A"]
    assert coins(Game(3, edition="1st", wonders=wonders, seed=1)) == [7, 3, 3]
    game = Game(3, edition="1st", expansions=["leaders"], wonders=wonders, seed=1)
    assert coins(game) == [10, 6, 6]
    for kind in ("stockade", "baths", "barracks", "guard_tower", "workshop", "apothecary"):
        game = table(
            seat("manneken_pis:B", f"{kind} altar", coins=0), *plain("1st", "gizah", "rhodos")
        )
        assert ways(game, 0, f"build:{kind}") == set()


def test_a_position_starts_manneken_pis_with_its_coins() -> None:
    """B2: what a position leaves out is the game's default."""
    game = table(seat("manneken_pis:B", "altar"), *plain("1st", "gizah", "rhodos"))
    assert coins(game) == [7, 3, 3]


@pytest.mark.parametrize(
    ("city", "symbols"),
    [
        ("", 0),
        ("stone_pit", 1),
        ("stone_pit quarry", 3),
        ("timber_yard", 1),  # wood or stone
        ("mine excavation timber_yard", 3),
        ("lumber_yard sawmill foundry", 0),
    ],
)
def test_stonehenge_counts_stone_symbols(city: str, symbols: int) -> None:
    """B24: its third stage has 2 points for each stone symbol of the own city, at the end."""
    others = [seat("gizah:A", city="quarry"), seat("rhodos:A", city="stone_pit")]
    game = table(seat("stonehenge:A", city=city, stages=3), *others)
    assert line(game, 0, "wonder") == 3 + 5 + 2 * symbols
    game = table(seat("stonehenge:A", city=city, stages=2), *others)
    assert line(game, 0, "wonder") == 3 + 5


@pytest.mark.parametrize("board", IN_ANY_ORDER)
def test_the_stages_of_the_great_wall_are_built_in_any_order(board: str) -> None:
    """A19, B8: each once, whichever is open."""
    rich = "sawmill press_age1 glassworks_age1 brickyard quarry stone_pit foundry ore_vein"
    around = plain("1st", "gizah", "rhodos")
    game = with_cities(seat(board, "altar baths", rich), *around)
    assert offered(game, 0, "stage") == {
        f"stage:{card}#{stage}" for card in ("altar", "baths") for stage in (1, 2, 3, 4)
    }
    game = with_cities(seat(board, "altar", rich, stages=[2, 4]), *around)
    assert offered(game, 0, "stage") == {"stage:altar#1", "stage:altar#3"}
    play(game, "stage:altar#3")
    if game.to_decide and game.decision(1).kind == "loss":
        pay_losses(game)
    assert of_seat(game, 0)["stages"] == [2, 3, 4]
    game = with_cities(seat(board, "altar", rich, stages=[1, 2, 3, 4]), *around)
    assert offered(game, 0, "stage") == set()


def test_the_great_wall_has_a_symbol_of_choice() -> None:
    """B25: its second stage, side A, chosen at the end."""
    for stages, expected in (([2], 10), ([1, 3, 4], 2)):
        game = table(
            seat("great_wall:A", city="workshop scriptorium", stages=stages),
            *plain("1st", "gizah", "rhodos"),
        )
        assert line(game, 0, "green") == expected


def test_the_great_wall_builds_from_the_discard_pile() -> None:
    """B19: its fourth stage, side A; with and without Cities."""
    for expansions in ([], ["cities"]):
        game = table(
            seat("great_wall:A", "altar baths", "foundry ore_vein"),
            *plain("1st", "gizah", "rhodos"),
            discard="palace",
            expansions=expansions,
        )
        play(game, "stage:altar#4")
        assert game.decision(0).kind == "rebuild"
        play(game, "rebuild:palace")
        assert game.city(0)[-1] == "palace"


def test_the_great_wall_copies_science() -> None:
    """C7: its second stage, side B, together with copying cards: each green card once."""
    around = [seat("gizah:A", city="apothecary"), seat("rhodos:A")]
    for city, stages, expected in (
        ("workshop scriptorium", [2], 10),
        ("workshop scriptorium", [1], 2),
        ("pigeon_loft workshop scriptorium", [2], 10),
        ("pigeon_loft", [2], 1),
    ):
        game = with_cities(seat("great_wall:B", city=city, stages=stages), *around)
        assert line(game, 0, "green") == expected


def test_the_great_wall_makes_what_its_city_lacks() -> None:
    """C6: its fourth stage, side B; a loom it has already."""
    around = plain("1st", "gizah", "rhodos")
    for stages, expected in (([4], {"stockade", "baths", "apothecary"}), ([1], {"apothecary"})):
        hand = "stockade baths caravansery apothecary"
        game = with_cities(seat("great_wall:B", hand, stages=stages, coins=0), *around)
        assert {move.card for move in game.moves(0) if move.action == "build"} == expected
    with_market = with_cities(
        seat("great_wall:B", "caravansery altar", "black_market", stages=[4], coins=0), *around
    )
    assert ways(with_market, 0, "build:caravansery") == {""}  # both make wood: neither produces it
