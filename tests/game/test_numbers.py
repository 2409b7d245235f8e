"""The numbers of cities in a view: by hand for each rule, and against a slow count in any game.

That nothing hidden makes a difference to them in any game is held, with all else of a view, in
``test_properties``.
"""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import EVERYTHING, SETUPS, GameSetup, Table, walk
from conftest import sample
from mirabilia import Game
from mirabilia.catalogue import MANUFACTURED, RAW
from mirabilia.game.numbers import in_order
from positions import EDITIONS, SIDES, STARTS, position, seat, table

ANY_RAW, ANY_GOODS = [*RAW], [*MANUFACTURED]
START = {"red": 0, "yellow": 0, "blue": 0, "green": 0}


def numbers(me: dict[str, Any], *others: dict[str, Any], of: int = 0, **rest: Any) -> Any:
    """The numbers of a seat's city, the first one's if none is named."""
    side = me["side"]
    others = others or (seat(f"gizah:{side}"), seat(f"ephesos:{side}"))
    return table(me, *others, **rest).view(None)["numbers"][of]


# Goods and their prices.


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_start_brown_and_grey_cards_are_for_sale(edition: str) -> None:
    """B11, B12: yellow cards are for the owner alone (B17); single symbols come first."""
    city = "forum caravansery sawmill clay_pit press_age1 tree_farm lumber_yard"
    found = numbers(seat(f"rhodos:{SIDES[edition][0]}", city=city))
    assert found["sells"] == [
        *(["wood"], ["wood"], ["wood"], ["ore"], ["papyrus"]),
        *(["wood", "clay"], ["ore", "clay"]),
    ]
    assert found["own_use"] == [ANY_GOODS, ANY_RAW]


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_stages_give_is_for_the_owner_alone(edition: str) -> None:
    """B17: Alexandria's stages, beside its starting resource."""
    found = numbers(seat(f"alexandria:{SIDES[edition][1]}", stages=2))
    assert found["sells"] == [[STARTS[edition]["alexandria"]]]
    assert found["own_use"] == [ANY_GOODS, ANY_RAW]


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_islands_give_is_for_the_owner_alone(edition: str) -> None:
    """A9."""
    catalogue = Game(3, edition=edition, expansions=["armada"]).catalogue
    island, made = next(
        (island.id, effect.options)
        for island in catalogue.islands.values()
        for effect in island.effects
        if effect.kind == "produce"
    )
    me = seat(f"rhodos:{SIDES[edition][0]}", islands=[island])
    found = numbers(me, expansions=["armada"])
    assert found["sells"] == [["ore"]]
    assert found["own_use"][0] == list(made)


@pytest.mark.parametrize("edition", EDITIONS)
def test_black_cards_make_what_the_city_makes_or_lacks(edition: str) -> None:
    """C6: counted apart, since the kind follows from the other cards."""
    me = seat(f"rhodos:{SIDES[edition][0]}", city="secret_warehouse black_market")
    found = numbers(me, expansions=["cities"])
    assert (found["own_kind"], found["missing_kind"], found["own_use"]) == (1, 1, [])


POSTS = ("", "west_trading_post", "east_trading_post", "marketplace")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("city", [*POSTS, " ".join(POSTS)])
def test_prices_are_what_is_asked_for(edition: str, city: str) -> None:
    """B12: 2, or 1 by the trading posts on their side and the marketplace on both."""
    side = SIDES[edition][0]
    me = seat(f"rhodos:{side}", "baths scriptorium", city, coins=9)
    game = table(me, seat(f"gizah:{side}"), seat(f"ephesos:{side}"))
    prices = game.view(0)["numbers"][0]["prices"]
    assert prices == {
        "left": {
            "raw": 1 if "west_trading_post" in city else 2,
            "made": 1 if "marketplace" in city else 2,
        },
        "right": {
            "raw": 1 if "east_trading_post" in city else 2,
            "made": 1 if "marketplace" in city else 2,
        },
    }
    paid = {move.card: dict(move.pay) for move in game.moves(0) if move.action == "build"}
    assert paid == {
        "baths": {"left": prices["left"]["raw"]},
        "scriptorium": {"right": prices["right"]["made"]},
    }


def test_olympias_stage_makes_raw_materials_cheap_on_both_sides() -> None:
    """B21: 1st B, not cumulative with a trading post."""
    found = numbers(seat("olympia:B", city="west_trading_post", stages=1))
    assert found["prices"] == {side: {"raw": 1, "made": 2} for side in ("left", "right")}


def test_wharves_and_the_cache_are_told_as_rebates() -> None:
    """C5: a coin less once a turn on a side; for the neighbours' starting resource."""
    bare = numbers(seat("rhodos:day"), expansions=["cities"])
    assert bare["rebates"] == {"left": 0, "right": 0, "start": 0}
    west = numbers(seat("rhodos:day", city="west_clandestine_wharf"), expansions=["cities"])
    assert west["rebates"] == {"left": 1, "right": 0, "start": 0}
    more = seat("rhodos:day", city="east_clandestine_wharf smugglers_cache")
    found = numbers(more, expansions=["cities"])
    assert found["rebates"] == {"left": 0, "right": 1, "start": 1}
    assert found["prices"]["right"] == {"raw": 2, "made": 2}


