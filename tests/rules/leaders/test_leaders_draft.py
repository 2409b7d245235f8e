"""Leaders: the draft before age I, and what needs the expansion (L1)."""

from __future__ import annotations

from typing import Any

import pytest

from leaders import BOX, PACKS, at_play, bare, drafting
from mirabilia import Game
from positions import EDITIONS, coins, offered, play, seat, table


@pytest.mark.parametrize("edition", EDITIONS)
def test_everybody_begins_with_six_coins(edition: str) -> None:
    """L1, B2: 6, not 3; also where a position doesn't say."""
    assert coins(Game(4, edition=edition, expansions=["leaders"], seed=1)) == [6] * 4
    assert coins(at_play(*bare(edition, "rhodos", "gizah", "ephesos"), phase="over")) == [6] * 3


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, 5, 7])
def test_four_leaders_each_are_drafted_before_age_one(edition: str, players: int) -> None:
    """L1: all different; nobody has cards yet."""
    game = Game(players, edition=edition, expansions=["leaders"], seed=players)
    position = game.position()
    packs = [entry["pack"] for entry in position["seats"]]
    assert [len(pack) for pack in packs] == [4] * players
    assert len({name for pack in packs for name in pack}) == 4 * players
    assert (game.age, game.turn, position["phase"]) == (1, 0, "draft")
    assert game.to_decide == list(range(players))
    for of in range(players):
        assert game.decision(of).kind == "draft"
        assert offered(game, of) == {f"pick:{name}" for name in packs[of]}
        assert game.hand(of) == game.leader_hand(of) == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_packs_go_to_the_right_and_the_fourth_leader_is_not_asked(edition: str) -> None:
    """L1: choose one, pass the rest to the right, until each has four."""
    game = drafting(edition)
    assert offered(game, 0) == {f"pick:{name}" for name in PACKS[0]}
    play(game, "pick:plato", "pick:midas", "pick:sappho")
    # The right neighbour of seat 1 is seat 0.
    assert offered(game, 0) == {"pick:solomon", "pick:bilkis", "pick:euclid"}
    assert offered(game, 1) == {"pick:varro", "pick:hiram", "pick:ramses"}
    assert offered(game, 2) == {"pick:nero", "pick:croesus", "pick:caesar"}
    play(game, "pick:solomon", "pick:ramses", "pick:caesar")
    assert offered(game, 0) == {"pick:varro", "pick:hiram"}
    assert offered(game, 1) == {"pick:nero", "pick:croesus"}
    assert offered(game, 2) == {"pick:bilkis", "pick:euclid"}
    play(game, "pick:hiram", "pick:nero", "pick:euclid")
    assert [game.decision(of).kind for of in range(3)] == ["leader"] * 3
    assert game.leader_hand(0) == ("plato", "solomon", "hiram", "croesus")
    assert game.leader_hand(1) == ("midas", "ramses", "nero", "bilkis")
    assert game.leader_hand(2) == ("sappho", "caesar", "euclid", "varro")
    assert sorted(game.position()["box"]) == sorted(BOX)


def test_a_pick_may_be_changed_until_all_have_picked() -> None:
    """L1: all choose at the same time."""
    game = drafting()
    game.play(0, "pick:plato")
    game.play(0, "pick:nero")
    game.undecide(0)
    play(game, "pick:caesar", "pick:midas", "pick:sappho")
    assert game.leader_hand(0) == ("caesar",)


def test_sides_are_chosen_before_the_draft() -> None:
    """B1, L1: before anything else."""
    game = drafting(sides="choose", wonders=["roma", "gizah", "ephesos"])
    assert {game.decision(of).kind for of in range(3)} == {"side"}
    play(game, "side:night", "side:day", "side:day")
    assert {game.decision(of).kind for of in range(3)} == {"draft"}
    assert game.wonder(0) == "roma:night"


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        ({"leaders": PACKS[:2]}, "4 for each"),
        ({"leaders": [["plato"], *PACKS[1:]]}, "4 for each"),
        ({"leaders": [PACKS[0], PACKS[0], PACKS[2]]}, "twice"),
        ({"leaders": [["altar", "nero", "croesus", "caesar"], *PACKS[1:]]}, "no 'altar'"),
        ({"leaders": PACKS, "leader_box": ["plato"]}, "twice"),
        ({"leaders": PACKS, "leader_box": ["stockade"]}, "no 'stockade'"),
        ({"leaders": PACKS, "leader_box": "zenobia"}, "list of names"),
        ({"leader_box": BOX}, "needs 'leaders'"),
        ({"leaders": "plato"}, "4 for each"),
    ],
)
def test_a_deal_of_leaders_that_cant_be(deal: dict[str, Any], sentence: str) -> None:
    """L1: said in words."""
    with pytest.raises(ValueError, match=sentence):
        drafting(deal=deal)


def test_leaders_without_the_expansion() -> None:
    """L1: no expert leaders, deals or boards without it."""
    with pytest.raises(ValueError, match="need the expansion Leaders"):
        Game(3, leaders="expert")
    with pytest.raises(ValueError, match="needs the expansion Leaders"):
        Game(3, deal={"leaders": PACKS})
    with pytest.raises(ValueError, match="roma needs the expansion Leaders"):
        Game(3, wonders=["roma:day", "gizah:day", "rhodos:day"])
    with pytest.raises(ValueError, match="'standard' or 'expert'"):
        Game(3, expansions=["leaders"], leaders="all")
    with pytest.raises(ValueError, match="needs the expansion Leaders"):
        table(*bare("2nd", "rhodos", "gizah"), seat("ephesos:day", leaders=["plato"]))
    with pytest.raises(ValueError, match="needs the expansion Leaders"):
        table(*bare("2nd", "rhodos", "gizah", "ephesos"), phase="draft")
