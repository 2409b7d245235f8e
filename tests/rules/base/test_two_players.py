"""Two players and the Free City (V1 to V7), 1st edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from mirabilia import Game
from mirabilia.catalogue import load
from positions import (
    coins,
    discarded,
    first_side,
    happened,
    met,
    of_seat,
    offered,
    play,
    seat,
    table,
    tokens,
    ways,
)

FREE = 2


def two(seed: int = 1, *wonders: str) -> Game:
    return Game(2, edition="1st", seed=seed, wonders=wonders or None)


def holder(game: Game) -> int:
    """Who has the Free City card."""
    found: int = game.position()["holder"]
    return found


def turns(game: Game) -> Iterator[tuple[int, int]]:
    """Each turn of a game, before it is played."""
    while not game.over:
        now = (game.age, game.turn)
        yield now
        while not game.over and (game.age, game.turn) == now:
            for of in list(game.to_decide):
                game.play(of, game.moves(of)[-1])


def free_city(
    own: dict[str, Any], hand: str, *, pile: str = "altar altar", turn: int = 1, **rest: Any
) -> Game:
    """Seat 0 holds the Free City card; the hand is what it chooses both cards from."""
    return table(
        seat(first_side("1st", "rhodos"), hand),
        seat(first_side("1st", "gizah"), "marketplace altar"),
        own,
        pile=pile.split(),
        holder=0,
        turn=turn,
        **rest,
    )


def test_two_players_and_the_free_city_sit_in_a_circle_of_three() -> None:
    """V1: the 3-player decks, 7 cards each and 7 in the pile; 3 coins each, the Free City's too."""
    game = two()
    assert (game.players, game.seats, coins(game)) == (2, 3, [3, 3, 3])
    position = game.position()
    dealt = Counter([*game.hand(0), *game.hand(1), *position["pile"]])
    assert dealt == Counter(card.id for card in load("1st").deck(1, 3))
    assert [len(hand) for age in position["deal"] for hand in age] == [7] * 6
    third = Counter(card for hand in position["deal"][1] for card in hand)
    assert sum(count for card, count in third.items() if card.endswith("_guild")) == 5


def test_the_free_city_has_a_board_and_is_everybodys_neighbour() -> None:
    """V1: its left is seat 0, its right seat 1."""
    game = two(1, "rhodos:A", "gizah:A", "ephesos:B")
    assert game.wonder(FREE) == "ephesos:B"
    game = free_city(seat("ephesos:A"), "scriptorium altar theater")
    assert ways(game, 0, "build:scriptorium") == {"@R2"}
    game.play(0, "build:scriptorium@R2")
    game.play(1, "build:altar")
    game.play(FREE, "build:altar")
    assert coins(game) == [1, 3, 5]


def test_the_third_hand_of_a_deal_is_the_pile_in_drawing_order() -> None:
    """V1, V2: the first card of it is drawn first."""
    other = two(5)
    position = other.position()
    drawn = other.hand(0)[-1]
    pile = [drawn, *position["pile"]]
    hands = [list(other.hand(0))[:-1], list(other.hand(1)), pile]
    game = Game(2, edition="1st", seed=9, deal=[hands])
    assert list(game.hand(0)) == [*hands[0], pile[0]]
    assert game.position()["pile"] == pile[1:]


def test_the_holder_draws_a_card_and_chooses_first_for_himself() -> None:
    """V2: then one for the Free City out of the same hand; the other chooses one for himself."""
    game = two()
    assert (len(game.hand(0)), len(game.hand(1)), len(game.position()["pile"])) == (8, 7, 6)
    assert game.to_decide == [0, 1]
    with pytest.raises(ValueError, match="owes no decision"):
        game.moves(FREE)
    card = game.hand(0)[3]
    rest = Counter(game.hand(0)) - Counter([card])
    game.play(0, f"sell:{card}")
    assert game.to_decide == [1, FREE]
    decision = game.decision(FREE)
    assert (decision.kind, decision.seat, decision.by) == ("play", FREE, 0)
    assert Counter(game.hand(FREE)) == rest
    assert {move.card for move in game.moves(FREE)} <= set(rest)


