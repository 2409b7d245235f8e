"""An age and its turns (B4 to B9, B16): choosing, playing, passing on, and what happens at once."""

from __future__ import annotations

from collections import Counter

import pytest

from mirabilia import Game
from mirabilia.catalogue import load
from positions import (
    EDITIONS,
    coins,
    discarded,
    first_side,
    happened,
    line,
    of_seat,
    offered,
    plain,
    play,
    seat,
    second_side,
    sell_all,
    sell_until,
    table,
)


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize(("age", "step"), [(1, 1), (2, -1), (3, 1)])
def test_hands_go_left_in_ages_one_and_three_and_right_in_age_two(
    age: int, step: int, players: int
) -> None:
    """B4: to the left, which is the next seat, in ages I and III; to the right in age II."""
    game = Game(players, seed=players)
    sell_until(game, age, 1)
    before = [game.hand(of) for of in range(players)]
    sell_all(game)
    for of in range(players):
        assert game.hand((of + step) % players) == before[of][1:]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, 5, 7])
def test_a_game_has_three_ages_of_six_turns(edition: str, players: int) -> None:
    """B4, B5: hands of 7 down to 2 cards, six turns in each of three ages."""
    board = [first_side(edition, w) for w in load(edition).wonders[:players]]
    game = Game(players, edition=edition, seed=1, wonders=board)
    seen = []
    while not game.over:
        seen.append((game.age, game.turn, {len(game.hand(of)) for of in range(players)}))
        sell_all(game)
    assert seen == [(age, turn, {8 - turn}) for age in (1, 2, 3) for turn in range(1, 7)]
    assert coins(game) == [3 + 18 * 3] * players
    assert discarded(game).total() == 3 * 7 * players


def test_all_play_at_the_same_time() -> None:
    """B4: nothing happens before everybody has chosen, and a choice may be changed till then."""
    game = Game(3, seed=2)
    before = [of_seat(game, of) for of in range(3)]
    first, second = (f"sell:{card}" for card in game.hand(0)[:2])
    game.play(0, first)
    game.play(1, f"sell:{game.hand(1)[0]}")
    assert [of_seat(game, of) for of in range(3)] == before
    assert game.to_decide == [2]
    game.play(0, second)
    game.undecide(1)
    assert game.to_decide == [1, 2]
    play(game, f"sell:{game.hand(1)[1]}", f"sell:{game.hand(2)[0]}")
    sold = [second.removeprefix("sell:"), before[1]["hand"][1], before[2]["hand"][0]]
    assert [data["card"] for _, data in happened(game, "sell")] == sold
    assert discarded(game) == Counter(sold)


@pytest.mark.parametrize("edition", EDITIONS)
def test_of_the_last_two_cards_one_is_played_and_one_discarded(edition: str) -> None:
    """B5: the other card goes to the discard pile, for no coins."""
    game = table(
        seat(first_side(edition, "rhodos"), "altar theater"),
        seat(first_side(edition, "gizah"), "loom_age1 tavern"),
        seat(first_side(edition, "ephesos"), "stone_pit marketplace"),
        turn=6,
    )
    play(game, "build:altar", "build:tavern", "sell:stone_pit")
    assert coins(game) == [3, 8, 6]
    assert discarded(game) == {"theater": 1, "loom_age1": 1, "stone_pit": 1, "marketplace": 1}
    assert [game.city(of) for of in range(3)] == [("altar",), ("tavern",), ()]
    assert (game.age, game.turn) == (2, 1)
    assert [len(game.hand(of)) for of in range(3)] == [7] * 3


