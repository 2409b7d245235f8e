"""War and the end (B22 to B26): tokens, score sheets, science, places."""

from __future__ import annotations

from typing import Any

import pytest

from mirabilia import Game
from mirabilia.catalogue import load
from positions import (
    EDITIONS,
    first_side,
    happened,
    line,
    met,
    plain,
    play,
    seat,
    second_side,
    sell_all,
    table,
    tokens,
    told,
)

RED = {1: "stockade", 2: "walls", 3: "circus"}


def with_shields(*shields: int, edition: str = "1st", **rest: Any) -> Game:
    """A table on the eve of a war, with so many shields in each city."""
    wonders = load(edition).wonders
    seats = [
        seat(first_side(edition, wonder), city="stockade " * number)
        for wonder, number in zip(wonders, shields, strict=False)
    ]
    return table(*seats, phase="war", **rest)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("age", "value"), [(1, 1), (2, 3), (3, 5)])
def test_war_gives_tokens_by_age(edition: str, age: int, value: int) -> None:
    """B23: more shields than a neighbour: 1, 3, 5; fewer: -1; equal: nothing."""
    game = with_shields(2, 1, 2, 0, edition=edition, age=age)
    # Seats 0 and 2 are neighbours of 1 and 3, not of each other.
    assert [tokens(game, of) for of in range(4)] == [
        ([value, value], 0),
        ([], 2),
        ([value, value], 0),
        ([], 2),
    ]
    game = with_shields(1, 1, 1, edition=edition, age=age)
    assert [tokens(game, of) for of in range(3)] == [([], 0)] * 3


def test_war_of_the_first_rulebook() -> None:
    """B23: age II, 3 shields between 5 on the left and 2 on the right: a defeat and a 3."""
    game = with_shields(3, 5, 0, 2, age=2)
    assert tokens(game, 0) == ([3], 1)


def test_war_of_the_second_rulebook() -> None:
    """B23: age II, 4 shields between 5 on the left and 2 on the right: a defeat and a 3."""
    game = with_shields(4, 5, 0, 2, edition="2nd", age=2)
    assert tokens(game, 0) == ([3], 1)


def test_three_players_fight_each_other_once() -> None:
    """B23: everybody is everybody's neighbour."""
    game = with_shields(3, 2, 1, age=1)
    assert [tokens(game, of) for of in range(3)] == [([1, 1], 0), ([1], 1), ([], 2)]


