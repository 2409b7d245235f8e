"""Paying (B10 to B15): production, trade, what is judged when, chains; the rulebooks' examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirabilia.catalogue import RAW, Card, load
from positions import (
    EDITIONS,
    coins,
    first_side,
    happened,
    offered,
    plain,
    play,
    seat,
    second_side,
    table,
    ways,
)


def test_coins_go_to_the_bank() -> None:
    """B10: the Mine costs a coin, which nobody gets."""
    game = table(seat("rhodos:A", "mine altar", coins=1), *plain("1st", "gizah", "ephesos"))
    assert ways(game, 0, "build:mine") == {"@B1"}
    play(game, "build:mine@B1")
    assert coins(game) == [0, 3, 3]


def test_without_a_coin_the_mine_cannot_be_built() -> None:
    """B10: a cost in coins is paid in coins."""
    game = table(seat("rhodos:A", "mine", coins=0), *plain("1st", "gizah", "ephesos"))
    assert offered(game, 0) == {"sell:mine"}


def test_what_the_city_produces_pays_for_a_card() -> None:
    """B10, B11: the 1st rulebook's Gizah: 2 stone, clay, ore, papyrus, loom, but not 3 stone."""
    city = "stone_pit clay_pool ore_vein press_age1 loom_age1"
    game = table(
        seat("gizah:A", "barracks scriptorium aqueduct", city),
        *plain("1st", "rhodos", "ephesos"),
        age=2,
    )
    assert offered(game, 0, "build") == {"build:barracks", "build:scriptorium"}


def test_what_the_city_does_not_produce_it_cannot_build() -> None:
    """B10, B11: the 2nd rulebook's city: 2 stone, ore, papyrus; no Guard Tower without clay."""
    game = table(
        seat("gizah:day", "barracks scriptorium guard_tower", "stone_pit ore_vein press_age1"),
        *plain("2nd", "rhodos", "ephesos"),
    )
    assert offered(game, 0, "build") == {"build:barracks", "build:scriptorium"}


def test_resources_are_not_used_up() -> None:
    """B10: the stone that built the Baths builds the Walls in the next turn."""
    game = table(
        seat("gizah:A", "baths altar", "quarry", coins=0),
        seat("rhodos:A", "tavern altar"),
        seat("ephesos:A", "theater walls"),
    )
    play(game, "build:baths", "build:tavern", "build:theater")
    assert offered(game, 0, "build") == {"build:walls"}


def test_one_symbol_serves_once_in_a_turn() -> None:
    """B10: one stone does not pay for two."""
    game = table(
        seat("gizah:day", "arena", "ore_vein", coins=0), *plain("2nd", "rhodos", "ephesos"), age=3
    )
    assert offered(game, 0) == {"sell:arena"}  # 2 stone, ore


def test_a_symbol_with_alternatives_gives_one_of_them() -> None:
    """B11: wood or stone is not wood and stone."""
    game = table(
        seat("rhodos:A", "stockade baths", "timber_yard", coins=0),
        *plain("1st", "gizah", "ephesos"),
    )
    assert offered(game, 0, "build") == {"build:stockade", "build:baths"}
    game = table(
        seat("rhodos:A", "senate", "timber_yard lumber_yard lumber_yard", coins=0),
        *plain("1st", "gizah", "ephesos"),
        age=3,
    )
    assert offered(game, 0, "build") == {"build:senate"}  # 2 wood, stone, ore
    game = table(
        seat("rhodos:A", "senate", "timber_yard lumber_yard", coins=0),
        *plain("1st", "gizah", "ephesos"),
        age=3,
    )
    assert offered(game, 0, "build") == set()


def test_double_symbols_and_alternatives_pay_together() -> None:
    """B11: a Quarry's two symbols, a Timber Yard's and a Mine's choice make 3 stone and ore."""
    hand, city = "circus", "quarry timber_yard mine"
    game = table(
        seat("olympia:A", hand, f"{city} ore_vein", coins=0),
        *plain("1st", "rhodos", "ephesos"),
        age=3,
    )
    assert offered(game, 0, "build") == {"build:circus"}
    # Without the vein the Mine has to give the ore, the Timber Yard the third stone.
    game = table(seat("olympia:A", hand, city, coins=0), *plain("1st", "ephesos", "babylon"), age=3)
    assert offered(game, 0, "build") == {"build:circus"}
    game = table(
        seat("olympia:A", hand, "quarry mine", coins=0), *plain("1st", "ephesos", "babylon"), age=3
    )
    assert offered(game, 0, "build") == set()