def test_a_choice_taken_back_takes_back_the_free_citys_too() -> None:
    """V2: its choice depends on what is left of the hand."""
    game = free_city(seat("ephesos:A"), "altar theater tavern")
    game.play(0, "build:altar")
    game.play(FREE, "build:theater")
    game.undecide(0)
    assert game.to_decide == [0, 1]
    game.play(0, "build:theater")
    assert game.to_decide == [1, FREE]
    assert {move.card for move in game.moves(FREE)} == {"altar", "tavern"}


def test_a_new_choice_of_the_holder_asks_for_the_free_citys_anew() -> None:
    """V2: the card it was to get may be the holder's now."""
    game = free_city(seat("ephesos:A"), "altar theater tavern")
    game.play(0, "build:altar")
    game.play(FREE, "build:theater")
    game.play(0, "build:theater")
    assert game.to_decide == [1, FREE]
    assert {move.card for move in game.moves(FREE)} == {"altar", "tavern"}


def test_all_three_cards_are_played_at_once() -> None:
    """V2, B14: the Free City's new quarry sells nothing yet, its sale's coins come after."""
    game = free_city(seat("ephesos:A", coins=0), "stockade lumber_yard altar")
    assert ways(game, 0, "build:stockade") == set()
    game.play(0, "build:altar")
    assert offered(game, FREE) == {"build:lumber_yard"}
    play(game, "build:marketplace", "build:lumber_yard")
    assert [game.city(of) for of in range(3)] == [("altar",), ("marketplace",), ("lumber_yard",)]
    assert {(of, data["by"]) for of, data in happened(game, "build")} == {(0, 0), (1, 1), (2, 0)}


def test_the_holder_alternates_and_starts_from_the_left_in_ages_one_and_three() -> None:
    """V3: seat 0 is left of the Free City, seat 1 right of it."""
    game = two()
    holders = {now: holder(game) for now in turns(game)}
    assert holders == {
        (age, turn): (turn - 1 + (age == 2)) % 2 for age in (1, 2, 3) for turn in range(1, 7)
    }


@pytest.mark.parametrize(("age", "turn", "first"), [(1, 1, 1), (1, 2, 0), (2, 1, 0), (3, 6, 0)])
def test_the_holder_of_a_position_passes_the_card_on(age: int, turn: int, first: int) -> None:
    """V3: also one that could not hold it by play, unless the position is refused."""
    try:
        game = table(
            seat("rhodos:A", "altar theater tavern"),
            seat("gizah:A", "altar theater tavern"),
            seat("ephesos:A"),
            pile=["stone_pit", "ore_vein"],
            holder=first,
            age=age,
            turn=turn,
        )
    except ValueError:
        return
    assert holder(game) == first
    game.play(first, "build:altar")
    game.play(1 - first, "build:altar")
    game.play(FREE, "build:tavern")
    assert game.over or holder(game) == 1 - first


@pytest.mark.parametrize("age", [1, 2, 3])
def test_the_players_swap_hands(age: int) -> None:
    """V4: after every turn, in every age; the new holder then draws."""
    first = 1 if age == 2 else 0
    dealt = ["altar theater tavern baths", "altar loom_age1 marketplace"]
    game = table(
        seat("rhodos:A", dealt[first]),
        seat("gizah:A", dealt[1 - first]),
        seat("ephesos:A"),
        pile=["stone_pit", "ore_vein"],
        holder=first,
        age=age,
    )
    game.play(first, "build:altar")
    play(game, "build:altar", "build:theater")
    assert set(game.hand(first)) == {"loom_age1", "marketplace"}
    assert set(game.hand(1 - first)) == {"tavern", "baths", "stone_pit"}
    assert game.position()["pile"] == ["ore_vein"]


def test_the_free_city_must_build_if_it_can() -> None:
    """V5: no sale while one of the cards left can be built."""
    game = free_city(seat("ephesos:A", coins=0), "altar palace barracks theater")
    game.play(0, "build:altar")
    assert offered(game, FREE) == {"build:theater"}