def test_the_last_card_is_discarded_in_every_age() -> None:
    """B5: also at the end of the game."""
    game = table(seat("rhodos:A", "altar baths"), seat("gizah:A"), seat("ephesos:A"), age=3, turn=6)
    play(game, "sell:altar")
    assert game.over
    assert discarded(game) == {"altar": 1, "baths": 1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_is_built_or_put_under_the_wonder_or_sold(edition: str) -> None:
    """B6: three ways to use each card, and no other."""
    game = table(
        seat(second_side(edition, "gizah"), "altar guard_tower palace", "lumber_yard lumber_yard"),
        *plain(edition, "rhodos", "ephesos"),
        age=3,
    )
    assert offered(game, 0) == {
        "build:altar",
        "stage:altar",
        "stage:guard_tower",
        "stage:palace",
        "sell:altar",
        "sell:guard_tower",
        "sell:palace",
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_built_card_stays_in_the_city(edition: str) -> None:
    """B7: the cost is paid, the card lies in the city for good."""
    game = table(
        seat(first_side(edition, "rhodos"), "mine altar", "altar"),
        *plain(edition, "gizah", "ephesos"),
    )
    play(game, "build:mine@B1")
    assert game.city(0) == ("altar", "mine")
    assert game.coins(0) == 2
    assert game.hand(1) == ("altar",)
    assert discarded(game) == {}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("built", "held"),
    [("altar", "altar"), ("loom_age1", "loom_age2"), ("press_age2", "press_age1")],
)
def test_no_building_stands_twice_in_a_city(edition: str, built: str, held: str) -> None:
    """B7: never two cards of the same name; the workshops of ages I and II share theirs."""
    game = table(
        seat(first_side(edition, "rhodos"), held, built), *plain(edition, "gizah", "ephesos")
    )
    assert offered(game, 0) == {f"sell:{held}"}


def test_the_two_trading_posts_are_different_buildings() -> None:
    """B7: only the same name is barred."""
    game = table(
        seat("rhodos:A", "west_trading_post", "east_trading_post"),
        *plain("1st", "gizah", "ephesos"),
    )
    assert "build:west_trading_post" in offered(game, 0)


def test_two_copies_of_a_card_in_a_hand_are_one_move() -> None:
    """B6: which copy is played makes no difference."""
    game = table(seat("rhodos:A", "altar altar"), *plain("1st", "gizah", "ephesos"))
    assert [str(move) for move in game.moves(0)] == ["build:altar", "sell:altar"]
    play(game, "build:altar")
    assert (game.city(0), game.hand(1)) == (("altar",), ("altar",))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_card_under_a_stage_is_out_of_the_game(edition: str) -> None:
    """B8: the stage's cost is paid, not the card's; it is neither in the city nor discarded."""
    wonder = second_side(edition, "gizah")
    game = table(
        seat(wonder, "palace altar", "lumber_yard lumber_yard"),
        *plain(edition, "rhodos", "ephesos"),
    )
    play(game, "stage:palace")
    assert (of_seat(game, 0)["stages"], of_seat(game, 0)["under"]) == (1, ["palace"])
    assert game.city(0) == ("lumber_yard", "lumber_yard")
    assert discarded(game) == {}
    assert line(game, 0, "wonder") == 3
    assert line(game, 0, "blue") == 0


def test_a_card_under_a_stage_starts_no_chain_and_may_be_built_again() -> None:
    """B8: it has no other use; B7 does not see it."""
    game = table(
        seat("gizah:A", "theater statue", stages=1, under=["theater"]),
        *plain("1st", "babylon", "ephesos"),
        age=2,
    )
    assert offered(game, 0, "build") == {"build:theater"}


def test_stages_are_built_in_order_and_each_once() -> None:
    """B8: left to right; when the wonder is complete no card goes under it."""
    city = "lumber_yard lumber_yard lumber_yard stone_pit stone_pit stone_pit"
    filler = "altar baths theater pawnshop tavern"
    game = table(
        seat("gizah:A", filler, city),
        seat("rhodos:A", filler),
        seat("ephesos:A", filler),
    )
    points = []
    for stages in (1, 2, 3):
        assert f"stage:{game.hand(0)[0]}" in offered(game, 0, "stage")
        game.play(0, f"stage:{game.hand(0)[0]}")
        sell_all(game)
        assert of_seat(game, 0)["stages"] == stages
        points.append(line(game, 0, "wonder"))
    assert points == [3, 8, 15]
    assert offered(game, 0, "stage") == set()
    assert game.stage_quote(0).reason == "the wonder is complete"


def test_a_later_stage_cannot_come_first() -> None:
    """B8: who could pay the second stage but not the first builds none."""
    game = table(
        seat("gizah:B", "altar", "quarry stone_pit"),  # 2 wood; then 3 stone
        *plain("1st", "babylon", "ephesos"),
    )
    assert offered(game, 0) == {"build:altar", "sell:altar"}
    game = table(
        seat("gizah:B", "altar", "quarry stone_pit", stages=1),
        *plain("1st", "babylon", "ephesos"),
    )
    assert "stage:altar" in offered(game, 0)


@pytest.mark.parametrize("age", [1, 2, 3])
def test_a_stage_is_built_in_any_age_and_never_compulsory(age: int) -> None:
    """B8: the last stage in age I, the first in age III; there is always another use."""
    for stages in (0, 2):
        game = table(
            seat("gizah:day", "altar", "lumber_yard lumber_yard quarry stone_pit", stages=stages),
            *plain("2nd", "rhodos", "ephesos"),
            age=age,
        )
        assert offered(game, 0) == {"build:altar", "stage:altar", "sell:altar"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_can_always_be_sold_for_three_coins(edition: str) -> None:
    """B9: also one that can't be built; it goes to the discard pile."""
    game = table(
        seat(first_side(edition, "rhodos"), "palace altar", coins=0),
        *plain(edition, "gizah", "ephesos"),
        age=3,
    )
    assert offered(game, 0, "sell") == {"sell:palace", "sell:altar"}
    play(game, "sell:palace")
    assert coins(game) == [3, 3, 3]
    assert discarded(game) == {"palace": 1}
    assert game.city(0) == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_vineyard_counts_what_is_built_in_the_same_turn(edition: str) -> None:
    """B16: brown cards of the own and both neighbouring cities, those placed this turn included."""
    game = table(
        seat(first_side(edition, "rhodos"), "vineyard altar", "ore_vein clay_pool loom_age1"),
        seat(first_side(edition, "gizah"), "lumber_yard altar", "stone_pit"),
        seat(first_side(edition, "ephesos"), "stone_pit altar"),
        seat(first_side(edition, "babylon"), "foundry altar", "sawmill quarry"),
        age=2,
    )
    play(game, "build:vineyard", "build:lumber_yard", "sell:stone_pit", "build:foundry@B1")
    assert game.coins(0) == 3 + 2 + 2 + 3  # the seat opposite is no neighbour
    assert (0, {"coins": 7, "for": "vineyard"}) in happened(game, "coins")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_bazar_counts_both_neighbours_and_what_they_build_this_turn(edition: str) -> None:
    """B16: 2 coins for each grey card in the three cities, those placed this turn included."""
    game = table(
        seat(first_side(edition, "rhodos"), "bazar altar", "loom_age1 ore_vein"),
        seat(first_side(edition, "gizah"), "press_age2 altar", "loom_age1"),
        seat(first_side(edition, "ephesos"), "stone_pit altar", "glassworks_age1"),
        seat(first_side(edition, "babylon"), "glassworks_age2 altar"),
        age=2,
    )
    play(game, "build:bazar", "build:press_age2", "sell:stone_pit", "build:glassworks_age2")
    assert game.coins(0) == 3 + 2 * (1 + 2 + 1)


def test_a_card_sold_or_put_under_a_wonder_is_not_counted() -> None:
    """B16: only cards in play count."""
    game = table(
        seat("rhodos:A", "vineyard altar"),
        seat("gizah:B", "lumber_yard altar", "sawmill"),
        seat("ephesos:A", "stone_pit altar"),
        age=2,
    )
    play(game, "build:vineyard", "stage:lumber_yard", "sell:stone_pit")
    assert game.coins(0) == 3 + 1


def test_starting_resources_are_no_cards_for_the_vineyard() -> None:
    """B22: nothing but brown cards counts."""
    game = table(seat("rhodos:A", "vineyard altar"), *plain("1st", "gizah", "olympia"), age=2)
    play(game, "build:vineyard")
    assert game.coins(0) == 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_immediate_coins_come_after_all_payments(edition: str) -> None:
    """B14, B16: the tavern's coins don't pay for anything in their turn."""
    game = table(
        seat(first_side(edition, "rhodos"), "tavern baths", coins=0),
        seat(first_side(edition, "gizah"), "altar baths", coins=0),
        seat(first_side(edition, "ephesos"), "altar baths", coins=0),
    )
    assert offered(game, 0) == {"build:tavern", "sell:tavern", "sell:baths"}
    play(game, "build:tavern", "build:altar", "build:altar")
    assert coins(game) == [5, 0, 0]


def test_everything_that_happens_is_told_in_order() -> None:
    """B16: who builds, who pays whom, what comes at once, then the hands go on."""
    game = table(
        seat("rhodos:A", "baths altar"),
        seat("gizah:A", "tavern altar"),
        seat("olympia:A", "theater altar"),
    )
    play(game, "build:baths@L2", "build:tavern", "sell:altar")
    told = [(event.kind, event.seat) for event in game.events]
    assert told == [
        ("build", 0),
        ("pay", 0),
        ("build", 1),
        ("sell", 2),
        ("coins", 1),
        ("pass", None),
        ("turn", None),
    ]
    assert happened(game, "pay") == [(0, {"coins": 2, "to": 1})]