# Strengths.


@pytest.mark.parametrize("edition", EDITIONS)
def test_shields_are_those_of_cards_and_stages(edition: str) -> None:
    """B23: a stockade, walls, and Rhodos' colossus."""
    me = seat(f"rhodos:{SIDES[edition][0]}", city="stockade walls", stages=2)
    assert numbers(me)["shields"] == 1 + 2 + 2


def test_defeats_are_shields_for_semiramis() -> None:
    """L8: and only as long as she is not buried."""
    me: dict[str, Any] = {"city": "barracks", "defeats": 3}
    expansions = ["leaders", "cities"]
    led = numbers(seat("rhodos:A", leaders=["semiramis"], **me), expansions=expansions)
    buried = seat("abu_simbel:B", buried=["semiramis"], stages=1, **me)
    assert led["shields"] == 1 + 3
    assert numbers(buried, expansions=expansions)["shields"] == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_naval_strength_and_commerce_come_from_fleets_cards_and_islands(edition: str) -> None:
    """A5, A14: of a fleet, only the space where it stands counts."""
    fleets = {**START, "red": 3, "yellow": 6, "blue": 5}
    me = seat(
        f"rhodos:{SIDES[edition][0]}", city="fortified_port", islands=["windy"], fleets=fleets
    )
    found = numbers(me, expansions=["armada"])
    assert found["naval_strength"] == 3 + 2 + 2 + 2
    assert found["commerce"] == 3
    assert found["points"]["blue"] == 7
    without = numbers(seat(f"rhodos:{SIDES[edition][0]}"), expansions=["armada"])
    assert (without["naval_strength"], without["commerce"]) == (0, 0)


# Science.


@pytest.mark.parametrize("edition", EDITIONS)
def test_symbols_are_told_by_kind_those_of_free_choice_apart(edition: str) -> None:
    """B25."""
    city = "scriptorium apothecary lodge scientists_guild"
    me = seat(f"babylon:{SIDES[edition][0]}", city=city, stages=2)
    found = numbers(me)
    assert list(found["symbols"].items()) == [("compass", 2), ("tablet", 1), ("choice", 2)]
    assert numbers(seat(f"rhodos:{SIDES[edition][0]}"))["symbols"] == {}


@pytest.mark.parametrize("edition", EDITIONS)
def test_majorities_copies_and_swaps_are_symbols_of_their_own(edition: str) -> None:
    """L9, C7: what each becomes is settled at the end only."""
    me = seat(
        f"rhodos:{SIDES[edition][0]}",
        city="workshop cabinet_of_explorers torture_chamber",
        leaders=["aganice", "enheduanna"],
    )
    found = numbers(me, expansions=EVERYTHING)
    assert list(found["symbols"].items()) == [("gear", 1), ("most", 2), ("copy", 1), ("swap", 1)]


# Leaders.


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_leader_brings_twice_its_cost_once_buried(edition: str) -> None:
    """L7: told of those recruited and of those buried, which are in the wonder's line."""
    me = seat(
        f"abu_simbel:{SIDES[edition][0]}",
        leaders=["nitocris", "croesus"],
        buried=["plato"],
        stages=2,
    )
    found = numbers(me, expansions=["leaders"])
    assert found["buried"] == {"nitocris": 6, "croesus": 2, "plato": 8}
    unburied = numbers({**me, "buried": []}, expansions=["leaders"])
    assert found["points"]["wonder"] - unburied["points"]["wonder"] == 8


def test_the_leaders_in_hand_are_not_told_of() -> None:
    """K1."""
    me = seat("abu_simbel:day", leaders=["plato"], leader_hand=["nero"])
    assert set(numbers(me, expansions=["leaders"])["buried"]) == {"plato"}


# Points.


def test_points_are_as_if_the_game_ended_now() -> None:
    """B24: the guild copied by Olympia (B21) and the cap of 10 (A17) included."""
    left = seat("gizah:B", city="magistrates_guild")
    right = seat("ephesos:B", city="altar baths theater aqueduct temple statue palace town_hall")
    me = seat("olympia:B", city="altar", coins=7, victories=[1, 3], defeats=1, stages=3)
    found = numbers(me, left, right)
    assert found["points"] == {
        "military": 3,
        "coins": 2,
        "wonder": 5,
        "blue": 2,
        "yellow": 0,
        "green": 0,
        "purple": 8,
    }
    assert found["total"] == 20
    full = {**right, "city": [*right["city"], "pantheon", "gardens", "senate"]}
    assert numbers(me, left, full)["points"]["purple"] == 11
    capped = numbers(me, left, full, expansions=["armada"])
    assert capped["points"]["purple"] == 10
    assert {"naval", "islands"} <= set(capped["points"])


