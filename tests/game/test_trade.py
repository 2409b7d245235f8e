"""The payer on its own, `mirabilia.trade.payments`, by examples; B10 to B13, C5, C6, L5."""

from typing import Any

import pytest

from mirabilia.catalogue import RESOURCES
from mirabilia.trade import EFFECTS, payments


def test_what_the_city_has_costs_nothing() -> None:
    assert payments({"wood": 1}, own=[["wood"]], left=[["wood"]]) == ({},)
    assert payments({}) == ({},)


def test_what_nobody_has_cannot_be_paid() -> None:
    assert payments({"wood": 1}, own=[["clay"]], left=[["stone"]]) == ()
    assert payments({"wood": 2}, own=[["wood"]]) == ()


def test_a_symbol_gives_one_of_its_alternatives() -> None:
    assert payments({"wood": 1, "clay": 1}, own=[["wood", "clay"]]) == ()
    assert payments({"wood": 1, "clay": 1}, own=[["wood", "clay"], ["wood"]]) == ({},)


def test_every_payment_that_is_not_dominated_is_offered() -> None:
    two_sides = payments({"wood": 2}, left=[["wood"], ["wood"]], right=[["wood"], ["wood"]])
    assert {tuple(p.items()) for p in two_sides} == {
        (("left", 4),),
        (("left", 2), ("right", 2)),
        (("right", 4),),
    }


def test_the_cheapest_comes_first() -> None:
    found = payments({"ore": 1}, left=[["ore"]], right=[["ore"]], effects=["east_trading_post"])
    assert found == ({"right": 1}, {"left": 2})


def test_a_post_is_for_raw_materials_of_its_side_only() -> None:
    sold: dict[str, Any] = {"left": [["wood"], ["glass"]], "right": [["wood"], ["glass"]]}
    west = ["west_trading_post"]
    assert payments({"wood": 1}, **sold, effects=west) == ({"left": 1}, {"right": 2})
    assert {"left": 2} in payments({"glass": 1}, **sold, effects=west)
    market = payments({"glass": 1, "wood": 1}, left=sold["left"], effects=["marketplace"])
    assert market == ({"left": 3},)


def test_coins_of_the_cost_go_to_the_bank() -> None:
    cost = {"coins": 3, "resources": {"wood": 1}}
    assert payments(cost, right=[["wood"]]) == ({"right": 2, "bank": 3},)


def test_a_purse_limits_what_can_be_paid() -> None:
    sold: dict[str, Any] = {
        "left": [["wood"]],
        "right": [["wood"]],
        "effects": ["west_trading_post"],
    }
    assert payments({"wood": 1}, **sold, coins=0) == ()
    assert payments({"wood": 1}, **sold, coins=1) == ({"left": 1},)
    assert payments({"wood": 1}, **sold, coins=2) == ({"left": 1}, {"right": 2})
    assert payments({"coins": 2}, coins=1) == ()


def test_a_wharf_takes_one_coin_off_one_resource_of_its_side() -> None:
    sold = [["wood"], ["wood"]]
    assert payments({"wood": 2}, left=sold, effects=["west_clandestine_wharf"]) == ({"left": 3},)
    both = ["west_clandestine_wharf", "west_trading_post"]
    assert payments({"wood": 2}, left=sold, effects=both) == ({"left": 1},)
    assert payments({"wood": 1}, left=sold, effects=both) == ({},)


def test_bilkis_gets_one_resource_from_the_bank() -> None:
    assert payments({"loom": 1}, effects=["bilkis"]) == ({"bank": 1},)
    assert payments({"loom": 2}, effects=["bilkis"]) == ()
    found = payments({"loom": 1}, left=[["loom"]], effects=["bilkis"])
    assert found == ({"bank": 1}, {"left": 2})


def test_one_resource_less_leaves_out_any_one() -> None:
    found = payments({"loom": 1, "ore": 1}, left=[["ore"]], effects=["one_resource_less"])
    assert found == ({"left": 2},)
    assert payments({"loom": 1}, effects=["one_resource_less"]) == ({},)


def test_the_warehouse_doubles_a_kind_and_the_black_market_adds_another() -> None:
    own = [["wood", "clay"]]
    assert payments({"wood": 1, "clay": 1}, own=own, effects=["secret_warehouse"]) == ({},)
    assert payments({"wood": 1, "glass": 1}, own=own, effects=["secret_warehouse"]) == ()
    assert payments({"wood": 1, "glass": 1}, own=own, effects=["black_market"]) == ({},)
    assert payments({"wood": 1, "clay": 1}, own=own, effects=["black_market"]) == ()


def test_yellow_sources_count_for_neither_warehouse_nor_black_market() -> None:
    own = [["glass"], ["wood"]]
    double = {"glass": 2}
    assert payments(double, own=own, effects=["secret_warehouse"]) == ({},)
    assert payments(double, own=own, own_yellow=[0], effects=["secret_warehouse"]) == ()
    assert payments(double, own=own, effects=["black_market"]) == ()
    assert payments(double, own=own, own_yellow=[0], effects=["black_market"]) == ({},)


WRONG: dict[str, dict[str, Any]] = {
    "unknown resource": {"cost": {"gold": 1}},
    "negative": {"cost": {"wood": -1}},
    "too many": {"cost": {"wood": 10}},
    "half": {"cost": {"wood": 1.5}},
    "more than anything costs": {"cost": dict.fromkeys(RESOURCES, 9)},
    "truth": {"cost": {"wood": True}},
    "coins": {"cost": {"coins": -1}},
    "text for coins": {"cost": {"coins": "3"}},
    "list for cost": {"cost": ["wood"]},
    "none for cost": {"cost": None},
    "list for resources": {"cost": {"coins": 1, "resources": ["wood"]}},
    "unknown source": {"cost": {"wood": 1}, "own": [["gold"]]},
    "text for sources": {"cost": {"wood": 1}, "left": "wood"},
    "number for sources": {"cost": {"wood": 1}, "left": 3},
    "number for a source": {"cost": {"wood": 1}, "left": [3]},
    "endless sources": {"cost": {"wood": 1}, "right": [["wood"]] * 1000},
    "unknown effect": {"cost": {"wood": 1}, "effects": ["palace"]},
    "number for effects": {"cost": {"wood": 1}, "effects": 3},
    "number for an effect": {"cost": {"wood": 1}, "effects": [3]},
    "list for an effect": {"cost": {"wood": 1}, "effects": [[]]},
    "so many effects": {"cost": {"wood": 1}, "effects": ["bilkis"] * 9},
    "so many warehouses": {"cost": {"wood": 1}, "effects": ["secret_warehouse"] * 200},
    "so many wharves": {"cost": {"wood": 1}, "effects": ["west_clandestine_wharf"] * 200},
    "negative purse": {"cost": {"wood": 1}, "coins": -1},
    "text for a purse": {"cost": {"wood": 1}, "coins": "3"},
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG)
def test_what_cannot_be_is_refused_in_words(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w+ .*\."):
        payments(**arguments)


def test_every_effect_is_taken_alone() -> None:
    for effect in EFFECTS:
        assert payments({"wood": 1}, left=[["wood"]], own=[["clay"]], effects=[effect])
