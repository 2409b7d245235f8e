"""Leaders in war: shields, victories, defeats, diplomacy and losses (L8)."""

from __future__ import annotations

import pytest

from leaders import three
from positions import (
    EDITIONS,
    coins,
    first_side,
    happened,
    line,
    met,
    of_seat,
    offered,
    play,
    seat,
    table,
    tokens,
    told,
)

SHIELDS = {"hannibal": 1, "caesar": 2}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("leader", SHIELDS)
def test_shields_of_leaders(edition: str, leader: str) -> None:
    """L8, B23: Hannibal one, Caesar two; they are no red cards."""
    number = SHIELDS[leader]
    enough = {"city": " ".join(["stockade", "barracks"][:number])}
    less = {"city": " ".join(["stockade", "barracks"][: number - 1])}
    game = three(edition, {"leaders": [leader]}, enough, less, phase="war", age=3)
    assert tokens(game, 0) == ([5], 0)
    assert (tokens(game, 1)[0].count(5), tokens(game, 2)[1]) == (1, 2)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_nero_takes_coins_for_victories_in_war(edition: str, age: int) -> None:
    """L8: 2 coins for each victory token, none for a defeat."""
    mine = {"leaders": ["nero"], "city": "stockade", "coins": 0}
    game = three(edition, mine, {"coins": 0}, {"city": "walls", "coins": 0}, phase="war", age=age)
    assert tokens(game, 0) == ([2 * age - 1], 1)
    assert coins(game) == [2, 0, 0]
    assert told(game, "conflict", "victory", "coins") == [
        *[("conflict", 0), ("victory", 0), ("coins", 0)],
        *[("conflict", 1), ("victory", 2)],
        *[("conflict", 2), ("victory", 2)],
    ]
    game = three(edition, mine, {}, {}, phase="war", age=age)
    assert game.coins(0) == 4


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_nitocris_takes_a_token_of_the_age(edition: str, age: int) -> None:
    """L8: at once, of the current age; Nero is paid for it."""
    me = {"leader_hand": ["nitocris"], "leaders": ["nero"], "coins": 5}
    game = three(edition, me, phase="leader", age=age)
    play(game, f"recruit:nitocris@B{age}")
    assert tokens(game, 0) == ([2 * age - 1], 0)
    assert game.coins(0) == 5 - age + 2


