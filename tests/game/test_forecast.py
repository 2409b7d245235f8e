"""The forecast: what the conflicts would be if the age ended now."""

from __future__ import annotations

import json
from typing import Any

import pytest

from brute import COMBINATIONS, EVERYTHING, GameSetup, walk
from conftest import sample
from mirabilia import Game
from mirabilia.telling.conflicts import foreseen
from positions import at_sea, play, seat, sell_all, table

SETUPS = [
    GameSetup(2, "1st"),
    GameSetup(3, "2nd", "choose"),
    *sample(COMBINATIONS, 6),
    GameSetup(8, "1st", "random", EVERYTHING, True, "expert"),
]
whole_games = pytest.mark.parametrize("setup", SETUPS, ids=str)
CONFLICTS = {"use_diplomacy", "conflict", "victory", "defeat", "coins"}
AT_SEA = {"naval_strength", "naval"}


def last_turn(*more: dict[str, Any], **rest: Any) -> Game:
    """Four seats in the last turn of age II, with two cards each that they can sell."""
    boards = ("rhodos:A", "gizah:A", "ephesos:A", "olympia:A")
    entries = [
        {**seat(board, "altar theater"), **extra}
        for board, extra in zip(boards, [*more, {}, {}, {}, {}], strict=False)
    ]
    return table(*entries, age=2, turn=6, **rest)


def test_the_forecast_comes_true_where_nothing_changes() -> None:
    """B23: pairs, shields and tokens of the war, draws included."""
    game = last_turn({"city": ["stockade"]}, {"city": ["stockade"]})
    ahead = game.forecast()
    assert [(event.seat, event.data) for event in ahead if event.kind == "conflict"] == [
        (0, {"against": 1, "shields": [1, 1], "raid": False}),
        (1, {"against": 2, "shields": [1, 0], "raid": False}),
        (2, {"against": 3, "shields": [0, 0], "raid": False}),
        (3, {"against": 0, "shields": [0, 1], "raid": False}),
    ]
    before = len(game.events)
    sell_all(game)
    assert tuple(e for e in game.events[before:] if e.kind in CONFLICTS) == ahead


def test_raids_diplomacy_and_spoils_are_foreseen_and_not_spent() -> None:
    """A12, C3, L8: all that the war would use lies there as before."""
    game = last_turn(
        {"city": ["stockade"], "leaders": ["nero"]},
        {"diplomacy": 1, "city": ["walls"]},
        {"leaders": ["tomyris"]},
        raids=[[0, 2], [3, 1]],
        expansions=["leaders", "cities", "armada"],
    )
    before = game.position()
    war, naval = foreseen(game.view(1))
    assert game.position() == before
    assert war.diplomats == (1,)
    found = [(one.one, one.other, one.shields, one.raid) for one in war.conflicts]
    assert found == [
        (0, 2, (1, 0), False),
        (2, 3, (0, 0), False),
        (3, 0, (0, 1), False),
        (3, 1, (0, 2), True),
    ]
    assert [one.tokens(0) for one in war.conflicts] == [(3, -1), (), (3,), ()]
    assert [one.tokens(2) for one in war.conflicts] == [()] * 4
    assert [(took.seat, took.coins) for took in war.spoils] == [(0, 4)]
    assert [(rank.place, rank.value) for rank in naval.ranks] == [(1, None)] * 4


def test_all_are_foreseen_to_sail() -> None:
    """A14: also who may stay out; once the war is over only the naval conflict is to come."""
    game = at_sea(
        seat("rhodos:A", "altar", islands=["forgotten"]),
        seat("gizah:A", "altar", fleets={"red": 2}),
        seat("ephesos:A", "altar", "stockade", fleets={"red": 1}),
        turn=7,
    )
    expected = [(1, 2, 1, 3), (2, 1, 2, 1), (0, 0, 3, -1)]
    for decision in ("play", "sail"):
        assert game.decision(0).kind == decision
        war, naval = foreseen(game.view(0))
        ranks = [(rank.seat, rank.strength, rank.place, rank.value) for rank in naval.ranks]
        assert (ranks, naval.away) == (expected, ())
        assert len(war.conflicts) == (3 if decision == "play" else 0)
        if decision == "play":
            sell_all(game)
    before = len(game.events)
    ahead = game.forecast()
    play(game, "sail:yes")
    assert tuple(event for event in game.events[before:] if event.kind in AT_SEA) == ahead


def test_the_forecast_is_of_the_age_and_ends_with_the_game() -> None:
    """B23: tokens are worth what those of this age are; after the last war there is nothing."""
    for age, value in ((1, 1), (2, 3), (3, 5)):
        game = table(
            seat("rhodos:A", "altar baths", "stockade"), seat("gizah:A"), seat("ephesos:A"),
            age=age, turn=6,
        )  # fmt: skip
        war, _ = foreseen(game.view(None))
        assert [one.tokens(0) for one in war.conflicts] == [(value,), (), (value,)]
    sell_all(game)
    assert game.over
    assert game.forecast() == ()
    assert game.view(0)["forecast"] == []


@whole_games
def test_everybody_may_know_the_forecast_and_it_changes_nothing(setup: GameSetup) -> None:
    """K1: at any time of any game; what is foreseen of the sea comes true if all sail."""
    game = setup.new(3)
    seen = 0
    for _ in walk(game, 3):
        before = game._games.tobytes()
        ahead = game.forecast()
        assert game._games.tobytes() == before
        views = [game.view(viewer)["forecast"] for viewer in (None, *range(game.seats))]
        assert all(view == views[0] for view in views)
        assert json.loads(json.dumps(views[0])) == views[0]
        assert len(ahead) == len(views[0])
        sailing = {event.seat for event in ahead if event.kind == "naval_strength"}
        assert len(sailing) == (game.seats if "armada" in setup.expansions else 0)
        seen += 1
    assert seen > 17
