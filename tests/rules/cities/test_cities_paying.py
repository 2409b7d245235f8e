"""Cities: wharves and the Smuggler's Cache (C5), warehouse and market (C6), the architects."""

from __future__ import annotations

from typing import Any

import pytest

from mirabilia import Game
from positions import (
    EDITIONS,
    coins,
    first_side,
    makers,
    plain,
    play,
    seat,
    second_side,
    table,
    ways,
    with_cities,
)

WHARVES = {
    "1st": {"left": "clandestine_dock_west", "right": "clandestine_dock_east"},
    "2nd": {"left": "west_clandestine_wharf", "right": "east_clandestine_wharf"},
}
POSTS = {"left": "west_trading_post", "right": "east_trading_post"}
# A card for each resource that costs one of it and nothing else.
PROBES = {
    "wood": "stockade",
    "stone": "baths",
    "ore": "barracks",
    "clay": "guard_tower",
    "glass": "workshop",
    "papyrus": "scriptorium",
    "loom": "apothecary",
}


def buyer(
    card: str,
    city: str = "",
    *,
    edition: str = "2nd",
    left: str = "",
    right: str = "",
    purse: int = 20,
    **rest: Any,
) -> Game:
    """Ephesos (papyrus) between Rhodos (ore) on the left and Gizah (stone) on the right."""
    return with_cities(
        seat(first_side(edition, "ephesos"), f"{card} altar", city, coins=purse, **rest),
        seat(first_side(edition, "rhodos"), city=left, coins=0),
        seat(first_side(edition, "alexandria")),
        seat(first_side(edition, "gizah"), city=right, coins=0),
        age=2,
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wharf_makes_one_resource_a_coin_cheaper(edition: str) -> None:
    """C5: from its own side; the seller gets what is paid."""
    for side, letter, card in (("left", "L", "barracks"), ("right", "R", "baths")):
        own, other = (WHARVES[edition][s] for s in (side, "left" if side == "right" else "right"))
        assert ways(buyer(card, edition=edition), 0, f"build:{card}") == {f"@{letter}2"}
        assert ways(buyer(card, other, edition=edition), 0, f"build:{card}") == {f"@{letter}2"}
        game = buyer(card, own, edition=edition, purse=1)
        assert ways(game, 0, f"build:{card}") == {f"@{letter}1"}
        play(game, f"build:{card}@{letter}1")
        assert coins(game)[0] == 0
        assert coins(game)[1 if side == "left" else 3] == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wharf_serves_once_a_turn(edition: str) -> None:
    """C5: of three resources from the left one is a coin cheaper; of none, none."""
    wharf = WHARVES[edition]["left"]
    game = buyer("training_ground", wharf, edition=edition, left="ore_vein lumber_yard")
    assert ways(game, 0, "build:training_ground") == {"@L5"}
    game = buyer("training_ground", wharf, edition=edition, left="ore_vein lumber_yard", purse=4)
    assert ways(game, 0, "build:training_ground") == set()
    game = buyer("training_ground", f"{wharf} foundry lumber_yard", edition=edition, purse=0)
    assert ways(game, 0, "build:training_ground") == {""}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wharf_serves_in_every_turn(edition: str) -> None:
    """B10, C5: nothing is used up."""
    game = with_cities(
        seat(first_side(edition, "ephesos"), "barracks altar", WHARVES[edition]["left"], coins=5),
        seat(first_side(edition, "rhodos"), coins=0),
        seat(first_side(edition, "alexandria"), "forum altar"),
        seat(first_side(edition, "gizah"), "training_ground altar baths"),
    )
    play(game, "build:barracks@L1", "sell:forum", "sell:altar")
    assert ways(game, 0, "build:training_ground") == set()  # no wood
    position = game.position()
    position["seats"][0]["hand"] = ["fortifications", "baths"]
    position["seats"][0]["city"] += ["foundry", "clay_pool", "stone_pit"]
    assert ways(Game.from_position(position), 0, "build:fortifications") == {"@L1"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wharf_and_a_trading_post_make_a_resource_free(edition: str) -> None:
    """C5: added up; the next one costs a coin; the seller gets nothing for the first."""
    both = f"{WHARVES[edition]['left']} {POSTS['left']}"
    game = buyer("barracks", both, edition=edition, purse=0)
    assert ways(game, 0, "build:barracks") == {""}
    play(game, "build:barracks")
    assert coins(game)[:2] == [0, 0]
    game = buyer("training_ground", f"{both} lumber_yard", edition=edition, left="ore_vein")
    assert ways(game, 0, "build:training_ground") == {"@L1"}
    market = f"{WHARVES[edition]['left']} marketplace"
    game = buyer("workshop", market, edition=edition, left="glassworks_age1", purse=0)
    assert ways(game, 0, "build:workshop") == {""}


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_wharves_serve_in_one_turn(edition: str) -> None:
    """B13, C5: one resource from each side, each a coin cheaper; or both from one side."""
    both = " ".join(WHARVES[edition].values())
    game = buyer("stables", f"{both} clay_pool", edition=edition, left="", right="lumber_yard")
    assert ways(game, 0, "build:stables") == {"@L1R1"}
    game = buyer("barracks", both, edition=edition, right="ore_vein")
    assert ways(game, 0, "build:barracks") == {"@L1", "@R1"}
    game = buyer(
        "training_ground",
        both,
        edition=edition,
        left="ore_vein lumber_yard",
        right="lumber_yard foundry",
    )
    # three resources of either side: 2 each, one less on each side that is bought from
    assert ways(game, 0, "build:training_ground") == {"@L5", "@L3R1", "@L1R3", "@R5"}


def test_a_wharf_takes_off_one_coin_of_what_is_paid() -> None:
    """C5: with a post of its side or of the other; never more than is due."""
    game = buyer("caravansery", "west_clandestine_wharf west_trading_post", left="sawmill")
    assert ways(game, 0, "build:caravansery") == {"@L1"}
    game = buyer("caravansery", "west_clandestine_wharf east_trading_post", left="sawmill")
    assert ways(game, 0, "build:caravansery") == {"@L3"}
    game = buyer("caravansery", "west_clandestine_wharf sawmill", left="sawmill")
    assert ways(game, 0, "build:caravansery") == {""}
    play(game, "build:caravansery")
    assert game.coins(0) == 20


def test_a_wharf_serves_a_stage_too() -> None:
    """B8, C5: any purchase."""
    game = buyer("altar", "west_clandestine_wharf", left="brickyard", purse=3)
    assert ways(game, 0, "stage:altar") == {"@L3"}


def test_a_wharf_built_this_turn_does_not_serve_in_it() -> None:
    """B14, C5: it has its price itself, a coin to the bank."""
    game = buyer("west_clandestine_wharf", purse=1)
    assert ways(game, 0, "build:west_clandestine_wharf") == {"@B1"}


@pytest.mark.parametrize(
    ("city", "card", "left", "right", "expected"),
    [
        # the starting resource, ore on the left, stone on the right, at 1
        ("", "barracks", "", "", {"@L1"}),
        ("", "baths", "", "", {"@R1"}),
        # what a card makes is no starting resource; of two ore one is cheaper
        ("", "stockade", "lumber_yard", "", {"@L2"}),
        ("lumber_yard", "training_ground", "ore_vein", "", {"@L3"}),
        # both neighbours' in the same turn, without a limit
        ("quarry", "circus", "", "", {"@L1R1"}),
        # with a trading post for nothing
        ("west_trading_post", "barracks", "", "", {""}),
        ("west_trading_post lumber_yard", "training_ground", "ore_vein", "", {"@L1"}),
        ("east_trading_post", "barracks", "", "", {"@L1"}),
        # with a wharf for nothing
        ("west_clandestine_wharf", "barracks", "", "", {""}),
        ("west_clandestine_wharf lumber_yard", "training_ground", "ore_vein", "", {"@L2"}),
        ("east_clandestine_wharf", "barracks", "", "", {"@L1"}),
        # with both the starting resource is free by the post, and the wharf makes another free
        ("west_trading_post west_clandestine_wharf", "barracks", "", "", {""}),
        (
            "west_trading_post west_clandestine_wharf lumber_yard",
            "training_ground",
            "ore_vein",
            "",
            {""},
        ),
        # the cheaper of two sellers of the same kind; the other is no worse only for nobody
        ("", "barracks", "", "ore_vein", {"@L1", "@R2"}),
        ("marketplace", "barracks", "", "", {"@L1"}),
    ],
)
def test_the_smugglers_cache(
    city: str, card: str, left: str, right: str, expected: set[str]
) -> None:
    """C5: the neighbours' starting resources 1 less, added to other discounts."""
    game = buyer(card, f"smugglers_cache {city}", left=left, right=right)
    assert ways(game, 0, f"build:{card}") == expected


def test_the_smugglers_cache_buys_manufactured_starts() -> None:
    """C5: a grey starting resource likewise; with the marketplace for nothing."""
    for city, expected in (("", {"@L1"}), ("marketplace", {""})):
        game = with_cities(
            seat("rhodos:day", "workshop altar", f"smugglers_cache {city}"),
            *plain("2nd", "alexandria", "gizah", "babylon"),
        )
        assert ways(game, 0, "build:workshop") == expected


def test_the_smugglers_cache_beside_a_board_without_a_start() -> None:
    """C5, L6: Roma has none; its brown cards keep their price."""
    game = table(
        seat("ephesos:day", "barracks altar", "smugglers_cache", coins=9),
        seat("roma:day", city="ore_vein"),
        seat("gizah:day"),
        expansions=["leaders", "cities"],
    )
    assert ways(game, 0, "build:barracks") == {"@L2"}


# The Secret Warehouse and the Black Market.


def can_build(
    board: str, city: str, card: str, *, expansions: tuple[str, ...] = ("cities",), **rest: Any
) -> bool:
    """Whether a city without coins can build a card, that is, from its own production."""
    edition = "1st" if board[-2:] in (":A", ":B") else "2nd"
    others = [wonder for wonder in ("gizah", "rhodos", "ephesos") if not board.startswith(wonder)]
    game = table(
        seat(board, f"{card} altar", city, coins=0, **rest),
        *plain(edition, *others[:2]),
        expansions=list(expansions),
        age=2,
    )
    return ways(game, 0, f"build:{card}") == {""}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("board", "city", "card", "possible"),
    [
        # caravansery: 2 wood; forum: 2 clay; training ground: wood, 2 ore; aqueduct: 3 stone
        ("gizah", "lumber_yard", "caravansery", True),
        ("gizah", "clay_pool", "caravansery", False),
        ("rhodos", "lumber_yard", "training_ground", True),  # the starting resource counts
        ("gizah", "", "aqueduct", False),  # one more, not two
        ("gizah", "stone_pit", "aqueduct", True),
        ("gizah", "quarry", "aqueduct", True),
        # a brown card with alternatives produces both kinds
        ("gizah", "tree_farm", "caravansery", True),
        ("rhodos", "tree_farm", "forum", True),
        ("gizah", "timber_yard", "caravansery", True),
        ("rhodos", "timber_yard", "forum", False),
        # yellow cards and stages don't count
        ("rhodos", "caravansery", "forum", False),
        ("gizah", "caravansery clay_pool", "forum", True),
        # of several kinds only one
        ("gizah", "lumber_yard ore_vein", "archery_range", True),  # 2 wood, ore
        ("gizah", "lumber_yard", "archery_range", False),
    ],
)
def test_the_secret_warehouse(
    edition: str, board: str, city: str, card: str, possible: bool
) -> None:
    """C6: one more of a kind that brown or grey cards or the starting resource produce."""
    own = first_side(edition, board)
    assert can_build(own, f"{city} secret_warehouse", card) == possible


@pytest.mark.parametrize("board", ["alexandria:A", "ephesos:A", "halikarnassos:A"])
def test_the_secret_warehouse_of_manufactured_goods(board: str) -> None:
    """C6: a grey start likewise: the third stages cost two of it."""
    for city, expected in (("secret_warehouse", {""}), ("black_market", set()), ("forum", {""})):
        game = with_cities(
            seat(board, "altar baths", city, stages=2, coins=0), *plain("1st", "gizah", "rhodos")
        )
        assert ways(game, 0, "stage:altar") == expected


def test_a_city_that_makes_nothing_has_nothing_of_the_warehouse() -> None:
    """C6: Manneken Pis has no starting resource; the market gives it anything."""
    for card in PROBES.values():
        assert not can_build("manneken_pis:B", "secret_warehouse caravansery altar", "forum")
        assert can_build("manneken_pis:B", "black_market", card)
        assert not can_build("manneken_pis:B", "secret_warehouse", card)


@pytest.mark.parametrize("edition", EDITIONS)
def test_stages_do_not_count_for_the_warehouse(edition: str) -> None:
    """C6: Alexandria's stage that makes a raw material gives it no second one."""
    board = second_side(edition, "alexandria")
    assert not can_build(board, "secret_warehouse", "forum", stages=1)
    assert can_build(board, "secret_warehouse clay_pool", "forum", stages=0)


def test_islands_do_not_count_for_either() -> None:
    """A9, C6: the Overgrown Island (wood or ore) gives the warehouse nothing to double."""
    at_sea = ("cities", "armada")
    island = ["overgrown"]
    assert not can_build(
        "gizah:day", "secret_warehouse", "caravansery", expansions=at_sea, islands=island
    )
    assert can_build("gizah:day", "black_market", "caravansery", expansions=at_sea, islands=island)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("board", "city", "card", "possible"),
    [
        *[("gizah", "", PROBES[kind], True) for kind in PROBES],
        ("gizah", "", "aqueduct", False),
        # only one resource, of a kind that is not produced
        ("gizah", "lumber_yard", "caravansery", False),
        ("gizah", "", "caravansery", False),
        ("rhodos", "", "stables", False),  # wood, ore, clay
        ("rhodos", "clay_pool", "stables", True),
        ("rhodos", "lumber_yard", "training_ground", False),  # a second ore
        # a brown card with alternatives produces both
        ("gizah", "tree_farm", "caravansery", False),
        ("rhodos", "tree_farm", "forum", False),
        ("rhodos", "tree_farm", "stables", False),
        ("rhodos", "tree_farm lumber_yard", "stables", True),  # without the market
        # what yellow cards make does not count as produced
        ("gizah", "caravansery", "forum", True),
        ("rhodos", "caravansery", "stables", True),
        ("gizah", "forum loom_age1", "courthouse", False),  # 2 clay, loom
    ],
)
def test_the_black_market(edition: str, board: str, city: str, card: str, possible: bool) -> None:
    """C6: one of a kind that brown and grey cards and the starting resource do not produce."""
    assert can_build(first_side(edition, board), f"{city} black_market", card) == possible


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_city_that_makes_everything_has_nothing_of_the_black_market(edition: str) -> None:
    """C6: there is no kind left that it could give."""
    everything = makers(dict.fromkeys(PROBES, 1))
    assert not can_build(first_side(edition, "gizah"), f"{everything} black_market", "forum")
    assert can_build(first_side(edition, "gizah"), f"{everything} secret_warehouse", "forum")