def test_nero_and_a_raider_camp() -> None:
    """L8, C8: from whatever source."""
    game = three("2nd", {"hand": "raider_camp", "leaders": ["nero"], "coins": 0}, extra=("cities",))
    play(game, "build:raider_camp")
    assert (tokens(game, 0), game.coins(0)) == (([1], 0), 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_tomyris_gives_the_defeat_to_the_winner(edition: str) -> None:
    """L8: of that conflict; he keeps his victory token, and other defeats stay where they fall."""
    game = three(
        edition,
        {"leaders": ["tomyris"], "city": "stockade"},
        {"city": "walls"},
        {},
        phase="war",
        age=3,
    )
    assert tokens(game, 0) == ([5], 0)
    assert tokens(game, 1) == ([5, 5], 1)  # Tomyris's own
    assert tokens(game, 2) == ([], 2)
    assert met(game) == [(0, 1, 1, 2), (1, 2, 2, 0), (2, 0, 0, 1)]
    assert told(game, "conflict", "victory", "defeat") == [
        *[("conflict", 0), ("victory", 1), ("defeat", 1)],  # both are the winner's
        *[("conflict", 1), ("victory", 1), ("defeat", 2)],
        *[("conflict", 2), ("victory", 0), ("defeat", 2)],
    ]
    assert happened(game, "defeat")[0] == (1, {"value": -1, "against": 0})


@pytest.mark.parametrize("edition", EDITIONS)
def test_tomyris_beaten_by_both(edition: str) -> None:
    """L8: each winner takes the token of his conflict."""
    strong = {"city": "stockade"}
    game = three(edition, {"leaders": ["tomyris"]}, strong, strong, phase="war", age=2)
    assert [tokens(game, of) for of in range(3)] == [([], 0), ([3], 1), ([3], 1)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_telesilla(edition: str) -> None:
    """L8: all own defeats go; everyone else gives up a victory token of his choice."""
    seats = [
        seat(
            first_side(edition, "alexandria"), leader_hand=["telesilla"], defeats=3, victories=[3]
        ),
        seat(first_side(edition, "rhodos"), victories=[1, 3, 3], defeats=1),
        seat(first_side(edition, "gizah"), defeats=2),
        seat(first_side(edition, "ephesos"), victories=[1, 1]),
    ]
    game = table(*seats, expansions=["leaders"], phase="leader", age=3)
    play(game, "recruit:telesilla@B3")
    assert game.to_decide == [1]  # two equal tokens, or none, are no choice
    assert (game.decision(1).kind, game.decision(1).source) == ("forfeit", "telesilla")
    assert offered(game, 1) == {"forfeit:1", "forfeit:3"}
    play(game, "forfeit:3")
    assert [tokens(game, of) for of in range(4)] == [([3], 0), ([1, 3], 1), ([], 2), ([1], 0)]
    assert (game.turn, game.coins(0)) == (1, 3)
    assert happened(game, "forfeit") == [(3, {"value": 1}), (1, {"value": 3})]


@pytest.mark.parametrize("edition", EDITIONS)
def test_telesilla_and_nitocris_at_once(edition: str) -> None:
    """L8, A16: both happen in step 3; the token just gained is the one to give up."""
    for swap in (False, True):
        entries = [{"leader_hand": ["telesilla"]}, {"leader_hand": ["nitocris"]}]
        if swap:
            entries.reverse()
        game = three(edition, entries[0], entries[1], phase="leader", age=2)
        moves = ["recruit:telesilla@B3", "recruit:nitocris@B2"]
        play(game, *(moves[::-1] if swap else moves))
        assert [tokens(game, of) for of in range(3)] == [([], 0)] * 3


def test_semiramis_fights_with_her_defeats() -> None:
    """L8: every defeat token she has before the war is a shield."""
    me = {"leaders": ["semiramis"], "defeats": 2, "city": "stockade"}
    game = three("1st", me, {"city": "walls"}, {"city": "walls stockade"}, phase="war", age=3)
    # Walls are 2 shields, she has 3: a victory over the left, a draw with the right.
    assert tokens(game, 0) == ([5], 2)
    assert tokens(game, 2) == ([5], 0)
    assert met(game) == [(0, 1, 3, 2), (1, 2, 2, 3), (2, 0, 3, 3)]


def test_a_defeat_of_the_same_war_is_no_shield_yet() -> None:
    """L8: Semiramis is told with the shields with which the war began, in each of her conflicts."""
    me = {"leaders": ["semiramis"], "city": "stockade"}
    game = three("1st", me, {"city": "walls"}, {"city": "stockade"}, phase="war")
    assert met(game) == [(0, 1, 1, 2), (1, 2, 2, 1), (2, 0, 1, 1)]
    assert tokens(game, 0) == ([], 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_aspasia_brings_diplomacy(edition: str) -> None:
    """L8, C3: a token at once, and 2 points."""
    game = three(edition, {"leader_hand": ["aspasia"], "coins": 3}, phase="leader")
    play(game, "recruit:aspasia@B3")
    assert (of_seat(game, 0)["diplomacy"], line(game, 0, "leaders")) == (1, 2)


@pytest.mark.parametrize(("edition", "cities"), [("1st", False), ("1st", True), ("2nd", True)])
@pytest.mark.parametrize("age", [1, 2, 3])
def test_arsinoe(edition: str, cities: bool, age: int) -> None:
    """L2, C2, A6: 4 coins; all others lose as many as the age, with Cities or take debts."""
    game = three(
        edition,
        {"leader_hand": ["arsinoe"], "coins": 5},
        {"coins": 9},
        {"coins": 1},
        extra=("cities",) if cities else (),
        phase="leader",
        age=age,
    )
    play(game, f"recruit:arsinoe@B{age}")
    if not cities:
        assert coins(game) == [5 - age + 4, 9 - age, 0]
        return
    assert game.to_decide == [1, 2]
    assert offered(game, 1) == {f"lose:{paid}/{age - paid}" for paid in range(age + 1)}
    assert offered(game, 2) == {f"lose:{paid}/{age - paid}" for paid in range(2)}
    play(game, f"lose:{age}/0", f"lose:1/{age - 1}")
    assert coins(game) == [5 - age + 4, 9 - age, 0]
    assert of_seat(game, 2)["debts"] == age - 1
    assert game.turn == 1