def test_the_free_city_builds_a_stage_with_any_card_if_it_can_pay_it() -> None:
    """V5: then every card will do, and none may be sold."""
    game = free_city(seat("ephesos:A", city="quarry", coins=0), "altar palace barracks")
    game.play(0, "build:altar")
    assert offered(game, FREE) == {"stage:palace", "stage:barracks"}
    play(game, "build:altar", "stage:palace")
    assert (of_seat(game, FREE)["stages"], of_seat(game, FREE)["under"]) == (1, ["palace"])


def test_the_free_city_sells_only_if_it_can_do_nothing_else() -> None:
    """V5: then it sells a card of the holder's choice for 3 coins."""
    game = free_city(seat("ephesos:A", coins=0), "altar palace barracks")
    game.play(0, "build:altar")
    assert offered(game, FREE) == {"sell:palace", "sell:barracks"}
    play(game, "build:altar", "sell:palace")
    assert (game.coins(FREE), discarded(game)) == (3, {"palace": 1})


def test_what_the_holder_takes_counts_before_the_free_city_must_build() -> None:
    """V5: if he takes the only card it could build, it sells."""
    game = free_city(seat("ephesos:A", coins=0), "altar palace")
    game.play(0, "sell:altar")
    assert offered(game, FREE) == {"sell:palace"}
    game.play(0, "sell:palace")
    assert offered(game, FREE) == {"build:altar"}


def test_the_holder_builds_from_the_discard_pile_for_the_free_city() -> None:
    """V5, B19: and sees the pile for it."""
    game = free_city(
        seat("halikarnassos:B", city="foundry", coins=0), "altar theater tavern", discard="palace"
    )
    game.play(0, "build:altar")
    play(game, "build:altar", "stage:theater")
    decision = game.decision(FREE)
    assert (game.to_decide, decision.kind, decision.by) == ([FREE], "rebuild", 0)
    assert offered(game, FREE) == {"rebuild:palace", "skip"}
    assert game.view(FREE)["discard"] == ["palace"]
    assert game.view(1)["discard"] == 1
    play(game, "rebuild:palace")
    assert game.city(FREE) == ("foundry", "palace")


def test_the_holder_uses_the_free_citys_right() -> None:
    """V5, B21: Olympia's free card counts as something it can build."""
    game = free_city(seat("olympia:A", stages=2, coins=0), "altar palace pantheon")
    game.play(0, "build:altar")
    assert offered(game, FREE) == {"build:palace!", "build:pantheon!"}
    play(game, "build:altar", "build:palace!")
    assert of_seat(game, FREE)["spent"] == ["free_build"]


def test_the_free_citys_last_card_is_the_last_of_the_pile() -> None:
    """V5, V7, B20: should it be Babylon; the holder of the turn plays it."""
    game = table(
        seat("rhodos:A", "altar theater"),
        seat("gizah:A", "altar theater tavern"),
        seat("babylon:B", stages=2),
        pile=["marketplace"],
        holder=1,
        turn=6,
    )
    game.play(1, "build:altar")
    play(game, "build:altar", "build:tavern")
    decision = game.decision(FREE)
    assert (game.to_decide, decision.kind, decision.by) == ([FREE], "last_card", 1)
    assert game.hand(FREE) == ("marketplace",)
    assert offered(game, FREE) == {"build:marketplace"}  # it has to, and may not sell
    game.play(FREE, "build:marketplace")
    assert game.city(FREE) == ("tavern", "marketplace")
    assert discarded(game) == {"theater": 2}


def test_the_free_city_trades_by_the_normal_rules() -> None:
    """V6: the holder picks the seller, whatever the price."""
    game = table(
        seat("rhodos:A", "altar stockade", "lumber_yard"),
        seat("gizah:A", "marketplace altar", "lumber_yard"),
        seat("ephesos:A", city="west_trading_post"),
        pile=["altar"],
        holder=0,
    )
    game.play(0, "build:altar")
    assert offered(game, FREE) == {"build:stockade@L1", "build:stockade@R2"}
    play(game, "build:marketplace", "build:stockade@R2")
    assert coins(game) == [3, 5, 1]