def test_seven_players_fight_only_their_neighbours() -> None:
    """B23: with shields 0 to 6 round the table."""
    game = with_shields(0, 1, 2, 3, 4, 5, 6, age=3)
    assert tokens(game, 0) == ([], 2)
    assert [tokens(game, of) for of in range(1, 6)] == [([5], 1)] * 5
    assert tokens(game, 6) == ([5, 5], 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_pair_of_neighbours_is_told_of_with_its_shields(edition: str) -> None:
    """B23: a draw too; each conflict before the tokens that it brings."""
    game = with_shields(2, 1, 1, 0, edition=edition)
    assert met(game) == [(0, 1, 2, 1), (1, 2, 1, 1), (2, 3, 1, 0), (3, 0, 0, 2)]
    assert met(game, raid=True) == []
    assert told(game, "conflict", "victory", "defeat") == [
        ("conflict", 0),
        ("victory", 0),
        ("defeat", 1),
        ("conflict", 1),
        ("conflict", 2),
        ("victory", 2),
        ("defeat", 3),
        ("conflict", 3),
        ("victory", 0),
        ("defeat", 3),
    ]


def test_shields_are_told_as_they_were_when_the_war_began() -> None:
    """B23: a stockade built in the last turn fights; one of the next age does not."""
    game = table(
        seat("rhodos:A", "stockade altar", "lumber_yard"),
        seat("gizah:A", "altar baths"),
        seat("ephesos:A", "altar baths", "barracks"),
        deal=None,
        turn=6,
    )
    play(game, "build:stockade", "build:altar", "build:altar")
    assert met(game) == [(0, 1, 1, 0), (1, 2, 0, 1), (2, 0, 1, 1)]


def test_the_war_follows_the_sixth_turn_of_every_age() -> None:
    """B23: what is built in the last turn fights; tokens add up over the ages."""
    for age, value in ((1, 1), (2, 3), (3, 5)):
        game = table(
            seat("rhodos:A", f"{RED[age]} altar", "quarry stone_pit lumber_yard", victories=[1]),
            seat("gizah:A", "altar baths", defeats=1),
            seat("ephesos:A", "altar baths"),
            age=age,
            turn=6,
        )
        play(game, f"build:{RED[age]}", "build:altar", "build:altar")
        assert tokens(game, 0) == (sorted([1, value, value]), 0)
        assert tokens(game, 1) == ([], 2)
        assert {data["against"] for _, data in happened(game, "victory")} == {1, 2}
        assert [data["value"] for _, data in happened(game, "defeat")] == [-1, -1]
        assert game.over == (age == 3)


def test_no_war_within_an_age() -> None:
    """B23: only at its end."""
    game = table(
        seat("rhodos:A", "altar baths theater", "stockade"),
        seat("gizah:A", "altar baths theater"),
        seat("ephesos:A", "altar baths theater"),
        turn=5,
    )
    sell_all(game)
    assert game.turn == 6
    assert tokens(game, 0) == ([], 0)
    sell_all(game)
    assert tokens(game, 0) == ([1, 1], 0)


def test_scoring_fights_no_war() -> None:
    """B24: sheets are as if the game ended now."""
    game = table(
        seat("rhodos:A", "altar", "stockade"), *plain("1st", "gizah", "ephesos"), age=3, turn=6
    )
    assert line(game, 0, "military") == 0


def test_the_sheet_of_the_second_rulebook() -> None:
    """B24: wonder 10, coins 3, military 6, blue 9, yellow 2, green 21, purple 4: 55 points."""
    game = table(
        seat(
            "rhodos:day",
            city="baths town_hall "  # 3 and 6
            "lighthouse tavern "  # two yellow cards
            "apothecary dispensary lodge workshop laboratory scriptorium "
            "workers_guild",
            stages=3,
            coins=11,
            victories=[1, 3, 5],
            defeats=3,
        ),
        seat("gizah:day", city="lumber_yard quarry sawmill"),
        seat("ephesos:day", city="stone_pit loom_age1"),
        phase="over",
    )
    sheet = game.scores()[0]
    assert sheet.lines == {
        "military": 6,
        "coins": 3,
        "wonder": 10,
        "blue": 9,
        "yellow": 2,
        "green": 21,
        "purple": 4,
    }
    assert (sheet.seat, sheet.team, sheet.total) == (0, None, 55)


def test_the_sheet_of_the_first_rulebook() -> None:
    """B24: Alexandria: tokens 6, 14 coins are 4, wonder 10, blue 13, green 21, yellow 4."""
    game = table(
        seat(
            "alexandria:A",
            city="altar aqueduct town_hall chamber_of_commerce loom_age1 press_age1 "
            "apothecary dispensary lodge workshop laboratory scriptorium",
            stages=3,
            coins=14,
            victories=[1, 3, 5],
            defeats=3,
        ),
        *plain("1st", "gizah", "rhodos"),
        phase="over",
    )
    assert game.scores()[0].lines == {
        "military": 6,
        "coins": 4,
        "wonder": 10,
        "blue": 13,
        "yellow": 4,
        "green": 21,
        "purple": 0,
    }


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (99, 33)])
def test_three_coins_are_a_point(coins: int, points: int) -> None:
    """B24: only full threes count."""
    game = table(seat("rhodos:A", coins=coins), *plain("1st", "gizah", "ephesos"), phase="over")
    assert line(game, 0, "coins") == points


def test_a_total_may_be_negative() -> None:
    """B24: six defeats and nothing else."""
    game = table(
        seat("rhodos:A", coins=2, defeats=6), *plain("1st", "gizah", "ephesos"), phase="over"
    )
    sheet = game.scores()[0]
    assert (sheet.lines["military"], sheet.total) == (-6, -6)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_lines_sum_up_to_the_total(edition: str) -> None:
    """B24: whatever happened in a game."""
    for seed in range(5):
        game = Game(5, edition=edition, seed=seed)
        while not game.over:
            for of in list(game.to_decide):
                game.play(of, game.moves(of)[0])
        for of, sheet in enumerate(game.scores()):
            assert (sheet.seat, sheet.total) == (of, sum(sheet.lines.values()))


