"""Leaders: what a player knows of them, in views and events (K1)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from leaders import BOX, PACKS, at_play, bare, drafting, recruiting, roma
from mirabilia import Game
from positions import EDITIONS, offered, play, seat


@pytest.mark.parametrize("edition", EDITIONS)
def test_packs_and_leader_hands_are_hidden_from_others(edition: str) -> None:
    """K1: only their number is seen; the own are seen."""
    game = drafting(edition)
    play(game, "pick:plato", "pick:midas", "pick:sappho")
    for of in (0, 1, 2, None):
        view = game.view(of)
        for other, entry in enumerate(view["seats"]):
            if other == of:
                assert entry["leader_hand"] == list(game.leader_hand(other))
                assert {f"pick:{name}" for name in entry["pack"]} == offered(game, other)
            else:
                assert (entry["leader_hand"], entry["pack"]) == (1, 3)
        assert view["box"] == len(BOX)
        assert json.loads(json.dumps(view)) == view
    text = json.dumps([game.view(None)["seats"], game.view(None)["box"]])
    assert not [name for pack in (*PACKS, BOX) for name in pack if f'"{name}"' in text]


def test_leaders_in_play_are_seen_by_all() -> None:
    """K1: recruited, buried and copied leaders lie face up; those under stages do not."""
    game = at_play(
        seat("abu_simbel:B", leaders=["plato"], buried=["nero"], stages=1, under=["midas"]),
        seat("rhodos:A", leader_hand=["hiram"], copied="varro"),
        seat("gizah:A", "altar", leaders=["sappho"]),
    )
    view = game.view(None)
    assert [entry["leaders"] for entry in view["seats"]] == [["plato"], [], ["sappho"]]
    assert (view["seats"][0]["buried"], view["seats"][0]["under"]) == (["nero"], 1)
    assert (view["seats"][1]["copied"], view["seats"][1]["leader_hand"]) == ("varro", 1)
    assert "midas" not in json.dumps([game.view(of) for of in (0, 1, 2, None)])
    assert "hiram" not in json.dumps([game.view(of) for of in (0, 2, None)])


def test_what_is_hidden_of_leaders_makes_no_difference_to_a_view() -> None:
    """K1: other leaders in other hands, in the box, sold or under a stage: one view."""

    def game(other: str, sold: str, under: str, box: list[str]) -> Game:
        return recruiting(
            seat("rhodos:day", leader_hand=["plato", "nero"]),
            seat("gizah:day", leader_hand=[other], stages=1, under=[under]),
            seat("ephesos:day", leader_hand=["caesar"]),
            discard=sold,
            box=box,
            age=2,
        )

    one = game("midas", "hiram", "varro", ["sappho", "zenobia"])
    two = game("zenobia", "sappho", "altar", ["hiram", "midas"])
    assert one.view(0) == two.view(0)
    assert one.view(None) == two.view(None)
    assert one.view(1) != two.view(1)


def test_partners_see_each_others_leaders() -> None:
    """T1: a player's view holds the partner's hand, leaders included."""
    wonders = ("rhodos", "gizah", "ephesos", "babylon")
    leaders = ("plato", "nero", "midas", "hiram")
    game = recruiting(
        *(
            seat(f"{wonder}:day", leader_hand=[leader])
            for wonder, leader in zip(wonders, leaders, strict=True)
        ),
        expansions=["leaders", "cities"],
        teams=True,
    )
    hands = [entry["leader_hand"] for entry in game.view(0)["seats"]]
    assert hands == [["plato"], ["nero"], 1, 1]
    assert [entry["leader_hand"] for entry in game.view(3)["seats"]] == [1, 1, ["midas"], ["hiram"]]


def test_events_blank_leaders_that_are_face_down() -> None:
    """K1: picks, leaders sold, under a stage or put away; recruiting is seen by all."""
    game = drafting("2nd", wonders=["ephesos:day", "gizah:day", "rhodos:day"])
    play(game, "pick:plato", "pick:midas", "pick:sappho")
    picks = [event.data["card"] for event in game.events_for(0) if event.kind == "pick"]
    assert picks == ["plato", None, None]
    assert [e.data["card"] for e in game.events_for(None) if e.kind == "pick"] == [None] * 3
    assert [e.data["card"] for e in game.events if e.kind == "pick"] == ["plato", "midas", "sappho"]

    game = recruiting(
        seat("ephesos:day", city="brickyard", leader_hand=["plato", "nero"]),
        seat("gizah:day", leader_hand=["midas", "hiram"]),
        seat("rhodos:day", leader_hand=["sappho", "varro"]),
        age=3,
    )
    play(game, "stage:plato", "sell:midas", "recruit:sappho@B1")

    def told(of: int | None) -> list[Any]:
        kinds = ("stage", "sell", "recruit", "put_away")
        return [
            event.data.get("card", event.data.get("leader"))
            for event in game.events_for(of)
            if event.kind in kinds
        ]

    assert told(0) == ["plato", None, "sappho", "nero", None, None]
    assert told(1) == [None, "midas", "sappho", None, "hiram", None]
    assert told(2) == [None, None, "sappho", None, None, "varro"]
    assert told(None) == [None, None, "sappho", None, None, None]
    assert game.view(0)["laid"] == ["plato"]


def test_drawn_leaders_are_told_by_number_only() -> None:
    """K1, L6: others see how many Roma drew."""
    game = at_play(roma("2nd", 1), *bare("2nd", "rhodos", "gizah"), box=BOX)
    play(game, "stage:altar")
    assert set(game.view(0)["seats"][0]["leader_hand"]) < set(BOX)
    assert game.view(1)["seats"][0]["leader_hand"] == 4
    told = json.dumps([[event.data for event in game.events_for(of)] for of in (1, 2, None)])
    assert not [name for name in BOX if f'"{name}"' in told]
