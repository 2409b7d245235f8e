"""Cities: diplomacy (C3), in wars of three to seven, and with raids (A12)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from mirabilia import Game
from positions import (
    EDITIONS,
    first_side,
    happened,
    met,
    of_seat,
    plain,
    play,
    seat,
    sell_until,
    table,
    tokens,
    told,
    with_cities,
)

BOARDS = ("gizah", "rhodos", "babylon", "ephesos", "olympia", "alexandria", "halikarnassos")


def war(
    shields: Sequence[int],
    diplomats: Sequence[int],
    *,
    edition: str = "2nd",
    expansions: Sequence[str] = ("cities",),
    tokens_each: int = 1,
    **rest: Any,
) -> Game:
    """A war just fought, with so many shields in each city; ``diplomats`` hold tokens."""
    seats = [
        seat(
            first_side(edition, BOARDS[of]),
            city="stockade " * number,
            diplomacy=tokens_each if of in diplomats else 0,
        )
        for of, number in enumerate(shields)
    ]
    return table(*seats, phase="war", expansions=list(expansions), **rest)


def outcome(game: Game) -> list[tuple[list[int], int]]:
    return [tokens(game, of) for of in range(game.seats)]


NOTHING: tuple[list[int], int] = ([], 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_diplomacy_of_the_rulebook(edition: str) -> None:
    """C3: age II, 2 shields and a token between 5 on the left and 4 on the right: they fight."""
    game = war([2, 5, 4], [0], edition=edition, age=2)
    assert outcome(game) == [NOTHING, ([3], 0), ([], 1)]
    game = war([2, 5, 0, 4], [0], edition=edition, age=2)
    assert outcome(game) == [NOTHING, ([3, 3], 0), ([], 2), ([3], 1)]


@pytest.mark.parametrize(
    ("shields", "diplomats", "expected"),
    [
        # three players: two left fight once, one left or none: nobody
        ([0, 1, 2], [], [([], 2), ([1], 1), ([1, 1], 0)]),
        ([0, 1, 2], [2], [([], 1), ([1], 0), NOTHING]),
        ([0, 1, 2], [1], [([], 1), NOTHING, ([1], 0)]),
        ([0, 1, 2], [0, 1], [NOTHING] * 3),
        ([0, 1, 2], [0, 1, 2], [NOTHING] * 3),
        # four: one out, two out beside and opposite each other, three, all
        ([0, 1, 2, 3], [3], [([], 2), ([1], 1), ([1, 1], 0), NOTHING]),
        ([0, 1, 2, 3], [1], [([], 2), NOTHING, ([1], 1), ([1, 1], 0)]),
        ([0, 1, 2, 3], [0, 1], [NOTHING, NOTHING, ([], 1), ([1], 0)]),
        ([0, 1, 2, 3], [1, 3], [([], 1), NOTHING, ([1], 0), NOTHING]),
        ([0, 1, 2, 3], [0, 1, 2], [NOTHING] * 4),
        ([0, 1, 2, 3], [0, 1, 2, 3], [NOTHING] * 4),
        # five: two neighbours out, the ring closes over both
        ([3, 0, 0, 1, 2], [1, 2], [([1, 1], 0), NOTHING, NOTHING, ([], 2), ([1], 1)]),
        ([3, 0, 1, 0, 2], [1, 3], [([1, 1], 0), NOTHING, ([], 2), NOTHING, ([1], 1)]),
        ([3, 0, 1, 0, 2], [1, 3, 4], [([1], 0), NOTHING, ([], 1), NOTHING, NOTHING]),
        # seven: every other one
        (
            [3, 9, 1, 9, 2, 9, 2],
            [1, 3, 5],
            [([1, 1], 0), NOTHING, ([], 2), NOTHING, ([1], 0), NOTHING, ([], 1)],
        ),
        ([1, 0, 0, 0, 0, 0, 0], [0], [NOTHING] * 7),
    ],
)
def test_who_has_a_token_sits_the_war_out(
    shields: list[int], diplomats: list[int], expected: list[tuple[list[int], int]]
) -> None:
    """C3: his neighbours count as neighbours of each other; two fight once; one fights nobody."""
    game = war(shields, diplomats)
    assert outcome(game) == expected
    assert [of_seat(game, of)["diplomacy"] for of in range(len(shields))] == [0] * len(shields)
    assert [of for of, _ in happened(game, "use_diplomacy")] == diplomats


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_every_way_of_sitting_out(players: int) -> None:
    """C3: whoever sits out, the others fight as a smaller circle would."""
    shields = [2, 0, 1, 1, 4, 2, 0][:players]
    for without in product((False, True), repeat=players):
        ring = [of for of in range(players) if not without[of]]
        pairs = {
            frozenset((one, other))
            for one, other in zip(ring, ring[1:] + ring[:1], strict=True)
            if one != other
        }
        won, lost = [0] * players, [0] * players
        for one, other in map(sorted, pairs):
            if shields[one] != shields[other]:
                won[one if shields[one] > shields[other] else other] += 1
                lost[other if shields[one] > shields[other] else one] += 1
        game = war(shields, [of for of in range(players) if without[of]], age=3, deal=[])
        assert outcome(game) == [([5] * won[of], lost[of]) for of in range(players)]


def test_who_meets_whom_round_those_who_sit_out() -> None:
    """C3: each pair once, told of also where nobody wins; alone, nobody is met."""
    assert met(war([1, 2, 2, 0], [])) == [(0, 1, 1, 2), (1, 2, 2, 2), (2, 3, 2, 0), (3, 0, 0, 1)]
    game = war([1, 9, 1], [1])
    assert met(game) == [(0, 2, 1, 1)]
    assert told(game, "use_diplomacy", "conflict", "victory", "defeat") == [
        ("use_diplomacy", 1),
        ("conflict", 0),
    ]
    assert met(war([1, 2, 3, 4], [0, 1, 2])) == []
    raided = war([1, 9, 2, 0], [1], expansions=("cities", "armada"), raids=[[0, 2]])
    assert met(raided) == [(0, 2, 1, 2), (2, 3, 2, 0), (3, 0, 0, 1)]
    assert met(raided, raid=True) == [], "neighbours by diplomacy meet once (A12)"


def test_a_token_is_used_whether_wanted_or_not() -> None:
    """C3: also by the strongest, who would have won."""
    game = war([0, 9, 0, 0], [1])
    assert outcome(game) == [NOTHING] * 4
    assert of_seat(game, 1)["diplomacy"] == 0


def test_more_tokens_stay_for_the_next_wars() -> None:
    """C3: one for each war."""
    game = war([0, 9, 1], [1], tokens_each=2)
    assert (game.age, of_seat(game, 1)["diplomacy"]) == (2, 1)
    sell_until(game, 3, 1)
    assert of_seat(game, 1)["diplomacy"] == 0
    assert outcome(game) == [([], 2), NOTHING, ([1, 3], 0)]
    while not game.over:
        for of in list(game.to_decide):
            game.play(of, f"sell:{game.hand(of)[0]}")
    assert outcome(game) == [([], 4), ([5, 5], 0), ([1, 3, 5], 1)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_token_taken_in_the_last_turn_is_used_in_that_war(edition: str) -> None:
    """C3: the very next war."""
    game = with_cities(
        seat(first_side(edition, "gizah"), "residence altar", "clay_pool"),
        seat(first_side(edition, "rhodos"), city="stockade"),
        seat(first_side(edition, "ephesos")),
        turn=7,
    )
    play(game, "build:residence")
    assert game.age == 2
    assert outcome(game) == [NOTHING, ([1], 0), ([], 1)]
    assert of_seat(game, 0)["diplomacy"] == 0
    assert happened(game, "diplomacy") == [(0, {"for": "residence"})]


def test_the_token_of_babylons_last_card_is_used_in_that_war() -> None:
    """B20, C3: its extra turn comes before the war."""
    game = with_cities(
        seat("babylon:night", "altar residence", "clay_pool", stages=1),
        seat("rhodos:day", city="stockade"),
        seat("ephesos:day"),
        turn=7,
    )
    play(game, "build:altar")
    play(game, "build:residence")
    assert game.age == 2
    assert outcome(game) == [NOTHING, ([1], 0), ([], 1)]


def test_tokens_lie_open_and_are_part_of_a_position() -> None:
    """C3, K1: everybody sees who holds one, and who has debts."""
    game = with_cities(
        seat("gizah:day", "altar baths", diplomacy=2),
        seat("rhodos:day", "altar baths", debts=3),
        seat("ephesos:day", "altar baths"),
    )
    for of in (0, 1, 2, None):
        entries = game.view(of)["seats"]
        assert [entry["diplomacy"] for entry in entries] == [2, 0, 0]
        assert [entry["debts"] for entry in entries] == [0, 3, 0]
    again = Game.from_position(json.loads(json.dumps(game.position())))
    assert again.position() == game.position()


@pytest.mark.parametrize("key", ["diplomacy", "debts"])
def test_tokens_and_debts_need_cities(key: str) -> None:
    """C2, C3: the base game has neither."""
    seats = plain("2nd", "gizah", "rhodos", "ephesos")
    with pytest.raises(ValueError, match="Cities"):
        table({**seats[0], key: 1}, *seats[1:])


# Raids; the names are those of the rulebook's examples. Art sits on Gabriel's left, Paula on his
# right; so for Art Paula sits two seats to the right.

PAULA, GABRIEL, ART, FOURTH, FIFTH = range(5)


@pytest.mark.parametrize("edition", EDITIONS)
def test_diplomacy_does_not_prevent_a_raid(edition: str) -> None:
    """A12, C3: Paula sits the war out, but Art, who raids her, fights her; her token is spent."""
    game = war(
        [1, 0, 2, 2, 0],
        [PAULA],
        edition=edition,
        expansions=("cities", "armada"),
        raids=[[ART, PAULA]],
    )
    assert tokens(game, PAULA) == ([], 1)
    assert tokens(game, ART) == ([1, 1], 0)  # over Gabriel and Paula; the fourth is as strong
    assert tokens(game, GABRIEL) == ([], 1)  # and as strong as the fifth, his neighbour now
    assert of_seat(game, PAULA)["diplomacy"] == 0
    assert game.position()["raids"] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_raid_and_diplomacy_make_one_conflict(edition: str) -> None:
    """A12, C3: Gabriel sits out, so Art and Paula are neighbours, and fight once all the same."""
    game = war(
        [1, 0, 2, 2, 1],
        [GABRIEL],
        edition=edition,
        expansions=("cities", "armada"),
        raids=[[ART, PAULA]],
    )
    assert tokens(game, PAULA) == ([], 1)
    assert tokens(game, ART) == ([1], 0)
    assert tokens(game, GABRIEL) == NOTHING


def test_the_raider_s_own_diplomacy_does_not_prevent_the_raid() -> None:
    """A12, C3: attacker's or target's; the token is spent all the same."""
    game = war([1, 0, 2, 0, 0], [ART], expansions=("cities", "armada"), raids=[[ART, PAULA]])
    assert tokens(game, ART) == ([1], 0)
    assert tokens(game, PAULA) == ([1, 1], 1)
    assert of_seat(game, ART)["diplomacy"] == 0


def test_both_may_sit_out_and_still_fight_a_raid() -> None:
    """A12, C3: raids are fought even where nobody else fights."""
    game = war(
        [1, 0, 2, 0], [0, 1, 2, 3], expansions=("cities", "armada"), raids=[[ART, PAULA]], age=3
    )
    assert outcome(game) == [([], 1), NOTHING, ([5], 0), NOTHING]
    assert (met(game), met(game, raid=True)) == ([], [(ART, PAULA, 2, 1)])