def test_the_free_city_must_use_a_chain() -> None:
    """V6, B15: paying is not offered."""
    own = seat("ephesos:A", city="scriptorium quarry loom_age1", stages=3)
    game = free_city(own, "altar library", age=2, turn=2)
    game.play(0, "build:altar")
    assert offered(game, FREE) == {"build:library"}
    play(game, "build:altar", "build:library")
    assert (FREE, {"card": "library", "how": "chain", "by": 0}) in happened(game, "build")


def test_in_the_sixth_turn_the_holder_has_three_cards() -> None:
    """V7: the last card of the pile and both last cards are discarded."""
    game = two(3)
    for now in turns(game):
        if now[1] == 6:
            sizes = {len(game.hand(0)), len(game.hand(1))}
            assert len(game.hand(holder(game))) == 3
            assert sizes == {2, 3}
            assert len(game.position()["pile"]) == 1
    game = table(
        seat("rhodos:A", "altar theater"),
        seat("gizah:A", "altar theater tavern"),
        seat("ephesos:A"),
        pile=["marketplace"],
        holder=1,
        turn=6,
    )
    game.play(1, "build:altar")
    play(game, "build:altar", "build:tavern")
    assert discarded(game) == {"theater": 2, "marketplace": 1}
    assert (game.age, game.turn, holder(game)) == (2, 1, 1)


def test_the_free_city_fights_as_usual() -> None:
    """V7: it wins and loses tokens like anybody."""
    game = table(
        seat("rhodos:A", city="stockade"),
        seat("gizah:A", city="stockade barracks walls"),
        seat("ephesos:A", city="stockade barracks"),
        pile=[],
        holder=1,
        age=2,
        phase="war",
    )
    assert [tokens(game, of) for of in range(3)] == [([], 2), ([3, 3], 0), ([3], 1)]
    assert met(game) == [(0, 1, 1, 4), (1, 2, 4, 2), (2, 0, 2, 1)]


def test_the_free_city_cannot_win() -> None:
    """V7: it has a sheet but no place; a tie goes to more coins."""
    game = table(
        seat("rhodos:A", city="altar", coins=3),
        seat("gizah:A", city="altar", coins=4),
        seat("ephesos:A", city="palace town_hall", coins=9),
        pile=[],
        holder=0,
        phase="over",
    )
    assert [sheet.total for sheet in game.scores()] == [3, 3, 17]
    assert game.ranking() == [(1, [1]), (2, [0])]


def test_a_whole_game_of_two() -> None:
    """V2, V7: eighteen turns; all cards end in a city, under a wonder or in the discard pile."""
    for seed in range(6):
        game = two(seed)
        assert len(list(turns(game))) == 18
        kept = sum(len(game.city(of)) + len(of_seat(game, of)["under"]) for of in range(3))
        assert kept + discarded(game).total() == 3 * 21
        assert {of for _, seats in game.ranking() for of in seats} == {0, 1}


def test_two_choose_their_sides_and_one_of_them_the_free_citys() -> None:
    """V1, B1: three boards, three choices; the Free City's is a player's."""
    game = Game(2, edition="1st", sides="choose", seed=1)
    assert game.to_decide == [0, 1, 2]
    assert game.decision(FREE).by in (0, 1)
    play(game, "side:A", "side:B", "side:B")
    assert [game.wonder(of)[-1] for of in range(3)] == ["A", "B", "B"]
    assert game.to_decide == [0, 1]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"wonders": ["rhodos", "gizah"]}, "third is the Free City"),
        ({"edition": "2nd"}, "1st edition"),
        ({"deal": [[["altar"] * 7] * 2]}, "3 seats"),
    ],
)
def test_a_wrong_setup_for_two_is_refused(options: dict[str, Any], sentence: str) -> None:
    """V1: three boards, three hands, the 1st edition."""
    with pytest.raises(ValueError, match=sentence):
        Game(2, **{"edition": "1st", **options})