def test_an_age_has_more_turns_with_cities_and_armada() -> None:
    """B4, C1, A1, E1."""
    turns = {
        (4, ()): 6,
        (4, ("leaders",)): 6,
        (4, ("cities",)): 7,
        (4, ("armada",)): 7,
        (7, EVERYTHING): 8,
        (8, ("armada",)): 6,
        (8, EVERYTHING): 7,
    }
    for (players, expansions), expected in turns.items():
        game = Game(players, edition="1st", expansions=expansions, seed=1)
        assert game.view(None)["turns"] == expected


# What a seat may know.


def test_numbers_do_not_depend_on_who_looks_nor_on_what_is_hidden() -> None:
    """K1: other hands, leaders, cards under stages, pile and islands give the same numbers."""
    seats = [
        seat("abu_simbel:night", "altar baths", leader_hand=["nero"], stages=1, under=["palace"]),
        seat(
            "siracusa:day", "tavern theater", "stockade", leader_hand=["plato"], islands=["windy"]
        ),
        seat("rhodos:day", "stockade loom_age1", "altar", leader_hand=["midas"], leaders=["nero"]),
    ]
    rest: dict[str, Any] = {"expansions": [*EVERYTHING], "discard": "walls"}
    one = position(*seats, **rest)
    other = json.loads(json.dumps(one))
    hands = ["palace walls", "altar palace", "baths tavern"]
    for entry, hand, leader in zip(
        other["seats"], hands, ["midas", "sappho", "plato"], strict=True
    ):
        entry |= {"hand": hand.split(), "leader_hand": [leader]}
    other["seats"][0]["under"] = ["tavern"]
    other |= {"discard": ["pantheon"], "seed": 5}
    expected = Game.from_position(one).view(None)["numbers"]
    for data in (one, other):
        for viewer in (None, 0, 1, 2):
            assert Game.from_position(data).view(viewer)["numbers"] == expected


def test_a_position_may_not_bring_numbers() -> None:
    """They follow from the cards; a position with its own would be another truth."""
    whole = position(*(seat(f"{wonder}:day") for wonder in ("rhodos", "gizah", "ephesos")))
    with pytest.raises(ValueError, match="'numbers'"):
        Game.from_position({**whole, "numbers": []})


any_game = st.tuples(st.sampled_from(SETUPS), st.integers(0, 10**6), st.integers(0, 10**6))


@settings(max_examples=len(sample(range(60), 10)))
@given(any_game)
def test_numbers_are_those_of_a_slow_count_in_every_game(
    chosen: tuple[GameSetup, int, int],
) -> None:
    setup, seed, choices = chosen
    game = setup.new(seed)
    _compare(game)
    for step, _ in enumerate(walk(game, choices)):
        if step % 4 == 3:
            _compare(game)
    _compare(game)


def _compare(game: Game) -> None:
    view = game.view(None)
    slow = Table(game.position())
    assert view["turns"] == slow.turns
    for sheet, found in zip(game.scores(), view["numbers"], strict=True):
        of = sheet.seat
        assert (found["points"], found["total"]) == (sheet.lines, sheet.total)
        assert sum(found["points"].values()) == found["total"]
        assert _frozen(found["sells"]) == Counter(slow.for_sale(of))
        effects = slow.effects(of)
        made = [effect.options for effect in effects if effect.kind == "produce"]
        made += [(start,)] if (start := slow.start(of)) else []
        assert _frozen([*found["sells"], *found["own_use"]]) == Counter(map(frozenset, made))
        for key in ("sells", "own_use"):
            assert found[key] == in_order(found[key])
        for side in ("left", "right"):
            paid = {"raw": slow.price(of, side, RAW), "made": slow.price(of, side, MANUFACTURED)}
            assert found["prices"][side] == paid
            assert found["rebates"][side] == slow.count(of, "wharf", side)
        assert found["rebates"]["start"] == slow.count(of, "start_rebate")
        for kind in ("own_kind", "missing_kind"):
            assert found[kind] == slow.count(of, kind)
        entry = slow.seats[of]
        shields = sum(effect.amount for effect in effects if effect.kind == "shields")
        shields += entry["defeats"] * slow.count(of, "defeats_as_shields")
        assert found["shields"] == shields
        assert found["symbols"] == _symbols(slow, of)
        if "armada" in game.expansions:
            spaces = [slow.catalogue.tracks[fleet][at] for fleet, at in entry["fleets"].items()]
            naval = sum(effect.amount for effect in effects if effect.kind == "naval")
            assert found["naval_strength"] == naval + sum(space.naval for space in spaces)
            assert found["commerce"] == sum(space.commerce for space in spaces)


def _frozen(symbols: list[list[str]]) -> Counter[frozenset[str]]:
    return Counter(map(frozenset, symbols))


def _symbols(slow: Table, of: int) -> Counter[str]:
    names = {"majority": "most", "copy_science": "copy", "swap_symbol": "swap"}
    counts = Counter(names[e.kind] for e in slow.effects(of) if e.kind in names)
    for effect in slow.effects(of):
        if effect.kind == "science":
            counts[effect.options[0] if len(effect.options) == 1 else "choice"] += 1
    return counts