@pytest.mark.parametrize("edition", EDITIONS)
def test_warehouse_and_market_together(edition: str) -> None:
    """C6: the one gives more of what there is, the other what is lacking; neither of the other."""
    both = "secret_warehouse black_market"
    assert can_build(first_side(edition, "rhodos"), both, "training_ground")  # wood, 2 ore
    assert not can_build(first_side(edition, "gizah"), both, "forum")  # the market's own clay
    assert not can_build(first_side(edition, "gizah"), both, "stables")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("card", ["secret_warehouse", "black_market"])
def test_neighbours_cannot_buy_from_a_black_card(edition: str, card: str) -> None:
    """B12, C6: only brown and grey cards and the start are for sale."""
    game = with_cities(
        seat(first_side(edition, "gizah"), "caravansery altar stockade", coins=20),
        seat(first_side(edition, "rhodos"), city=f"lumber_yard {card}"),
        seat(first_side(edition, "ephesos"), city=card),
        age=2,
    )
    assert ways(game, 0, "build:caravansery") == set()
    assert ways(game, 0, "build:stockade") == {"@L2"}


def test_black_market_and_warehouse_serve_stages_and_purchases_of_the_rest() -> None:
    """B13, C6: own production comes first, the rest is bought."""
    game = with_cities(
        seat("rhodos:day", "altar stables", "black_market", coins=9),
        seat("babylon:day", city="brickyard"),
        seat("gizah:day"),
        age=2,
    )
    # wood, ore, clay: ore is there, the market makes one, the other is bought on the left
    assert ways(game, 0, "build:stables") == {"@L2"}
    assert ways(game, 0, "stage:altar") == {"@L2"}  # 2 wood: one of the market, one bought