def test_choices_are_matched_to_what_is_needed() -> None:
    """B11: five choice cards that fit in one way only."""
    game = table(
        # ore, 2 clay, glass, papyrus, loom
        seat(
            "alexandria:A", "pantheon", "clay_pit tree_farm forest_cave forum press_age1", coins=0
        ),
        *plain("1st", "gizah", "ephesos"),
        age=3,
    )
    assert offered(game, 0, "build") == {"build:pantheon"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_yellow_cards_and_stages_produce_for_their_owner(edition: str) -> None:
    """B11, B17: Caravansery, Forum and Alexandria pay, one of their alternatives a turn."""
    own = seat(
        second_side(edition, "alexandria"),
        "stables pantheon",  # wood, ore, clay
        "caravansery lumber_yard",
        stages=1,
        coins=0,
    )
    game = table(own, *plain(edition, "gizah", "ephesos"), age=3)
    assert offered(game, 0, "build") == {"build:stables"}
    own = seat(first_side(edition, "ephesos"), "scriptorium apothecary", "forum", coins=0)
    game = table(own, *plain(edition, "gizah", "rhodos"))
    assert offered(game, 0, "build") == {"build:scriptorium", "build:apothecary"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_yellow_cards_and_stages_are_not_for_sale(edition: str) -> None:
    """B12, B17: neighbours buy neither from Caravansery and Forum nor from Alexandria's stages."""
    game = table(
        seat(first_side(edition, "gizah"), "barracks stockade guard_tower apothecary", coins=9),
        seat(second_side(edition, "alexandria"), "", "caravansery forum", stages=2),
        *plain(edition, "ephesos"),
    )
    assert offered(game, 0, "build") == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_starting_resources_brown_and_grey_cards_are_for_sale(edition: str) -> None:
    """B12: 2 coins each, to the owner."""
    game = table(
        seat(first_side(edition, "gizah"), "barracks stockade apothecary altar"),
        seat(first_side(edition, "rhodos"), "", "lumber_yard"),
        seat(first_side(edition, "ephesos"), "", "loom_age1"),
    )
    assert offered(game, 0, "build") == {
        "build:barracks@L2",
        "build:stockade@L2",
        "build:apothecary@R2",
        "build:altar",
    }
    play(game, "build:stockade@L2")
    assert coins(game) == [1, 5, 3]
    assert happened(game, "pay") == [(0, {"coins": 2, "to": 1})]


def test_only_neighbours_sell() -> None:
    """B12: of five players the two opposite sell nothing."""
    game = table(
        seat("gizah:A", "barracks stockade guard_tower", coins=9),
        *plain("1st", "ephesos", "rhodos", "babylon", "olympia"),
    )
    assert offered(game, 0, "build") == {"build:stockade@R2"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_one_symbol_is_not_sold_twice_to_one_buyer(edition: str) -> None:
    """B12: one stone on each side is two stone, not three."""
    game = table(
        seat(first_side(edition, "rhodos"), "aqueduct", coins=20),
        seat(first_side(edition, "gizah")),
        seat(first_side(edition, "ephesos"), "", "stone_pit"),
        age=2,
    )
    assert offered(game, 0) == {"sell:aqueduct"}
    game = table(
        seat(first_side(edition, "rhodos"), "aqueduct", coins=20),
        seat(first_side(edition, "gizah")),
        seat(first_side(edition, "ephesos"), "", "quarry"),
        age=2,
    )
    assert ways(game, 0, "build:aqueduct") == {"@L2R4"}


def test_a_neighbours_choice_card_is_one_symbol_and_the_buyer_picks() -> None:
    """B12: of wood or clay either is sold, but not both in a turn."""
    game = table(
        seat("gizah:A", "stockade guard_tower gardens", coins=20),
        seat("rhodos:A", "", "tree_farm"),
        seat("ephesos:A"),
        age=3,
    )
    assert offered(game, 0, "build") == {"build:stockade@L2", "build:guard_tower@L2"}
    game = table(
        seat("gizah:A", "gardens", "clay_pool", coins=20),
        seat("rhodos:A", "", "tree_farm"),
        seat("ephesos:A", "", "tree_farm"),
        age=3,
    )
    assert ways(game, 0, "build:gardens") == {"@L2R2"}  # wood, 2 clay


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_neighbours_buy_the_same_symbol_in_one_turn(edition: str) -> None:
    """B12: and its owner uses it too."""
    game = table(
        seat(first_side(edition, "gizah"), "baths altar"),
        seat(first_side(edition, "rhodos"), "baths altar"),
        seat(first_side(edition, "ephesos"), "baths altar"),
    )
    play(game, "build:baths", "build:baths@R2", "build:baths@L2")
    assert coins(game) == [7, 1, 1]
    assert [game.city(of) for of in range(3)] == [("baths",)] * 3


def test_a_resource_from_each_neighbour() -> None:
    """B12: the 1st rulebook's example A: wood from one, papyrus from the other, 2 coins to each."""
    game = table(
        seat("alexandria:A", "university altar", "lumber_yard", coins=4),
        seat("olympia:A"),
        seat("ephesos:A"),
        age=3,
    )
    assert ways(game, 0, "build:university") == {"@L2R2"}  # 2 wood, glass, papyrus
    play(game, "build:university@L2R2")
    assert coins(game) == [0, 5, 5]
    assert game.city(0) == ("lumber_yard", "university")


def test_selling_to_both_does_not_keep_the_owner_from_building() -> None:
    """B12: example B: both neighbours buy 2 stone, 8 coins; the owner builds with them himself."""
    game = table(
        seat("gizah:A", "library altar", "stone_pit loom_age1", coins=0),
        seat("rhodos:A", "library altar", "loom_age1", coins=4),
        seat("ephesos:A", "library altar", "loom_age1", coins=4),
        age=2,
    )
    play(game, "build:library", "build:library@R4", "build:library@L4")
    assert coins(game) == [8, 0, 0]
    assert all("library" in game.city(of) for of in range(3))


def test_coins_from_sales_cannot_be_spent_in_the_same_turn() -> None:
    """B14: example C: the Forum needs a clay bought; the coins for it come only with this turn."""
    game = table(
        seat("gizah:A", "forum altar", "stone_pit clay_pool", coins=1),
        seat("babylon:A", "library altar", "loom_age1", coins=4),
        seat("ephesos:A", "library forum", "loom_age1", coins=4),
        age=2,
    )
    game.play(1, "build:library@R4")
    game.play(2, "build:library@L4")
    assert offered(game, 0, "build") == {"build:altar"}
    game.play(0, "build:altar")
    assert game.coins(0) == 9
    # The coins are there in the next turn (age II: the hand came from the left).
    assert game.hand(0) == ("altar",)
    position = game.position()
    position["seats"][0]["hand"] = ["forum"]
    assert ways(type(game).from_position(position), 0, "build:forum") == {"@L2"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_coins_of_a_sold_card_cannot_be_spent_in_the_same_turn(edition: str) -> None:
    """B14: selling gives 3 coins for the next turn only."""
    game = table(
        seat(first_side(edition, "rhodos"), "altar baths", coins=0),
        seat(first_side(edition, "gizah"), "altar baths", coins=0),
        seat(first_side(edition, "ephesos"), "altar baths", coins=0),
    )
    assert offered(game, 0, "build") == {"build:altar"}
    for of in range(3):
        game.play(of, "sell:altar")
    assert ways(game, 0, "build:baths") == {"@L2"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_built_this_turn_sells_and_produces_nothing_in_it(edition: str) -> None:
    """B14: all costs are judged on the table as it stood when the turn began."""
    game = table(
        seat(first_side(edition, "rhodos"), "stockade altar", coins=9),
        seat(first_side(edition, "gizah"), "lumber_yard stockade"),
        seat(first_side(edition, "ephesos"), "altar stockade", coins=9),
    )
    game.play(1, "build:lumber_yard")
    assert offered(game, 0, "build") == {"build:altar"}
    play(game, "build:altar", "build:altar")
    assert ways(game, 0, "build:stockade") == {"@L2"}
    assert ways(game, 1, "build:stockade") == {""}
    assert ways(game, 2, "build:stockade") == {"@R2"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("cards", "left", "right"),
    [
        ("", 2, 2),
        ("west_trading_post", 1, 2),
        ("east_trading_post", 2, 1),
        ("west_trading_post east_trading_post", 1, 1),
        ("marketplace", 2, 2),
    ],
)
def test_a_trading_post_makes_raw_materials_of_its_side_cheap(
    edition: str, cards: str, left: int, right: int
) -> None:
    """B12: the western post looks left, the eastern one right."""
    game = table(
        seat(first_side(edition, "gizah"), "stockade barracks", cards),
        seat(first_side(edition, "ephesos"), "", "lumber_yard"),
        seat(first_side(edition, "rhodos")),
    )
    assert ways(game, 0, "build:stockade") == {f"@L{left}"}
    assert ways(game, 0, "build:barracks") == {f"@R{right}"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("cards", "price"),
    [("", 2), ("marketplace", 1), ("west_trading_post east_trading_post", 2)],
)
def test_the_marketplace_makes_manufactured_goods_cheap_on_both_sides(
    edition: str, cards: str, price: int
) -> None:
    """B12: glass, papyrus and loom at 1; the posts don't help with them."""
    game = table(
        seat(first_side(edition, "gizah"), "workshop scriptorium apothecary", cards),
        seat(first_side(edition, "alexandria"), "", "loom_age1"),
        seat(first_side(edition, "ephesos")),
    )
    assert offered(game, 0, "build") == {
        f"build:workshop@L{price}",
        f"build:apothecary@L{price}",
        f"build:scriptorium@R{price}",
    }


def test_a_trading_post_does_not_help_in_the_turn_it_is_built() -> None:
    """B12, B14: its price holds from the next turn on."""
    game = table(
        seat("gizah:A", "east_trading_post barracks"),
        seat("ephesos:A", "altar baths"),
        seat("rhodos:A", "altar barracks", coins=9),
    )
    assert ways(game, 0, "build:barracks") == {"@R2"}
    play(game, "build:east_trading_post", "build:altar", "build:altar")
    assert game.hand(0) == ("barracks",)
    assert ways(game, 0, "build:barracks") == {"@R1"}


def test_cheap_and_dear_goods_in_one_payment() -> None:
    """B12: each resource at its own price: 2 wood at 1, glass and papyrus at 2."""
    game = table(
        seat("gizah:A", "university", "west_trading_post", coins=20),
        seat("olympia:A", "", "lumber_yard glassworks_age1"),
        seat("ephesos:A"),
        age=3,
    )
    assert ways(game, 0, "build:university") == {"@L4R2"}


def test_every_payment_that_is_not_dominated_is_offered() -> None:
    """B13: two wood from the left, from the right, or one from each."""
    game = table(
        seat("gizah:B", "altar", coins=4),
        seat("ephesos:A", "", "sawmill"),
        seat("rhodos:A", "", "sawmill"),
    )
    assert ways(game, 0, "stage:altar") == {"@L4", "@L2R2", "@R4"}


def test_the_dearer_seller_is_offered_too() -> None:
    """B13: the player chooses from whom; a purse may rule some payments out."""
    for purse, expected in {
        4: {"@L2", "@L1R2", "@R4"},
        3: {"@L2", "@L1R2"},
        2: {"@L2"},
        1: set(),
    }.items():
        game = table(
            seat("gizah:B", "altar", "west_trading_post", coins=purse),
            seat("ephesos:A", "", "sawmill"),
            seat("rhodos:A", "", "sawmill"),
        )
        assert ways(game, 0, "stage:altar") == expected


def test_only_what_the_city_lacks_is_bought() -> None:
    """B13: the own wood is used before the neighbours'."""
    game = table(
        seat("olympia:A", "stockade", coins=9),
        seat("rhodos:A", "", "lumber_yard"),
        seat("gizah:A", "", "lumber_yard"),
    )
    assert offered(game, 0, "build") == {"build:stockade"}


def test_an_own_choice_is_used_where_the_player_likes() -> None:
    """B13: of wood and ore one is own, the other comes from this side or that, not both."""
    game = table(
        # 2 wood, ore
        seat("gizah:A", "archery_range", "lumber_yard forest_cave", coins=9),
        seat("olympia:A"),
        seat("rhodos:A"),
        age=2,
    )
    assert ways(game, 0, "build:archery_range") == {"@L2", "@R2"}


def test_three_resources_from_two_sellers() -> None:
    """B13: every split between two neighbours who both have enough."""
    game = table(
        seat("rhodos:B", "altar", stages=1, coins=20),
        seat("gizah:A", "", "foundry foundry"),
        seat("ephesos:A", "", "foundry ore_vein"),
    )
    assert ways(game, 0, "stage:altar") == {"@L6", "@L4R2", "@L2R4", "@R6"}


def test_a_quote_names_the_price_or_what_is_missing() -> None:
    """B10, B13: the cheapest payment first; or why not."""
    game = table(
        seat("gizah:B", "altar stockade apothecary baths", coins=4),
        seat("ephesos:A", "", "lumber_yard"),
        seat("rhodos:A", "", "lumber_yard"),
    )
    assert game.quote(0, "baths").payments == ({},)
    assert game.quote(0, "stockade").coins == 2
    assert game.quote(0, "apothecary").missing == ("loom",)
    assert game.stage_quote(0).payments == ({"left": 2, "right": 2},)
    assert game.quote(0, "palace").way == "no"


CHAINS = [
    (edition, earlier, card.id)
    for edition in EDITIONS
    for card in load(edition).cards.values()
    for earlier in card.free_with
]


@pytest.mark.parametrize(("edition", "earlier", "later"), CHAINS)
def test_a_chain_makes_a_card_free(edition: str, earlier: str, later: str) -> None:
    """B15: for nothing, and paying is not offered; the event says that it was a chain."""
    age = load(edition).cards[later].age
    neighbours = plain(edition, "gizah", "olympia")
    own = first_side(edition, "rhodos")
    without = table(seat(own, f"{later} altar", coins=0), *neighbours, age=age)
    assert ways(without, 0, f"build:{later}") == set()
    rich = "sawmill quarry brickyard foundry loom_age1 press_age1 glassworks_age1"
    for city, purse in ((earlier, 0), (f"{earlier} {rich}", 50)):
        game = table(seat(own, f"{later} tavern", city, coins=purse), *neighbours, age=age)
        assert ways(game, 0, f"build:{later}") == {""}
    game.play(0, f"build:{later}")
    assert happened(game, "build") == [(0, {"card": later, "how": "chain", "by": 0})]
    assert later in game.city(0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_other_card_makes_a_card_free(edition: str) -> None:
    """B15: with everything else in the city that makes no resource, the cost has to be paid."""
    cards = load(edition).cards
    idle = [
        card
        for card in cards.values()
        if not any(effect.kind == "produce" for effect in card.effects)
    ]
    for card in cards.values():
        if card.cost.nothing:
            continue
        others = [
            other.id for other in idle if other is not card and other.id not in card.free_with
        ]
        for half in (others[:30], others[30:]):
            # Gizah alone makes a stone: enough for the Baths and nothing else.
            own = seat(first_side(edition, "gizah"), card.id, " ".join(half), coins=0)
            game = table(own, *plain(edition, "rhodos", "ephesos"), age=3)
            expected = {"build:baths"} if card.id == "baths" else set()
            assert offered(game, 0, "build") == expected, card.id


def test_chains_by_name_of_the_first_edition() -> None:
    """B15: its examples: Scriptorium, Library; Apothecary, Stables; Theater, Statue, Gardens."""
    for earlier, later in [
        ("scriptorium", "library"),
        ("scriptorium", "courthouse"),
        ("apothecary", "stables"),
        ("theater", "statue"),
        ("statue", "gardens"),
    ]:
        assert ("1st", earlier, later) in CHAINS
    game = table(
        seat("rhodos:A", "gardens", "theater", coins=0), *plain("1st", "gizah", "ephesos"), age=3
    )
    assert offered(game, 0, "build") == set()  # the Theater alone is not enough here


def test_chains_by_symbol_of_the_second_edition() -> None:
    """B15: its example: the Theater in age I makes the Gardens of age III free."""
    game = table(
        seat("rhodos:day", "gardens", "theater", coins=0), *plain("2nd", "gizah", "ephesos"), age=3
    )
    assert offered(game, 0, "build") == {"build:gardens"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("post", ["east_trading_post", "west_trading_post"])
def test_either_trading_post_makes_the_forum_free(edition: str, post: str) -> None:
    """B15: both posts chain to the Forum."""
    game = table(
        seat(first_side(edition, "rhodos"), "forum", post, coins=0),
        *plain(edition, "gizah", "ephesos"),
        age=2,
    )
    assert offered(game, 0, "build") == {"build:forum"}


def test_a_neighbours_card_makes_nothing_free() -> None:
    """B15: the chain is the own city's."""
    game = table(
        seat("rhodos:A", "library", coins=0),
        seat("gizah:A", "", "scriptorium"),
        seat("ephesos:A", "", "scriptorium"),
        age=2,
    )
    assert offered(game, 0) == {"sell:library"}


def test_a_chain_does_not_allow_a_second_copy() -> None:
    """B7, B15: free or not, never twice."""
    game = table(
        seat("rhodos:A", "library", "scriptorium library"), *plain("1st", "gizah", "ephesos"), age=2
    )
    assert offered(game, 0) == {"sell:library"}


def test_a_free_card_needs_no_money() -> None:
    """B10: no cost, nothing to pay: the rulebook's East Trading Post and Marketplace."""
    game = table(
        seat("rhodos:A", "east_trading_post marketplace", coins=0),
        *plain("1st", "gizah", "ephesos"),
    )
    assert offered(game, 0, "build") == {"build:east_trading_post", "build:marketplace"}


def test_payments_of_a_turn_cross() -> None:
    """B12, B14: three players with 2 coins each buy from one another at the same time."""
    game = table(
        seat("gizah:A", "barracks altar", coins=2),  # ore from Rhodos, on the left
        seat("rhodos:A", "scriptorium altar", coins=2),  # papyrus from Ephesos, on the left
        seat("ephesos:A", "baths altar", coins=2),  # stone from Gizah, on the left
    )
    play(game, "build:barracks@L2", "build:scriptorium@L2", "build:baths@L2")
    assert coins(game) == [2, 2, 2]
    assert [len(game.city(of)) for of in range(3)] == [1, 1, 1]


PRODUCERS = [
    card
    for card in load("1st").cards.values()
    if any(effect.kind == "produce" for effect in card.effects)
]
# None of these is made free by, or is the same as, a card that produces.
TARGETS = [
    card
    for card in load("1st").cards.values()
    if len(card.cost.resources) > 1 and card.id not in ("haven", "lighthouse")
]
POSTS = ["west_trading_post", "east_trading_post", "marketplace"]


def symbols(start: str, city: Iterable[Card], *, for_sale: bool) -> list[tuple[str, ...]]:
    """What a city makes, or what of it is for sale."""
    sold = [card for card in city if not for_sale or card.colour in ("brown", "grey")]
    made = [e.options for card in sold for e in card.effects if e.kind == "produce"]
    return [(start,), *made]


def payments_by_trying(
    cost: Mapping[str, int],
    own: list[tuple[str, ...]],
    left: list[tuple[str, ...]],
    right: list[tuple[str, ...]],
    posts: list[str],
    purse: int,
) -> set[tuple[int, int]]:
    """All undominated pairs of coins to the left and right, by trying every use of every symbol."""

    def price(kind: str, post: str) -> int:
        return 1 if (post if kind in RAW else "marketplace") in posts else 2

    reached = {(tuple(sorted(k for k, n in cost.items() for _ in range(n))), 0, 0)}
    for side, sources in enumerate((own, left, right)):
        for source in sources:
            for missing, to_left, to_right in list(reached):
                for kind in set(source) & set(missing):
                    rest = list(missing)
                    rest.remove(kind)
                    more_left = price(kind, "west_trading_post") if side == 1 else 0
                    more_right = price(kind, "east_trading_post") if side == 2 else 0
                    reached.add((tuple(rest), to_left + more_left, to_right + more_right))
    paid = {(x, y) for missing, x, y in reached if not missing and x + y <= purse}
    return {p for p in paid if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in paid)}


@given(
    st.sampled_from(TARGETS),
    st.lists(st.sampled_from(PRODUCERS), max_size=4),
    st.lists(st.sampled_from(PRODUCERS), max_size=5),
    st.lists(st.sampled_from(PRODUCERS), max_size=5),
    st.lists(st.sampled_from(POSTS), unique=True),
    st.integers(0, 14),
)
def test_payments_are_those_found_by_trying_everything(
    card: Card,
    own: list[Card],
    left: list[Card],
    right: list[Card],
    posts: list[str],
    purse: int,
) -> None:
    """B10 to B13: against a search that knows nothing but the rules."""

    def names(cards: list[Card]) -> str:
        return " ".join(other.id for other in cards)

    game = table(
        seat("gizah:A", f"{card.id} altar", f"{names(own)} {' '.join(posts)}", coins=purse),
        seat("rhodos:A", city=names(left)),
        seat("ephesos:A", city=names(right)),
        age=3,
    )
    builds = [move for move in game.moves(0) if (move.action, move.card) == ("build", card.id)]
    assert {
        (move.pay.get("left", 0), move.pay.get("right", 0)) for move in builds
    } == payments_by_trying(
        card.cost.resources,
        symbols("stone", own, for_sale=False),
        symbols("ore", left, for_sale=True),
        symbols("papyrus", right, for_sale=True),
        posts,
        purse,
    )
