"""Leaders (L1 to L9): the draft, recruiting, Roma, Abu Simbel, the guilds, what is known."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from mirabilia import Game, Move
from mirabilia.catalogue import load
from positions import (
    EDITIONS,
    MAKERS,
    coins,
    discarded,
    first_side,
    happened,
    line,
    makers,
    of_seat,
    offered,
    play,
    seat,
    second_side,
    table,
    tokens,
    ways,
)

PACKS = [
    ["plato", "nero", "croesus", "caesar"],
    ["midas", "solomon", "bilkis", "euclid"],
    ["sappho", "varro", "hiram", "ramses"],
]
BOX = ["zenobia", "phidias", "amytis", "imhotep", "justinian", "hannibal"]


def drafting(edition: str = "2nd", **options: Any) -> Game:
    """The beginning of a game with a stacked deal of leaders."""
    wonders = [first_side(edition, wonder) for wonder in ("rhodos", "gizah", "ephesos")]
    setup = {
        "edition": edition,
        "expansions": ["leaders"],
        "seed": 3,
        "wonders": wonders,
        "deal": {"leaders": PACKS, "leader_box": BOX},
        **options,
    }
    return Game(3, **setup)


def recruiting(*seats: dict[str, Any], **rest: Any) -> Game:
    """A table at the start of an age, with leaders in hand."""
    return table(*seats, **{"expansions": ["leaders"], "phase": "leader", **rest})


def at_play(*seats: dict[str, Any], **rest: Any) -> Game:
    """A table in the middle of an age."""
    return table(*seats, **{"expansions": ["leaders"], **rest})


def bare(edition: str, *wonders: str, **rest: Any) -> list[dict[str, Any]]:
    return [seat(first_side(edition, wonder), **rest) for wonder in wonders]


# The draft (L1)


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
    assert game.position()["box"] == BOX


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


# Recruiting (L2 to L4)


def one_recruiting(edition: str, **rest: Any) -> Game:
    me = seat(
        first_side(edition, "ephesos"),
        leader_hand=["plato", "croesus", "pericles"],
        coins=4,
        city="brickyard quarry",  # a stage, in both editions
    )
    return recruiting(me, *bare(edition, "rhodos", "gizah"), **rest)


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
    board, city = {
        "1st": ("halikarnassos:B", "foundry"),
        "2nd": ("halikarnassos:night", "brickyard"),
    }[edition]
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


# Roma (L6)

ROMA = {"1st": ("roma:A", "roma:B"), "2nd": ("roma:day", "roma:night")}
ROMA_COSTS = {
    "roma:A": ({"wood": 1, "clay": 1, "ore": 1}, {"stone": 2, "clay": 1, "loom": 1}),
    "roma:B": (
        {"wood": 1, "clay": 1},
        {"stone": 1, "clay": 1, "loom": 1},
        {"stone": 2, "papyrus": 1},
    ),
    "roma:day": ({"wood": 1, "clay": 1, "ore": 1}, {"stone": 2, "clay": 1, "loom": 1}),
    "roma:night": (
        {"wood": 1, "clay": 1},
        {"stone": 1, "clay": 1, "glass": 1},
        {"stone": 2, "papyrus": 1},
    ),
}
ABU_COSTS = {
    "A": ({"stone": 1, "clay": 1}, {"wood": 1, "ore": 1}, {"stone": 2, "glass": 1, "loom": 1}),
    "B": ({"clay": 2, "loom": 1}, {"wood": 2, "glass": 1}),
}
ABU_COSTS |= {"day": ABU_COSTS["A"], "night": ABU_COSTS["B"]}
WONDER_STAGES = [
    (board, stage, cost)
    for board, costs in [
        *ROMA_COSTS.items(),
        *((f"abu_simbel:{side}", costs) for side, costs in ABU_COSTS.items()),
    ]
    for stage, cost in enumerate(costs, 1)
]
WONDER_POINTS = {"A": (4, 10), "day": (4, 10), "B": (0, 3, 6), "night": (0, 3, 6)}


def edition_of(board: str) -> str:
    return "1st" if board.split(":")[1] in ("A", "B") else "2nd"


@pytest.mark.parametrize(("board", "stage", "cost"), WONDER_STAGES)
def test_the_stages_of_roma_and_abu_simbel(board: str, stage: int, cost: dict[str, int]) -> None:
    """L6, L7, B8: exactly this cost; the points of the stages so far."""
    edition = edition_of(board)
    neighbours = bare(edition, "rhodos", "gizah")
    start = {"papyrus": 1} if "abu" in board else {}
    needed = {kind: number - start.get(kind, 0) for kind, number in cost.items()}
    whole = makers({kind: number for kind, number in needed.items() if number > 0})
    me = seat(board, "altar theater", whole, stages=stage - 1, coins=0)
    game = at_play(me, *neighbours)
    assert offered(game, 0, "stage") == {"stage:altar", "stage:theater"}
    for kind, number in needed.items():
        if number > 0:
            short = whole.split()
            short.remove(MAKERS[kind])
            game = at_play({**me, "city": short}, *neighbours)
            assert offered(game, 0, "stage") == set()
    game = at_play(me, *neighbours)
    play(game, "stage:altar")
    assert of_seat(game, 0)["stages"] == stage
    if "roma" in board:
        points = WONDER_POINTS[board.split(":")[1]][stage - 1]
    else:
        points = (3, 8, 8)[stage - 1] if board[-1] in "Ay" else 0
    assert line(game, 0, "wonder") == points
    last = len(ROMA_COSTS.get(board, ABU_COSTS[board.split(":")[1]]))
    done = at_play({**me, "stages": last}, *neighbours)
    assert offered(done, 0, "stage") == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_roma_has_no_starting_resource(edition: str) -> None:
    """L6: for itself or for sale; Abu Simbel's is papyrus."""
    for board in ROMA[edition]:
        game = at_play(
            seat(
                board,
                "scriptorium stockade baths barracks guard_tower apothecary workshop",
                coins=9,
            ),
            seat(first_side(edition, "rhodos"), "scriptorium stockade baths guard_tower", coins=9),
            seat(first_side(edition, "abu_simbel")),
        )
        assert offered(game, 0, "build") == {"build:barracks@L2", "build:scriptorium@R2"}
        assert offered(game, 1, "build") == {"build:scriptorium@L2"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_on_the_first_side_of_roma_leaders_cost_nothing(edition: str) -> None:
    """L6: for the owner; neighbours pay."""
    hand = ["pericles", "sappho", "nitocris"]
    game = recruiting(
        seat(ROMA[edition][0], leader_hand=hand, coins=0),
        seat(first_side(edition, "rhodos"), leader_hand=["plato"]),
        *bare(edition, "gizah"),
        age=3,
    )
    assert offered(game, 0, "recruit") == {f"recruit:{leader}" for leader in hand}
    assert offered(game, 1, "recruit") == {"recruit:plato@B4"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_on_the_second_side_of_roma_leaders_cost_less(edition: str, age: int) -> None:
    """L6: 2 less for the owner, 1 less for its neighbours, the full price beyond; not below 0."""
    hand = ["pericles", "sappho", "zenobia", "nitocris"]
    boards = [ROMA[edition][1], *(first_side(edition, w) for w in ("rhodos", "gizah", "ephesos"))]
    seats = [seat(board, leader_hand=hand, coins=9) for board in boards]
    game = recruiting(*seats, age=age)
    for of, less in ((0, 2), (1, 1), (2, 0), (3, 1)):
        prices = {"pericles": 6, "sappho": 1, "zenobia": 2, "nitocris": age}
        due = {leader: max(price - less, 0) for leader, price in prices.items()}
        assert offered(game, of, "recruit") == {
            f"recruit:{leader}@B{price}" if price else f"recruit:{leader}"
            for leader, price in due.items()
        }


def roma(edition: str, stage: int, **rest: Any) -> dict[str, Any]:
    """The second side of Roma, about to build a stage."""
    board = ROMA[edition][1]
    city = makers(ROMA_COSTS[board][stage - 1])
    entry: dict[str, Any] = {"hand": "altar theater", "city": city, "stages": stage - 1, **rest}
    return seat(board, **entry)


@pytest.mark.parametrize("edition", EDITIONS)
def test_roma_draws_four_leaders(edition: str) -> None:
    """L6: from the box into the hand, and 5 coins."""
    game = at_play(
        roma(edition, 1, leader_hand=["plato"], coins=0),
        *bare(edition, "rhodos", "gizah"),
        box=BOX,
    )
    play(game, "stage:altar")
    assert game.leader_hand(0) == ("plato", *BOX[:4])
    assert (game.position()["box"], game.coins(0)) == (BOX[4:], 5)
    assert happened(game, "draw_leaders") == [(0, {"number": 4})]


def test_roma_draws_what_there_is() -> None:
    """L6: an emptier box gives fewer."""
    game = at_play(roma("2nd", 1), *bare("2nd", "rhodos", "gizah"), box=BOX[:2])
    play(game, "stage:altar")
    assert (game.leader_hand(0), game.position()["box"]) == (tuple(BOX[:2]), [])


def test_roma_does_not_draw_what_lies_elsewhere() -> None:
    """L4, L6: sold leaders, those under stages, in hands or in play are not in the box."""
    game = at_play(
        roma("2nd", 1, leader_hand=["plato"], leaders=["nero"]),
        seat("rhodos:day", leaders=["midas"], stages=1, under=["sappho"]),
        seat("abu_simbel:night", leader_hand=["hiram"], buried=["varro"], stages=1),
        discard="caesar altar",
    )
    away = {"plato", "nero", "midas", "sappho", "hiram", "varro", "caesar"}
    box = game.position()["box"]
    assert len(box) == 34 - len(away)
    assert not away & set(box)


def test_the_leaders_others_put_away_are_not_the_next_that_roma_draws() -> None:
    """L3, L6: they go to the box; who put one there must not know that Roma draws it."""
    drawn = []
    for seed in range(12):
        game = recruiting(
            roma("2nd", 1, leader_hand=["nero"], hand=""),
            seat("rhodos:day", leader_hand=["plato", "midas", "hiram"]),
            seat("gizah:day", leader_hand=["sappho", "varro", "caesar"]),
            age=3,
            seed=seed,
            deal=[[["altar"], ["altar"], ["altar"]]],
        )
        play(game, "sell:nero", "sell:plato", "sell:sappho")
        play(game, "stage:altar", "sell:altar", "sell:altar")
        drawn.append(set(of_seat(game, 0)["leader_hand"]))
    assert any(hand != {"midas", "hiram", "varro", "caesar"} for hand in drawn)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("stage", [2, 3])
def test_roma_recruits_one_more_leader(edition: str, stage: int) -> None:
    """L6: optional, paid for, at Roma's discount, in the turn of the stage."""
    hand = ["pericles", "sappho", "plato", "caesar"]
    game = at_play(
        roma(edition, stage, leader_hand=hand, coins=3), *bare(edition, "rhodos", "gizah"), age=2
    )
    play(game, "stage:altar")
    decision = game.decision(0)
    assert (decision.kind, game.to_decide, game.turn) == ("recruit", [0], 1)
    assert decision.source == f"{ROMA[edition][1]}#{stage}"
    assert offered(game, 0) == {"recruit:plato@B2", "recruit:caesar@B3", "recruit:sappho", "skip"}
    twin = game.copy()
    play(game, "recruit:caesar@B3")
    assert (game.leaders(0), game.leader_hand(0)) == (("caesar",), ("pericles", "sappho", "plato"))
    assert (game.coins(0), game.turn) == (0, 2)
    play(twin, "skip")
    assert (twin.leaders(0), twin.leader_hand(0), twin.coins(0)) == ((), tuple(hand), 3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_roma_is_not_asked_when_no_leader_can_be_recruited(edition: str) -> None:
    """L6: no leaders, or none that can be paid for."""
    for hand in ([], ["pericles"]):
        game = at_play(
            roma(edition, 2, leader_hand=hand, coins=3), *bare(edition, "rhodos", "gizah")
        )
        play(game, "stage:altar")
        assert game.turn == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_roma_recruits_from_the_coins_then_in_hand(edition: str) -> None:
    """L6: coins received in this very turn can be spent, an exception to B14."""
    game = at_play(
        roma(edition, 2, leader_hand=["plato"], coins=0),
        seat(first_side(edition, "rhodos"), "baths", coins=2),  # buys Roma's stone, on its right
        seat(first_side(edition, "alexandria")),
    )
    play(game, "stage:altar", "build:baths@R2")
    assert offered(game, 0) == {"recruit:plato@B2", "skip"}
    play(game, "recruit:plato@B2")
    assert coins(game)[:2] == [0, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_romas_extra_leader_works_at_once(edition: str) -> None:
    """L6, A16: immediate effects follow at once: coins, tokens, forfeits of others."""
    game = at_play(
        roma(edition, 2, leader_hand=["croesus", "nitocris", "telesilla"], coins=2, defeats=1),
        seat(first_side(edition, "rhodos"), victories=[1, 3]),
        *bare(edition, "gizah"),
        age=2,
    )
    play(game, "stage:altar")
    croesus, nitocris, telesilla = game.copy(), game.copy(), game
    play(croesus, "recruit:croesus")
    assert croesus.coins(0) == 8
    play(nitocris, "recruit:nitocris")
    assert tokens(nitocris, 0) == ([3], 1)
    play(telesilla, "recruit:telesilla@B1")
    assert (telesilla.to_decide, telesilla.decision(1).kind) == ([1], "forfeit")
    play(telesilla, "forfeit:1")
    assert (tokens(telesilla, 0), tokens(telesilla, 1)) == (([], 0), ([3], 0))
    assert telesilla.turn == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_romas_extra_solomon_builds_in_step_five(edition: str) -> None:
    """L6, A16, C4: after the recruiting; Halikarnassos comes first."""
    board, city = {
        "1st": ("halikarnassos:B", "foundry"),
        "2nd": ("halikarnassos:night", "brickyard"),
    }[edition]
    game = at_play(
        roma(edition, 2, leader_hand=["solomon"], coins=1),
        seat(board, "theater", city),
        *bare(edition, "gizah"),
        discard="palace walls",
        age=3,
    )
    play(game, "stage:altar", "stage:theater")
    assert [(of, game.decision(of).kind) for of in game.to_decide] == [(0, "recruit")]
    play(game, "recruit:solomon@B1")
    assert [(of, game.decision(of).kind) for of in game.to_decide] == [(1, "rebuild")]
    play(game, "rebuild:walls")
    assert [(of, game.decision(of).kind) for of in game.to_decide] == [(0, "rebuild")]
    assert offered(game, 0) == {"rebuild:palace", "skip"}
    play(game, "rebuild:palace")
    assert game.city(0)[-1] == "palace"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_stage_of_roma_built_with_a_leader_recruits_in_the_same_turn(edition: str) -> None:
    """L2, L6: recruiting is a turn with all steps; the leader under the stage is used up."""
    game = recruiting(
        roma(edition, 2, hand="", leader_hand=["plato", "caesar"], coins=3),
        *bare(edition, "rhodos", "gizah"),
        age=2,
    )
    play(game, "stage:plato")
    assert (game.decision(0).kind, game.turn) == ("recruit", 0)
    assert offered(game, 0) == {"recruit:caesar@B3", "skip"}
    play(game, "recruit:caesar@B3")
    assert (game.leaders(0), of_seat(game, 0)["under"][-1], game.turn) == (("caesar",), "plato", 1)


def test_roma_night_keeps_the_leaders_of_age_three() -> None:
    """L3, L6: and recruits them with its stages."""
    deal = [[["altar", "theater"], ["altar", "theater"], ["altar", "theater"]]]
    game = recruiting(
        roma("2nd", 2, hand="", leader_hand=["plato", "caesar", "nero"], coins=9),
        seat("rhodos:day", leader_hand=["midas", "hiram"]),
        seat("gizah:day"),
        age=3,
        deal=deal,
    )
    play(game, "recruit:plato@B2", "sell:midas")
    assert (game.leader_hand(0), game.leader_hand(1)) == (("caesar", "nero"), ())
    play(game, "stage:altar", "sell:altar", "sell:altar")
    assert offered(game, 0) == {"recruit:caesar@B3", "recruit:nero", "skip"}


def test_roma_day_keeps_none() -> None:
    """L3: only the night side does."""
    me = seat("roma:day", leader_hand=["plato", "nero"])
    game = recruiting(me, *bare("2nd", "rhodos", "gizah"), age=3)
    play(game, "recruit:plato")
    assert game.leader_hand(0) == ()


# Abu Simbel (L7)

ABU = [
    ("abu_simbel:A", 3),
    ("abu_simbel:B", 1),
    ("abu_simbel:B", 2),
    ("abu_simbel:day", 3),
    ("abu_simbel:night", 1),
    ("abu_simbel:night", 2),
]


def tomb(board: str, stage: int, **rest: Any) -> dict[str, Any]:
    """Abu Simbel, about to build a stage that buries a leader."""
    city = makers(ABU_COSTS[board.split(":")[1]][stage - 1])
    return seat(board, **{"hand": "altar theater", "city": city, "stages": stage - 1, **rest})


@pytest.mark.parametrize(("board", "stage"), ABU)
def test_abu_simbel_buries_a_leader_for_twice_its_cost(board: str, stage: int) -> None:
    """L7: its effect ends, it scores twice its printed cost; compulsory."""
    edition = edition_of(board)
    leaders = ["pericles", "cleopatra", "aganice"]
    before = (0, 8)[board[-1] in "Ay"]
    game = at_play(tomb(board, stage, leaders=leaders), *bare(edition, "rhodos", "gizah"), age=2)
    play(game, "stage:altar")
    assert (game.decision(0).kind, game.decision(0).source) == ("bury", f"{board}#{stage}")
    assert offered(game, 0) == {f"bury:{leader}" for leader in leaders}
    for leader, points, rest in (("pericles", 12, 5), ("cleopatra", 8, 0), ("aganice", 6, 5)):
        twin = game.copy()
        play(twin, f"bury:{leader}")
        assert set(twin.leaders(0)) == set(leaders) - {leader}
        assert of_seat(twin, 0)["buried"] == [leader]
        assert line(twin, 0, "wonder") == before + points
        assert line(twin, 0, "leaders") == rest
        assert happened(twin, "bury") == [(0, {"leader": leader})]
        assert twin.turn == 2


@pytest.mark.parametrize(("board", "stage"), ABU)
def test_abu_simbel_is_not_asked_about_a_single_leader(board: str, stage: int) -> None:
    """L7: the only one is buried; none recruited, nothing happens."""
    edition = edition_of(board)
    before = (0, 8)[board[-1] in "Ay"]
    for leaders, points in ((["plato"], 8), ([], 0)):
        game = at_play(tomb(board, stage, leaders=leaders), *bare(edition, "rhodos", "gizah"))
        play(game, "stage:altar")
        assert (game.turn, game.leaders(0)) == (2, ())
        assert of_seat(game, 0)["buried"] == leaders
        assert line(game, 0, "wonder") == before + points


def test_the_other_stages_of_abu_simbel_bury_nobody() -> None:
    """L7: only those that show it."""
    for board in ("abu_simbel:A", "abu_simbel:day"):
        for stage in (1, 2):
            me = tomb(board, stage, leaders=["plato", "nero"])
            game = at_play(me, *bare(edition_of(board), "rhodos", "gizah"))
            play(game, "stage:altar")
            assert (game.turn, game.leaders(0)) == (2, ("plato", "nero"))


@pytest.mark.parametrize(
    "leader",
    ["nitocris", "aganice", "phryne", "cornelia", "eurypyle", "theano", "makeda", "cynisca"],
)
@pytest.mark.parametrize("age", [1, 3])
def test_a_leader_that_costs_the_age_is_worth_six_when_buried(leader: str, age: int) -> None:
    """L7: whatever it cost when it was recruited."""
    for side in ("B", "night"):
        board = f"abu_simbel:{side}"
        me = tomb(board, 1, leaders=[leader], defeats=1)
        game = at_play(me, *bare(edition_of(board), "rhodos", "gizah"), age=age)
        play(game, "stage:altar")
        assert (line(game, 0, "wonder"), line(game, 0, "leaders")) == (6, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_buried_leader_gave_at_once_stays(edition: str) -> None:
    """L7: coins and tokens; what it gave lastingly ends: shields, symbols, discounts, prices."""
    board = second_side(edition, "abu_simbel")
    neighbours = bare(edition, "rhodos", "gizah")
    lasting = ["caesar", "euclid", "leonidas", "maecenas"]
    me = tomb(board, 1, hand="altar stockade", leaders=lasting, coins=0, victories=[3])
    game = at_play(me, *neighbours)
    assert ways(game, 0, "build:stockade") == {""}
    assert game.quote(0, "plato").payments == ({},)
    play(game, "stage:altar")
    for leader in lasting:
        twin = game.copy()
        play(twin, f"bury:{leader}")
        assert (twin.coins(0), tokens(twin, 0)) == (0, ([3], 0))
        assert (line(twin, 0, "green") == 0) == (leader == "euclid")
        assert (twin.quote(0, "plato").way == "no") == (leader == "maecenas")
        assert (twin.quote(0, "stockade").way == "no") == (leader == "leonidas")
        war = Game.from_position({**twin.position(), "phase": "war", "pending": {}})
        assert tokens(war, 0)[0] == ([3] if leader == "caesar" else [1, 1, 3])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_burial_with_a_stage_built_by_a_leader(edition: str) -> None:
    """L2, L7: the stage may be built with a leader; that one is not recruited and not buried."""
    board = second_side(edition, "abu_simbel")
    game = recruiting(
        tomb(board, 1, hand="", leader_hand=["plato"], leaders=["nero", "caesar"]),
        *bare(edition, "rhodos", "gizah"),
        age=2,
    )
    play(game, "stage:plato")
    assert (game.turn, offered(game, 0)) == (0, {"bury:nero", "bury:caesar"})
    play(game, "bury:caesar")
    assert (game.leaders(0), game.turn, line(game, 0, "wonder")) == (("nero",), 1, 10)


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_burials(edition: str) -> None:
    """L7: the second side buries twice; both score."""
    board = second_side(edition, "abu_simbel")
    me = tomb(board, 2, leaders=["plato", "agrippina"], buried=["caesar"])
    game = at_play(me, *bare(edition, "rhodos", "gizah"))
    play(game, "stage:altar")
    play(game, "bury:plato")
    assert line(game, 0, "wonder") == 2 * 5 + 2 * 4
    assert line(game, 0, "leaders") == 7  # Agrippina is the only one left


def test_octavia_is_paid_before_she_is_buried() -> None:
    """L7, L8, A16: the stage was built while she was there."""
    me = tomb("abu_simbel:B", 1, leaders=["octavia"], coins=0)
    game = at_play(me, *bare("1st", "rhodos", "gizah"))
    play(game, "stage:altar")
    assert (coins(game), line(game, 0, "wonder")) == ([2, 5, 5], 2)


# The guilds of the 1st edition


def test_the_four_guilds_belong_to_the_first_edition() -> None:
    """B3: with Leaders there are four guilds more to draw from; in the 2nd edition none."""
    four = {"gamers_guild", "courtesans_guild", "diplomats_guild", "architects_guild"}
    seen: dict[str, set[str]] = {"1st": set(), "2nd": set()}
    for edition, cards in seen.items():
        for seed in range(12):
            game = Game(5, edition=edition, expansions=["leaders"], seed=seed)
            guilds = [
                card for hand in game.position()["deal"][2] for card in hand if "_guild" in card
            ]
            assert len(guilds) == len(set(guilds)) == 7
            cards |= set(guilds)
    assert four <= seen["1st"]
    assert not four & seen["2nd"]


def first(hand: str = "", city: str = "", **rest: Any) -> dict[str, Any]:
    return seat("alexandria:A", hand, city, **rest)


@pytest.mark.parametrize(("purse", "points"), [(0, 0), (2, 0), (3, 1), (11, 3)])
def test_gamers_guild(purse: int, points: int) -> None:
    """B24, L9: a point for each 3 coins, besides the coins' own."""
    game = at_play(
        first("", "gamers_guild", coins=purse), *bare("1st", "rhodos", "gizah"), phase="over"
    )
    assert (line(game, 0, "purple"), line(game, 0, "coins")) == (points, points)


def test_diplomats_guild() -> None:
    """B24, L7: a point for each leader in play in the neighbouring cities; not buried ones."""
    game = at_play(
        first("", "diplomats_guild", leaders=["sappho"]),
        seat("rhodos:A", leaders=["plato", "nero"], leader_hand=["midas"]),
        seat("ephesos:A", leaders=["varro"]),
        seat("abu_simbel:B", leaders=["hiram"], buried=["caesar"], stages=1),
        phase="over",
    )
    assert line(game, 0, "purple") == 2 + 1


def test_architects_guild() -> None:
    """B24: 3 points for each purple card of the neighbours."""
    game = at_play(
        first("", "architects_guild spies_guild"),
        seat("rhodos:A", "", "workers_guild gamers_guild"),
        seat("gizah:A", "", "traders_guild"),
        phase="over",
    )
    assert line(game, 0, "purple") == 9


COURTESANS = "lumber_yard clay_pool loom_age1"  # Alexandria has the glass


def courtesans(left: list[str], right: list[str], **rest: Any) -> Game:
    """The guild is built between neighbours with these leaders."""
    entry = {"city": COURTESANS, "coins": 0, **rest.pop("me", {})}
    game = at_play(
        first("courtesans_guild altar", **entry),
        seat("rhodos:A", "altar theater", leaders=left, victories=rest.pop("victories", [])),
        seat("gizah:A", "altar theater", leaders=right),
        **{"age": 3, **rest},
    )
    play(game, "build:courtesans_guild", "sell:altar", "sell:altar")
    return game


def test_courtesans_guild_copies_a_leader_of_a_neighbour() -> None:
    """L9, A16: of either neighbour, chosen when built, compulsory; the neighbour keeps his."""
    game = courtesans(["cleopatra", "nero"], ["varro"])
    assert (game.to_decide, game.decision(0).kind) == ([0], "copy")
    assert game.decision(0).source == "courtesans_guild"
    assert offered(game, 0) == {"copy:cleopatra", "copy:nero", "copy:varro"}
    play(game, "copy:cleopatra")
    assert (of_seat(game, 0)["copied"], game.leaders(0)) == ("cleopatra", ())
    assert [line(game, of, "leaders") for of in range(3)] == [5, 5, 0]
    assert happened(game, "copy") == [(0, {"leader": "cleopatra"})]


def test_courtesans_guild_with_one_leader_or_none() -> None:
    """L9: one possible outcome is not asked."""
    game = courtesans([], ["cleopatra"])
    assert (game.turn, line(game, 0, "leaders")) == (2, 5)
    game = courtesans([], [])
    assert (game.turn, of_seat(game, 0)["copied"]) == (2, None)


def test_a_copied_leader_counts_in_the_own_city() -> None:
    """L9: Varro's yellow cards, Caesar's shields, Euclid's compass: the copier's own."""
    game = courtesans(["varro"], [], me={"city": f"{COURTESANS} tavern forum"})
    assert line(game, 0, "leaders") == 2
    game = courtesans(["caesar"], [], turn=6)
    assert game.over
    assert tokens(game, 0) == ([5], 0)  # even with Rhodos, who has Caesar too
    game = courtesans(["euclid"], [])
    assert (line(game, 0, "green"), line(game, 1, "green")) == (1, 1)


def test_a_copied_leader_acts_at_once() -> None:
    """L9, L8: Croesus, Nitocris, Solomon and Telesilla do again what they do when recruited."""
    assert courtesans(["croesus"], []).coins(0) == 6
    assert tokens(courtesans(["nitocris"], []), 0) == ([5], 0)
    game = courtesans(["solomon"], [], discard="palace")
    assert offered(game, 0) == {"rebuild:palace", "rebuild:altar", "skip"}
    game = courtesans(["telesilla"], [], me={"defeats": 2}, victories=[1, 3])
    assert (tokens(game, 0), game.to_decide) == (([], 0), [1])
    assert offered(game, 1) == {"forfeit:1", "forfeit:3"}


def test_a_copied_agrippina_is_not_alone_beside_another_leader() -> None:
    """L9: with a leader of his own she is not the copier's only one."""
    game = courtesans(["agrippina"], [], me={"leaders": ["sappho"]})
    assert of_seat(game, 0)["copied"] == "agrippina"
    assert line(game, 0, "leaders") == 2


def test_a_copied_agrippina_without_other_leaders() -> None:
    """L9: as if she were his own, and the only one."""
    game = courtesans(["agrippina"], [])
    assert (line(game, 0, "leaders"), line(game, 1, "leaders")) == (7, 7)


@pytest.mark.parametrize("turned", [0, 1, 2])
def test_copying_a_leader_that_is_buried_in_the_same_turn(turned: int) -> None:
    """L7, A16: both happen in the same step, so who sits where makes no difference."""
    outcomes = []
    for turn_by in (0, turned):
        entries = [
            first("courtesans_guild altar", COURTESANS, coins=0),
            tomb("abu_simbel:B", 1, hand="altar theater", leaders=["cleopatra"], coins=0),
            seat("gizah:A", "altar theater", coins=0),
        ]
        moves = ["build:courtesans_guild", "stage:altar", "sell:altar"]
        order = [(of - turn_by) % 3 for of in range(3)]
        game = at_play(*(entries[of] for of in order), age=3)
        play(game, *(moves[of] for of in order))
        at = order.index(0)
        outcomes.append((of_seat(game, at)["copied"], line(game, at, "leaders")))
    assert outcomes[0] == outcomes[1]


# What is known (K1)


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
    assert game.view(0)["seats"][0]["leader_hand"] == BOX[:4]
    assert game.view(1)["seats"][0]["leader_hand"] == 4
    told = json.dumps([[event.data for event in game.events_for(of)] for of in (1, 2, None)])
    assert not [name for name in BOX if f'"{name}"' in told]


# Positions and records


def in_every_phase() -> Iterable[tuple[str, Game]]:
    """A game with leaders at every kind of decision."""
    yield "side", drafting(sides="choose", wonders=["roma", "gizah", "abu_simbel"])
    game = drafting()
    yield "draft", game.copy()
    game.play(1, "pick:solomon")
    yield "draft", game
    game = one_recruiting("2nd", age=2)
    yield "leader", game
    game = recruiting(
        seat("roma:night", leader_hand=["plato"]),
        seat("gizah:day", leader_hand=["nero", "midas"], leaders=["berenice"]),
        seat("abu_simbel:day", leader_hand=["hiram"], buried=["caesar"]),
        age=3,
    )
    game.play(0, "recruit:plato@B2")
    yield "leader", game
    game = at_play(roma("2nd", 2, leader_hand=["plato", "nero"]), *bare("2nd", "rhodos", "gizah"))
    play(game, "stage:altar")
    yield "recruit", game
    game = recruiting(
        roma("2nd", 2, hand="", leader_hand=["plato", "nero"]), *bare("2nd", "rhodos", "gizah")
    )
    play(game, "stage:nero")
    yield "recruit", game
    game = at_play(
        tomb("abu_simbel:night", 1, leaders=["plato", "nero"]), *bare("2nd", "rhodos", "gizah")
    )
    play(game, "stage:altar")
    yield "bury", game
    game = recruiting(
        seat("rhodos:day", leader_hand=["telesilla", "nero"]),
        seat("gizah:day", victories=[1, 3]),
        seat("ephesos:day", victories=[3, 5]),
        age=3,
    )
    play(game, "recruit:telesilla@B3")
    game.play(2, "forfeit:3")
    yield "forfeit", game
    yield "copy", courtesans(["plato", "nero"], ["midas"])
    game = recruiting(
        seat("rhodos:day", leader_hand=["solomon"]),
        seat("gizah:day", leader_hand=["nero"], leaders=["berenice"]),
        seat("ephesos:day"),
        discard="palace plato",
        age=2,
    )
    play(game, "recruit:solomon@B3", "sell:nero")
    yield "rebuild", game
    game = recruiting(
        seat("rhodos:day", leader_hand=["arsinoe", "plato"]),
        seat("gizah:day"),
        seat("ephesos:day"),
        expansions=["leaders", "cities"],
        age=3,
    )
    play(game, "recruit:arsinoe@B3")
    game.play(1, "lose:2/1")
    yield "loss", game


def finish_alike(one: Game, two: Game, rng: random.Random) -> None:
    """Both games play the same moves to the end and stay the same."""
    while not one.over:
        assert one.to_decide == two.to_decide
        of = one.to_decide[0]
        moves = one.moves(of)
        assert moves == two.moves(of)
        move = rng.choice(moves)
        one.play(of, move)
        two.play(of, move)
    assert one.position() == two.position()
    assert one.scores() == two.scores()


PHASES = [
    "side",
    "draft",
    "draft",
    "leader",
    "leader",
    "recruit",
    "recruit",
    "bury",
    "forfeit",
    "copy",
    "rebuild",
    "loss",
]


@pytest.mark.parametrize(("number", "kind"), list(enumerate(PHASES)))
def test_a_position_with_leaders_round_trips_in_every_phase(number: int, kind: str) -> None:
    """L1 to L8: the same game again, from there to the end."""
    found, game = list(in_every_phase())[number]
    assert found == kind
    assert game.decision(game.to_decide[0]).kind == kind
    position = game.position()
    assert json.loads(json.dumps(position)) == position
    again = Game.from_position(json.loads(json.dumps(position)))
    assert again.position() == position
    assert again.to_decide == game.to_decide
    assert again.decided == game.decided
    assert [again.view(of) for of in range(3)] == [game.view(of) for of in range(3)]
    finish_alike(game, again, random.Random(number))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("leaders", ["standard", "expert"])
@pytest.mark.parametrize("players", [3, 5])
def test_records_and_positions_of_whole_games(edition: str, leaders: str, players: int) -> None:
    """L1 to L9: a random game: record and position give it again at every tenth step."""
    rng = random.Random(f"{edition} {leaders} {players}")
    wonders = ["roma", "abu_simbel", "halikarnassos", "olympia", "babylon"][:players]
    game = Game(
        players,
        edition=edition,
        expansions=["leaders"],
        leaders=leaders,
        seed=rng.randrange(1000),
        wonders=wonders,
    )
    step = 0
    while not game.over:
        if step % 10 == 0:
            position = json.loads(json.dumps(game.position()))
            assert Game.from_position(position).position() == game.position()
            record = json.loads(json.dumps(game.record()))
            again = Game.from_record(record)
            assert again.events == game.events
            assert again.position() == game.position()
        of = game.to_decide[0]
        moves = game.moves(of)
        action = rng.choice(sorted({move.action for move in moves}))
        move = rng.choice([move for move in moves if move.action == action])
        assert Move.parse(str(move)) == move
        game.play(of, move)
        step += 1
    replayed = Game.from_record(json.loads(json.dumps(game.record())))
    assert replayed.scores() == game.scores()
    for sheet in game.scores():
        assert sum(sheet.lines.values()) == sheet.total
        assert "leaders" in sheet.lines
    everywhere: list[str] = [*game.position()["box"], *game.position()["discard"]]
    for entry in game.position()["seats"]:
        for key in ("leaders", "leader_hand", "pack", "buried", "under"):
            everywhere += entry[key]
    known = [name for name in everywhere if name in load(edition, ["leaders"]).leaders]
    number = {"1st": 36, "2nd": 34}[edition] + (15 if leaders == "expert" else 0)
    assert len(known) == len(set(known)) == number


@pytest.mark.parametrize("edition", EDITIONS)
def test_any_leader_of_the_edition_may_appear_in_a_position(edition: str) -> None:
    """L1: also expert leaders."""
    for leader in ("aganice", "gorgo", "telesilla", "agrippina"):
        me = seat(first_side(edition, "rhodos"), leaders=[leader])
        game = at_play(me, *bare(edition, "gizah", "ephesos"), phase="over")
        assert game.leaders(0) == (leader,)


def test_the_draft_of_a_position_with_unequal_packs() -> None:
    """L1: refused, or passed on as they are; a leader's pack never holds anything else."""
    packs = [["plato", "nero", "midas", "hiram"], ["varro", "sappho"], []]
    wonders = ("rhodos:day", "gizah:day", "ephesos:day")
    seats = [seat(wonder, pack=pack) for wonder, pack in zip(wonders, packs, strict=True)]
    try:
        game = at_play(*seats, phase="draft")
    except ValueError:
        return
    while game.to_decide and game.decision(game.to_decide[0]).kind == "draft":
        for of in list(game.to_decide):
            game.play(of, game.moves(of)[0])
    held = sorted(name for of in range(3) for name in game.leader_hand(of))
    assert held == sorted(name for pack in packs for name in pack)


def test_a_position_with_many_leaders_round_trips() -> None:
    """L6: what a position may hold and what play makes of it can be written and read again."""
    many = ["plato", "nero", "midas", "hiram", "varro", "sappho", "zenobia", "caesar"]
    drawing = at_play(roma("2nd", 1, leader_hand=many), *bare("2nd", "rhodos", "gizah"))
    play(drawing, "stage:altar")
    me = seat("rhodos:day", leaders=many, leader_hand=["croesus"])
    more = recruiting(me, *bare("2nd", "gizah", "ephesos"))
    play(more, "recruit:croesus@B1")
    for game in (drawing, more):
        assert Game.from_position(game.position()).position() == game.position()


# Wrong calls


def refused(game: Game, call: Callable[[], object], sentence: str) -> None:
    before, events = game.position(), game.events
    with pytest.raises(ValueError, match=sentence) as error:
        call()
    assert str(error.value).endswith("."), str(error.value)
    assert (game.position(), game.events) == (before, events)


@pytest.mark.parametrize(
    ("kind", "move", "sentence"),
    [
        ("draft", "pick:sappho", "pick:plato"),
        ("draft", "recruit:plato@B4", "may pick now"),
        ("draft", "build:plato", "may pick now"),
        ("draft", "skip", "pick:plato"),
        ("leader", "recruit:pericles@B6", "costs 6 coins, 4 in hand"),
        ("leader", "recruit:plato", "recruit:plato@B4"),
        ("leader", "recruit:plato@B3", "recruit:plato@B4"),
        ("leader", "recruit:nero@B1", "not in the hand"),
        ("leader", "build:plato", "leaders are recruited"),
        ("leader", "pick:plato", "recruit, sell or stage"),
        ("leader", "skip", "recruit, sell or stage"),
        ("recruit", "recruit:caesar@B3", "recruit:plato@B2"),
        ("recruit", "recruit:plato", "recruit:plato@B2"),
        ("recruit", "sell:plato", "recruit or skip"),
        ("bury", "skip", "bury:plato"),
        ("bury", "bury:caesar", "bury:plato"),
        ("forfeit", "skip", "forfeit:1"),
        ("forfeit", "forfeit:5", "forfeit:1"),
        ("copy", "skip", "copy:plato"),
        ("copy", "copy:caesar", "copy:plato"),
        ("rebuild", "rebuild:plato", "rebuild:palace"),
        ("rebuild", "recruit:plato@B4", "rebuild or skip"),
        ("loss", "lose:4/0", "lose:3/0"),
    ],
)
def test_wrong_moves_are_answered_in_a_sentence(kind: str, move: str, sentence: str) -> None:
    """L1 to L8: the reason, or what may be chosen; and nothing has changed."""
    game = next(game for found, game in in_every_phase() if found == kind)
    of = game.to_decide[0]
    refused(game, lambda: game.play(of, move), sentence)


def test_a_leader_in_a_turn_of_the_age() -> None:
    """L2: leaders are recruited at the start of an age, not in its turns."""
    me = seat("rhodos:day", "altar baths", leader_hand=["plato"])
    game = at_play(me, *bare("2nd", "gizah", "ephesos"))
    refused(
        game, lambda: game.play(0, "recruit:plato@B4"), "leaders are recruited, cards are built"
    )
    refused(game, lambda: game.play(0, "sell:plato"), "not in the hand")
    refused(game, lambda: game.play(0, "stage:plato"), "not in the hand")
    refused(game, lambda: game.moves(1), "owes no decision")


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"leaders": ["altar"]}, "seat 0: leaders: there is no leader 'altar'"),
        ({"leader_hand": "plato"}, "seat 0: leader_hand is a list"),
        ({"pack": ["plato", "nero", "midas", "hiram", "varro"]}, "seat 0: pack has 5 entries"),
        ({"buried": [3]}, "seat 0: buried"),
        ({"copied": "altar"}, "seat 0: copied"),
        ({"city": ["plato"]}, "seat 0: city: there is no card 'plato'"),
        ({"hand": ["plato"]}, "seat 0: hand: there is no card 'plato'"),
        ({"leaders": ["semiramis"]}, "no leader 'semiramis'"),
        ({"leaders": ["plato"] * 15}, "15 entries"),
    ],
)
def test_positions_that_cant_be(entry: dict[str, Any], sentence: str) -> None:
    """L1, L4: said in words that name the place."""
    me = {**seat("rhodos:day"), **entry}
    with pytest.raises(ValueError, match=sentence):
        at_play(me, *bare("2nd", "gizah", "ephesos"))