# The architects.

ARCHITECTS = {"1st": "architect_cabinet", "2nd": "architect_firm"}
STAGES = [
    ("rhodos:A", 2, ""),
    ("gizah:B", 3, ""),
    ("byzantium:A", 2, ""),
    ("petra:A", 1, "@B7"),
    ("petra:A", 2, ""),
    ("petra:B", 1, "@B14"),
    ("great_wall:B", 0, ""),
    ("rhodos:day", 2, ""),
    ("gizah:night", 3, ""),
    ("byzantium:night", 1, ""),
    ("petra:day", 1, "@B5"),
    ("petra:day", 2, ""),
    ("petra:night", 0, ""),
    ("petra:night", 1, "@B10"),
]


@pytest.mark.parametrize(("board", "built", "pay"), STAGES)
def test_the_architects_build_stages_without_resources(board: str, built: int, pay: str) -> None:
    """C1: no resources for stages, coins are still due; cards cost what they cost."""
    edition = "1st" if board[-2:] in (":A", ":B") else "2nd"
    what = "stage:altar#1" if board == "great_wall:B" else "stage:altar"
    for firm, purse, expected in (
        (ARCHITECTS[edition], int(pay[2:] or 0), {pay}),
        (ARCHITECTS[edition], int(pay[2:] or 0) - 1, set()),
        ("", 0, set()),
    ):
        if purse < 0:
            continue
        game = with_cities(
            seat(board, "altar aqueduct", firm, stages=built, coins=purse),
            *plain(edition, *[w for w in ("ephesos", "alexandria") if not board.startswith(w)]),
            age=2,
        )
        assert ways(game, 0, what) == expected
        assert ways(game, 0, "build:aqueduct") == set()


def test_the_architects_serve_from_the_next_turn_on() -> None:
    """B14, C1: not in the turn in which they are built; then for nothing."""
    game = with_cities(
        seat("rhodos:day", "architect_firm altar baths", "press_age1", coins=1),
        seat("gizah:day", "altar baths theater"),
        seat("ephesos:day", "altar baths theater"),
        age=2,
    )
    assert ways(game, 0, "stage:altar") == set()
    play(game, "build:architect_firm@B1", "sell:altar", "sell:altar")
    assert ways(game, 0, "stage:baths") == {""}