COMPASS = ["apothecary", "dispensary", "lodge", "academy"]
GEAR = ["workshop", "laboratory", "observatory", "study"]
TABLET = ["scriptorium", "library", "school", "university"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((1, 0, 0), 1),
        ((2, 0, 0), 4),
        ((3, 0, 0), 9),
        ((4, 0, 0), 16),
        ((3, 2, 1), 21),
        ((3, 2, 2), 31),
        ((1, 1, 1), 10),
        ((2, 2, 2), 26),
        ((4, 4, 4), 76),
        ((0, 4, 1), 17),
    ],
)
def test_science_is_squares_and_sets(
    edition: str, counts: tuple[int, int, int], points: int
) -> None:
    """B25: the rulebooks' examples, and the order of the symbols makes no difference."""
    compass, gear, tablet = counts
    for a, b, c in ((COMPASS, GEAR, TABLET), (GEAR, TABLET, COMPASS), (TABLET, COMPASS, GEAR)):
        city = a[:compass] + b[:gear] + c[:tablet]
        own = seat(first_side(edition, "rhodos"), city=" ".join(city))
        game = table(own, *plain(edition, "gizah", "ephesos"), phase="over")
        assert line(game, 0, "green") == points


@pytest.mark.parametrize("edition", EDITIONS)
def test_free_symbols_are_chosen_for_the_most_points(edition: str) -> None:
    """B25: Babylon and the Scientists Guild together: 5 and 6 alike are 25 and 36, or two sets."""
    babylon = second_side(edition, "babylon")
    stages = 3 if edition == "1st" else 2
    others = plain(edition, "gizah", "ephesos")
    four = " ".join(COMPASS)
    for city, points in {
        four: 25,
        f"{four} scientists_guild": 36,
        "apothecary workshop": 10,
        "apothecary dispensary workshop laboratory scientists_guild": 26,
        "scientists_guild": 4,
        "apothecary scientists_guild": 10,
    }.items():
        game = table(seat(babylon, city=city, stages=stages), *others, phase="over")
        assert line(game, 0, "green") == points


def test_a_free_symbol_is_chosen_at_the_end() -> None:
    """B25: what it stands for follows the cards that come later."""
    early = table(
        seat("babylon:A", city="apothecary apothecary", stages=2),
        *plain("1st", "gizah", "ephesos"),
        phase="over",
    )
    assert line(early, 0, "green") == 9
    late = table(
        seat("babylon:A", city="apothecary apothecary workshop workshop scriptorium", stages=2),
        *plain("1st", "gizah", "ephesos"),
        phase="over",
    )
    assert line(late, 0, "green") == 4 + 4 + 4 + 14


def finished(*seats: tuple[str, int], **rest: Any) -> Game:
    """A finished table: for each seat its blue cards and its coins."""
    wonders = load("1st").wonders
    entries = [
        seat(f"{wonder}:A", city=city, coins=coins)
        for wonder, (city, coins) in zip(wonders, seats, strict=False)
    ]
    return table(*entries, phase="over", **rest)


def test_most_points_win() -> None:
    """B26: the places, the best first."""
    game = finished(("altar", 0), ("palace", 0), ("", 0), ("town_hall", 0))
    assert game.ranking() == [(1, [1]), (2, [3]), (3, [0]), (4, [2])]


def test_a_tie_goes_to_more_coins() -> None:
    """B26: also to coins that make no full point."""
    game = finished(("altar", 3), ("altar", 5), ("altar", 4))
    assert [sheet.total for sheet in game.scores()] == [3, 3, 3]
    assert game.ranking() == [(1, [1]), (2, [2]), (3, [0])]


def test_points_go_before_coins() -> None:
    """B26: coins only break ties."""
    game = finished(("palace", 0), ("altar", 11), ("", 0))
    assert game.ranking() == [(1, [0]), (2, [1]), (3, [2])]


def test_a_place_is_shared_if_coins_are_equal_too() -> None:
    """B26: and the next place is left out."""
    game = finished(("altar", 3), ("palace", 4), ("altar", 3), ("", 0), ("palace", 4))
    assert game.ranking() == [(1, [1, 4]), (3, [0, 2]), (5, [3])]


def test_the_game_ends_after_the_war_of_age_three() -> None:
    """B24: nobody owes anything more, and the end is told."""
    game = table(
        seat("rhodos:A", "altar theater"), *plain("1st", "gizah", "ephesos"), age=3, turn=6
    )
    play(game, "build:altar")
    assert (game.over, game.to_decide, game.age) == (True, [], 3)
    assert [event.kind for event in game.events][-1] == "end"
