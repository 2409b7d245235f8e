"""Leaders: recruiting at the start of every age (L2 to L4)."""

from __future__ import annotations

import json

import pytest

from leaders import MAUSOLEUM, at_play, bare, one_recruiting, recruiting
from positions import (
    EDITIONS,
    coins,
    discarded,
    first_side,
    happened,
    line,
    of_seat,
    offered,
    play,
    seat,
    second_side,
    tokens,
    ways,
)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_leader_is_recruited_used_for_a_stage_or_sold(edition: str) -> None:
    """L2: one leader of the hand, in one of three ways."""
    game = one_recruiting(edition)
    assert (game.age, game.turn, game.to_decide) == (1, 0, [0])
    assert (game.decision(0).kind, game.decision(0).source) == ("leader", None)
    assert offered(game, 0) == {
        "recruit:plato@B4",
        "recruit:croesus@B1",
        "stage:plato",
        "stage:croesus",
        "stage:pericles",
        "sell:plato",
        "sell:croesus",
        "sell:pericles",
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_recruiting_pays_the_bank_and_keeps_the_others_in_hand(edition: str) -> None:
    """L2: the cost in coins goes to the bank."""
    game = one_recruiting(edition)
    play(game, "recruit:plato@B4")
    assert (game.leaders(0), game.leader_hand(0)) == (("plato",), ("croesus", "pericles"))
    assert coins(game) == [0, 6, 6]
    assert happened(game, "recruit") == [(0, {"leader": "plato"})]
    assert happened(game, "pay") == [(0, {"coins": 4, "to": "bank"})]
    assert game.city(0) == ("brickyard", "quarry")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_leader_under_a_stage(edition: str) -> None:
    """L2, B8: the stage is built and paid for; the leader lies under it, without effect."""
    game = one_recruiting(edition)
    play(game, "stage:croesus")
    entry = of_seat(game, 0)
    assert (entry["stages"], entry["under"], entry["leaders"]) == (1, ["croesus"], [])
    assert (game.coins(0), line(game, 0, "wonder")) == (4, 3)
    assert "croesus" not in game.position()["box"]


def test_a_stage_with_a_leader_buys_from_neighbours() -> None:
    """L2, B12: as with a card, in the same turn of its own."""
    me = seat("gizah:night", leader_hand=["plato"], coins=4)
    game = recruiting(
        me, seat("rhodos:day", city="lumber_yard"), seat("ephesos:day", city="sawmill")
    )
    assert offered(game, 0, "stage") == {"stage:plato@L2R2", "stage:plato@R4"}
    play(game, "stage:plato@L2R2")
    assert coins(game) == [0, 8, 8]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sold_leader_lies_in_the_discard_pile(edition: str) -> None:
    """L2, L4: 3 coins; face down in the discard pile, not in the box."""
    game = one_recruiting(edition)
    play(game, "sell:pericles")
    assert (game.coins(0), discarded(game)) == (7, {"pericles": 1})
    assert "pericles" not in game.position()["box"]
    assert game.view(1)["discard"] == 1
    assert "pericles" not in json.dumps([game.view(1), game.view(None)])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sold_leader_cant_be_built_from_the_pile(edition: str) -> None:
    """L4, B19: leaders are no age cards."""
    board, city = MAUSOLEUM[edition]
    game = recruiting(
        seat(board, city=city, leader_hand=["plato"]),
        seat(first_side(edition, "rhodos"), leader_hand=["nero"]),
        seat(first_side(edition, "gizah")),
        discard="midas",
        age=2,
    )
    play(game, "stage:plato", "sell:nero")
    assert (game.turn, discarded(game)) == (1, {"midas": 1, "nero": 1})


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_recruit_at_the_same_time(edition: str) -> None:
    """L2, B14: what a neighbour pays comes too late, and a choice is not seen before all chose."""
    game = recruiting(
        seat(second_side(edition, "gizah"), leader_hand=["plato"], coins=4),
        seat(
            first_side(edition, "rhodos"),
            city="sawmill",
            stages=3,
            leader_hand=["nero", "midas"],
            coins=0,
        ),
        seat(first_side(edition, "ephesos"), leader_hand=["sappho"], coins=1),
    )
    assert game.to_decide == [0, 1, 2]
    assert offered(game, 1) == {"sell:nero", "sell:midas"}
    before = game.view(1)
    game.play(0, "stage:plato@L4")
    after = game.view(1)
    assert (after.pop("to_decide"), after.pop("decided")) == ([1, 2], [0])
    before.pop("to_decide")
    before.pop("decided")
    assert before == after
    assert offered(game, 1) == {"sell:nero", "sell:midas"}
    play(game, "sell:nero", "recruit:sappho@B1")
    assert coins(game) == [0, 4 + 3, 0]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_recruiting_comes_before_the_cards_are_dealt(edition: str, age: int) -> None:
    """L2: nobody has seen the cards of the age; hands are empty meanwhile."""
    deal = [[["altar"], ["baths"], ["theater"]] for _ in range(age - 1, 3)]
    game = one_recruiting(edition, age=age, deal=deal)
    assert [game.hand(of) for of in range(3)] == [(), (), ()]
    assert game.view(0)["deal"] == 3 * len(deal)
    assert [game.view(0)["seats"][of]["hand"] for of in range(3)] == [[], 0, 0]
    play(game, "sell:plato")
    assert (game.age, game.turn) == (age, 1)
    assert [game.hand(of) for of in range(3)] == [("altar",), ("baths",), ("theater",)]
    kinds = [event.kind for event in game.events if event.kind in ("sell", "turn")]
    assert kinds[0] == "sell"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("age", [1, 2])
def test_every_age_begins_with_recruiting(edition: str, age: int) -> None:
    """L2: after the war of the age before; who has no leaders owes nothing."""
    game = at_play(
        seat(
            first_side(edition, "rhodos"),
            "altar theater",
            leader_hand=["plato", "nero"],
            city="walls",
        ),
        seat(first_side(edition, "gizah"), "altar theater"),
        seat(first_side(edition, "ephesos"), "altar theater", leader_hand=["midas"]),
        age=age,
        turn=6,
    )
    play(game, *["sell:altar"] * 3)
    assert (game.age, game.turn, game.to_decide) == (age + 1, 0, [0, 2])
    assert {game.decision(of).kind for of in (0, 2)} == {"leader"}
    assert [game.hand(of) for of in range(3)] == [(), (), ()]
    assert tokens(game, 0) == ([2 * age - 1] * 2, 0)
    play(game, "sell:plato", "sell:midas")
    assert (game.age, game.turn) == (age + 1, 1)
    assert [len(game.hand(of)) for of in range(3)] == [7, 7, 7]


def test_without_leaders_in_hand_the_age_begins_at_once() -> None:
    """L2: nothing to choose, nothing asked."""
    seats = [seat(f"{w}:day", "altar theater") for w in ("rhodos", "gizah", "ephesos")]
    game = at_play(*seats, turn=6)
    play(game, *["sell:altar"] * 3)
    assert (game.age, game.turn) == (2, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_in_age_three_the_leader_left_goes_to_the_box(edition: str) -> None:
    """L3: not to the discard pile; in ages I and II it stays in hand."""
    for age in (1, 2, 3):
        game = one_recruiting(edition, age=age)
        play(game, "recruit:croesus@B1")
        left = ("plato", "pericles")
        assert game.leader_hand(0) == (() if age == 3 else left)
        assert discarded(game) == {}
        assert (set(left) <= set(game.position()["box"])) == (age == 3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_leaders_have_no_colour(edition: str) -> None:
    """L4: Olympia's free colour and counting cards don't see them."""
    leaders = ["plato", "nero", "midas"]
    game = at_play(
        seat(first_side(edition, "rhodos"), leaders=leaders, coins=0, city="shipowners_guild"),
        *bare(edition, "gizah", "ephesos"),
        phase="over",
    )
    assert line(game, 0, "purple") == 1


def test_rights_to_build_for_nothing_are_none_for_leaders() -> None:
    """B21, L4: Olympia's rights are for age cards."""
    for board, stages in (("olympia:A", 2), ("olympia:day", 2), ("olympia:night", 2)):
        edition = "1st" if board[-1] == "A" else "2nd"
        me = seat(board, leader_hand=["plato"], stages=stages, coins=3)
        game = recruiting(me, *bare(edition, "gizah", "ephesos"), age=2)
        assert offered(game, 0, "recruit") == set()


def test_olympia_night_first_card_after_a_stage_built_with_a_leader() -> None:
    """B21, L2: the first card of the same age is free, since the stage was built before it."""
    deal = [[["palace"], ["altar"], ["altar"]]]
    me = seat("olympia:night", leader_hand=["plato"], city="foundry", coins=0)
    game = recruiting(me, *bare("2nd", "gizah", "ephesos"), age=3, deal=deal)
    play(game, "stage:plato")
    assert ways(game, 0, "build:palace") == {""}
